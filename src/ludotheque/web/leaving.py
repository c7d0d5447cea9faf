"""Leaving a table, and deleting one at which nobody has played."""

import secrets
import time

from ludotheque.seating import Refused
from ludotheque.web.live_table import LiveTable, shielded
from ludotheque.web.session import Forbidden, Person


@shielded
async def leave_seat(table: LiveTable, person: Person) -> None:
    """Give a seat up: it is free again, or a bot plays on from now on."""
    async with table.lock:
        seat, now = table.seat_at_table(person), time.monotonic()
        if table.state == "waiting" and person.id != table.row.owner:
            invite = secrets.token_urlsafe(12)
            await table.store_and_commit(table.table.stand_up(seat, now), {seat: {"person": None, "invite": invite}})
        elif table.state == "playing" and table.table.seats[seat].is_person:
            await table.store_and_commit(table.table.stand_in(seat, table.game.default_bot, now), {})


@shielded
async def delete_table(table: LiveTable, person: Person) -> None:
    """Delete a table that still waits for people; only its owner may."""
    async with table.lock:
        if person.id != table.row.owner:
            raise Forbidden("Only who has opened a table can delete it.")
        if table.state != "waiting":
            raise Refused("The match has begun: this table cannot be deleted.")
        await table.registry.store.remove_table(table.row.id, table.lease)
    table.registry.lose(table)
