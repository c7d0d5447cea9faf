"""A contest for tests: a service on an empty database, a clock that the test sets, and a worker in this process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from ludotheque.contest.contests import Contest, ContestRequest
from ludotheque.contest.jobs import make_task
from ludotheque.contest.keys import ORGANISER, Holder
from ludotheque.contest.orders import Order, Report, carry_out
from ludotheque.contest.service import ContestService
from ludotheque.contest.versions import Version, read_content
from ludotheque.store.store import Store
from tests.arena.samples import make_up_result

T = TypeVar("T")
BOSS = Holder(ORGANISER, "ada")
SHORT = {"rounds": 2}  # of Émile
LINES = """import sys
for line in sys.stdin:
    name, _, rest = line.strip().partition(" ")
    if name == "legal":
        legal = [move.strip() for move in rest.split(";")]
    if name == "go":
        {answer}
"""
FIRST = LINES.format(answer="print(legal[0], flush=True)")
LAST = LINES.format(answer="print(legal[-1], flush=True)")
TALKING = LINES.format(answer='sys.stderr.write("my secret plan\\n"); sys.stderr.flush(); print(legal[0], flush=True)')
CRASHING = LINES.format(answer='sys.stderr.write("my secret plan\\n"); raise SystemExit(3)')


class Clock:
    """What time it is, as the test says."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Sample:
    """One contest with its service."""

    def __init__(self, database: str, webhook_networks: Sequence[str] = ()) -> None:
        self.clock = Clock()
        self.store = Store.open(database)
        self.service = ContestService(self.store, self.clock, 0, webhook_networks)
        self.holders: dict[str, Holder] = {}  # of members, by team
        self.contest: Contest

    def run(self, work: Awaitable[T]) -> T:
        """Wait for something, in a thread of its own: in this one the event loop of the shared browser may run."""

        async def main() -> T:
            return await work

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, main()).result()

    def open(self, **more: Any) -> Contest:
        wanted = ContestRequest("Autumn cup", "emile", SHORT, languages=("python", "c"), practice=("random",))
        self.contest = self.run(self.service.open(replace(wanted, **more), BOSS))
        return self.contest

    def refresh(self) -> Contest:
        self.contest = self.run(self.service.contest(self.contest.id))
        return self.contest

    def join(self, team: str) -> Holder:
        joined = self.run(self.service.join(self.contest, f"{team}'s first", team))
        self.holders[team] = self.run(self.service.require(joined.key, "member"))
        return self.holders[team]

    def submit(self, team: str, text: str, name: str = "bot.py") -> Version:
        holder = self.holders.get(team) or self.join(team)
        return self.run(self.service.submit(self.refresh(), holder, name, text.encode()))

    def lease(self, worker: str = "one") -> Order | None:
        return self.run(self.service.lease(worker, 1))

    def play(self, order: Order) -> Report:
        """Do a job for real, in the sandbox."""
        digests = [bot.digest for bot in order.list_bots().values() if bot.digest]
        contents = {d: self.run(self.service.read(lambda c, d=d: read_content(c, d))) for d in digests}  # type: ignore[misc]
        return carry_out(order, contents)

    def make_up(self, order: Order, win: Callable[[list[str]], int] = lambda names: 0) -> Report:
        """Return a report without playing; `win` says which of the named bots wins."""
        results = []
        for task in map(make_task, order.tasks):
            names = [order.bots[entrant][0] for entrant in task.seats]
            best = win(names)
            ranks = tuple(1 if seat == best else 2 for seat in range(len(names)))
            results.append(make_up_result(task, ranks).to_json())
        return Report(results)

    def finish(self, order: Order, report: Report) -> bool:
        return self.run(self.service.finish(order.key, report))

    def work(self, most: int, win: Callable[[list[str]], int] = lambda names: 0) -> int:
        """Do up to so many jobs with made-up results, and return how many there were."""
        done = 0
        while done < most and (order := self.lease()) is not None:
            self.clock.now += 1
            assert self.finish(order, self.make_up(order, win))
            done += 1
        return done


@contextmanager
def open_sample(database: str, webhook_networks: Sequence[str] = ()) -> Iterator[Sample]:
    sample = Sample(database, webhook_networks)
    try:
        yield sample
    finally:
        sample.service.close()
        sample.store.close()
