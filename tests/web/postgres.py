"""A PostgreSQL of the tests' own, in a folder that goes away with it."""

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

NUMBERS = count(1)
SPEED = "-c fsync=off -c full_page_writes=off"  # the tests end servers, never the machine


class Cluster:
    """A running server, reached by a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_database(self) -> str:
        """The address of a database with nothing in it."""
        name = f"test{next(NUMBERS)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://ludotheque@/{name}?host={self.folder}"


def programs() -> Path | None:
    """Where initdb and pg_ctl are: on the path, or where Debian puts them."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve().parent if found else debian[-1].parent if debian else None


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))  # a socket's path must be short
    if is_root():
        shutil.chown(folder, "postgres", "postgres")
    data = str(folder / "data")
    try:
        run(programs / "initdb", "-D", data, "-U", "ludotheque", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses= {SPEED}"
        run(programs / "pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        yield Cluster(folder)
    finally:
        run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop", must=False)
        shutil.rmtree(folder)


def run(program: Path, *words: str, must: bool = True) -> None:
    """As user postgres if need be: PostgreSQL refuses to be root."""
    who = ["runuser", "-u", "postgres", "--"] if is_root() else []
    quiet = subprocess.DEVNULL  # a pipe would stay open as long as the server runs
    subprocess.run([*who, str(program), *words], check=must, cwd="/", stdin=quiet, stdout=quiet, stderr=quiet)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and getpass.getuser() != "postgres"
