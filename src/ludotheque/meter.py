"""Measures a process: time on the CPU, and time that its threads waited for a free one."""

import contextlib
import os
from typing import NamedTuple

NANO = 1e-9


class Usage(NamedTuple):
    """Seconds since the process began: on the CPU and waiting for one, summed over its threads."""

    cpu: float
    delay: float
    delays: dict[str, float]  # by thread

    def since(self, before: "Usage") -> "Usage":
        delays = {thread: delay - before.delays.get(thread, 0.0) for thread, delay in self.delays.items()}
        return Usage(max(0.0, self.cpu - before.cpu), max(0.0, sum(delays.values())), delays)

    def host_delay(self, wall: float, reader: float = 0.0) -> float:
        """Return how much of `wall` seconds the machine kept the process, or the reader of its answer, from running.

        Threads of one process on one core wait for each other, which is not the machine's fault: so no more than one
        thread waited, and no more than the time in which the process did not run at all.
        """
        return max(0.0, min(max(self.delays.values(), default=0.0) + reader, wall - self.cpu))


def read_own_delay() -> float:
    """Return the seconds that this thread has waited for a free CPU."""
    try:
        with open("/proc/thread-self/schedstat", "rb") as file:
            return int(file.read().split()[1]) * NANO
    except (OSError, ValueError, IndexError):
        return 0.0


class Meter:
    """Reads /proc/PID/task/*/schedstat, whose files stay open: one is read at each end of every turn."""

    def __init__(self, process: int):
        self._folder = f"/proc/{process}/task"
        self._files: dict[str, int] = {}

    def read(self) -> Usage | None:
        """Return what it has used so far; None: it has ended, or the kernel does not say."""
        try:
            threads = os.listdir(self._folder)
        except OSError:
            return None
        used = {thread: numbers for thread in threads if (numbers := self._read_thread(thread)) is not None}
        for ended in self._files.keys() - used.keys():
            os.close(self._files.pop(ended))
        if not used:
            return None
        delays = {thread: delay * NANO for thread, (_, delay) in used.items()}
        return Usage(sum(cpu for cpu, _ in used.values()) * NANO, sum(delays.values()), delays)

    def _read_thread(self, thread: str) -> tuple[int, int] | None:
        with contextlib.suppress(OSError, ValueError):
            if thread not in self._files:
                self._files[thread] = os.open(f"{self._folder}/{thread}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
            cpu, delay, _ = os.pread(self._files[thread], 100, 0).split()
            return int(cpu), int(delay)
        return None

    def is_ready(self) -> bool:
        """Return whether a thread runs, or waits for a CPU."""
        for thread in self._files:
            with contextlib.suppress(OSError), open(f"{self._folder}/{thread}/stat", "rb") as file:
                if file.read().rpartition(b") ")[2].startswith(b"R"):
                    return True
        return False

    def close(self) -> None:
        for file in self._files.values():
            os.close(file)
        self._files.clear()
