"""Bots at a table that are run somewhere else: a worker asks for the open question, and sends the answer."""

import asyncio

from ludotheque.record import Verdict
from ludotheque.referee import Heard
from ludotheque.seating import BotFailed, Question

ANSWER_SECONDS = 300.0  # if no worker answers for so long, none will
NO_WORKER = Verdict("host", "no worker")


class RemoteBots:
    """The open question to the bots of one table, and where its answer goes."""

    def __init__(self) -> None:
        self._question: Question | None = None
        self._answer: asyncio.Future[Heard] | None = None
        self._asked = asyncio.Event()

    async def ask(self, question: Question) -> Heard:
        """Wait until a worker has answered. That none does is no fault of the bot."""
        self._question, self._answer = question, asyncio.get_running_loop().create_future()
        self._asked.set()
        try:
            return await asyncio.wait_for(self._answer, ANSWER_SECONDS)
        except TimeoutError:
            return BotFailed(NO_WORKER)
        finally:
            self._question = self._answer = None
            self._asked.clear()

    async def wait(self, seconds: float) -> Question | None:
        """Return the open question as soon as there is one; None if there is none for so long."""
        try:
            await asyncio.wait_for(self._asked.wait(), seconds)
        except TimeoutError:
            return None
        return self._question

    def answer(self, key: str, heard: Heard) -> bool:
        """Answer the open question; False if this is not it any more."""
        if self._question is None or self._question.key != key or self._answer is None or self._answer.done():
            return False
        self._answer.set_result(heard)
        return True
