# Takes memory in ten ways that a limit might not count.
# verdict: ok
# memory: 128
import ctypes
import mmap
import os
import resource
import socket

from attack import MIB, expect_failure, play_on

WANTED = 600 * MIB  # more than any bot may have
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = libc.sbrk.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 4]


def touch(flags: int, file: int = -1) -> bool:
    place = libc.mmap(None, WANTED, 3, flags, file, 0)
    if place in (None, ctypes.c_void_p(-1).value):
        return False
    ctypes.memset(place, 1, WANTED)
    return True


def fill(path: str) -> bool:
    with open(path, "wb") as file:
        for _ in range(WANTED // MIB):
            file.write(bytes(MIB))
    return True


def fill_pipes() -> bool:
    ends = []
    for _ in range(WANTED // 65536):
        ends.append(os.pipe())
        os.write(ends[-1][1], bytes(65536))
    return True


def fill_sockets() -> bool:
    pairs = []
    for _ in range(10_000):
        pairs.append(socket.socketpair())
        pairs[-1][0].setblocking(False)
        pairs[-1][0].send(bytes(100_000))
    return True


expect_failure("heap", lambda: bytearray(WANTED) and True)
expect_failure("sbrk", lambda: libc.sbrk(WANTED) != ctypes.c_void_p(-1).value)
expect_failure("private", lambda: touch(0x22))
expect_failure("shared", lambda: touch(0x21))
expect_failure("grows down", lambda: touch(0x122))
expect_failure("zero", lambda: touch(1, os.open("/dev/zero", os.O_RDWR)))
expect_failure("memfd", lambda: os.truncate(os.memfd_create("x"), WANTED) or True)
expect_failure("shm", lambda: fill("/dev/shm/x"))
expect_failure("tmp", lambda: fill("/tmp/x"))
expect_failure("System V", lambda: libc.shmget(0, WANTED, 0o1600) != -1)
expect_failure("pipes", fill_pipes)
expect_failure("sockets", fill_sockets)
expect_failure("limit", lambda: resource.setrlimit(resource.RLIMIT_DATA, (-1, -1)) or True)
expect_failure("stack", lambda: resource.setrlimit(resource.RLIMIT_STACK, (-1, -1)) or True)
expect_failure("lock", lambda: libc.mlockall(3) == 0 and touch(0x22))
expect_failure("shared file", lambda: mmap.mmap(-1, WANTED) and True)
play_on()
