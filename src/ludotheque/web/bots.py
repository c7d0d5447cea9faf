"""The bots of one live table: built-in bots think in the pool of processes, programs in their own.

Programs are those that the operator named with `serve --bot NAME=BOT`, and bots of a contest, which a worker runs.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, TypeAlias

from ludotheque.contest.challenges import is_remote
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.record import Verdict
from ludotheque.referee import Heard
from ludotheque.seat import make_player
from ludotheque.seating import Answer, BotFailed, Question
from ludotheque.table_program import TableProgram
from ludotheque.thinking import BotQuestion, make_question, think
from ludotheque.web.lessons import find_reply
from ludotheque.web.remote_bots import RemoteBots
from ludotheque.worker_pool import WorkerDied, WorkerPool

Asking: TypeAlias = Callable[[], Coroutine[Any, Any, Heard]]


class BotHost(Protocol):
    """What the bots of a table need of the server."""

    programs: Mapping[str, str]
    pool: WorkerPool

    def is_bot_ready(self, game: Game, bot: str) -> bool: ...


class TableBots:
    def __init__(self, host: BotHost, table: str):
        self._host, self._table = host, table
        self._programs: dict[int, TableProgram] = {}
        self.remote = RemoteBots()

    def prepare(self, match: Match, question: Question) -> Asking:
        """Return the call that asks a bot. Prepare it with the table's lock held, then call it without."""
        assert question.bot is not None
        if is_remote(question.bot):
            return lambda: self.remote.ask(question)
        reply = find_reply(match, question.seat)
        if reply is not None:
            return lambda: say_reply(reply)
        if question.bot in self._host.programs:
            return self._prepare_program(match, question.seat, self._host.programs[question.bot])
        is_ready = self._host.is_bot_ready(match.game, question.bot)
        asked = make_question(match, question.seat, question.bot, is_ready)
        return lambda: self._ask_pool(asked)

    async def _ask_pool(self, question: BotQuestion) -> Heard:
        try:
            return await self._host.pool.run(self._table, think, question)
        except WorkerDied as died:
            return BotFailed(Verdict("crash", str(died)))

    def _prepare_program(self, match: Match, seat: int, command: str) -> Asking:
        if seat not in self._programs:
            self._programs[seat] = TableProgram(make_player(match.game, command), match, seat)
        program = self._programs[seat]
        program.follow(match)
        return lambda: asyncio.to_thread(program.answer)

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
        self._programs.clear()


async def say_reply(move: str) -> Heard:
    """Return the move that a lesson has ready for a bot."""
    return Answer([move])
