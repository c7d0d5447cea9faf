"""A rematch: the people of a match that is over ask each other for another one."""

from ludotheque.seating import Refused
from ludotheque.store.leases import LeaseLost
from ludotheque.web.live_table import LiveTable, shielded
from ludotheque.web.session import Person


@shielded
async def ask_rematch(table: LiveTable, person: Person, yes: bool) -> None:
    """Ask for another match, or decline one; when all people have asked, its table opens."""
    async with table.lock:
        seat = table.seat_at_table(person)
        await read_again(table)
        if table.state != "over" or table.rematch_id:
            raise Refused("There is no match here that could be played again.")
        asked = table.rematch_asked | {seat} if yes else frozenset()
        try:
            await store_requests(table, person, asked)
        except LeaseLost:
            table.registry.lose(table)
            raise
        table.rematch_asked = asked
        table.changed()


async def read_again(table: LiveTable) -> None:
    """Look what is stored: a request whose write failed may be there."""
    row = await table.registry.store.table(table.row.id)
    if row is not None:
        table.rematch_asked, table.rematch_id = frozenset(row.rematch_asked or ()), row.rematch_id or ""


async def store_requests(table: LiveTable, person: Person, asked: frozenset[int]) -> None:
    if asked >= {one.seat for one in table.seats if one.person}:
        table.rematch_id = await table.registry.open_rematch(table, person)
    else:
        store = table.registry.store
        await store.set_columns(table.row.id, table.lease, rematch_asked=sorted(asked))
