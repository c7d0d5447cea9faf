"""Measures a process: time on the CPU, and time that its threads waited for a free one.

This is read at both ends of every turn, so the files of /proc stay open.
"""

import contextlib
import os
import threading
import time
from typing import NamedTuple

NANO = 1e-9
TICK = 1 / os.sysconf("SC_CLK_TCK")
SAMPLE_SECONDS = 0.1


class Usage(NamedTuple):
    """Seconds since the process began: on the CPU, with threads that have ended, and waiting for one, by thread."""

    cpu: float
    delays: dict[str, float]

    @property
    def delay(self) -> float:
        return sum(self.delays.values())

    def since(self, before: "Usage") -> "Usage":
        delays = {thread: max(0.0, delay - before.delays.get(thread, 0.0)) for thread, delay in self.delays.items()}
        return Usage(max(0.0, self.cpu - before.cpu), delays)

    def host_delay(self, wall: float, reader: float = 0.0) -> float:
        """Return how much of `wall` seconds the machine kept the process, or the reader of its answer, from running.

        Threads of one process on one core wait for each other, which is not the machine's fault: so no more than one
        thread waited, and no more than the time in which the process did not run at all.
        """
        return max(0.0, min(max(self.delays.values(), default=0.0) + reader, wall - self.cpu))


class OwnDelay:
    """Reads how long the thread that asks has waited for a free CPU."""

    def __init__(self) -> None:
        self._thread, self._file = 0, -1

    def read(self) -> float:
        """Return seconds; 0 where the kernel does not say."""
        try:
            if self._thread != threading.get_native_id():
                self.close()
                self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
                self._thread = threading.get_native_id()
            return read_delay(self._file)
        except (OSError, ValueError, IndexError):
            return 0.0

    def close(self) -> None:
        if self._thread:
            os.close(self._file)
        self._thread = 0


class Steal:
    """Reads the time that the host of a virtual machine has taken from its cores, which the kernel counts in ticks."""

    def __init__(self) -> None:
        self._file = -1
        self._sampled_at, self._sample = float("-inf"), 0.0

    def sample(self, now: float) -> float:
        """Return a value that is at most SAMPLE_SECONDS old: reading one for each question would take too long."""
        if now - self._sampled_at > SAMPLE_SECONDS:
            self._sampled_at, self._sample = now, self._read()
        return self._sample

    def since(self, sample: float) -> float:
        """Return the seconds that were taken since then, rounded up to the next tick."""
        stolen = self._read() - sample
        return stolen + TICK if stolen > 0 else 0.0

    def _read(self) -> float:
        try:
            if self._file < 0:
                self._file = os.open("/proc/stat", os.O_RDONLY | os.O_CLOEXEC)
            return int(os.pread(self._file, 200, 0).split()[8]) * TICK
        except (OSError, ValueError, IndexError):
            return 0.0

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


class Meter:
    """Reads a process's clock, and /proc/PID/task/*/schedstat."""

    def __init__(self, process: int):
        self._clock = ~process << 3 | 2  # the kernel's number for the clock of another process
        self._path = f"/proc/{process}/task"
        self._folder: int | None = None
        self._count = 0  # of the folder's entries when the threads were listed
        self._files: dict[str, int] = {}

    def read(self) -> Usage | None:
        """Return what it has used so far; None: it has ended, or the kernel does not say."""
        try:
            if self._folder is None:
                self._folder = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            if os.fstat(self._folder).st_nlink != self._count:
                self._list_threads()
            return Usage(time.clock_gettime(self._clock), self._read_delays())
        except (OSError, ValueError, IndexError):
            return None

    def _read_delays(self) -> dict[str, float]:
        try:
            return {thread: read_delay(file) for thread, file in self._files.items()}
        except OSError:  # one has ended, and another one has begun
            self._list_threads()
        delays = {}
        for thread, file in self._files.items():
            with contextlib.suppress(OSError):
                delays[thread] = read_delay(file)
        return delays

    def _list_threads(self) -> None:
        assert self._folder is not None
        self._count = os.fstat(self._folder).st_nlink
        threads = os.listdir(self._path)
        for ended in self._files.keys() - set(threads):
            os.close(self._files.pop(ended))
        for thread in threads:
            with contextlib.suppress(OSError):
                if thread not in self._files:
                    self._files[thread] = os.open(f"{self._path}/{thread}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def is_ready(self) -> bool:
        """Return whether a thread runs, or waits for a CPU."""
        for thread in self._files:
            with contextlib.suppress(OSError), open(f"{self._path}/{thread}/stat", "rb") as file:
                if file.read().rpartition(b") ")[2].startswith(b"R"):
                    return True
        return False

    def close(self) -> None:
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None
        for file in self._files.values():
            os.close(file)
        self._files.clear()


def read_delay(file: int) -> float:
    """Return the second number of an open schedstat: nanoseconds of waiting, here as seconds."""
    return int(os.pread(file, 100, 0).split()[1]) * NANO
