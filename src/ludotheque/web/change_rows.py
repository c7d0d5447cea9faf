"""A change of a table as rows of the store."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ludotheque.match import Match
from ludotheque.seating import Change, Kind
from ludotheque.store.store import PlyRow, SeatRow
from ludotheque.table import Table
from ludotheque.view import count_visible_moves
from ludotheque.web.seat_rows import update_row


def list_changed_seats(
    table: Table, rows: Sequence[SeatRow], change: Change, facts: Mapping[int, Mapping[str, Any]], now: float
) -> list[SeatRow]:
    """Return the new rows of seats that a change concerns. `facts` are columns that the table does not know, `now` is
    the time of deadlines.
    """
    deadlines = _find_deadlines(table, rows, change, now)
    restarted = {row.seat for row in rows if row.deadline != deadlines.get(row.seat)}
    changed = {*change.seats, *facts, *restarted, *(range(len(rows)) if change.result else ())}
    return [
        update_row(
            replace(rows[seat], deadline=deadlines.get(seat), **facts.get(seat, {})),
            change.seats.get(seat, table.seats[seat]),
            change.result[seat] if change.result else None,
        )
        for seat in sorted(changed)
    ]


def _find_deadlines(table: Table, rows: Sequence[SeatRow], change: Change, now: float) -> dict[int, float]:
    """Return when the clocks that run after a change will be empty; what was not charged runs on."""
    seats, charged = {**dict(enumerate(table.seats)), **change.seats}, table.charged(change)
    deadlines: dict[int, float] = {}
    for seat in _list_awaited(table, change):
        bank, deadline = seats[seat].bank, rows[seat].deadline
        if bank is not None and seats[seat].is_person:
            deadlines[seat] = now + bank if deadline is None or seat in charged else deadline
    return deadlines


def list_columns(table: Table, change: Change) -> dict[str, Any]:
    """Return what the store writes for a change, without its seats."""
    return {
        "keep": change.keep if change.keep < table.match.ply else None,
        "plies": list_plies(table.match, change),
        "over": change.is_over,
        "dice": [list(one) for one in change.dice] if len(change.dice) > 1 else None,
        "ending": change.ending._asdict() if change.ending else None,
        **_list_progress(table, change),
    }


def _list_progress(table: Table, change: Change) -> dict[str, Any]:
    """Return what lists of tables say: who is to move after a change, and how far the match is."""
    moves = count_visible_moves(table.match.game, change.keep + len(change.plies), _find_state(table, change))
    return {"awaited": _list_awaited(table, change), "moves": moves}


def _list_awaited(table: Table, change: Change) -> list[int]:
    """Return the seats that are to move after a change."""
    seats = {**dict(enumerate(table.seats)), **change.seats}
    is_playing = not change.is_over and all(seat.kind != Kind.EMPTY for seat in seats.values())
    awaited: list[int] = np.flatnonzero(_find_state(table, change)["active"][0]).tolist() if is_playing else []
    return awaited


def _find_state(table: Table, change: Change) -> Any:
    """Return the state after a change."""
    if change.plies:
        return np.frombuffer(change.plies[-1].state, table.match.state.dtype)
    return table.match.full_view(change.keep).state


def list_plies(match: Match, change: Change) -> list[PlyRow]:
    now, rows = time.time(), []
    for number, ply in enumerate(change.plies, change.keep + 1):
        times = ply.times or (None, None, None)
        rows.append(PlyRow(number, ply.seat, match.format_move(ply.move), now, dict(ply.note) or None, *times))
    return rows
