"""Processes that run functions for another process: `worker_pool.py` starts them.

    python -m ludotheque.worker DESCRIPTOR MODULE

The process that is started becomes a template. It imports MODULE and calls its `prepare_worker`, then it forks a worker
for each socket that arrives on the socket DESCRIPTOR. So all workers share the memory of what was loaded before, and a
new one starts at once. When the process that owns the pool ends, even by a kill, the template reads the end of its
socket and ends too, and the kernel ends the workers with the template, whatever they are doing.
"""

import ctypes
import importlib
import io
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

PR_SET_PDEATHSIG = 1
LENGTH_BYTES = 4
NICENESS = 5  # the server, which answers people, comes first

_owner: io.BufferedIOBase | None = None  # the stream to the owner of the pool, in a worker


def end_with_parent(parent: int) -> None:
    """On Linux, end this process when its parent ends, even if the parent is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before the line above
        os._exit(1)


def work(connection: socket.socket) -> None:
    """Call the functions that arrive, one after the other, until the connection ends."""
    global _owner
    _owner = stream = connection.makefile("rwb")
    while True:
        try:
            function, arguments = pickle.load(stream)
        except EOFError:
            return
        _write(stream, encode_result(function, arguments))


def send_news(news: Any) -> None:
    """Send something to the owner of the pool before the result of the function that is running; elsewhere, nothing."""
    if _owner is not None:
        _write(_owner, pickle.dumps((None, news)))


def _write(stream: io.BufferedIOBase, message: bytes) -> None:
    stream.write(len(message).to_bytes(LENGTH_BYTES) + message)
    stream.flush()


def encode_result(function: Callable[..., Any], arguments: Sequence[Any]) -> bytes:
    """Call a function; return the bytes of True and its result, or of False and its error."""
    try:
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        return encode_error(error)


def encode_error(error: Exception) -> bytes:
    try:
        answer = pickle.dumps((False, error))
        pickle.loads(answer)  # some errors can be written but not read again
        return answer
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def fork_workers(control: socket.socket) -> None:
    """Fork a worker for each socket that is received, until the other side ends."""
    template = os.getpid()
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:
            return
        connection = socket.socket(fileno=descriptors[0])
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a worker waits for the programs that it starts
            with suppress(OSError):  # the other side has ended
                control.close()
                end_with_parent(template)
                work(connection)
            os._exit(0)
        connection.close()


def main(descriptor: int, module: str) -> None:
    os.nice(NICENESS)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for ended workers
    importlib.import_module(module).prepare_worker()
    with socket.socket(fileno=descriptor) as control:
        fork_workers(control)


if __name__ == "__main__":
    main_of_module = importlib.import_module("ludotheque.worker").main  # jobs import that copy of it, not this one
    main_of_module(int(sys.argv[1]), sys.argv[2])
