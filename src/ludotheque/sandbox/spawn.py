"""Starts processes from one thread that lives as long as this process.

The kernel kills a program with --die-with-parent when the *thread* that started it ends, so no short thread may start
one.
"""

import contextlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_spawner: ThreadPoolExecutor | None = None


def spawn(
    words: Sequence[str],
    environment: Mapping[str, str] | None,
    descriptors: Sequence[int],
    core: int | None,
    streams: Mapping[str, Any],
) -> "subprocess.Popen[bytes]":
    global _spawner
    if _spawner is None:
        _spawner = ThreadPoolExecutor(1, "spawn")

    def start() -> "subprocess.Popen[bytes]":
        with _on_core(core):
            return subprocess.Popen(
                words, env=environment, pass_fds=descriptors, bufsize=0, start_new_session=True, **streams
            )

    return _spawner.submit(start).result()


@contextlib.contextmanager
def _on_core(core: int | None) -> Any:
    """What this thread starts inherits its cores."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _forget_spawner() -> None:
    """After a fork the thread is in the parent alone."""
    global _spawner
    _spawner = None


os.register_at_fork(after_in_child=_forget_spawner)
