"""Faults on purpose, one after the other, while people play at three processes behind nginx (make soak).

Checks that every acknowledged move is in the database, and that memory stays flat. Needs root for the full disk.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.terminal import print_table
from tests.web import postgres
from tests.web.guest import Guest
from tests.web.nginx import run_nginx
from tests.web.seated_table import open_seated_table
from tests.web.tcp_proxy import TcpProxy
from tests.web.test_many_processes import Play, check_nothing_is_lost

DISK_MIB = 300
ENVIRONMENT = {**COMMON_ENVIRONMENT, "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1", "LUDOTHEQUE_BOT_PROCESSES": "1"}


class Database:
    """PostgreSQL on a small disk of its own, which can be stopped, started and filled."""

    def __init__(self, folder: Path, programs: Path):
        self.folder, self.programs = folder, programs
        self.data = folder / "data"
        if postgres.is_root():
            shutil.chown(folder, "postgres", "postgres")
        initdb = [self.data, "-U", "ludotheque", "-A", "trust", "-E", "UTF8"]
        postgres.run(programs / "initdb", "-D", *map(str, initdb))

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c max_wal_size=64MB -c min_wal_size=32MB"
        log = str(self.folder / "log")
        postgres.run(
            self.programs / "pg_ctl", "-D", str(self.data), "-l", log, "-w", "-o", options, "start", check=False
        )

    def stop(self) -> None:
        postgres.run(self.programs / "pg_ctl", "-D", str(self.data), "-m", "immediate", "stop", check=False)

    def fill(self) -> None:
        """Write until the disk is full."""
        with suppress(OSError), (self.folder / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(2**16))

    def free(self) -> None:
        (self.folder / "ballast").unlink(missing_ok=True)
        self.start()  # it may have given up


@contextmanager
def small_disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-soak-"))
    is_mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(folder)], check=False
    ).returncode
    try:
        yield folder
    finally:
        if is_mounted == 0:
            subprocess.run(["umount", "-l", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)


class Table(threading.Thread):
    """A place where one match follows the other."""

    def __init__(self, url: str, number: int, plays: list[Play]):
        super().__init__(name=f"place {number}", daemon=True)
        self.url, self.number, self.plays = url, number, plays
        self.play: Play | None = None
        self.is_done = threading.Event()

    def run(self) -> None:
        with ExitStack() as leaving:
            people = [leaving.enter_context(Guest(self.url, name)) for name in ("Ada", "Bob")]
            while not self.is_done.is_set():
                try:
                    self.play = Play(open_seated_table(people, "alchemy"), len(self.plays))
                except Exception:  # the database is away: the next try comes
                    time.sleep(0.5)
                    continue
                self.play.is_done = self.is_done
                self.plays.append(self.play)
                self.play.run()

    def moves(self) -> int:
        """Return the moves of the match that is played now."""
        return len(self.play.acknowledged) if self.play is not None else 0


def resident_mib(server: Server) -> float:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def wait_until_all_move(tables: list[Table], most: float) -> list[float]:
    """Return the seconds until each table has acknowledged a move that was begun after this call."""
    start = time.monotonic()
    before = {table: (table.play, table.moves()) for table in tables}
    waits: dict[Table, float] = {}
    while len(waits) < len(tables) and time.monotonic() - start < most:
        for table in tables:
            if table not in waits and (table.play, table.moves()) != before[table]:
                waits[table] = time.monotonic() - start
        time.sleep(0.05)
    return [waits.get(table, most) for table in tables]


def soak(minutes: float, every: float, count: int, seed: int) -> None:
    programs = postgres.find_programs()
    assert programs is not None, "PostgreSQL's programs are missing"
    with ExitStack() as running:
        database = Database(running.enter_context(small_disk()), programs)
        database.start()
        running.callback(database.stop)
        cluster = postgres.Cluster(database.folder)
        name = cluster.new_database().partition("?")[0].rpartition("/")[2]
        proxy = running.enter_context(TcpProxy(str(database.folder / ".s.PGSQL.5432")))
        address = f"postgresql://ludotheque@127.0.0.1:{proxy.port}/{name}"
        folders = [Path(running.enter_context(tempfile.TemporaryDirectory())) for _ in range(4)]
        servers = [Server(address, folder, ENVIRONMENT).start() for folder in folders[:3]]
        for server in servers:
            running.callback(server.kill)
        os.chmod(folders[3], 0o755)
        url = running.enter_context(run_nginx([server.port for server in servers], folders[3]))
        faults = make_faults(database, proxy, servers, random.Random(seed))
        plays: list[Play] = []
        tables = [Table(url, number, plays) for number in range(count)]
        for table in tables:
            table.start()
        rows = run_faults(faults, tables, servers[0], minutes, every)
        for table in tables:
            table.is_done.set()
        for table in tables:
            table.join(60)
        check_nothing_is_lost(cluster.address(name), list(plays))
        moves = sum(len(play.acknowledged) for play in plays)
        print_table(["minute", "fault", "until a table moves, median", "the last of all", "memory"], rows)
        print(f"{moves} acknowledged moves of {len(plays)} matches at {count} tables: all are in the database.")


class Fault(NamedTuple):
    name: str
    begin: Callable[[], object]
    end: Callable[[], object]
    is_outage: bool = True  # nobody can move before its end


def make_faults(database: Database, proxy: TcpProxy, servers: list[Server], chance: random.Random) -> list[Fault]:
    killed: list[Server] = []

    def kill() -> None:
        killed.append(chance.choice(servers[1:]))  # the first one lives on, so that its memory can be compared
        killed[-1].kill()

    return [
        Fault("kill -9 of a process", kill, lambda: killed[-1].start(), is_outage=False),
        Fault("database stopped for 5 s", database.stop, database.start),
        Fault("connection cut for 5 s", proxy.cut, proxy.mend),
        Fault("disk full for 5 s", database.fill, database.free),
    ]


def run_faults(
    faults: list[Fault], tables: list[Table], server: Server, minutes: float, every: float
) -> list[list[str]]:
    begun = time.monotonic()
    rows: list[list[str]] = []
    wait_until_all_move(tables, 120)
    while time.monotonic() - begun < minutes * 60:
        fault, start = faults[len(rows) % len(faults)], time.monotonic()
        fault.begin()
        if fault.is_outage:
            time.sleep(5)
            fault.end()
        waits = wait_until_all_move(tables, 60)
        if not fault.is_outage:
            fault.end()
        facts = [f"{statistics.median(waits):.1f} s", f"{max(waits):.1f} s", f"{resident_mib(server):.0f} MiB"]
        rows.append([f"{(start - begun) / 60:.1f}", fault.name, *facts])
        print(*rows[-1], sep="\t", flush=True)
        time.sleep(max(0.0, start + every - time.monotonic()))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--every", type=float, default=30, help="seconds from one fault to the next")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    soak(arguments.minutes, arguments.every, arguments.tables, arguments.seed)


if __name__ == "__main__":
    main()
