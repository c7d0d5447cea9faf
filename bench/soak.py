"""Faults on purpose, one after the other, while people play at three processes behind nginx (make soak).

Checks that every fault was felt, that every acknowledged move is in the database, and shows the memory of a process.
With --kill there is one fault: of hundreds of tables, those of one process lose it. Needs root, for the full disk.
"""

import argparse
import os
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.faults import Database, Fault, make_faults, small_disk
from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.terminal import print_table
from tests.web import postgres
from tests.web.guest import Guest
from tests.web.nginx import run_nginx
from tests.web.seated_table import open_seated_table
from tests.web.tcp_proxy import TcpProxy
from tests.web.test_many_processes import Play, check_nothing_is_lost

ENVIRONMENT = {
    **COMMON_ENVIRONMENT,
    "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1",
    "LUDOTHEQUE_BOT_PROCESSES": "1",
    "LUDOTHEQUE_REST_SECONDS": "60",  # so that the number of finished tables in memory is soon the same
}
OUTAGE = 5.0  # seconds
MOST_WAITING = 60.0  # seconds until a table that does not go on counts as lost


class Site(NamedTuple):
    """Three server processes behind nginx, with their database behind a proxy."""

    url: str
    servers: list[Server]
    database: Database
    proxy: TcpProxy
    direct: str  # the database's address without the proxy


@contextmanager
def run_site() -> Iterator[Site]:
    programs = postgres.find_programs()
    assert programs is not None, "PostgreSQL's programs are missing"
    with ExitStack() as running:
        folders = [Path(running.enter_context(tempfile.TemporaryDirectory())) for _ in range(5)]
        database = Database(running.enter_context(small_disk()), folders[4], programs)
        database.start()
        running.callback(database.stop)
        cluster = postgres.Cluster(database.disk)
        name = cluster.new_database().partition("?")[0].rpartition("/")[2]
        proxy = running.enter_context(TcpProxy(str(database.disk / ".s.PGSQL.5432")))
        address = f"postgresql://ludotheque@127.0.0.1:{proxy.port}/{name}"
        servers = [Server(address, folder, ENVIRONMENT).start() for folder in folders[:3]]
        for server in servers:
            running.callback(server.kill)
        os.chmod(folders[3], 0o755)
        url = running.enter_context(run_nginx([server.port for server in servers], folders[3]))
        yield Site(url, servers, database, proxy, cluster.address(name))


class Table(threading.Thread):
    """A place where one match follows the other."""

    def __init__(self, url: str, number: int, plays: list[Play], pause: float):
        super().__init__(name=f"place {number}", daemon=True)
        self.url, self.number, self.plays, self.pause = url, number, plays, pause
        self.play: Play | None = None
        self.is_done = threading.Event()

    def run(self) -> None:
        with ExitStack() as leaving:
            people = [leaving.enter_context(Guest(self.url, name)) for name in ("Ada", "Bob")]
            while not self.is_done.is_set():
                try:
                    play = Play(open_seated_table(people, "alchemy"), len(self.plays), self.pause)
                except Exception:  # the database is away: the next try comes
                    time.sleep(0.5)
                    continue
                play.is_done = self.is_done
                self.plays.append(play)
                self.play = play
                play.run()
                for socket in play.table.sockets:
                    socket.close()

    def moves(self) -> int:
        """Return the moves of the match that is played now."""
        return len(self.play.acknowledged) if self.play is not None else 0

    def losses(self) -> int:
        """Return how often the people of this match had to connect or to ask again."""
        return self.play.losses if self.play is not None else 0


@contextmanager
def people_playing(site: Site, count: int, pause: float) -> Iterator[list[Table]]:
    """Let people play at `count` tables; at the end, check that no acknowledged move is lost."""
    plays: list[Play] = []
    tables = [Table(site.url, number, plays, pause) for number in range(count)]
    for table in tables:
        table.start()
    while any(table.moves() == 0 for table in tables):
        time.sleep(0.1)
    yield tables
    for table in tables:
        table.is_done.set()
    for table in tables:
        table.join(MOST_WAITING)
    check_nothing_is_lost(site.direct, list(plays))
    moves = sum(len(play.acknowledged) for play in plays)
    print(f"{moves} acknowledged moves of {len(plays)} matches at {count} tables: all are in the database.")


