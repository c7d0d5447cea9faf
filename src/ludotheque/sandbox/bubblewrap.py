"""The full tier: the options with which bubblewrap gives a program a small world of its own.

Each odd part closes a hole that was there without it:

- bubblewrap itself starts with an empty environment, which the program could read in /proc/1/environ;
- `--as-pid-1` and a read-only /proc: else the program writes into the memory of bubblewrap's own process. As root that
  process belongs to another user, and must be there: a program that changes its user forgets --die-with-parent;
- no /dev/zero: mapped and shared it is memory that no limit counts; and no writable folder at all unless one is asked
  for, because even empty files in it take memory;
- root's own limit of threads does not count, so as root the program gets a user number that nobody else has.
"""

import os
import secrets
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ludotheque.sandbox.plan import Plan

SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")  # links into /usr, or folders on older systems
SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/nix/store", "/gnu/store")
DEVICES = ("null", "random", "urandom")
FIRST_USER = 1_819_000_000  # far from the numbers of real users
USERS = 1 << 16


def make_options(plan: Plan, as_root: bool, user: int) -> list[str]:
    """Return bubblewrap's options for a program."""
    return [
        *_namespaces(as_root),
        *(word for name, value in plan.environment.items() for word in ("--setenv", name, value)),
        *_system(),
        *_devices(plan),
        *_mounts(plan, as_root, user),
        *("--remount-ro", "/proc", "--remount-ro", "/"),
        *("--chdir", str(plan.folder)),
    ]


def make_command(plan: Plan, as_root: bool, user: int) -> list[str]:
    """Return the words that run inside: they set the limits, and as root the user, and then become the program."""
    limits = [f"--{name}={soft}:{hard}" for name, (soft, hard) in plan.rlimits().items()]
    drop = ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--bounding-set=-all"]
    drop += ["--inh-caps=-all", "--"]
    return [*(drop if as_root else []), "/usr/bin/prlimit", *limits, "--", *plan.words]


def choose_user() -> int:
    return FIRST_USER + secrets.randbelow(USERS)


def _namespaces(as_root: bool) -> list[str]:
    options = ["--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"]
    if as_root:
        keep = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")  # until the program starts
        spaces = ("pid", "net", "ipc", "uts", "cgroup-try")
        return [*options, *(f"--unshare-{one}" for one in spaces), *(w for one in keep for w in ("--cap-add", one))]
    users = ["--as-pid-1", "--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    return [*options, *users, *(["--disable-userns"] if version() >= (0, 8) else []), "--hostname", "bot"]


def _system() -> Iterator[str]:
    yield from ("--perms", "0755", "--dir", "/tmp", "--ro-bind", "/usr", "/usr")
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", os.readlink(path), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    yield from ("--perms", "0755", "--dir", "/etc")
    for file in (*SYSTEM_FILES, *_configuration()):
        yield from ("--ro-bind-try", file, file)


def _configuration() -> Iterator[str]:
    """Yield the folders in /etc that Java and Mono do not start without."""
    for pattern in ("java-*", "mono"):
        yield from (str(path) for path in Path("/etc").glob(pattern))


def _devices(plan: Plan) -> Iterator[str]:
    yield from ("--proc", "/proc", "--perms", "0755", "--dir", "/dev")
    for name in DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")
    if plan.limits.scratch:
        yield from ("--perms", "0777", "--size", str(plan.limits.scratch), "--tmpfs", "/tmp")


def _mounts(plan: Plan, as_root: bool, user: int) -> Iterator[str]:
    made: set[Path] = {Path("/"), Path("/usr"), Path("/tmp"), Path("/etc"), Path("/dev")}
    for path in _open_closed_folders(plan.readable) if as_root else plan.readable:
        if not _is_in_system(path):
            yield from _make_parents(path, made)
            yield from ("--ro-bind", str(path.resolve()), str(path))
    for path in plan.writable:
        if as_root:
            os.chown(path, user, user)
            path.chmod(0o755)  # bubblewrap, without its rights, has to enter it
        yield from _make_parents(path, made)
        yield from ("--bind", str(path.resolve()), str(path))
    yield from _make_parents(plan.folder / "x", made)


def _is_in_system(path: Path) -> bool:
    return path.is_relative_to("/usr")


def _make_parents(path: Path, made: set[Path]) -> Iterator[str]:
    """Make the folders above a mount: bubblewrap would close them to everybody but root."""
    for parent in reversed(path.parents):
        if parent not in made and not _is_in_system(parent):
            made.add(parent)
            yield from ("--perms", "0755", "--dir", str(parent))


def _open_closed_folders(paths: Iterable[Path]) -> Iterator[Path]:
    """Replace a folder that only root may open by what is in it."""
    for path in paths:
        if path.is_dir() and path.stat().st_mode & 0o5 != 0o5:
            yield from sorted(path.iterdir())
        else:
            yield path


@cache
def version() -> tuple[int, ...]:
    """Return bubblewrap's version, (0,) without it."""
    try:
        text = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in text.split()[-1].split(".")[:2])
    except (OSError, ValueError, IndexError, subprocess.CalledProcessError):
        return (0,)
