"""Cores for bots that think: each has one to itself, also beside the matches of other processes.

A bot holds its core from its question to its answer. The lock is on the kernel's own folder of the core, so there is no
file to clean up, and a process that ends, however it does, holds nothing any more.
"""

import contextlib
import fcntl
import os
import random
import threading
from collections.abc import Iterable, Iterator
from functools import cache


def usable() -> list[int]:
    """Return the numbers of the cores that this process may use."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@cache
def first_core() -> int:
    """Return where this process begins to count: matches of several processes spread over the cores."""
    return random.randrange(1 << 16)


def choose(seat: int) -> int | None:
    """Return a core for the program at a seat; seats of one match get different ones while there are enough."""
    cores = usable()
    return cores[(first_core() + seat) % len(cores)] if cores else None


_thread = threading.local()  # has `held` while this thread holds a core: a bot may play matches itself


@contextlib.contextmanager
def hold(cores: Iterable[int]) -> Iterator[None]:
    """Wait for these cores and hold them. Everybody locks them in the same order, so nobody waits in a circle."""
    if getattr(_thread, "held", False):
        yield
        return
    with contextlib.ExitStack() as held:
        for file in filter(None, map(_open, sorted(set(cores)))):
            held.callback(os.close, file)  # closing unlocks
            fcntl.flock(file, fcntl.LOCK_EX)
        _thread.held = True
        try:
            yield
        finally:
            _thread.held = False


@contextlib.contextmanager
def hold_any() -> Iterator[None]:
    """Hold a core that is free, or else wait for one."""
    cores = usable()
    free = find_free(cores)
    with hold(random.sample(cores, min(1, len(cores))) if free is None else [free]):
        yield


def find_free(cores: Iterable[int]) -> int | None:
    """Return a core that nobody holds now."""
    for core in cores:
        file = _open(core)
        if file is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return core
            except BlockingIOError:
                continue
            finally:
                os.close(file)
    return None


def _open(core: int) -> int | None:
    """Open what is locked for a core; None where the kernel does not show it."""
    try:
        return os.open(f"/sys/devices/system/cpu/cpu{core}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None
