"""A worker: takes jobs of a server over HTTP, does them in the sandbox, and sends back what came of them.

It needs no database. Any number of workers may run, on any machines. One that dies loses nothing: its leases run out,
and others do its jobs.
"""

import asyncio
import logging
import os
import socket
from collections import OrderedDict
from typing import Any

import httpx

from ludotheque import cores, sandbox
from ludotheque.contest.challenge_play import ServerAddress, play_challenge
from ludotheque.contest.jobs import CHALLENGES_PER_SLOT
from ludotheque.contest.live_plies import PACE, Feed
from ludotheque.contest.orders import MODULE, Order, Report, carry_out
from ludotheque.game import GameError
from ludotheque.worker_pool import WorkerDied, WorkerPool

LOG = logging.getLogger(__name__)
IDLE_SECONDS = 1.0  # until a worker that got no job asks again
LOST_SECONDS = 3.0  # and one that cannot reach the server
REQUEST_SECONDS = 60.0
MOST_CONTENTS = 64  # bots whose files are kept in memory
FORBIDDEN, NOT_FOUND = 403, 404


class Worker:
    """Does up to `slots` jobs at the same time; by default one for each core, so that clocks are fair.

    Beside them it plays for bots that people have challenged: these hold a core only while they think.
    """

    def __init__(self, url: str, key: str, slots: int | None = None, name: str = "") -> None:
        sandbox.require_tier(True)  # strangers' bots: the full sandbox, or no work
        self.slots = slots or cores.count_cores()
        self.name = name or f"{socket.gethostname()}-{os.getpid()}"
        headers = {"Authorization": f"Bearer {key}"}
        self._client = httpx.AsyncClient(base_url=url, headers=headers, timeout=REQUEST_SECONDS)
        self._server = ServerAddress(url, key, self.name)
        self._most_challenges = CHALLENGES_PER_SLOT * self.slots
        self._pool, self._challenge_pool = WorkerPool(self.slots, MODULE), WorkerPool(self._most_challenges, MODULE)
        self._contents: OrderedDict[str, bytes] = OrderedDict()
        self.done = 0

    async def run(self, until_idle: bool = False) -> None:
        """Work until cancelled; or, for tests and courses, until there is no job."""
        try:
            async with asyncio.TaskGroup() as slots:
                for _ in range(self.slots):
                    slots.create_task(self._work(until_idle))
                slots.create_task(self._take_challenges(until_idle))
        except* GameError as errors:
            raise first_error(errors) from None
        finally:
            await self._pool.close()
            await self._challenge_pool.close()
            await self._client.aclose()

    async def _work(self, until_idle: bool) -> None:
        while True:
            order = await self._lease()
            if order is not None:
                await self._do(order)
                self.done += 1
            elif until_idle:
                return
            else:
                await asyncio.sleep(IDLE_SECONDS)

    async def _take_challenges(self, until_idle: bool) -> None:
        async with asyncio.TaskGroup() as group:
            running: set[asyncio.Task[None]] = set()
            while True:
                is_free = len(running) < self._most_challenges
                order = await self._lease(is_challenge=True) if is_free else None
                if order is not None:
                    running.add(task := group.create_task(self._play_challenge(order)))
                    task.add_done_callback(running.discard)
                elif until_idle and not running:
                    return
                else:
                    await asyncio.sleep(IDLE_SECONDS)

    async def _lease(self, is_challenge: bool = False) -> Order | None:
        body = {"worker": self.name, "slots": self.slots, "challenge": is_challenge}
        response = await self._send("POST", "/api/workers/lease", body)
        return Order(**response.json()) if response.status_code == 200 else None

    async def _do(self, order: Order) -> None:
        """Do a job while its lease is renewed, and send the report, or why there is none."""
        feed = Feed()
        beside = [asyncio.create_task(work) for work in (self._renew(order), self._show(order, feed))]
        try:
            contents = await self._fetch_all(order)
            report: Report = await self._pool.run(order.key, carry_out, order, contents, on_news=feed.add)
            answer = await self._send("POST", f"/api/workers/jobs/{order.key}/report", report._asdict())
            if answer.status_code >= 400 and answer.status_code != NOT_FOUND:  # withdrawn jobs are not there any more
                raise GameError("{sentence}", sentence=read_error(answer))
        except (GameError, WorkerDied) as error:
            await self._give_back(order, error)
        finally:
            for task in beside:
                task.cancel()

    async def _play_challenge(self, order: Order) -> None:
        """Play for a bot that somebody has challenged; the server notices the end itself."""
        renewing = asyncio.create_task(self._renew(order))
        try:
            contents = await self._fetch_all(order)
            await self._challenge_pool.run(order.key, play_challenge, order, contents, self._server)
        except (GameError, WorkerDied) as error:
            await self._give_back(order, error)
        finally:
            renewing.cancel()

    async def _give_back(self, order: Order, error: Exception) -> None:
        LOG.warning("A job could not be done: %s", error)
        body = {"why": str(error)[:2000] or type(error).__name__}
        await self._send("POST", f"/api/workers/jobs/{order.key}/failure", body)

    async def _renew(self, order: Order) -> None:
        while True:
            await asyncio.sleep(order.seconds / 3)
            await self._send("POST", f"/api/workers/jobs/{order.key}/lease", {"worker": self.name})

    async def _show(self, order: Order, feed: Feed) -> None:
        """Send the plies of a match about every second, if somebody watches it; a refusal ends that, not the match."""
        while order.live:
            await asyncio.sleep(PACE)
            if feed.is_empty:
                continue
            plies = feed.next()
            body = {"job": order.key, "worker": self.name, **plies._asdict()}
            answer = await self._send("POST", f"/api/workers/tables/{order.live}/plies", body)
            if answer.status_code >= 400:
                LOG.warning("The plies of a match are not shown: %s", read_error(answer))
                return
            feed.accept(answer.json()["plies"])

    async def _fetch_all(self, order: Order) -> dict[str, bytes]:
        return {bot.digest: await self._fetch(bot.digest) for bot in order.list_bots().values() if bot.digest}

    async def _fetch(self, digest: str) -> bytes:
        """Return the archive of a bot, which travels here once."""
        if digest not in self._contents:
            response = await self._send("GET", f"/api/workers/bots/{digest}")
            if response.status_code != 200:
                raise GameError("The files of a bot are not there any more.")
            self._contents[digest] = response.content
            while len(self._contents) > MOST_CONTENTS:
                self._contents.popitem(last=False)
        self._contents.move_to_end(digest)
        return self._contents[digest]

    async def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Ask the server, again and again while it does not answer; what is sent twice counts once."""
        while True:
            try:
                response = await self._client.request(method, path, json=body)
            except httpx.TransportError as error:
                LOG.warning("The server does not answer: %s", error or type(error).__name__)
            else:
                if response.status_code == FORBIDDEN:
                    raise KeyRefused("{sentence}", sentence=read_error(response))
                if response.status_code < 500 and response.status_code != 429:
                    return response
                LOG.warning("The server answers: %s", read_error(response))
            await asyncio.sleep(LOST_SECONDS)


class KeyRefused(GameError):
    """The server does not accept this worker's key."""


def first_error(errors: BaseExceptionGroup[Exception]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def read_error(response: httpx.Response) -> str:
    """Return the sentence of an answer that is an error."""
    try:
        return str(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        return f"status {response.status_code}"
