"""Starts programs in the sandbox, on the strongest tier that this machine has."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.game import GameError, quote
from ludotheque.sandbox import bubblewrap, leftovers, seccomp
from ludotheque.sandbox.plan import ENVIRONMENT, STANDARD, Limits, Plan
from ludotheque.sandbox.spawn import spawn

CONFINE = Path(__file__).with_name("confine.py")
ADVICE = (
    "install bubblewrap (apt install bubblewrap); on Ubuntu 24.04 and later also give it an AppArmor profile that "
    "allows user namespaces (apt install apparmor-profiles, then copy its bwrap-userns-restrict to /etc/apparmor.d "
    "and reload AppArmor)"
)


class NoSandbox(GameError):
    """This machine cannot confine a program as strictly as it was asked to."""


class Unreadable(GameError):
    """A file that the sandbox's user may not read."""


class Tier(StrEnum):
    """How strictly a program is confined, the strictest first."""

    FULL = "full"
    REDUCED = "reduced"
    LIMITED = "limited"
    TRUSTED = "trusted"


ABOUT = {
    Tier.FULL: "bubblewrap: no other files, processes or network; memory, threads and system calls are limited",
    Tier.REDUCED: "Landlock: no other files or network; it sees other processes and shares their user",
    Tier.LIMITED: "it can read your files; it cannot use the network or start processes",
    Tier.TRUSTED: "it runs with your own rights",
}


@dataclass
class Launch:
    """A program that is ready to be started, once."""

    words: list[str]
    tier: Tier
    environment: Mapping[str, str] | None = None  # None: the user's own
    descriptors: tuple[int, ...] = ()  # that the child inherits
    limits: Limits | None = None
    folder: Path | None = None  # where it starts, if that is not part of its words
    _report: int | None = field(default=None, repr=False)  # bubblewrap writes the program's process id here
    _has_reaper: bool = False  # the first process is bubblewrap's own
    _first_id: int | None = field(default=None, repr=False)
    _process_id: int | None = field(default=None, repr=False)

    def start(self, core: int | None = None, **streams: Any) -> "subprocess.Popen[bytes]":
        """Start it, on one core if one is given. It ends at the latest with this process."""
        try:
            process = spawn(self.words, self.environment, self.descriptors, core, {"cwd": self.folder, **streams})
        finally:
            self.close()
        if self._report is None:
            self._first_id = process.pid
        return process

    def find_process(self) -> int | None:
        """Return the id of the program itself, not of bubblewrap; None if it did not start."""
        first = self.find_first_process()
        if self._process_id is None and first is not None:
            self._process_id = _only_child(first) if self._has_reaper else first
        return self._process_id

    def find_first_process(self) -> int | None:
        """Return the process with which everything ends that the program started."""
        if self._report is not None:
            with open(self._report, "rb") as file:
                self._report = None
                report = file.read()
            with contextlib.suppress(ValueError, KeyError):
                self._first_id = json.loads(report)["child-pid"]
        return self._first_id

    def signal(self, number: int) -> bool:
        """Send the program a signal; return whether it was still there. SIGKILL ends all that it started."""
        process = self.find_first_process() if number == signal.SIGKILL else self.find_process()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if process is not None:
                os.kill(process, number)
                return True
        return False

    def close(self) -> None:
        """Close what the child has inherited."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()

    def end(self) -> None:
        """Forget a program that has ended or was never started."""
        self.close()
        if self._report is not None:
            os.close(self._report)
            self._report = None


def launch(
    words: Sequence[str],
    folder: Path,
    *,
    readable: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    limits: Limits = STANDARD,
    strict: bool = False,
) -> Launch:
    """Confine a program. It starts in `folder` and reads only the system's files and those in `readable`."""
    plan = make_plan(words, folder, readable=readable, environment=environment, limits=limits)
    return launch_plan(plan, require_tier(strict))


