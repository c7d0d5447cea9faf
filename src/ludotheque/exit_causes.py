"""How a program ended: its exit code or signal, and the cause behind it where that is known."""

import contextlib
import re
import resource
import signal
from pathlib import Path

from ludotheque.last_words import summarize
from ludotheque.record import Verdict
from ludotheque.sandbox import Launch, Tier

SAYS_MEMORY = re.compile(r"MemoryError|bad_alloc|OutOfMemory|out of memory|Cannot allocate memory", re.IGNORECASE)
PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
CANNOT_START = re.compile(r"^(?:setpriv|prlimit): failed to execute .*: (.*)$", re.MULTILINE)
NEARLY = 0.8  # of the memory that is allowed


def judge_exit(code: int, stderr: str, launch: Launch, peak_bytes: int, cpu_seconds: float) -> Verdict:
    """Return the verdict on a program that ended by itself."""
    end, limits = describe_code(code, launch.tier), launch.limits
    failed = CANNOT_START.search(stderr)
    if failed and end in ("exit code 126", "exit code 127"):
        return Verdict("crash", f"cannot be started: {failed[1]}")
    if limits is not None:
        is_spent = end == "killed by SIGKILL" and cpu_seconds >= limits.cpu_seconds
        if is_spent or end == "killed by SIGXCPU":
            return Verdict("timeout", f"more than {limits.cpu_seconds} s on the CPU in this match")
        if end == "killed by SIGSYS":
            return Verdict("refused", "a system call that the sandbox does not allow")
        if was_near_limit(peak_bytes, limits.memory) or SAYS_MEMORY.search(stderr):
            return Verdict("memory", f"{end}; {limits.memory >> 20} MiB are allowed{quote_stderr(stderr)}")
    return Verdict("crash", f"{end}{quote_stderr(stderr)}")


def describe_code(code: int, tier: Tier) -> str:
    """Say what an exit code means. bubblewrap ends with 128 and the number of the signal that killed the program."""
    number = -code if code < 0 else code - 128 if tier == Tier.FULL and code > 128 else 0
    if number in [one.value for one in signal.Signals]:
        return f"killed by {signal.Signals(number).name}"
    return f"exit code {code}"


def quote_stderr(stderr: str) -> str:
    told = summarize(stderr)
    return f"; stderr: {told}" if told else ""


def was_near_limit(peak_bytes: int, limit: int) -> bool:
    """Of a process that has ended, the kernel counts the memory of the process that started it too."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    return peak_bytes > max(own, NEARLY * limit)


def read_peak(process: int | None) -> int:
    """Return the most memory that a running process has used, in bytes; 0 if it is not known."""
    with contextlib.suppress(OSError):
        found = PEAK.search(Path(f"/proc/{process}/status").read_text())
        return int(found[1]) << 10 if found else 0
    return 0
