"""A PostgreSQL server for the tests, in a temporary folder."""

import getpass
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

NUMBERS = count(1)
START_SECONDS = 30.0
SPEED = "-c fsync=off -c full_page_writes=off"  # the tests kill servers, never the machine


class Cluster:
    """A running server; its socket is in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        name = f"test{next(NUMBERS)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def kill(self) -> None:
        """End the server like a power cut."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def start(self) -> None:
        """Start the server; after a kill, when its other processes have ended too."""
        programs = find_programs()
        assert programs is not None
        until = time.monotonic() + START_SECONDS
        while run(programs / "pg_ctl", *start_words(self.folder), check=False) != 0:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.1)

    def address(self, name: str) -> str:
        return f"postgresql://ludotheque@/{name}?host={self.folder}"


def find_programs() -> Path | None:
    """Return the folder of initdb and pg_ctl: from PATH, or where Debian puts them."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve().parent if found else debian[-1].parent if debian else None


@contextmanager
def start_cluster(programs: Path) -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))  # a socket's path must be short
    if is_root():
        shutil.chown(folder, "postgres", "postgres")
    data = str(folder / "data")
    try:
        run(programs / "initdb", "-D", data, "-U", "ludotheque", "-A", "trust", "-E", "UTF8", "--no-sync")
        run(programs / "pg_ctl", *start_words(folder))
        yield Cluster(folder)
    finally:
        run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(folder)


def start_words(folder: Path) -> list[str]:
    options = f"-k {folder} -c listen_addresses= {SPEED}"
    return ["-D", str(folder / "data"), "-l", str(folder / "log"), "-w", "-o", options, "start"]


def run(program: Path, *words: str, check: bool = True) -> int:
    """Run a program and return its exit code, as user postgres if we are root: PostgreSQL refuses to run as root."""
    prefix = ["runuser", "-u", "postgres", "--"] if is_root() else []
    quiet = subprocess.DEVNULL  # a pipe would stay open while the server runs
    command = [*prefix, str(program), *words]
    return subprocess.run(command, check=check, cwd="/", stdin=quiet, stdout=quiet, stderr=quiet).returncode


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and getpass.getuser() != "postgres"
