"""Faults for bench/soak.py, each with a count that grows only if the fault was really felt."""

import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ludotheque.checks.server import Server
from tests.web import postgres
from tests.web.tcp_proxy import TcpProxy

DISK_MIB = 300
SETTINGS = "-c listen_addresses= -c max_wal_size=64MB -c min_wal_size=32MB"


@dataclass
class Fault:
    """A fault, how it ends, and how often it was noticed so far."""

    name: str
    begin: Callable[[], object]
    end: Callable[[], object]
    count: Callable[[], int]
    counted: str  # what `count` counts
    is_outage: bool = True  # nobody can move before its end


class Database:
    """PostgreSQL on a small disk of its own, which can be stopped, started and filled. Its log is elsewhere."""

    def __init__(self, disk: Path, logs: Path, programs: Path):
        self.disk, self.programs, self.log = disk, programs, logs / "postgresql.log"
        self.data = disk / "data"
        if postgres.is_root():
            for folder in (disk, logs):
                shutil.chown(folder, "postgres", "postgres")
        initdb = [self.data, "-U", "ludotheque", "-A", "trust", "-E", "UTF8"]
        postgres.run(programs / "initdb", "-D", *map(str, initdb))

    def start(self) -> None:
        words = ["-D", str(self.data), "-l", str(self.log), "-w", "-o", f"-k {self.disk} {SETTINGS}"]
        postgres.run(self.programs / "pg_ctl", *words, "start", check=False)

    def stop(self) -> None:
        postgres.run(self.programs / "pg_ctl", "-D", str(self.data), "-m", "immediate", "stop", check=False)

    def fill(self) -> None:
        """Write until the disk is full."""
        with suppress(OSError), (self.disk / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(2**16))

    def free(self) -> None:
        (self.disk / "ballast").unlink(missing_ok=True)
        self.start()  # it may have given up

    def count_full_disk(self) -> int:
        """Return how often PostgreSQL has failed to write because the disk was full (ENOSPC)."""
        return self.log.read_text(errors="replace").count("No space left on device")


class Killer:
    """Kills one of several servers, and starts it again."""

    def __init__(self, servers: list[Server], chance: random.Random):
        self._servers, self._chance = servers, chance
        self._victim = servers[0]
        self.killed = 0  # processes that have ended by signal 9

    def kill(self) -> None:
        self._victim = self._chance.choice(self._servers)
        process = self._victim.process
        assert process is not None
        self._victim.kill()
        self.killed += process.returncode == -9

    def start_again(self) -> None:
        self._victim.start()


@contextmanager
def small_disk() -> Iterator[Path]:
    """Mount a tmpfs of DISK_MIB."""
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-soak-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(folder)]
    subprocess.run(mount, check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)
        folder.rmdir()


def make_faults(database: Database, proxy: TcpProxy, servers: list[Server], chance: random.Random) -> list[Fault]:
    """Return one fault of each kind. The first server lives on, so that its memory can be compared."""
    killer = Killer(servers[1:], chance)
    return [
        Fault(
            "kill -9 of a process",
            killer.kill,
            killer.start_again,
            lambda: killer.killed,
            "ended by signal 9",
            is_outage=False,
        ),
        Fault("database stopped", database.stop, database.start, lambda: proxy.refused, "connections refused"),
        Fault("connection cut", proxy.cut, proxy.mend, lambda: proxy.closed, "connections cut"),
        Fault("disk full", database.fill, database.free, database.count_full_disk, "writes failed with ENOSPC"),
    ]
