"""Analyses of finished matches: in the pool of processes behind all tables, few at once, and kept for a while."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Protocol

from ludotheque.analysis import Analysis, judge_decision, list_decisions, share_plies, summarize
from ludotheque.game import Game, GameError
from ludotheque.judge import needed_bots
from ludotheque.match import Match
from ludotheque.search.hooks import read_match_plies
from ludotheque.web.limits import Limit, TooMuch
from ludotheque.web.session import Person
from ludotheque.web.work import WorkQueue
from ludotheque.worker_pool import WorkerDied, WorkerPool

log = logging.getLogger("ludotheque.analyses")

MOST_RUNNING = 2  # at once; the others wait
MOST_WAITING = 20  # running or waiting
MOST_PER_ADDRESS = 2
MOST_DECISIONS = 2000  # of a match
KEPT_DECISIONS = 50_000  # of all analyses in memory, about 1 KB each
COMPILER_PAUSE = 0.5  # seconds between two looks whether the compiler is done


class AnalysisFailed(GameError):
    """An analysis that has ended without a result, for a reason that is not the visitor's."""


class AnalysisHost(Protocol):
    """What analyses need of the server."""

    pool: WorkerPool
    work: WorkQueue

    def is_bot_ready(self, game: Game, bot: str) -> bool: ...


@dataclass
class Running:
    """An analysis that goes on, or is done: then its task has the result."""

    address: str
    game: str
    bots: list[str]  # that must be compiled first
    done: int = 0  # decisions
    total: int = 0  # 0 as long as it waits
    task: "asyncio.Task[Analysis]" = field(init=False)


class Analyses:
    def __init__(self, host: AnalysisHost, limit: Limit, plies: int | None = None):
        self._host, self._limit, self._plies = host, limit, plies
        self._turns = asyncio.Semaphore(MOST_RUNNING)
        self._all: OrderedDict[str, Running] = OrderedDict()  # the one that was asked for last comes last

    async def start(self, id: str, match: Match, person: Person) -> Running:
        """Return the analysis of a match: one that is kept or goes on already, else a new one."""
        if not match.over:
            raise GameError("Only a match that is over can be analysed.")
        if id not in self._all:
            await self._check_limits(person)
        if id not in self._all:  # still
            self._all[id] = running = Running(person.address, match.game.name, needed_bots(match))
            running.task = asyncio.get_running_loop().create_task(self._analyse(running, id, match, person))
            running.task.add_done_callback(lambda task: self._end(id, task))
        self._all.move_to_end(id)
        return self._all[id]

    def needed_bots(self) -> list[tuple[str, str]]:
        """Return the bots that the analyses which go on need compiled, each with its game."""
        return [(one.game, bot) for one in self._going_on() for bot in one.bots]

    def _going_on(self) -> list[Running]:
        return [one for one in self._all.values() if not one.task.done()]

    async def _check_limits(self, person: Person) -> None:
        going_on = self._going_on()
        own = [one for one in going_on if one.address == person.address]
        if len(going_on) >= MOST_WAITING or len(own) >= MOST_PER_ADDRESS:
            raise TooMuch("Other matches are being analysed: try again when they are done.")
        await self._limit.take(person.address)

    async def _analyse(self, running: Running, id: str, match: Match, person: Person) -> Analysis:
        async with self._turns:
            try:
                return await self._judge_all(running, id, match, person)
            except WorkerDied as died:
                raise AnalysisFailed("The process that analysed this match has ended. Try again later.") from died
            except GameError:
                raise
            except Exception as error:
                log.error("The analysis of %s has failed.", id, exc_info=error)
                raise AnalysisFailed("This match cannot be analysed: something went wrong here.") from error

    async def _judge_all(self, running: Running, id: str, match: Match, person: Person) -> Analysis:
        while not all(self._host.is_bot_ready(match.game, bot) for bot in running.bots):
            await asyncio.sleep(COMPILER_PAUSE)
        text = await self._host.work.run(person, lambda: match.record().write())
        decisions = await self._host.pool.run_behind(id, list_decisions, text)
        if len(decisions) > MOST_DECISIONS:
            raise GameError("This match is too long: {most} decisions can be analysed.", most=MOST_DECISIONS)
        running.total, each = len(decisions), share_plies(self._plies or read_match_plies(match.game), len(decisions))
        judgements = []
        for ply in decisions:
            judgements.append(await self._host.pool.run_behind(id, judge_decision, text, ply, each))
            running.done += 1
        return summarize(match, judgements)

    def _end(self, id: str, task: "asyncio.Task[Analysis]") -> None:
        """Keep a result as long as there is room; forget an analysis that has failed, so that it can be tried again."""
        if task.cancelled() or task.exception() is not None:
            self._all.pop(id, None)
        self._drop_old()

    def _drop_old(self) -> None:
        done = [id for id, one in self._all.items() if one.task.done()]
        while len(done) > 1 and sum(self._all[id].total for id in done) > KEPT_DECISIONS:
            del self._all[done.pop(0)]

    async def close(self) -> None:
        tasks = [one.task for one in self._all.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
