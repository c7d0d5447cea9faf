"""The turns of the bots at one live table: who is asked when, and how fast turns follow each other."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from ludotheque.referee import propose
from ludotheque.seating import Change, Question, Refused
from ludotheque.store.leases import LeaseLost
from ludotheque.table import Table
from ludotheque.undo import has_seen
from ludotheque.web.bots import BotHost, TableBots
from ludotheque.web.settings import Settings

Proposal = Callable[[float], Change | None]


class TurnHost(BotHost, Protocol):
    """What the turns of bots need of the server."""

    settings: Settings
    bot_turns: asyncio.Semaphore  # turns of bots that may be stored and shown at once, at all tables


class BotTable(Protocol):
    """What the turns of bots need of their table."""

    lock: asyncio.Lock
    table: Table

    @property
    def is_attended(self) -> bool: ...
    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...
    async def do(self, proposal: Proposal) -> None: ...
    async def do_patiently(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None: ...


class BotTurns:
    def __init__(self, host: TurnHost, table: BotTable, bots: TableBots):
        self._host, self._table, self._bots = host, table, bots
        self._task: asyncio.Task[None] | None = None
        self._last_plies = range(0)

    def note_plies(self, plies: range) -> None:
        """Remember the plies of the last change, which spectators are looking at."""
        self._last_plies = plies

    def wake(self) -> None:
        """Let bots play, if one is awaited."""
        if self._task is None or self._task.done():
            self._task = self._table.start(self._play())

    async def _play(self) -> None:
        """Play bot moves until a person has to move, or nobody watches."""
        while (question := self.next_question()) is not None:
            await self._think(question)

    def next_question(self) -> Question | None:
        if not self._table.is_attended:
            return None
        return next((question for question in self._table.table.questions() if question.bot is not None), None)

    async def _think(self, question: Question) -> None:
        """Ask one bot; its answer counts only if its question is still open then."""
        table = self._table.table
        async with self._table.lock:
            if question not in table.questions():
                return
            ask = self._bots.prepare(table.match, question)
            table.note_asked(question.seat)
        heard, _ = await asyncio.gather(ask(), asyncio.sleep(self._pause()))
        with suppress(Refused, LeaseLost):
            await self._table.do_patiently(lambda: self._do(lambda now: propose(table, question, heard)))

    def _pause(self) -> float:
        """Return the seconds that a bot's turn takes at least.

        A page shows plies at its own pace, so people who play do not wait for the server. Where only bots play, they
        wait until spectators have seen the turn before, or they would use a whole core while somebody watches.
        """
        table = self._table.table
        if any(seat.is_person for seat in table.seats):
            return 0.0
        seen = sum(has_seen(table.match, -1, ply) for ply in self._last_plies if ply <= table.match.ply)
        return self._host.settings.pace_seconds * max(1, seen)

    async def _do(self, proposal: Proposal) -> None:
        """Do and show a bot's turn. Only some tables do so at once: when there is too much to do, bots play more
        slowly, and what people do is still answered at once.
        """
        async with self._host.bot_turns:
            await self._table.do(proposal)
            await asyncio.sleep(0)  # the watchers begin to wait for the lock, to get their frames
            async with self._table.lock:  # they have got them
                pass
