"""The heartbeat of the site: when a server was last alive, and which process ends matches whose time is up.

Deadlines are in the database, so clocks run also for tables that no process has in memory. Time during which no server
ran counts for nobody: the first process that starts again moves all deadlines on by it.
"""

import secrets
import time
from typing import NamedTuple

from sqlalchemy import Connection, func, or_, select, text, update

from ludotheque.store import schema
from ludotheque.store.leases import NOW, Transact

HEARTBEAT_SECONDS = 5.0
SWEEPER_SECONDS = 15.0  # a sweeper that was not heard of for so long is replaced
MOST_OVERDUE = 100  # tables at once
FIRST = text(
    "INSERT INTO heartbeat (id, at, sweeper, sweeper_until) VALUES (1, :now, '', 0) ON CONFLICT (id) DO NOTHING"
)


class Beat(NamedTuple):
    """What a process learns when it says that it is alive."""

    now: float  # the database's time
    is_sweeper: bool


class Heartbeat:
    """The heartbeat as one process sees it."""

    def __init__(self, transact: Transact):
        self._transact = transact
        self._process = secrets.token_urlsafe(9)
        self._ahead = 0.0  # seconds by which the database's clock is ahead of this machine's

    def now(self) -> float:
        """Return the time of deadlines: the database's, because the clocks of several machines differ."""
        return time.time() + self._ahead

    async def start(self) -> float:
        """Move all deadlines on by the time since the last heartbeat, unless another process is alive; return it."""
        return await self._transact(_give_back)

    async def beat(self) -> bool:
        """Say that a server is alive; return whether this process is the one that ends overdue matches."""
        now, is_sweeper = await self._transact(lambda connection: _beat(connection, self._process))
        self._ahead = now - time.time()
        return is_sweeper

    async def find_overdue(self) -> list[str]:
        """Return tables at which somebody's time is up."""
        seats = schema.seats.c
        query = select(seats.table_id).where(seats.deadline <= self.now()).distinct().limit(MOST_OVERDUE)
        return list(await self._transact(lambda connection: connection.execute(query).scalars().all()))

    async def forget_deadlines(self, table: str) -> None:
        """Stop the clocks of a table that cannot be played any more."""
        stop = update(schema.seats).where(schema.seats.c.table_id == table).values(deadline=None)
        await self._transact(lambda connection: connection.execute(stop) and None)


def _give_back(connection: Connection) -> float:
    now, heartbeat, seats = read_time(connection), schema.heartbeat, schema.seats
    connection.execute(FIRST, {"now": now})
    last = connection.execute(select(heartbeat.c.at).with_for_update()).scalar_one()  # other processes wait here
    others = select(func.count()).select_from(schema.processes).where(schema.processes.c.until > now)
    is_alone = connection.execute(others).scalar_one() == 0
    lost = max(0.0, now - last) if is_alone else 0.0
    if lost:
        running = update(seats).where(seats.c.deadline.is_not(None))
        connection.execute(running.values(deadline=seats.c.deadline + lost))
    connection.execute(update(heartbeat).values(at=now))
    return float(lost)


def _beat(connection: Connection, process: str) -> Beat:
    now, heartbeat = read_time(connection), schema.heartbeat
    # Nobody waits for a process that was stopped in the middle of its own beat.
    row = connection.execute(select(heartbeat).with_for_update(skip_locked=True)).first()
    if row is None:
        return Beat(now, False)
    connection.execute(update(heartbeat).values(at=now))
    is_free = or_(heartbeat.c.sweeper == process, heartbeat.c.sweeper_until < now)
    claim = update(heartbeat).where(is_free).values(sweeper=process, sweeper_until=now + SWEEPER_SECONDS)
    return Beat(now, connection.execute(claim).rowcount > 0)


def read_time(connection: Connection) -> float:
    """Return the time of the database: that of its server, or of this machine for a file."""
    if connection.dialect.name != "postgresql":
        return time.time()
    return float(connection.execute(text(f"SELECT {NOW}")).scalar_one())
