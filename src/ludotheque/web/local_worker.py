"""What `ludotheque serve` does for contests: prints an organiser's link, and starts a worker on this machine."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ludotheque import cores, sandbox
from ludotheque.contest import keys
from ludotheque.contest.contests import CLOSED, list_contests
from ludotheque.contest.jobs import release_jobs
from ludotheque.contest.keys import Holder
from ludotheque.web.settings import Settings

END_SECONDS = 10.0
LOOK_SECONDS = 1.0
SHORTEST_LIFE = 5.0
OWN = Holder(keys.WORKER, "local")


def make_link(engine: Engine, address: str) -> str:
    """Return a link that works once: the person who opens it becomes an organiser."""
    with engine.begin() as connection:
        return f"{address}/organiser/{keys.make_key(connection, keys.LINK, '', time.time())}"


def has_contests(engine: Engine) -> bool:
    """Return whether a contest goes on."""
    with engine.connect() as connection:
        return any(contest.state != CLOSED for contest in list_contests(connection))


class LocalWorker:
    """A worker in a process of its own, which ends with this process; if it dies, it is started again."""

    def __init__(self, engine: Engine, address: str, matches: int) -> None:
        with engine.begin() as connection:
            key = keys.replace_key(connection, OWN, time.time())
        words = ["worker", address, "--matches", str(matches), "--name", OWN.owner, "--with-parent"]
        self._command = [sys.executable, "-m", "ludotheque.cli", *words]
        self._environment = {**os.environ, "LUDOTHEQUE_KEY": key}  # not among the words: everybody here can list those
        self._engine = engine
        self._is_ending = threading.Event()
        self._process = self._start()
        threading.Thread(target=self._watch, name="local worker", daemon=True).start()

    def _start(self) -> "subprocess.Popen[bytes]":
        """Start it; there is no other one any more, so nobody has to wait for leases of an earlier one."""
        with suppress(SQLAlchemyError), self._engine.begin() as connection:
            release_jobs(connection, OWN.owner)
        return subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            env=self._environment,
            start_new_session=True,  # Ctrl-C in the terminal is for the server alone
        )

    def _watch(self) -> None:
        """Start it again when it has ended. It ends with the thread that started it, so this one lives as long."""
        started = time.monotonic()
        while not self._is_ending.wait(LOOK_SECONDS):
            has_ended = self._process.poll() is not None
            if has_ended and time.monotonic() - started > SHORTEST_LIFE:
                self._process, started = self._start(), time.monotonic()

    def stop(self) -> None:
        self._is_ending.set()
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def start_worker(engine: Engine, address: str, settings: Settings) -> LocalWorker | None:
    """Start a worker; None if this machine is to play no matches of contests."""
    count = settings.contest_matches
    matches = max(1, len(cores.usable()) - 1) if count < 0 else count
    if matches and sandbox.find_tier() != sandbox.Tier.FULL:
        print(f"Matches of contests are not played here: {sandbox.ADVICE}.", flush=True)
        return None
    return LocalWorker(engine, address, matches) if matches else None
