"""`ludotheque serve --workers N`: several server processes on one machine, at one address."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping

from ludotheque.game import GameError
from ludotheque.store.database import connect
from ludotheque.store.store import Store
from ludotheque.web.serve import is_postgres, listen, prepare_contests, show_address
from ludotheque.web.settings import Settings, variable

PAUSE = 1.0  # seconds until a process that has ended is started again
END_SECONDS = 10.0


def serve_with_workers(
    settings: Settings, programs: Mapping[str, str], count: int, has_organiser: bool = False
) -> None:
    """Start the processes, and start those again that end, until this one is asked to end."""
    if count < 1:
        raise GameError("--workers is a number from 1 on.")
    if not is_postgres(settings.database):
        raise GameError("Several processes need PostgreSQL: --database postgresql://USER@HOST/NAME.")
    listener = listen(settings.host, settings.port)
    Store.open(settings.database).close()  # a wrong address is reported here, once
    show_address(settings, listener)
    ending = threading.Event()  # no exception: it could come between the start of a process and its place in the list
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: ending.set())
    words = ["--listener", str(listener.fileno()), "--database", settings.database]
    words += [word for name, command in programs.items() for word in ("--bot", f"{name}={command}")]
    workers = [start(words, listener.fileno(), count) for _ in range(count)]
    engine = connect(settings.database)
    contest_worker = prepare_contests(engine, settings, listener, has_organiser)
    while not ending.wait(PAUSE):
        workers = [one if one.poll() is None else start(words, listener.fileno(), count) for one in workers]
    if contest_worker is not None:
        contest_worker.stop()
    engine.dispose()
    stop(workers)
    listener.close()


def start(words: list[str], listener: int, count: int) -> "subprocess.Popen[bytes]":
    bots = variable("bot_processes")
    share = str(max(1, (os.cpu_count() or 1) // count))  # all processes together have a bot for each core
    command = [sys.executable, "-m", "ludotheque.cli", "serve", *words]
    return subprocess.Popen(command, pass_fds=[listener], env={bots: share, **os.environ})


def stop(workers: "list[subprocess.Popen[bytes]]") -> None:
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + END_SECONDS
    for worker in workers:
        try:
            worker.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.kill()
