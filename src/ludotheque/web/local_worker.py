"""What `ludotheque serve` does for contests: prints an organiser's link, and starts a worker on this machine."""

import os
import subprocess
import sys
import time

from sqlalchemy import Engine

from ludotheque import cores
from ludotheque.contest import keys
from ludotheque.contest.contests import CLOSED, list_contests
from ludotheque.contest.keys import Holder
from ludotheque.web.settings import Settings

END_SECONDS = 10.0
OWN = Holder(keys.WORKER, "local")


def make_link(engine: Engine, address: str) -> str:
    """Return a link that makes whoever opens it first an organiser."""
    with engine.begin() as connection:
        return f"{address}/organiser/{keys.make_key(connection, keys.LINK, '', time.time())}"


def has_contests(engine: Engine) -> bool:
    """Return whether a contest goes on."""
    with engine.connect() as connection:
        return any(contest.state != CLOSED for contest in list_contests(connection))


def start_worker(engine: Engine, address: str, settings: Settings) -> "subprocess.Popen[bytes] | None":
    """Start a worker, which ends with this process; None if this machine is to play no matches of contests."""
    count = settings.contest_matches
    matches = max(1, len(cores.usable()) - 1) if count < 0 else count
    if matches == 0:
        return None
    with engine.begin() as connection:
        key = keys.replace_key(connection, OWN, time.time())
    words = ["worker", address, "--matches", str(matches), "--name", OWN.owner, "--with-parent"]
    environment = {**os.environ, "LUDOTHEQUE_KEY": key}  # not among the words, which everybody here can list
    return subprocess.Popen(
        [sys.executable, "-m", "ludotheque.cli", *words],
        stdin=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,  # Ctrl-C in the terminal is for the server alone
    )


def stop_worker(worker: "subprocess.Popen[bytes]") -> None:
    worker.terminate()
    try:
        worker.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
