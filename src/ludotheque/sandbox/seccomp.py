"""The seccomp filter: which system calls a program in the sandbox may make, as a BPF program for the kernel.

The filter is a list of refusals; every other call is allowed. A call that is refused fails with an error number, as if
the kernel could not do it, so that a program can say why it stops. This module imports nothing of the project, because
`confine.py` runs it in a bare interpreter.
"""

import platform
import struct
from errno import EAFNOSUPPORT, ENOMEM, ENOSYS, EPERM
from typing import NamedTuple

ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000


class Architecture(NamedTuple):
    audit: int  # the kernel's name for it
    column: int  # of NUMBERS


ARCHITECTURES = {"x86_64": Architecture(0xC000003E, 0), "aarch64": Architecture(0xC00000B7, 1)}
X32 = 0x40000000  # on x86_64 a second set of numbers begins here

# System calls by number on x86_64 and aarch64; None: there is no such call.
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None),
    "socket": (41, 198), "socketpair": (53, 199), "mmap": (9, 222), "fcntl": (72, 25), "ioctl": (16, 29),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "shmat": (30, 196),
    "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "tee": (276, 77), "vmsplice": (278, 75),
    "remap_file_pages": (216, 234), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "pidfd_getfd": (438, 438), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "kcmp": (312, 272),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "mount": (165, 40), "umount2": (166, 39),
    "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "pivot_root": (155, 41),
    "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274), "sched_setaffinity": (203, 122),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "personality": (135, 92), "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "syslog": (103, 116), "acct": (163, 89), "quotactl": (179, 60),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171),
    "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None), "fanotify_init": (300, 262),
    "mbind": (237, 235), "migrate_pages": (256, 238), "move_pages": (279, 239), "set_mempolicy": (238, 237),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "prlimit64": (302, 261),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "setxattrat": (463, 463), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "removexattrat": (466, 466), "file_setattr": (469, 469),
}  # fmt: skip

PROCESSES = ("clone", "clone3", "fork", "vfork")
FILE_FACTS = (  # rights, owners and times of files, which Landlock does not protect
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat",
    "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr",
    "removexattrat", "file_setattr",
)  # fmt: skip
SIGNALS = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "prlimit64")
CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000  # any new namespace
SHARED_ANONYMOUS = 0x21
GROWS_DOWN = 0x100
F_SETPIPE_SZ = 1031
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
AF_UNIX = 1
WHOLE = 0xFFFFFFFF


class Test(NamedTuple):
    """If argument number `argument`, masked, is `value`, the call gets `action`."""

    argument: int
    mask: int
    value: int
    action: int


class Rule(NamedTuple):
    """What happens to one system call: the first test that holds decides."""

    call: str
    tests: tuple[Test, ...]
    otherwise: int


def refuse(error: int = EPERM) -> int:
    return ERROR | error


def make_rules(processes: bool, own_process: int | None) -> list[Rule]:
    """Return the rules. `processes`: may start processes. `own_process`: may signal this process alone."""
    special = {
        # glibc falls back to clone when clone3 is missing; its arguments are in memory, where a filter cannot look
        "clone3": Rule("clone3", (), refuse(ENOSYS)),
        "clone": Rule("clone", (Test(0, CLONE_NEW, 0, ALLOW),), refuse())
        if processes
        else Rule("clone", (Test(0, CLONE_NEW | CLONE_THREAD, CLONE_THREAD, ALLOW),), refuse()),
        "socket": Rule("socket", (), refuse(EAFNOSUPPORT)),
        "socketpair": Rule("socketpair", (Test(0, WHOLE, AF_UNIX, ALLOW),), refuse(EAFNOSUPPORT)),
        # memory that RLIMIT_DATA does not count
        "mmap": Rule(
            "mmap",
            (
                Test(3, SHARED_ANONYMOUS, SHARED_ANONYMOUS, refuse(ENOMEM)),
                Test(3, GROWS_DOWN, GROWS_DOWN, refuse(ENOMEM)),
            ),
            ALLOW,
        ),
        # Mono prints a warning among its answers if it cannot set priorities: it is told that it did
        "sched_setscheduler": Rule("sched_setscheduler", (), refuse(0)),
        "sched_setparam": Rule("sched_setparam", (), refuse(0)),
        "setpriority": Rule("setpriority", (), refuse(0)),
        "fcntl": Rule("fcntl", (Test(1, WHOLE, F_SETPIPE_SZ, refuse()),), ALLOW),
        "ioctl": Rule("ioctl", (Test(1, WHOLE, TIOCSTI, refuse()), Test(1, WHOLE, TIOCLINUX, refuse())), ALLOW),
    }
    for call in SIGNALS:
        tests = () if own_process is None else (Test(0, WHOLE, own_process, ALLOW),)
        special[call] = Rule(call, tests, ALLOW if own_process is None else refuse())
    if own_process is not None:
        special["prlimit64"] = special["prlimit64"]._replace(
            tests=(*special["prlimit64"].tests, Test(0, WHOLE, 0, ALLOW))
        )
    allowed = {"fork", "vfork"} if processes else set()
    if own_process is None:  # a compiler sets rights, and what bubblewrap mounts cannot be changed
        allowed |= set(FILE_FACTS)
    return [special.get(call, Rule(call, (), refuse())) for call in NUMBERS if call not in allowed]


def make_filter(processes: bool = False, own_process: int | None = None, machine: str = platform.machine()) -> bytes:
    """Return the BPF program for this kind of machine."""
    architecture = ARCHITECTURES[machine]
    program = [_load(4), *_decide(_is_equal(architecture.audit), KILL, when=False), _load(0)]
    if machine == "x86_64":
        program += _decide(_is_at_least(X32), KILL)
    for rule in make_rules(processes, own_process):
        number = NUMBERS[rule.call][architecture.column]
        if number is not None:
            body = _body(rule)
            program += [_is_equal(number, 0, len(body)), *body]
    return b"".join([*program, _return(ALLOW)])


def _body(rule: Rule) -> list[bytes]:
    body = []
    for test in rule.tests:
        body += [_load(16 + 8 * test.argument), _mask(test.mask), *_decide(_is_equal(test.value), test.action)]
    return [*body, _return(rule.otherwise)]


def _decide(jump: bytes, action: int, when: bool = True) -> list[bytes]:
    """Return `action` if the comparison in `jump` holds (or, with when=False, if it does not)."""
    code, _, _, value = struct.unpack("HBBI", jump)
    return [struct.pack("HBBI", code, 0 if when else 1, 1 if when else 0, value), _return(action)]


def _load(offset: int) -> bytes:
    """Load four bytes of the call: its number at 0, the architecture at 4, its arguments (lower halves) from 16."""
    return struct.pack("HBBI", 0x20, 0, 0, offset)


def _mask(bits: int) -> bytes:
    return struct.pack("HBBI", 0x54, 0, 0, bits)


def _is_equal(value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("HBBI", 0x15, yes, no, value)


def _is_at_least(value: int) -> bytes:
    return struct.pack("HBBI", 0x35, 0, 0, value)


def _return(action: int) -> bytes:
    return struct.pack("HBBI", 0x06, 0, 0, action)
