"""How many watched tables of bots a server bears (python -m bench.site 20 60 120 200).

Every table has bots at all seats and one spectator. At a few further tables two people play, each watched too. What is
measured is the time from sending a person's move until the spectator of that table has its frame, while the bots of all
other tables play; and how many turns the bots play in a second, compared with the pace that the settings give them.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.spectators import Watcher, play_move, watching
from ludotheque.checks.server import Server
from ludotheque.terminal import print_table
from tests.web import postgres
from tests.web.guest import Frame, Guest
from tests.web.seated_table import random_choice

PACE = 0.4  # the default
SETTINGS = {
    "LUDOTHEQUE_VISITS": "1000000",
    "LUDOTHEQUE_IDLE_SECONDS": "3600",
    "LUDOTHEQUE_TABLES_PER_DAY": "100000",
    "LUDOTHEQUE_TABLES_PER_PERSON": "100000",
    "LUDOTHEQUE_TABLES_PER_ADDRESS": "100000",
    "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_PACE_SECONDS": str(PACE),
}
LIMIT = 0.2  # seconds
PEOPLE_AT = 4  # tables at which people play
PEOPLES_GAME = "meduris"
LONG_MATCH = {"bzzz": {"time_out": 5000}}  # options with which a match outlasts the measurement
PLAYED = 3  # frames of every table before the measurement: on a busy machine it takes long until all bots are loaded


class Figures(NamedTuple):
    """What was measured with a number of tables."""

    tables: int
    delays: list[float]
    frames_per_second: float
    memory: int  # MiB of all processes of the server, shared pages counted once
    server_cpu: float  # cores that the server's own processes used
    bots_cpu: float  # cores that the processes of its bots used
    load: float

    @property
    def p99(self) -> float:
        return sorted(self.delays)[int(len(self.delays) * 0.99)]

    def row(self) -> list[str]:
        median = statistics.median(self.delays)
        kept = self.frames_per_second * PACE / self.tables
        times = f"{median * 1000:.0f} ms", f"{self.p99 * 1000:.0f} ms"
        rate = f"{self.frames_per_second:.0f}/s", f"{kept:.0%}"
        turns = max(self.frames_per_second, 1e-9)
        cost = [f"{1000 * cpu / turns:.1f} ms" for cpu in (self.server_cpu, self.bots_cpu)]
        return [str(self.tables), *times, *rate, *cost, f"{self.memory} MiB", f"{self.load:.1f}"]


class People:
    """A table at which two people play, with one spectator."""

    def __init__(self, server: Server) -> None:
        self.guests = [Guest(server.url, name) for name in ("Ada", "Bob", "Eve")]
        ada, bob, _ = self.guests
        opened = ada.open(PEOPLES_GAME, "me", "friend")
        bob.sit(opened.invitations[0])
        self.id = opened.id

    async def play(self, until: float) -> list[float]:
        """Play, and return the seconds until the spectator has seen each move."""
        *both, eve = self.guests
        delays: list[float] = []
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(watching(who, self.id, plays=True)) for who in both]
            spectator = await stack.enter_async_context(watching(eve, self.id))
            while time.monotonic() < until and not any(player.frame.get("over") for player in players):
                delays += await play_move(players, [spectator], random_choice(1))
        for guest in self.guests:
            guest.leave()
        return delays


async def measure(server: Server, game: str, bots: list[str], tables: int, seconds: float) -> Figures:
    people = [People(server) for _ in range(PEOPLE_AT)]
    with Guest(server.url) as guest:
        async with AsyncExitStack() as stack:
            opening = partial(guest.open, game, *bots, **LONG_MATCH.get(game, {}))
            ids = [(await asyncio.to_thread(opening)).id for _ in range(tables)]
            watchers = [await stack.enter_async_context(watching(guest, id)) for id in ids]
            await wait_until_bots_play(watchers)
            frames, cpu, started = count_frames(watchers), cpu_seconds(server), time.monotonic()
            delays = await asyncio.gather(*(table.play(started + seconds) for table in people))
            taken = time.monotonic() - started
            frames = (count_frames(watchers) - frames) / taken
            server_cpu, bots_cpu = ((after - before) / taken for before, after in zip(cpu, cpu_seconds(server)))
            flat = [delay for one in delays for delay in one]
            return Figures(tables, flat, frames, memory_of(server), server_cpu, bots_cpu, os.getloadavg()[0])


async def wait_until_bots_play(watchers: list[Watcher]) -> None:
    while any(watcher.count < PLAYED for watcher in watchers):
        await asyncio.sleep(0.1)


def wait_until_compiled(server: Server, game: str, bots: list[str]) -> None:
    """Wait until nothing has to be compiled any more for these bots, nor for the people's tables."""
    with Guest(server.url) as guest:
        ids = [guest.open(game, *bots).id, guest.open(PEOPLES_GAME, "me", "friend").id]
        while not all(is_compiled(guest.look(id)) for id in ids):
            time.sleep(1)


