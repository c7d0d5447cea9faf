"""What `ludotheque serve` does for contests: prints an organiser's link, and starts a worker on this machine."""

import os
import re
import socket
import subprocess
import sys
import threading
import time

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ludotheque import cores, sandbox
from ludotheque.contest import keys
from ludotheque.contest.contests import CLOSED, list_contests
from ludotheque.contest.jobs import release_jobs
from ludotheque.contest.keys import Holder
from ludotheque.web.settings import Settings, variable

END_SECONDS = 10.0
LOOK_SECONDS = 1.0
CONTEST_SECONDS = 3.0  # between two looks whether there is a contest, until the first one
SHORTEST_LIFE = 5.0


def make_link(engine: Engine, address: str) -> str:
    """Return a link that works once: the person who opens it becomes an organiser."""
    with engine.begin() as connection:
        return f"{address}/organiser/{keys.make_key(connection, keys.LINK, '', time.time())}"


class LocalWorker:
    """A worker in a process of its own, which ends with this process; if it dies, it is started again.

    It is started at once if `is_wanted`, or else when there is a contest.
    """

    def __init__(self, engine: Engine, address: str, matches: int, is_wanted: bool) -> None:
        self._engine, self._is_wanted = engine, is_wanted
        self._holder = Holder(keys.WORKER, name_worker(address))
        words = ["worker", address, "--matches", str(matches), "--name", self._holder.owner, "--with-parent"]
        self._command = [sys.executable, "-m", "ludotheque.cli", *words]
        self._is_ending = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        # The worker ends with the thread that starts it, so this thread lives as long as this process.
        self._thread = threading.Thread(target=self._watch, name="local worker", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        """Start the worker when it is needed, and again when it has ended; in the end, end it."""
        while not self._is_needed():
            if self._is_ending.wait(CONTEST_SECONDS):
                return
        started = self._start()
        while not self._is_ending.wait(LOOK_SECONDS):
            has_ended = self._process is None or self._process.poll() is not None
            if has_ended and time.monotonic() - started > SHORTEST_LIFE:
                started = self._start()
        if self._process is not None:
            end_process(self._process)

    def _is_needed(self) -> bool:
        try:
            return self._is_wanted or has_contests(self._engine)
        except SQLAlchemyError:  # the database is away for a moment
            return False

    def _start(self) -> float:
        """Start it with a new key, and return when that was.

        There is no other one of its name any more, so nobody has to wait for leases of an earlier one.
        """
        try:
            with self._engine.begin() as connection:
                release_jobs(connection, self._holder.owner)
                key = keys.replace_key(connection, self._holder, time.time())
        except SQLAlchemyError:
            return time.monotonic()  # it is tried again later
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            env=make_environment(key),
            start_new_session=True,  # Ctrl-C in the terminal is for the server alone
        )
        return time.monotonic()

    def stop(self) -> None:
        self._is_ending.set()
        self._thread.join()


def end_process(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def has_contests(engine: Engine) -> bool:
    """Return whether a contest goes on."""
    with engine.connect() as connection:
        return any(contest.state != CLOSED for contest in list_contests(connection))


def name_worker(address: str) -> str:
    """Return a name that no worker of another server has, if several servers share a database."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{socket.gethostname()}-{address.rpartition(':')[2]}")[:100]


def make_environment(key: str) -> dict[str, str]:
    """Return the environment of a worker, which runs beside strangers' bots: its key, and nothing about the database.

    The key is not among the words of the command: everybody on this machine can list those.
    """
    own = {variable(name) for name in Settings.model_fields}  # settings of the server
    rest = {name: value for name, value in os.environ.items() if name.upper() not in own}
    return {**{name: value for name, value in rest.items() if not name.startswith("PG")}, "LUDOTHEQUE_KEY": key}


def start_worker(engine: Engine, address: str, settings: Settings, is_wanted: bool) -> LocalWorker | None:
    """Start a worker as soon as it is needed; None if this machine is to play no matches of contests."""
    count = settings.contest_matches
    matches = max(1, cores.count_cores() - 1) if count < 0 else count
    if matches and sandbox.find_tier() != sandbox.Tier.FULL:
        if is_wanted or has_contests(engine):
            print(f"Matches of contests are not played here: {sandbox.ADVICE}.", flush=True)
        return None
    return LocalWorker(engine, address, matches, is_wanted) if matches else None
