"""A simulated contest on a real server: does the ladder find the true order, and does a kill lose anything?

    python -m bench.contest_sim --participants 30 --versions 3 --matches 40
    python -m bench.contest_sim --kill 20        # with kill -9 of server, worker and database, about so many times

The bots are programs in C in the sandbox, with known strengths, 50 points of Elo apart. Each participant submits their
versions one after the other, each when all have played their matches.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from scipy.stats import spearmanr
from sqlalchemy import create_engine, text

from bench.contest_game import NAME, STEP, make_bot, write_game
from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.contest.client import Client
from ludotheque.game import GameError
from tests.processes import left_behind, running
from tests.web import postgres

APART = 50  # points of Elo between two participants
BETTER = 20  # points that a version is better than the one before
LOOK_SECONDS = 1.0
PACE_SECONDS = 10.0
MIB = 1 << 20


@dataclass
class Simulation:
    """One contest: its server, what was submitted, and what was measured."""

    server: Server
    cluster: postgres.Cluster | None
    participants: int
    versions: int
    matches: int
    kills: int
    random: random.Random
    url: str = ""
    members: list[Client] = field(default_factory=list)
    submitted: int = 0
    killed: dict[str, int] = field(default_factory=lambda: {"server": 0, "worker": 0, "database": 0})
    memory: list[tuple[int, float, float]] = field(default_factory=list)  # matches, MiB of server and of worker
    next_kill: float = inf

    def level(self, participant: int, version: int) -> int:
        return (APART * participant + BETTER * version) // STEP

    def run(self) -> None:
        organiser = self.open()
        self.next_kill = time.monotonic() + 5
        for version in range(self.versions):
            self.submit_all(version)
            self.play(version)
            print(self.describe_board(organiser, version), flush=True)
            if not self.kills:
                print(self.compare_pace(organiser), flush=True)

    def open(self) -> Client:
        """Open the contest, let everybody join, and return the organiser."""
        organiser: Client = self.ask(self.become_organiser)
        card = self.ask(lambda: organiser.post("/api/contests", self.describe()))
        self.url = f"/api/contests/{card['id']}"
        for number in range(self.participants):
            body = {"name": f"P{number}", "team": f"Team {number:02}"}
            joined = Client(self.server.url).post(f"{self.url}/members", body)
            self.members.append(Client(self.server.url, joined["key"]))
        return organiser

    def describe(self) -> dict[str, Any]:
        limits = {"uploads_per_hour": 100}
        return {"name": "Simulation", "game": NAME, "languages": ["c"], "practice": ["random"], "limits": limits}

    def become_organiser(self) -> Client:
        link = [word for word in self.server.output().split() if "/organiser/" in word][-1].rpartition("/")[2]
        return Client(self.server.url, Client(self.server.url).post("/api/organisers", {"link": link})["key"])

    def ask(self, question: Any) -> Any:
        """Ask until the server answers: it may have been killed."""
        while True:
            try:
                return question()
            except GameError as error:
                if not self.kills or "number" in error.facts:
                    raise
                self.kill_sometimes()
                time.sleep(0.2)

    def submit_all(self, version: int) -> None:
        for number, member in enumerate(self.members):
            source = make_bot(self.level(number, version)).encode()
            done = self.ask(lambda: self.submit_once(member, source, version + 1))  # noqa: B023 - called at once
            self.submitted += done
            self.kill_sometimes()

    def submit_once(self, member: Client, source: bytes, number: int) -> int:
        """Submit, unless an upload has arrived though its answer was lost."""
        known = member.get(f"{self.url}/team")["versions"]
        if len(known) < number:
            member.post(f"{self.url}/versions", content=source, params={"name": "bot.c"})
        return 1

    def play(self, version: int) -> None:
        """Wait until the active version of everybody has played its matches."""
        last = time.monotonic()
        while True:
            board = self.ask(lambda: Client(self.server.url).get(f"{self.url}/board"))
            is_new = all(row["version"] == version + 1 for row in board)
            if is_new and min(row["games"] for row in board) >= self.matches:
                return
            if time.monotonic() - last > 10:
                last = time.monotonic()
                done = sum(row["games"] for row in board) // 2
                print(f"  {done} matches of the active versions", file=sys.stderr, flush=True)
            self.kill_sometimes()
            time.sleep(LOOK_SECONDS)

    def describe_board(self, organiser: Client, version: int) -> str:
        board = self.ask(lambda: organiser.get(f"{self.url}/board"))
        truth = [self.level(int(row["name"].split()[1]), version) for row in board]
        found = float(spearmanr(truth, [row["rating"] for row in board]).statistic)
        cards = [self.ask(lambda: member.get(f"{self.url}/team")) for member in self.members]  # noqa: B023
        rated = [(self.level(n, one["number"] - 1), one) for n, card in enumerate(cards) for one in card["versions"]]
        everything = float(spearmanr([t for t, _ in rated], [one["rating"] for _, one in rated]).statistic)
        center = sum(t for t, _ in rated) * STEP / len(rated)
        inside = sum(one["low"] <= t * STEP - center <= one["high"] for t, one in rated)
        games = sum(one["games"] for _, one in rated) // 2
        self.memory.append((games, *self.measure_memory()))
        return (
            f"version {version + 1}: {games} matches; Spearman {found:.3f} of {len(board)} active versions, "
            f"{everything:.3f} of all {len(rated)}; {inside} of {len(rated)} intervals have the truth; "
            f"MiB of server and worker: {self.memory[-1][1]:.0f}, {self.memory[-1][2]:.0f}"
        )

    def compare_pace(self, organiser: Client) -> str:
        """Return how many matches an hour the organiser's page expects, and how many are played."""
        before, started = organiser.get(f"{self.url}/queue"), time.monotonic()
        time.sleep(PACE_SECONDS)
        after, seconds = organiser.get(f"{self.url}/queue"), time.monotonic() - started
        played = (after["finished"]["match"] - before["finished"]["match"]) / seconds * 3600
        return f"  {after['matches_per_hour']} matches an hour are expected, {played:.0f} are played"

    def measure_memory(self) -> tuple[float, float]:
        assert self.server.process is not None
        worker = running(self.server.url)
        return resident(self.server.process.pid), resident(int(worker[0])) if worker else 0.0

    def kill_sometimes(self) -> None:
        """Kill something that runs, now and then; what has ended by itself is started again."""
        if not self.kills or time.monotonic() < self.next_kill:
            return
        self.next_kill = time.monotonic() + self.random.uniform(2, 12)
        if sum(self.killed.values()) >= self.kills:
            return
        self.kill(self.random.choice(["server", "worker", "database"] if self.cluster else ["server", "worker"]))

    def kill(self, what: str) -> None:
        """End the server, its worker or the database like a power cut, and start it again."""
        self.killed[what] += 1
        print(f"  kill -9: {what}", file=sys.stderr, flush=True)
        if what == "worker":  # the server starts it again
            for process in running(self.server.url):
                os.kill(int(process), signal.SIGKILL)
        elif what == "database":
            assert self.cluster is not None
            self.cluster.kill()
            self.cluster.start()
        else:
            self.server.kill()
            assert not left_behind(self.server.url)
            self.server.start()

    # What must hold at the end

    def check(self) -> None:
        """Count what is stored: every upload and every match once, and sums that agree with the rows."""
        address = self.server.database.replace("postgresql:", "postgresql+psycopg:")
        engine = create_engine(address)
        with engine.connect() as connection:

            def count(query: str) -> Any:
                return connection.execute(text(query)).scalar()

            versions = count("SELECT count(*) FROM contest_versions")
            assert versions == self.submitted, (versions, self.submitted)
            assert count("SELECT count(*) FROM contest_versions WHERE state <> 'valid'") == 0
            finished = count("SELECT count(*) FROM contest_jobs WHERE state = 'finished'")
            matches = count("SELECT count(*) FROM arena_matches")
            distinct = count("SELECT count(*) FROM (SELECT DISTINCT pairing, round, lineup FROM arena_matches) AS m")
            assert finished == matches == distinct, (finished, matches, distinct)
            assert count("SELECT count(*) FROM arena_records") == matches
            assert (
                count("SELECT count(*) FROM arena_seats")
                == 2 * matches
                == count("SELECT sum(matches) FROM arena_totals")
            )
            assert count("SELECT count(*) FROM contest_jobs WHERE state = 'failed'") == 0
        engine.dispose()
        print(f"{versions} uploads and {matches} matches are stored, each once; killed: {self.killed}")


