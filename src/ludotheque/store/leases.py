"""Leases: which of several server processes has a table. PostgreSQL's clock decides, and every write is checked.

A process is alive while its row in `processes` says so, and it renews that row every other second. A lease names a
process, and has a number that grows whenever somebody takes the table. So a process that was stopped for a while, and
does not know that others have gone on without it, cannot write: the lease is not its own any more.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, text

from ludotheque.store.database import StoreError

ALIVE_SECONDS = 8.0  # a process that has not renewed its row for so long can lose its tables
BEAT_SECONDS = 2.0
LOOK_SECONDS = 1.0
BURY_SECONDS = 3600.0  # rows of dead processes are removed after this time
NOW = "extract(epoch FROM clock_timestamp())"
T = TypeVar("T")


class LeaseLost(StoreError):
    """Another process has this table now."""


class Lease(NamedTuple):
    """The right to write a table: the process and the number must be those in the database."""

    process: str
    number: int


class Transact(Protocol):
    """Runs a job in a transaction of its own."""

    def __call__(self, job: Callable[[Connection], T], /) -> Awaitable[T]: ...


JOIN = text(f"INSERT INTO processes (id, address, until) VALUES (:process, :address, {NOW} + {ALIVE_SECONDS})")
BURY = text(f"DELETE FROM processes WHERE until < {NOW} - {BURY_SECONDS}")
REVIVE = text(f"UPDATE processes SET until = {NOW} + {ALIVE_SECONDS} WHERE id = :process")
BEAT = text(f"{REVIVE.text} AND until > {NOW}")
END = text("UPDATE processes SET until = 0 WHERE address = :address")
LEAVE = text("DELETE FROM processes WHERE id = :process")
TAKE = text(f"""
    INSERT INTO leases (table_id, process, number) SELECT id, :process, 1 FROM tables WHERE id = :table
    ON CONFLICT (table_id) DO UPDATE SET process = :process, number = leases.number + 1
    WHERE leases.process = :process
    OR NOT EXISTS (SELECT 1 FROM processes WHERE id = leases.process AND until > {NOW})
    RETURNING number
""")
RELEASE = text("UPDATE leases SET process = '' WHERE table_id = :table AND process = :process AND number = :number")
HELD = text("SELECT table_id, number FROM leases WHERE process = :process")
HOLDER = text(f"""
    SELECT address FROM leases JOIN processes ON processes.id = leases.process
    WHERE table_id = :table AND until > {NOW} AND processes.id <> :process
""")
ALIVE = text(f"SELECT address FROM processes WHERE until > {NOW}")
CHECK = text("SELECT 1 FROM leases WHERE table_id = :table AND process = :process AND number = :number FOR UPDATE")


class Leases:
    """The leases of this process, which other processes reach at `address`."""

    def __init__(self, transact: Transact, address: str):
        self._transact, self.address = transact, address
        self.process = ""
        self._sure_until = 0.0  # by this machine's clock, which goes on while the process is stopped
        self._alive: tuple[float, set[str]] = (-LOOK_SECONDS, set())

    def is_sure(self) -> bool:
        """Return whether no other process can have taken a table of this one yet."""
        return time.monotonic() < self._sure_until

    async def beat(self) -> bool:
        """Say that this process is alive; False if it counted as dead, so that others may have taken its tables."""
        sent = time.monotonic()
        was_alive = await self._run(BEAT, process=self.process)
        if not was_alive and not await self._run(REVIVE, process=self.process):
            self.process = secrets.token_urlsafe(9)
            await self._run(BURY)
            await self._run(JOIN, process=self.process, address=self.address)
        self._sure_until = sent + ALIVE_SECONDS
        return was_alive

    async def leave(self) -> None:
        """Give all tables up."""
        self._sure_until = 0.0
        await self._run(LEAVE, process=self.process)

    async def held(self) -> dict[str, Lease]:
        """Return the leases that this process has by now."""
        query = {"process": self.process}
        rows = await self._transact(lambda connection: connection.execute(HELD, query).all())
        return {table: Lease(self.process, number) for table, number in rows}

    async def take(self, table: str) -> Lease | None:
        """Take a table that nobody has, or a dead process; None if somebody has it, or if there is no such table."""
        query = {"table": table, "process": self.process}
        number = await self._transact(lambda connection: connection.execute(TAKE, query).scalar())
        return None if number is None else Lease(self.process, number)

    async def release(self, table: str, lease: Lease) -> None:
        await self._run(RELEASE, table=table, **lease._asdict())

    async def find_holder(self, table: str) -> str | None:
        """Return the internal address of the other process that has a table, if one has."""
        query = {"table": table, "process": self.process}
        return await self._transact(lambda connection: connection.execute(HOLDER, query).scalar())

    async def end(self, address: str) -> None:
        """Let a process count as dead, because nobody listens at its address; if it lives, its next beat says so."""
        await self._run(END, address=address)

    async def list_alive(self) -> list[str]:
        """Return the internal addresses of all processes that count as alive."""
        rows = await self._transact(lambda connection: connection.execute(ALIVE).all())
        return [row.address for row in rows]

    async def is_alive(self, address: str) -> bool:
        """Return whether a process counts as alive; the database is asked once a second at most."""
        looked_at, known = self._alive
        if time.monotonic() - looked_at >= LOOK_SECONDS:
            known = set(await self.list_alive())
            self._alive = time.monotonic(), known
        return address in known

    async def _run(self, statement: Any, **values: Any) -> bool:
        """Execute a statement, and return whether it changed a row."""
        return await self._transact(lambda connection: connection.execute(statement, values).rowcount > 0)


def check_lease(connection: Connection, table: str, lease: Lease) -> None:
    """Refuse the transaction unless the lease is still this one. Until it ends, nobody else can take the table."""
    if connection.execute(CHECK, {"table": table, **lease._asdict()}).scalar() is None:
        raise LeaseLost("This table has moved to another process: try again in a moment.")
