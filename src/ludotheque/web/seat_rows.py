"""Seats of a table as rows of the store, and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ludotheque.record import Verdict, Withdrawal
from ludotheque.seating import Kind, Seat
from ludotheque.store.store import SeatRow


def make_seat(row: SeatRow, now: float) -> Seat:
    """Return a seat as it is `now`, in the time of deadlines; a clock that runs has run until then."""
    withdrawn = Withdrawal(row.withdrawn_why, row.withdrawn_ply) if row.withdrawn_why else None
    return Seat(
        Kind(row.kind),
        row.name,
        bot=row.bot,
        stand_in=row.stand_in,
        verdict=Verdict(row.verdict, row.cause),
        withdrawn=withdrawn,
        bank=row.seconds_left if row.deadline is None else max(0.0, row.deadline - now),
    )


def update_row(row: SeatRow, seat: Seat, result: Mapping[str, Any] | None) -> SeatRow:
    """Return a seat's row with what the table knows now; `result` is there once the match is over."""
    why, ply = seat.withdrawn or (None, None)
    row = replace(
        row,
        kind=str(seat.kind),
        name=seat.name,
        stand_in=seat.stand_in,
        seconds_left=seat.bank,
        verdict=seat.verdict.kind,
        cause=seat.verdict.cause,
        withdrawn_why=why,
        withdrawn_ply=ply,
    )
    if result is None:
        return row
    return replace(row, rank=result["rank"], result=result["result"], outcome=result["outcome"])
