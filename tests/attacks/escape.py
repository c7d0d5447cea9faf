# Makes namespaces, mounts, traces, changes priorities and limits.
# verdict: ok
import ctypes
import os
import resource

from attack import REFEREE, expect_failure, play_on

libc = ctypes.CDLL(None, use_errno=True)


def works(*call: object) -> bool:
    return int(libc.syscall(*call)) >= 0


X86 = os.uname().machine == "x86_64"
for name, *call in (
    ("unshare user", 272 if X86 else 97, 0x10000000),
    ("unshare mount", 272 if X86 else 97, 0x20000),
    ("clone3", 435, None, 0),
    ("ptrace", 101 if X86 else 117, 16, REFEREE, 0, 0),
    ("bpf", 321 if X86 else 280, 0, None, 0),
    ("perf", 298 if X86 else 241, None, 0, -1, -1, 0),
    ("io_uring", 425, 8, bytes(200)),
    ("userfaultfd", 323 if X86 else 282, 0),
    ("keyctl", 250 if X86 else 219, 0, -3, 0),
    ("pidfd_open", 434, os.getpid(), 0),
    ("mount", 165 if X86 else 40, b"none", b"/tmp", b"tmpfs", 0, None),
    ("setns", 308 if X86 else 268, 0, 0),
):
    expect_failure(name, lambda call=call: works(*call))
expect_failure("root", lambda: os.setuid(0) or True if os.getuid() else False)
expect_failure("affinity", lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)) or True)
expect_failure("nice", lambda: os.nice(-5) < 0)
most = resource.getrlimit(resource.RLIMIT_DATA)[1] + 1
expect_failure("memory", lambda: resource.setrlimit(resource.RLIMIT_DATA, (most, most)) or True)
expect_failure("chroot", lambda: os.chroot("/tmp") or True)
play_on()
