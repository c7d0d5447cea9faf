"""The command `worker`: plays matches of a server's contests on this machine."""

import asyncio
import logging
import os
import signal
from argparse import SUPPRESS

from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.worker import end_with_parent


def add(commands: Commands) -> None:
    made = commands.add("worker", run_worker, "play matches of a server's contests on this machine")
    made.add_argument("url", help="the server: http://HOST:8000")
    made.add_argument("--key", help="a worker's key; by default that of LUDOTHEQUE_KEY")
    made.add_argument("--matches", type=int, metavar="N", help="at the same time; by default one per core")
    made.add_argument("--name", default="", help="what the organiser sees; by default this machine and process")
    made.add_argument("--until-idle", action="store_true", help="stop when there is nothing to do")
    made.add_argument("--with-parent", action="store_true", help=SUPPRESS)  # a server's own worker ends with it


def run_worker(arguments: Arguments) -> None:
    try:
        from ludotheque.contest.client import find_key
        from ludotheque.contest.worker import Worker
    except ModuleNotFoundError as error:
        raise GameError("A worker needs {name}: install ludotheque[web].", name=error.name) from None
    if arguments.with_parent:
        end_with_parent(os.getppid())
    if arguments.matches is not None and arguments.matches < 1:
        raise GameError("At least 1 match is played at a time, not {workers}.", workers=arguments.matches)
    if not arguments.url.startswith(("http://", "https://")):
        raise GameError("{url} is no server: write http://HOST:8000.", url=arguments.url)
    key = find_key(f"{arguments.url.rstrip('/')} worker", arguments.key)
    if not key:
        raise GameError("A worker needs a key: ludotheque contest worker-key makes one.")
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    worker = Worker(arguments.url, key, arguments.matches, arguments.name)
    if not arguments.with_parent:
        print(f"Worker {worker.name}: up to {worker.slots} matches at a time. (Ctrl-C stops it)", flush=True)
    asyncio.run(run_until_stopped(worker.run(arguments.until_idle)))


async def run_until_stopped(work: "asyncio._CoroutineLike[None]") -> None:
    """Run until it is done, or until this process is told to end; then all matches end with it."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        return
