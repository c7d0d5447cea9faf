"""What a program may use: the same plan for every tier."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

MIB = 1 << 20
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    # a bot has one core
    "GOMAXPROCS": "1",
    "UV_THREADPOOL_SIZE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
ADDRESS_SPACE = 64 << 30  # Java and Node reserve much that they never use; beyond this even page tables cost memory
STACK = (8 * MIB, 64 * MIB)


class Limits(NamedTuple):
    """What one process may use; the time of a turn is the referee's part."""

    memory: int = 512 * MIB  # bytes that it may write to
    threads: int = 64
    cpu_seconds: int = 600  # in a whole match
    file_bytes: int = 16 * MIB
    open_files: int = 128
    scratch: int = 0  # bytes of a writable /tmp; 0: it can write no file at all


STANDARD = Limits()


@dataclass(frozen=True)
class Plan:
    """A program and what it may use."""

    words: Sequence[str]  # the first is an absolute path
    folder: Path  # where it starts
    readable: Sequence[Path] = ()
    writable: Sequence[Path] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = STANDARD
    processes: bool = False  # may start other processes, as compilers do

    def rlimits(self) -> dict[str, tuple[int, int]]:
        """Return the kernel's limits, soft and hard, by their names in prlimit."""
        limits = self.limits
        same = {
            "data": limits.memory,
            "as": ADDRESS_SPACE,
            "nproc": limits.threads,
            "fsize": limits.file_bytes,
            "nofile": limits.open_files,
            "core": 0,
            "memlock": 0,
            "msgqueue": 0,
            "sigpending": 1024,
        }
        cpu = (limits.cpu_seconds, limits.cpu_seconds + 1)
        return {name: (value, value) for name, value in same.items()} | {"stack": STACK, "cpu": cpu}
