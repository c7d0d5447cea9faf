"""Keeps the clocks while tables are not in memory: the heartbeat of the site, and the end of matches in time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container
from contextlib import suppress
from urllib.parse import urlsplit

from ludotheque.game import GameError
from ludotheque.store.database import StoreError
from ludotheque.store.heartbeat import HEARTBEAT_SECONDS
from ludotheque.store.leases import Leases
from ludotheque.store.store import Store

LOG = logging.getLogger(__name__)
PROBE_SECONDS = 2.0


class ClockKeeper:
    """One process at a time looks for matches whose time is up, and loads their tables, which end them.

    A table that is in memory has a timer of its own.
    """

    def __init__(self, store: Store, load: Callable[[str], Awaitable[object]], in_memory: Container[str]):
        self._store, self._load, self._in_memory = store, load, in_memory

    async def start(self) -> None:
        """Give the time back in which no server ran. This process must not count as alive yet."""
        if self._store.leases is not None:
            await end_dead_processes(self._store.leases)
        lost = await self._store.heartbeat.start()
        if lost >= HEARTBEAT_SECONDS:
            LOG.info("No server ran for %.0f seconds: clocks have stood still.", lost)
        await self._store.heartbeat.beat()

    async def run(self) -> None:
        while True:
            with suppress(StoreError):  # the store has logged it, and the next beat comes
                await self.beat()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def stop(self) -> None:
        """Note the time of the end, from which on nobody's time counts."""
        with suppress(StoreError):
            await self._store.heartbeat.beat()

    async def beat(self) -> None:
        if await self._store.heartbeat.beat():
            await self.end_overdue()

    async def end_overdue(self) -> None:
        for id in await self._store.heartbeat.find_overdue():
            if id not in self._in_memory:
                await self._end(id)

    async def _end(self, id: str) -> None:
        try:
            await self._load(id)
        except StoreError:
            pass  # another process has it, with a timer, or the database is away
        except GameError as error:
            LOG.warning("The clocks of table %s were stopped: %s", id, error)
            await self._store.heartbeat.forget_deadlines(id)


async def end_dead_processes(leases: Leases) -> None:
    """Let processes count as dead that were killed a moment ago: nobody listens at their addresses."""
    for address in await leases.list_alive():
        url = urlsplit(address)
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                _, writer = await asyncio.open_connection(url.hostname, url.port)
                writer.close()
        except ConnectionRefusedError:
            await leases.end(address)
        except (OSError, TimeoutError):
            pass  # it may be alive behind a slow network
