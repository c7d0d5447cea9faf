"""The thread that writes: all waiting jobs go into one transaction, so that many tables need one commit.

A job is a function of a connection. It may be called twice: again when a job beside it has failed.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError, TimeoutError

from ludotheque.store.database import StoreError, StoreUnavailable, describe_error

LOG = logging.getLogger(__name__)
MOST_JOBS = 500  # in one transaction
Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]


class Writer:
    """Does jobs in the order of their submission; the result of a job arrives after its commit."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.jobs: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self.closed = False
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def do(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job and return its result. The job is done even if the caller is cancelled while it waits."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(job)))

    def submit(self, job: Callable[[Connection], Answer]) -> "Future[Answer]":
        """Let a job be run, without waiting for it."""
        if self.closed:
            raise StoreError("The database is closed.")
        future: Future[Answer] = Future()
        self.jobs.put((job, future))
        return future

    def close(self) -> None:
        """Finish the jobs that were submitted before, then stop the thread."""
        if self.closed:
            return
        self.closed = True
        self.jobs.put(None)
        self.thread.join()

    def _work(self) -> None:
        while (first := self.jobs.get()) is not None:
            batch, is_last = self._collect(first)
            self._write(batch)
            if is_last:
                return

    def _collect(self, first: tuple[Job, Future[Any]]) -> tuple[list[tuple[Job, Future[Any]]], bool]:
        batch = [first]
        while len(batch) < MOST_JOBS:
            try:
                following = self.jobs.get_nowait()
            except Empty:
                break
            if following is None:
                return batch, True
            batch.append(following)
        return batch, False

    def _write(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        jobs = [job for job, _ in batch]
        try:
            answers = self._write_together(jobs, lambda connection, job: job(connection))
        except Exception as error:  # nothing is written
            failure = as_store_error(error)
            is_lost = isinstance(failure, StoreUnavailable)
            answers = [failure] * len(jobs) if is_lost else self._write_in_savepoints(jobs)
        for (_, future), answer in zip(batch, answers):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _write_together(self, jobs: list[Job], run: Callable[[Connection, Job], Any]) -> list[Any]:
        with self.engine.begin() as connection:
            return [run(connection, job) for job in jobs]

    def _write_in_savepoints(self, jobs: list[Job]) -> list[Any]:
        """Do all jobs but those that fail."""
        try:
            return self._write_together(jobs, _run_in_savepoint)
        except Exception as error:  # the commit failed, or the connection broke: no job was done
            return [as_store_error(error)] * len(jobs)


def _run_in_savepoint(connection: Connection, job: Job) -> Any:
    """Run a job in a savepoint, so that a failed job undoes its own writes only."""
    savepoint = connection.begin_nested()
    try:
        answer = job(connection)
        savepoint.commit()
    except Exception as error:
        savepoint.rollback()
        return as_store_error(error)
    return answer


def as_store_error(error: Exception) -> Exception:
    """Return an error of the driver as a StoreError, and any other error as it is.

    What the driver says of a lost connection names host and port: that goes into the log, not to a visitor.
    """
    if isinstance(error, OperationalError | InterfaceError | TimeoutError):
        LOG.warning("The database does not answer: %s", describe_error(error))
        lost = StoreUnavailable("The database does not answer just now: try again in a moment.")
        lost.__cause__ = error
        return lost
    if isinstance(error, SQLAlchemyError | UnicodeError):
        refused = StoreError("The database refused this: {why}", why=describe_error(error))
        refused.__cause__ = error
        return refused
    return error
