"""Runs in the child, where bubblewrap is missing: gives up rights that the program must not have, then becomes it.

Started as `python -I -S confine.py DESCRIPTOR`; the descriptor has a `Plan` as JSON. Landlock closes the file system,
seccomp the system calls, and limits what is left. This file imports nothing of the project but `seccomp`, which lies
beside it, so that it starts quickly.
"""

import ctypes
import json
import os
import resource
import signal
import struct
import sys
from typing import Any

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on all machines
EXECUTE, WRITE, READ, READ_FOLDER, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
ALL_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # by version of Landlock
FOR_FILES = EXECUTE | WRITE | READ | TRUNCATE
SIGNALS_AND_SOCKETS = 3  # outside the sandbox: refused from version 6 on
SET_PDEATHSIG, CAPBSET_DROP, SET_NO_NEW_PRIVS, SET_SECCOMP = 1, 24, 38, 22

libc = ctypes.CDLL(None, use_errno=True)


def find_landlock() -> int:
    """Return the version of Landlock in this kernel; 0: there is none."""
    return max(0, libc.syscall(CREATE_RULESET, None, 0, 1))


def close_files(readable: list[str], listable: list[str], writable: list[str]) -> None:
    """Refuse every file and folder that is not in these lists or below one of them.

    Python imports a package only from a folder that it can list; of what is `listable` the names can be read.
    """
    version = find_landlock()
    rights = ALL_RIGHTS[max(known for known in ALL_RIGHTS if known <= version)]
    network = 3 if version >= 4 else 0
    fields = struct.pack("QQQ", rights, network, SIGNALS_AND_SOCKETS if version >= 6 else 0)
    ruleset = _check(libc.syscall(CREATE_RULESET, fields, 24 if version >= 6 else 16 if version >= 4 else 8, 0))
    for path in readable:
        _open_path(ruleset, path, (EXECUTE | READ | READ_FOLDER) & rights)
    for path in listable:
        _open_path(ruleset, path, READ_FOLDER & rights)
    for path in writable:
        _open_path(ruleset, path, rights)
    _check(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def _open_path(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this machine
        return
    allowed = rights if os.path.isdir(path) else rights & FOR_FILES
    _check(libc.syscall(ADD_RULE, ruleset, 1, struct.pack("=Qi", allowed, place), 0))
    os.close(place)


def drop_capabilities() -> None:
    for capability in range(64):
        libc.prctl(CAPBSET_DROP, capability, 0, 0, 0)
    libc.capset(struct.pack("Ii", 0x20080522, 0), bytes(24))


def set_limits(limits: dict[str, Any]) -> None:
    for name, (soft, hard) in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (soft, hard))


def set_filter(program: bytes) -> None:
    kept = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(kept))
    _check(libc.prctl(SET_SECCOMP, 2, header, 0, 0))


def _check(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def main() -> None:
    import seccomp  # type: ignore[import-not-found]  # the file beside this one

    with open(int(sys.argv[1]), "rb") as file:
        plan = json.load(file)
    _check(libc.prctl(SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    _check(libc.prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    os.chdir(plan["folder"])
    if plan["closes_files"]:
        close_files(plan["readable"], plan["listable"], plan["writable"])
    drop_capabilities()
    set_limits(plan["limits"])
    own = None if plan["processes"] else os.getpid()
    set_filter(seccomp.make_filter(plan["processes"], own))
    try:
        os.execve(plan["words"][0], plan["words"], plan["environment"])
    except OSError as error:
        sys.exit(f"{plan['words'][0]}: {error.strerror}")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
