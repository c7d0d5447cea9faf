"""Workers as processes, for the tests."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from ludotheque.checks.server import Server

PATIENCE = 120.0  # seconds: bots play in the sandbox, on a machine that may be busy


@contextmanager
def worker_process(server: Server, key: str, name: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Run `ludotheque worker`, and kill it at the end."""
    words = [sys.executable, "-m", "ludotheque.cli", "worker", server.url, "--matches", "1", "--name", name]
    process = subprocess.Popen(words, env={**os.environ, "LUDOTHEQUE_KEY": key})
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def end_leases(server: Server, worker: str) -> None:
    """Let the time pass after which a worker that is dead loses its jobs."""
    file = server.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as database, database:
        database.execute("UPDATE contest_jobs SET until = 0 WHERE worker = ?", [worker])
