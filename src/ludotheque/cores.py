"""Cores for bots that think: each has one to itself, also beside the matches of other processes.

A bot holds its core from its question to its answer. The lock is on the kernel's own folder of the core, so there is no
file to clean up, and a process that ends, however it does, holds nothing any more.
"""

import contextlib
import fcntl
import os
import random
import threading
from collections.abc import Iterable
from functools import cache


def usable() -> list[int]:
    """Return the numbers of the cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(usable()) or os.cpu_count() or 1


@cache
def first_core() -> int:
    """Return where this process begins to count: matches of several processes spread over the cores."""
    return random.randrange(1 << 16)


def choose(seat: int) -> int | None:
    """Return a core for the program at a seat; seats of one match get different ones while there are enough."""
    cores = usable()
    return cores[(first_core() + seat) % len(cores)] if cores else None


_thread = threading.local()  # has `held` while this thread holds a core: a bot may play matches itself


class Locks:
    """The locks of one match. Their files stay open until its end: opening takes longer than locking."""

    def __init__(self) -> None:
        self._files: dict[int, int] = {}

    def __enter__(self) -> "Locks":
        return self

    def __exit__(self, *error: object) -> None:
        for file in self._files.values():
            os.close(file)  # closing unlocks
        self._files.clear()

    def hold(self, cores: Iterable[int]) -> "Hold":
        """Wait for these cores and hold them inside a `with` block."""
        return Hold([file for file in map(self._open, sorted(set(cores))) if file is not None])

    def hold_any(self) -> "Hold":
        """Hold a core that is free, or else wait for one."""
        if getattr(_thread, "held", False):
            return Hold([])
        cores = usable()
        free = self._find_free(cores)
        return self.hold(random.sample(cores, min(1, len(cores))) if free is None else [free])

    def _find_free(self, cores: Iterable[int]) -> int | None:
        """Return a core that nobody holds, already locked."""
        for core in cores:
            file = self._open(core)
            if file is not None:
                with contextlib.suppress(BlockingIOError):
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return core
        return None

    def _open(self, core: int) -> int | None:
        """Return the open file that is locked for a core; None where the kernel does not show it."""
        if core not in self._files:
            try:
                path = f"/sys/devices/system/cpu/cpu{core}"
                self._files[core] = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            except OSError:
                return None
        return self._files[core]


class Hold:
    """Cores that one thread holds. Everybody locks them in the same order, so nobody waits in a circle."""

    def __init__(self, files: Iterable[int]) -> None:
        self._files = () if getattr(_thread, "held", False) else tuple(files)

    def __enter__(self) -> None:
        for file in self._files:
            fcntl.flock(file, fcntl.LOCK_EX)
        if self._files:
            _thread.held = True

    def __exit__(self, *error: object) -> None:
        if self._files:
            _thread.held = False
        for file in self._files:
            fcntl.flock(file, fcntl.LOCK_UN)
