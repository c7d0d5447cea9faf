"""Writes the changes of one table to the store, also what people have asked each other.

A write that fails may still have reached the disk: before the next change the table looks whether it has.
"""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any, TypeAlias

from ludotheque.match import Match
from ludotheque.seating import Change, Requests
from ludotheque.store.database import StoreError
from ludotheque.store.leases import Lease, LeaseLost
from ludotheque.store.store import SeatRow, Store
from ludotheque.web.change_rows import list_plies
from ludotheque.web.request_rows import format_requests

Write: TypeAlias = tuple[Change, list[SeatRow]]


class TableWrites:
    def __init__(self, store: Store, id: str, lease: Lease | None, requests: Requests):
        self._store, self._id, self._lease = store, id, lease
        self._unsure: Write | None = None  # a write whose fate is unknown
        self._requests: Requests | None = requests  # those in the store; None: a write has failed

    async def write(self, change: Change, rows: list[SeatRow], columns: dict[str, Any]) -> None:
        try:
            await self._store.change_table(self._id, lease=self._lease, seats=rows, **columns)
        except LeaseLost:
            raise
        except StoreError:
            self._unsure = change, rows
            raise

    async def write_requests(self, requests: Requests) -> None:
        """Write what people have asked each other, if it is not what the store has."""
        if requests == self._requests:
            return
        self._requests = None
        await self._store.set_columns(self._id, self._lease, requests=format_requests(requests))
        self._requests = requests

    @property
    def is_unsure(self) -> bool:
        return self._unsure is not None

    async def resolve(self, match: Match) -> Write | None:
        """Return the change whose write has failed, if the database holds it all the same."""
        if self._unsure is None:
            return None
        change, rows = self._unsure
        stored, plies = await self._store.table(self._id), await self._store.plies(self._id)
        expected = [(row.seat, row.move) for row in list_plies(match, change)]
        is_there = [(ply.seat, ply.move) for ply in plies[change.keep :]] == expected
        is_there = is_there and stored is not None and all(stored.seats[row.seat] == row for row in rows)
        self._unsure = None
        return (change, rows) if is_there else None


def retry_pauses() -> Iterator[float]:
    """Yield the seconds before each further try: longer and longer, at most 5."""
    return chain((0.1, 0.5, 2.0), repeat(5.0))
