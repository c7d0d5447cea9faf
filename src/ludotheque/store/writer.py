"""The one thread that writes: all jobs that wait go into one transaction, so that many tables cost one commit."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.store.database import StoreError, reason

BATCH = 500
Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]


class Writer:
    """Jobs are done in the order in which they were asked for; a job's answer comes after its commit."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.waiting: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self.closed = False
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def do(self, job: Callable[[Connection], Answer]) -> Answer:
        """Done even if the one who asked stops waiting: the table has moved on by then."""
        if self.closed:
            raise StoreError("The database is closed.")
        future: Future[Answer] = Future()
        self.waiting.put((job, future))
        return await asyncio.shield(asyncio.wrap_future(future))

    def close(self) -> None:
        """What was asked for before is still written."""
        self.closed = True
        self.waiting.put(None)
        self.thread.join()

    def _work(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch, is_last = self._gather(first)
            self._write(batch)
            if is_last:
                return

    def _gather(self, first: tuple[Job, Future[Any]]) -> tuple[list[tuple[Job, Future[Any]]], bool]:
        batch = [first]
        while len(batch) < BATCH:
            try:
                following = self.waiting.get_nowait()
            except Empty:
                break
            if following is None:
                return batch, True
            batch.append(following)
        return batch, False

    def _write(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        try:
            with self.engine.begin() as connection:
                answers = [_attempt(connection, job) for job, _ in batch]
        except Exception as error:  # the commit failed, or the connection broke: nobody's job was done
            answers = [refusal(error)] * len(batch)
        for (_, future), answer in zip(batch, answers):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def _attempt(connection: Connection, job: Job) -> Any:
    """A job that fails takes back its own writes and no other's."""
    savepoint = connection.begin_nested()
    try:
        answer = job(connection)
        savepoint.commit()
    except Exception as error:
        savepoint.rollback()
        return refusal(error)
    return answer


def refusal(error: Exception) -> Exception:
    """What the one who asked is told."""
    if isinstance(error, SQLAlchemyError | UnicodeError):
        told = StoreError(f"The database refused this: {reason(error)}")
        told.__cause__ = error
        return told
    return error
