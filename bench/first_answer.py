"""Time until a bot's first answer is seen with an empty cache, all games at once (python -m bench.first_answer)."""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import ludotheque as lt
from ludotheque.checks.server import Server
from ludotheque.terminal import print_table
from tests.web.guest import Guest

LONGEST = 600.0  # seconds


def measure_first_answer(url: str, game: str, bot: str) -> float:
    """Open a table of bots and return the seconds until a spectator sees that somebody has moved."""
    with Guest(url) as guest:
        opened = time.monotonic()
        socket = guest.socket(guest.open(game, *[bot] * lt.load(game).default_seats).id)
        socket.until(lambda frame: True)
        while not socket.log and time.monotonic() - opened < LONGEST:
            socket.read()
        return time.monotonic() - opened


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--cache", type=Path, help="a cache folder that is used instead of an empty one")
    args = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        cache = str(args.cache or folder / "cache")
        environment = {"LUDOTHEQUE_CACHE": cache, "LUDOTHEQUE_IDLE_SECONDS": "3600"}
        server = Server(f"sqlite:///{folder}/tables.db", folder, environment)
        with server, ThreadPoolExecutor(len(args.games)) as threads:
            taken = list(threads.map(lambda game: measure_first_answer(server.url, game, args.bot), args.games))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; all tables opened at once")
    print_table(["game", f"first answer of {args.bot}"], [[g, f"{s:.1f} s"] for g, s in zip(args.games, taken)])


if __name__ == "__main__":
    main()
