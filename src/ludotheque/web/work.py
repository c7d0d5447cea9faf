"""Expensive requests (replays, stories, drawings): they have threads of their own, and are limited by their cost."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from ludotheque.web.limits import Limit, TooMuch
from ludotheque.web.session import Person

Arguments = ParamSpec("Arguments")
T = TypeVar("T")

THREADS = 2  # more would take time from everybody else, because Python runs one thread at a time
MOST_WAITING = 200
MOST_WAITING_PER_ADDRESS = 32


class WorkQueue:
    """Runs functions that compute for long. Of each address one runs at a time, so that nobody holds all threads."""

    def __init__(self, limit: Limit):
        self._limit = limit  # in seconds of computing
        self._threads = ThreadPoolExecutor(THREADS, "work")
        self._waiting: Counter[str] = Counter()
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def waiting(self) -> int:
        return self._waiting.total()

    async def run(
        self, person: Person, work: Callable[Arguments, T], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> T:
        """Return `work(…)`, and charge the person's address; raise TooMuch if it has used too much time already."""

        def measure() -> tuple[T, float]:
            started = time.thread_time()
            return work(*arguments, **named), time.thread_time() - started

        await self._limit.take(person.address, 0)
        async with self._turn(person.address):
            result, seconds = await asyncio.get_running_loop().run_in_executor(self._threads, measure)
        await self._limit.charge(person.address, seconds)
        return result

    async def run_for_all(
        self, work: Callable[Arguments, T], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> T:
        """Return `work(…)`, for nobody's account: what everybody at a table needs."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *arguments, **named))

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_WAITING_PER_ADDRESS:
            raise TooMuch("That was too much at once. Wait a moment, then try again.")
        self._waiting[address] += 1
        try:
            async with self._locks.setdefault(address, asyncio.Lock()):
                yield
        finally:
            self._waiting[address] -= 1
            if self._waiting[address] == 0:
                del self._waiting[address], self._locks[address]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