def trust(words: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Launch:
    """A program that the user trusts: it has their rights, and ends when the process that started it ends."""
    setpriv = shutil.which("setpriv")
    ends_with_us = [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []
    return Launch([*ends_with_us, *words], Tier.TRUSTED, {**os.environ, **(environment or {})}, folder=folder)


def make_plan(
    words: Sequence[str],
    folder: Path,
    *,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    limits: Limits = STANDARD,
    processes: bool = False,
) -> Plan:
    """Say what a program may use; it also gets the name of its referee, see leftovers.py."""
    folder = Path(os.path.abspath(folder))
    program = folder / words[0] if os.sep in words[0] else Path(shutil.which(words[0]) or words[0])
    return Plan(
        words=[os.path.abspath(program), *words[1:]],
        folder=folder,
        readable=[Path(os.path.abspath(folder / path)) for path in (*find_installation(program), *readable)],
        writable=[Path(os.path.abspath(path)) for path in writable],
        environment={**ENVIRONMENT, leftovers.NAME: leftovers.make_mark(), **(environment or {})},
        limits=limits,
        processes=processes,
    )


def find_installation(program: Path) -> list[Path]:
    """Return what a program outside the system's folders needs: itself, and the folders beside its `bin`."""
    if program == Path(sys.executable):
        return interpreter_folders()
    real = program.resolve()
    if real.is_relative_to("/usr") or not real.is_file():
        return []
    with real.open("rb") as file:
        first = file.readline(200)
    if first.startswith(b"#!") and (words := first[2:].decode(errors="replace").split()):
        return [program, *find_installation(Path(words[0]))]
    prefix = real.parent.parent
    is_installed = real.parent.name == "bin" and prefix not in (Path("/"), Path.home(), Path("/usr"))
    return [program, prefix] if is_installed else [program]


def launch_plan(plan: Plan, tier: Tier) -> Launch:
    return _launch_full(plan) if tier == Tier.FULL else _launch_confined(plan, tier)


def _launch_full(plan: Plan) -> Launch:
    as_root, user = _drops_user(), bubblewrap.choose_user()
    if as_root:
        check_readable(plan.readable)
    arguments = _file_of("\0".join(bubblewrap.make_options(plan, as_root, user)).encode())
    program = _file_of(seccomp.make_filter(plan.processes))
    reads, writes = os.pipe()
    options = ["--args", str(arguments), "--seccomp", str(program), "--info-fd", str(writes)]
    words = [str(shutil.which("bwrap")), *options, "--", *bubblewrap.make_command(plan, as_root, user)]
    return Launch(words, Tier.FULL, {}, (arguments, program, writes), plan.limits, _report=reads, _has_reaper=as_root)


def _launch_confined(plan: Plan, tier: Tier) -> Launch:
    system = ["/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/nix/store", "/gnu/store"]
    devices = ["/dev/null", "/dev/urandom", "/dev/random", "/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat"]
    described = {
        "words": list(plan.words),
        "folder": str(plan.folder),
        "readable": [*system, *devices, *map(str, plan.readable), plan.words[0]],
        "listable": [path for path in plan.environment.get("PYTHONPATH", "").split(os.pathsep) if path],
        "writable": ["/dev/null", *map(str, plan.writable)],
        "environment": {**plan.environment, **dict.fromkeys(("HOME", "TMPDIR"), str(plan.writable[0]))}
        if plan.writable
        else dict(plan.environment),
        "limits": {name: value for name, value in plan.rlimits().items() if name != "nproc"},
        "processes": plan.processes,
        "closes_files": tier == Tier.REDUCED,
    }
    spec = _file_of(json.dumps(described).encode())
    words = [sys.executable, "-I", "-S", str(CONFINE), str(spec)]
    return Launch(words, tier, {}, (spec,), plan.limits)


def _only_child(process: int) -> int | None:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return None
    return int(children[0]) if children else None


def check_readable(paths: Sequence[Path]) -> None:
    """As root a program gets a user of its own, who may not read what only root may."""
    for path in paths:
        for file in [path] if path.is_file() else path.iterdir() if path.is_dir() else []:
            if file.is_file() and not file.stat().st_mode & 0o4:
                template = "{file} can be read by root alone, but the sandbox is another user: chmod a+r it."
                raise Unreadable(template, file=quote(file))


def interpreter_folders() -> list[Path]:
    """Return what this Python needs to start, outside the system's folders."""
    folders = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent.parent}
    return sorted(folder for folder in folders if not folder.is_relative_to("/usr") and folder != Path("/"))


def _file_of(data: bytes) -> int:
    descriptor = os.memfd_create("sandbox")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def require_tier(strict: bool = False) -> Tier:
    """Return the tier for programs of strangers; a strict user gets the full one or a sentence."""
    tier = find_tier()
    if strict and tier != Tier.FULL:
        raise NoSandbox(
            "This machine has no full sandbox for programs, only {tier} ({why}): {advice}.",
            tier=tier,
            why=why_not_full() or "unknown",
            advice=ADVICE,
        )
    return tier


@cache
def find_tier() -> Tier:
    """Try the tiers out, the strictest first. Before the first program, those of killed processes are ended."""
    if sys.platform == "linux":
        leftovers.end_leftovers()
    chosen = os.environ.get("LUDOTHEQUE_SANDBOX")
    if chosen:
        return _parse_tier(chosen)
    if not why_not_full():
        return Tier.FULL
    for tier in (Tier.REDUCED, Tier.LIMITED):
        if _works(tier) is None:
            return tier
    return Tier.TRUSTED


def _parse_tier(name: str) -> Tier:
    try:
        return Tier(name)
    except ValueError:
        known = ", ".join(Tier)
        raise NoSandbox("LUDOTHEQUE_SANDBOX is one of {known}, not {name}.", known=known, name=quote(name)) from None


@cache
def why_not_full() -> str | None:
    """Return why the full tier does not work here; None if it does."""
    if sys.platform != "linux" or os.uname().machine not in seccomp.ARCHITECTURES:
        return f"it needs Linux on {' or '.join(seccomp.ARCHITECTURES)}"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    if shutil.which("prlimit") is None:
        return "prlimit is not installed"
    return _works(Tier.FULL)


def _works(tier: Tier) -> str | None:
    """Run a program that does nothing on this tier; return what was wrong, None if it worked."""
    plan = make_plan(["/usr/bin/true"], Path("/usr"))
    try:
        made = launch_plan(plan, tier)
        process = made.start(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, errors = process.communicate(timeout=20)
        made.end()
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if process.returncode == 0:
        return None
    return errors.decode(errors="replace").strip().partition("\n")[0] or f"exit code {process.returncode}"


def _drops_user() -> bool:
    """As root programs get a user of their own instead of a user namespace."""
    return os.geteuid() == 0