def resident(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


@contextmanager
def simulate(
    participants: int, versions: int, matches: int, kills: int = 0, seed: int = 1, has_postgres: bool = False
) -> Iterator[Simulation]:
    """Start a server on an empty database, and end everything afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_game(folder / "game")
        path = os.pathsep.join(filter(None, [str(folder / "game"), os.environ.get("PYTHONPATH", "")]))
        cluster = None
        if has_postgres:
            programs = postgres.find_programs()
            assert programs is not None, "install the package postgresql"
            cluster = stack.enter_context(postgres.start_cluster(programs))
        database = cluster.new_database() if cluster else f"sqlite:///{folder / 'tables.db'}"
        workers = str(os.cpu_count() or 1)
        environment = {**COMMON_ENVIRONMENT, "PYTHONPATH": path, "LUDOTHEQUE_CONTEST_MATCHES": workers}
        server = Server(database, folder, environment)
        server.options = ("--organiser",)
        made = Simulation(server, cluster, participants, versions, matches, kills, random.Random(seed))
        server.start()
        try:
            yield made
        finally:
            server.kill()
            assert not left_behind(server.url)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--participants", type=int, default=30)
    parser.add_argument("--versions", type=int, default=3)
    parser.add_argument("--matches", type=int, default=40, help="of each version")
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill -9, N times; in PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    started = time.monotonic()
    counts = words.participants, words.versions, words.matches
    with simulate(*counts, words.kill, words.seed, has_postgres=words.kill > 0) as simulation:
        simulation.run()
        simulation.server.stop()
        assert not left_behind(simulation.server.url)
        simulation.check()
    print(f"no process is left; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
