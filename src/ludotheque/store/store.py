"""What outlives the process: tables with their seats and plies, uploaded records, and the session key."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, bindparam, delete, func, insert, select, text, update

from ludotheque.seating import TimeControl
from ludotheque.store import schema
from ludotheque.store.database import StoreError, open_database
from ludotheque.store.device_links import DeviceLinks
from ludotheque.store.heartbeat import Heartbeat
from ludotheque.store.leases import Lease, Leases, check_lease
from ludotheque.store.messages import Messages
from ludotheque.store.results import Results, add_results
from ludotheque.store.writer import Writer, as_store_error

Answer = TypeVar("Answer")
LeasedTable = tuple[str, Lease | None]  # a table, and the right to write it
TOUCH = update(schema.tables).where(schema.tables.c.id == bindparam("table"))
SWEEP_NUMBER = 0x5377656570  # of PostgreSQL's advisory lock; any number will do


@dataclass(frozen=True)
class SeatRow:
    """Who sits at a table, the time they have left, and how they ended."""

    seat: int
    kind: str  # person, bot, program, champion, or empty (with an invitation)
    name: str
    person: str | None = None
    bot: str | None = None
    invite: str | None = None
    stand_in: str | None = None
    seconds_left: float | None = None
    deadline: float | None = None  # when a clock that runs will be empty, in the database's time
    random_seed: int | None = None
    verdict: str = "ok"
    cause: str = ""
    withdrawn_why: str | None = None
    withdrawn_ply: int | None = None
    rank: int | None = None
    result: str | None = None
    outcome: list[int] | None = None


@dataclass(frozen=True)
class TableRow:
    """A table without its plies."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: int
    owner: str
    public: bool
    clock: TimeControl | None
    created: float
    touched: float
    over: bool
    seats: tuple[SeatRow, ...]
    dice: list[list[int]] | None = None  # [[first ply, seed], …] where there is more than one seed
    ending: dict[str, Any] | None = None
    awaited: list[int] | None = None  # seats that are to move
    moves: int | None = None  # how far the match is, as everybody may know it
    requests: dict[str, Any] | None = None  # what people have asked each other during the match
    rematch_asked: list[int] | None = None  # seats that have asked for a rematch
    rematch_id: str | None = None  # the table of the rematch
    chat: bool = True


@dataclass(frozen=True)
class PlyRow:
    """One applied move."""

    ply: int
    seat: int
    move: str
    at: float
    note: dict[str, Any] | None = None
    wall: float | None = None  # seconds
    cpu: float | None = None
    delay: float | None = None