def is_compiled(frame: Frame) -> bool:
    return bool(frame["ready"]) and not any(seat["compiling"] for seat in frame["seats"])


def count_frames(watchers: list[Watcher]) -> float:
    return sum(watcher.count for watcher in watchers)


def processes_of(server: Server) -> list[int]:
    """Return the ids of the server's process and of all that it has started."""
    assert server.process is not None
    found = [server.process.pid]
    for process in found:
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            found += map(int, children.read_text().split())
    return found


def cpu_seconds(server: Server) -> list[float]:
    """Return the CPU time of the server's processes, and of those in which its bots think."""
    ticks = {"server": 0, "bots": 0}
    for process in processes_of(server):
        is_bot = b"ludotheque.worker" in Path(f"/proc/{process}/cmdline").read_bytes()
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks["bots" if is_bot else "server"] += int(words[11]) + int(words[12])
    return [part / os.sysconf("SC_CLK_TCK") for part in ticks.values()]


def memory_of(server: Server) -> int:
    """Return MiB; pages that several processes share are counted once (PSS)."""
    lines = [Path(f"/proc/{process}/smaps_rollup").read_text() for process in processes_of(server)]
    return sum(int(text.partition("\nPss:")[2].split()[0]) for text in lines) // 1024


@contextmanager
def run_server(workers: int) -> Iterator[Server]:
    """Run one process on SQLite, or several on a PostgreSQL that is started for them."""
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory()))
        server = Server(f"sqlite:///{folder}/tables.db", folder, SETTINGS)
        if workers > 1:
            programs = postgres.find_programs()
            assert programs is not None, "PostgreSQL's programs are missing"
            server.database = running.enter_context(postgres.start_cluster(programs)).new_database()
            server.options = ("--workers", str(workers))
        running.callback(server.terminate)
        yield server.start()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", type=int, default=[20, 60, 120, 200])
    parser.add_argument("--game", default="bzzz")
    parser.add_argument("--bots", nargs="+", default=["medium"] * 4)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; several need PostgreSQL")
    parser.add_argument("--all", action="store_true", help=f"go on when p99 has passed {LIMIT * 1000:.0f} ms")
    args = parser.parse_args()
    rows = []
    for tables in args.tables:
        with run_server(args.workers) as server:
            wait_until_compiled(server, args.game, args.bots)
            figures = asyncio.run(measure(server, args.game, args.bots, tables, args.seconds))
        rows.append(figures.row())
        if figures.p99 > LIMIT and not args.all:
            break
    print("server and bots: CPU time of a turn; load: of the whole machine, on which other programs may run")
    print(f"{args.game} with {len(args.bots)} bots at each table, {args.workers} processes of the server")
    print(f"{os.cpu_count()} cores, which this client uses too")
    print_table(["tables", "median", "p99", "turns", "of pace", "server", "bots", "memory", "load"], rows)


if __name__ == "__main__":
    main()
