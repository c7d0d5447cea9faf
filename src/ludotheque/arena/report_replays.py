"""Replays for a report: which matches are worth a look, and their positions as drawings in little space.

Most of a drawing is the same from one position to the next. So the parts of all drawings of a match are stored once,
and a position is a list of their numbers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ludotheque.arena.matches import read_record
from ludotheque.arena.played import Played
from ludotheque.arena.results import Results
from ludotheque.match import Match
from ludotheque.playback import replay

MOST_REPLAYS = 20
MOST_OF_A_KIND = 7  # of faults, of upsets, of close matches; more if there are too few of the others
MOST_FRAMES = 120
PART = re.compile(r"<[^<]*")


class Choice(NamedTuple):
    """A match that is shown, and why."""

    match: Played
    why: str


def choose_replays(matches: Sequence[Played], faulty: Sequence[Played], ratings: Mapping[str, float]) -> list[Choice]:
    """Return faults of different kinds, matches that the weaker bot won, and close ones."""
    faults = [Choice(match, describe_faults(match)) for match in _different_faults(faulty)]
    counted = [match for match in matches if match.counted]
    upsets = sorted(((gap, match) for match in counted if (gap := upset_of(match, ratings)) > 0), key=_by_size)
    close = sorted(((lead_of(match), match) for match in counted), key=lambda pair: (pair[0], pair[1].id))
    kinds = [
        faults,
        [Choice(match, f"upset: {gap:.0f} points") for gap, match in upsets],
        [Choice(match, f"close: {lead} ahead") for lead, match in close],
    ]
    return _mix(kinds)


def _by_size(pair: tuple[float, Played]) -> tuple[float, int]:
    return -pair[0], pair[1].id


def _mix(kinds: Sequence[Sequence[Choice]]) -> list[Choice]:
    first = [choice for kind in kinds for choice in kind[:MOST_OF_A_KIND]]
    rest = [choice for kind in kinds for choice in kind[MOST_OF_A_KIND:]]
    found: dict[int, Choice] = {}
    for choice in [*first, *rest]:
        if len(found) < MOST_REPLAYS:
            found.setdefault(choice.match.id, choice)
    return list(found.values())


def _different_faults(faulty: Iterable[Played]) -> list[Played]:
    """Put first those of a bot and a verdict that were not seen before."""
    seen: set[tuple[str, str]] = set()
    new: list[Played] = []
    old: list[Played] = []
    for match in faulty:
        kinds = {(seat.bot, seat.verdict) for seat in match.seats if seat.verdict != "ok"}
        (old if kinds <= seen else new).append(match)
        seen |= kinds
    return new + old


def describe_faults(match: Played) -> str:
    return ", ".join(f"seat {seat}: {its.verdict}" for seat, its in enumerate(match.seats) if its.verdict != "ok")


def upset_of(match: Played, ratings: Mapping[str, float]) -> float:
    """Return the largest difference in rating between a bot and one with a better rank."""
    gaps = (
        ratings[worse.bot] - ratings[better.bot]
        for worse in match.seats
        for better in match.seats
        if better.rank < worse.rank and worse.verdict == "ok"
    )
    return max(gaps, default=0.0)


def lead_of(match: Played) -> int:
    """Return the points between the first two."""
    first, second, *_ = sorted((seat.score for seat in match.seats), reverse=True)
    return abs(first - second)


def draw_replay(results: Results, choice: Choice) -> dict[str, Any] | None:
    """Return a match as data for the page's viewer; None if its record is not there."""
    data = results.record(choice.match.id)
    if data is None:
        return None
    match = replay(read_record(data))
    plies = choose_plies(match)
    parts: dict[str, int] = {}
    frames = []
    for ply in plies:
        drawing = match.full_view(ply).drawing()
        frames.append([parts.setdefault(part, len(parts)) for part in PART.findall(drawing)])
    moves = match.moves
    texts = ["\n".join(moves[before:ply]) for before, ply in zip([0, *plies], plies)]
    return {"parts": list(parts), "frames": frames, "plies": plies, "moves": texts, "last": match.ply}


def choose_plies(match: Match) -> list[int]:
    """Return the start, the end, and between them as many positions as there is room for, evenly."""
    step = -(-match.ply // MOST_FRAMES) or 1
    return sorted({*range(0, match.ply, step), match.ply})


def find_stderr(results: Results, match: Played, seat: int) -> str:
    """Return what a bot wrote to stderr beside the last of its plies that has such a note."""
    data = results.record(match.id)
    if data is None:
        return ""
    record = read_record(data)
    notes = [
        str(note["stderr"])
        for ply, note in sorted(record.notes.items())
        if "stderr" in note and 1 <= ply <= len(record.moves) and record.moves[ply - 1].startswith(f"{seat} ")
    ]
    return notes[-1] if notes else ""
