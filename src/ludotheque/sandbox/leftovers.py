"""Ends programs whose referee is gone.

The kernel ends a program with its referee, but only from the moment on at which bubblewrap has asked for it. A referee
that is killed in the few milliseconds before leaves the program behind. So every program has its referee in its
environment, and the next process that starts programs looks for those whose referee no longer runs.
"""

import contextlib
import os
import re
import signal
from pathlib import Path

NAME = "LUDOTHEQUE_REFEREE"
MARK = re.compile(rf"\0{NAME}=(\d+) (\d+) (\d+)\0".encode())


def make_mark() -> str:
    """Return what programs have in their environment: the namespace, the number and the start of this process."""
    process = os.getpid()
    return f"{_namespace()} {process} {_read_start(process)}"


def end_leftovers() -> None:
    namespace = _namespace()  # elsewhere the same number is another process
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found = MARK.search(b"\0" + (folder / "environ").read_bytes())
            if found and int(found[1]) == namespace and _read_start(int(found[2])) != int(found[3]):
                os.kill(int(folder.name), signal.SIGKILL)


def _namespace() -> int:
    return os.stat("/proc/self/ns/pid").st_ino


def _read_start(process: int) -> int:
    """Return when a process started, in the kernel's ticks; -1 if it does not run any more."""
    try:
        state, *numbers = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return -1
    return -1 if state in "ZX" else int(numbers[18])
