"""What people at a table say to each other; it is removed with the table."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from ludotheque.store import schema
from ludotheque.store.leases import Lease, check_lease
from ludotheque.store.writer import Writer

MOST_MESSAGES = 100  # at a table; older ones are removed
ROWS = schema.messages


@dataclass(frozen=True)
class Message:
    number: int
    at: float
    seat: int
    name: str  # of the seat at that time
    text: str


class Messages:
    def __init__(self, writer: Writer):
        self._writer = writer

    async def list_all(self, table: str) -> list[Message]:
        columns = [ROWS.c[name] for name in Message.__dataclass_fields__]
        query = select(*columns).where(ROWS.c.table_id == table).order_by(ROWS.c.number)
        rows = await self._writer.do(lambda connection: connection.execute(query).all())
        return [Message(*row) for row in rows]

    async def add(self, table: str, lease: Lease | None, message: Message) -> None:
        def job(connection: Connection) -> None:
            if lease is not None:
                check_lease(connection, table, lease)
            connection.execute(insert(ROWS), {"table_id": table, **vars(message)})
            old = ROWS.c.table_id == table, ROWS.c.number <= message.number - MOST_MESSAGES
            connection.execute(delete(ROWS).where(*old))

        await self._writer.do(job)