def resident_mib(server: Server) -> float:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def wait_until_all_move(tables: list[Table]) -> dict[Table, float]:
    """Return the seconds until each table has acknowledged a move that was begun after this call."""
    start = time.monotonic()
    before = {table: (table.play, table.moves()) for table in tables}
    waits: dict[Table, float] = {}
    while len(waits) < len(tables) and time.monotonic() - start < MOST_WAITING:
        for table in tables:
            if table not in waits and (table.play, table.moves()) != before[table]:
                waits[table] = time.monotonic() - start
        time.sleep(0.05)
    return {table: waits.get(table, MOST_WAITING) for table in tables}


def soak(minutes: float, every: float, count: int, pause: float, seed: int) -> None:
    with run_site() as site:
        faults = make_faults(site.database, site.proxy, site.servers, random.Random(seed))
        with people_playing(site, count, pause) as tables:
            rows = run_faults(faults, tables, site.servers[0], minutes, every)
        columns = ["minute", "fault", "felt", "moves in it", "until a table moves, median", "the last of all", "memory"]
        print_table(columns, rows)


def run_faults(
    faults: list[Fault], tables: list[Table], server: Server, minutes: float, every: float
) -> list[list[str]]:
    begun = time.monotonic()
    rows: list[list[str]] = []
    while time.monotonic() - begun < minutes * 60:
        fault, start = faults[len(rows) % len(faults)], time.monotonic()
        felt, moves = fault.count(), "–"
        fault.begin()
        if fault.is_outage:
            wait_until_felt(fault, felt)
            moves = str(count_moves_during_outage(tables))
            fault.end()
        waits = wait_until_all_move(tables).values()
        if not fault.is_outage:
            fault.end()
        felt = fault.count() - felt
        assert felt > 0, f"{fault.name}: nobody has noticed it"
        times = [f"{statistics.median(waits):.1f} s", f"{max(waits):.1f} s", f"{resident_mib(server):.0f} MiB"]
        rows.append([f"{(start - begun) / 60:.1f}", fault.name, f"{felt} {fault.counted}", moves, *times])
        print(*rows[-1], sep="\t", flush=True)
        time.sleep(max(0.0, start + every - time.monotonic()))
    return rows


def wait_until_felt(fault: Fault, before: int) -> None:
    """Wait until the fault was noticed: a full disk is when a file of the database has to grow."""
    until = time.monotonic() + MOST_WAITING
    while fault.count() == before and time.monotonic() < until:
        time.sleep(0.1)


def count_moves_during_outage(tables: list[Table]) -> int:
    """Wait for the time of an outage, and return the moves acknowledged in it after its first second."""
    time.sleep(1)
    before = {table: (table.play, table.moves()) for table in tables}
    time.sleep(OUTAGE - 1)
    return sum(table.moves() - moves for table, (play, moves) in before.items() if table.play is play)


def kill_one(count: int, pause: float) -> None:
    """Kill one of three processes with hundreds of live tables."""
    with run_site() as site, people_playing(site, count, pause) as tables:
        before = {table: (table.play, table.losses()) for table in tables}
        site.servers[2].kill()
        waits = wait_until_all_move(tables)
        lost = [waits[table] for table in tables if (table.play, table.losses()) != before[table]]
        assert lost, "no table was in the process that was killed"
        times = [f"{sorted(lost)[int(part * (len(lost) - 1))]:.1f} s" for part in (0.5, 0.99, 1)]
        print_table(
            ["tables", "in the killed process", "go on after, median", "p99", "the last"],
            [[str(count), str(len(lost)), *times]],
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--every", type=float, default=30, help="seconds from one fault to the next")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that people think before a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true", help="kill one process once, and count seconds")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if arguments.kill:
        kill_one(arguments.tables, arguments.pause)
    else:
        soak(arguments.minutes, arguments.every, arguments.tables, arguments.pause, arguments.seed)


if __name__ == "__main__":
    main()