class Store:
    """The database. A write returns when it is on disk; reads use other threads and connections."""

    def __init__(self, engine: Engine, let_go: Callable[[], None], internal_address: str = "") -> None:
        self.engine = engine
        self.let_go = let_go
        self.writer = Writer(engine)
        is_shared = engine.dialect.name == "postgresql" and internal_address
        self.leases = Leases(self.transact, internal_address) if is_shared else None
        self.results = Results(self.transact)
        self.device_links = DeviceLinks(self.writer)
        self.messages = Messages(self.writer)
        self.heartbeat = Heartbeat(self.transact if engine.dialect.name == "postgresql" else self.writer.do)

    @classmethod
    def open(cls, url: str, internal_address: str = "") -> "Store":
        """Open the database; a wrong address or an unusable database is a StoreError.

        With an internal address, at which other processes reach this one, tables of PostgreSQL need leases.
        """
        return cls(*open_database(url), internal_address)

    def close(self) -> None:
        """Finish all writes and close the database; a second call does nothing."""
        self.writer.close()
        self.engine.dispose()
        self.let_go()

    async def ping(self) -> None:
        """Ask the database for nothing; raises StoreError if it does not answer."""
        await self._read(lambda connection: connection.execute(select(1)).scalar_one())

    async def secret(self) -> bytes:
        """Return the key that signs sessions; it is made once, so sessions survive a restart."""
        return await self.writer.do(_secret)

    async def add_table(
        self,
        row: TableRow,
        plies: Sequence[PlyRow] = (),
        rematch_of: LeasedTable | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Add a table; with `rematch_of`, note at that table in the same transaction that this is its rematch.

        `also` belongs to that transaction too: if it raises an error, nothing is added.
        """

        def job(connection: Connection) -> None:
            if also is not None:
                also(connection)
            connection.execute(insert(schema.tables), _columns(row))
            _insert(connection, schema.seats, row.id, row.seats)
            _insert(connection, schema.plies, row.id, plies)
            if rematch_of is not None:
                _set_columns(connection, *rematch_of, rematch_id=row.id)

        await self.writer.do(job)

    async def set_columns(self, id: str, lease: Lease | None, **columns: Any) -> None:
        """Write columns of a table that do not belong to its match, so that it counts as no change of the match."""
        await self.writer.do(lambda connection: _set_columns(connection, id, lease, **columns))

    async def table(self, id: str) -> TableRow | None:
        found = await self._read(lambda c: _tables(c, select(schema.tables).where(schema.tables.c.id == id)))
        return found[0] if found else None

    async def plies(self, id: str) -> list[PlyRow]:
        plies = schema.plies
        query = select(plies).where(plies.c.table_id == id).order_by(plies.c.ply)
        rows = await self._read(lambda connection: connection.execute(query).all())
        return [PlyRow(*(row._mapping[name] for name in PlyRow.__dataclass_fields__)) for row in rows]

    async def change_table(
        self,
        id: str,
        *,
        lease: Lease | None = None,
        keep: int | None = None,
        plies: Sequence[PlyRow] = (),
        seats: Sequence[SeatRow] = (),
        **columns: Any,
    ) -> None:
        """Write one change of a table: all of it or nothing.

        With `keep`, plies after that one are removed first. A ply that is there already is refused. `columns` are those
        of the table itself: over, dice, ending, awaited, moves. With a lease that this process has lost, nothing is
        written, and LeaseLost is raised.
        """

        def job(connection: Connection) -> None:
            if lease is not None:
                check_lease(connection, id, lease)
            if keep is not None:
                old = schema.plies.c
                connection.execute(delete(schema.plies).where(old.table_id == id, old.ply > keep))
            _insert(connection, schema.plies, id, plies)
            _change(connection, id, seats)
            _touch(connection, id, plies[-1].at if plies else time.time(), **columns)
            if columns.get("over"):
                add_results(connection, id)

        await self.writer.do(job)

    async def remove_table(self, id: str, lease: Lease | None = None) -> None:
        """Remove a table with all that belongs to it."""

        def job(connection: Connection) -> None:
            if lease is not None:
                check_lease(connection, id, lease)
            connection.execute(delete(schema.tables).where(schema.tables.c.id == id))

        await self.writer.do(job)

    async def going_on(self, limit: int, public: bool | None = None) -> list[TableRow]:
        """Return tables that are not over, the one opened last first.

        The order must not depend on the last move: it would show that somebody has staged a secret one.
        """
        tables = schema.tables
        query = select(tables).where(tables.c.over.is_(False)).order_by(tables.c.created.desc()).limit(limit)
        if public is not None:
            query = query.where(tables.c.public.is_(public))
        return await self._read(lambda connection: _tables(connection, query))

    async def finished(self, limit: int) -> list[TableRow]:
        """Return public tables whose match is over, the one opened last first."""
        tables = schema.tables
        is_public = tables.c.over.is_(True), tables.c.public.is_(True)
        query = select(tables).where(*is_public).order_by(tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: _tables(connection, query))

    async def tables_of(self, person: str, limit: int) -> list[TableRow]:
        """Return a person's tables: those that go on first, then the one opened last first, see `going_on`."""
        tables, seats = schema.tables, schema.seats
        own = select(seats.c.table_id).where(seats.c.person == person)
        query = select(tables).where(tables.c.id.in_(own)).order_by(tables.c.over, tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: _tables(connection, query))

    async def count_open(self, owner: str | None = None, since: float = 0) -> int:
        """Count the tables opened since then that are not over and at which a person has moved, of one owner or all."""
        tables, seats, plies = schema.tables, schema.seats, schema.plies
        by_person = (seats.c.table_id == plies.c.table_id) & (seats.c.seat == plies.c.seat) & (seats.c.kind == "person")
        moved = select(plies.c.ply).join(seats, by_person).where(plies.c.table_id == tables.c.id).exists()
        query = (
            select(func.count()).select_from(tables).where(tables.c.over.is_(False), tables.c.created >= since, moved)
        )
        if owner is not None:
            query = query.where(tables.c.owner == owner)
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def add_record(self, id: str, text: str, person: str, at: float) -> None:
        row = {"id": id, "text": text, "person": person, "at": at}
        await self.writer.do(lambda connection: connection.execute(insert(schema.records), row) and None)

    async def record(self, id: str) -> str | None:
        query = select(schema.records.c.text).where(schema.records.c.id == id)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def count_records(self, person: str, since: float) -> int:
        records = schema.records
        query = select(func.count()).where(records.c.person == person, records.c.at >= since)
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def forget(self, before: float) -> int:
        """Remove tables not touched since `before` and records older than that; return how many there were."""

        def job(connection: Connection) -> int:
            if not _is_first_to_sweep(connection):
                return 0
            tables, records = schema.tables, schema.records
            untouched = tables.c.created < before, tables.c.touched < before  # the first finds few rows by its index
            removals = [delete(tables).where(*untouched), delete(records).where(records.c.at < before)]
            return sum(connection.execute(removal).rowcount for removal in removals)

        return await self.writer.do(job)

    async def transact(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job in a transaction of its own, beside the writes that wait for a commit together."""

        def run() -> Answer:
            try:
                with self.engine.begin() as connection:
                    return job(connection)
            except Exception as error:
                raise as_store_error(error) from error

        return await asyncio.to_thread(run)

    async def _read(self, query: Callable[[Connection], Answer]) -> Answer:
        def read() -> Answer:
            try:
                with self.engine.connect() as connection:
                    return query(connection)
            except Exception as error:
                raise as_store_error(error) from error

        return await asyncio.to_thread(read)


def _secret(connection: Connection) -> bytes:
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == "sessions")
    kept = connection.execute(query).scalar()
    if kept is None:  # of several processes that come here at the same time, the first one makes it
        made = text("INSERT INTO secrets (name, value) VALUES ('sessions', :value) ON CONFLICT (name) DO NOTHING")
        connection.execute(made, {"value": secrets.token_bytes(32)})
        kept = connection.execute(query).scalar_one()
    return bytes(kept)


def _is_first_to_sweep(connection: Connection) -> bool:
    """Return whether no other process removes old rows in this moment."""
    if connection.dialect.name != "postgresql":
        return True
    return bool(connection.execute(text(f"SELECT pg_try_advisory_xact_lock({SWEEP_NUMBER})")).scalar())


def _columns(row: TableRow) -> dict[str, Any]:
    start, added, is_per_turn = row.clock or (None, None, False)
    plain = {name: value for name, value in vars(row).items() if name not in ("seats", "clock")}
    return {**plain, "clock_start": start, "clock_added": added, "clock_per_turn": is_per_turn}


def _insert(connection: Connection, where: Any, id: str, rows: Sequence[SeatRow] | Sequence[PlyRow]) -> None:
    if rows:
        connection.execute(insert(where), [{"table_id": id, **vars(row)} for row in rows])


def _change(connection: Connection, id: str, rows: Sequence[SeatRow]) -> None:
    seats = schema.seats
    for row in rows:
        here = update(seats).where(seats.c.table_id == id, seats.c.seat == row.seat)
        if connection.execute(here.values(**vars(row))).rowcount == 0:
            raise StoreError(f"There is no seat {row.seat} at table {id}.")


def _set_columns(connection: Connection, id: str, lease: Lease | None, **columns: Any) -> None:
    if lease is not None:
        check_lease(connection, id, lease)
    connection.execute(update(schema.tables).where(schema.tables.c.id == id).values(**columns))


def _touch(connection: Connection, id: str, at: float, **more: Any) -> None:
    if connection.execute(TOUCH, {"table": id, "touched": at, **more}).rowcount == 0:
        raise StoreError(f"There is no table {id}.")


def _tables(connection: Connection, query: Select[Any]) -> list[TableRow]:
    """Load tables with their seats, in two queries for any number of tables; seats are never removed."""
    rows = connection.execute(query).all()
    wanted = schema.seats.c.table_id.in_([row.id for row in rows])
    seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
    for seat in connection.execute(select(schema.seats).where(wanted).order_by(schema.seats.c.seat)).mappings():
        seats[seat["table_id"]].append(SeatRow(**{name: seat[name] for name in SeatRow.__dataclass_fields__}))
    return [_table(row, seats[row.id]) for row in rows]


def _table(row: Row[Any], seats: list[SeatRow]) -> TableRow:
    plain = {name: value for name, value in row._mapping.items() if not name.startswith("clock_")}
    clock = None if row.clock_start is None else TimeControl(row.clock_start, row.clock_added, row.clock_per_turn)
    return TableRow(**plain, clock=clock, seats=tuple(seats))
