"""What is told of a match: each seat's result, verdict and times, and what bots said and wrote, by turn."""

from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import Any, NamedTuple

from ludotheque.match import Match
from ludotheque.record import Times, Verdict
from ludotheque.view import read_turn


class TimeSummary(NamedTuple):
    """How long a seat's answers took, in milliseconds."""

    answers: int
    median: float
    p90: float
    p99: float
    longest: float

    def __str__(self) -> str:
        return f"{format_ms(self.median)} / {format_ms(self.longest)}"


class Note(NamedTuple):
    """Something that a bot said, or wrote to stderr, beside one of its plies."""

    ply: int
    turn: int
    seat: int
    key: str  # said or stderr
    text: str


def number_turns(match: Match) -> list[int]:
    """Return the turn that each ply belongs to, from 1.

    A turn ends when the game's field `turn` changes; without that field, when another seat plays.
    """
    turns: list[int] = []
    before: Any = None
    for ply, played in enumerate(match.played, 1):
        turn = read_turn(match.full_view(ply - 1).state)
        now = played.seat if turn is None else turn
        turns.append((turns[-1] if turns else 0) + (now != before))
        before = now
    return turns


def times_of(match: Match, seat: int) -> list[Times]:
    """Return the times of a seat's answers in order."""
    return [times for ply, times in sorted(match.times.items()) if match.played[ply - 1].seat == seat]


def summarize_times(times: Sequence[Times]) -> TimeSummary | None:
    walls = sorted(1000 * one.wall for one in times)
    if not walls:
        return None
    points = quantiles(walls, n=100, method="inclusive") if len(walls) > 1 else walls * 99
    return TimeSummary(len(walls), median(walls), points[89], points[98], walls[-1])


def format_ms(milliseconds: float) -> str:
    return f"{milliseconds:.3g}" if milliseconds < 100 else f"{milliseconds:.0f}"


def list_notes(match: Match, key: str, turns: Sequence[int]) -> Iterator[Note]:
    """Yield what was said (`said`) or written (`stderr`), ply by ply."""
    for ply, note in sorted(match.notes.items()):
        if key in note and 1 <= ply <= match.ply:
            yield Note(ply, turns[ply - 1], match.played[ply - 1].seat, key, str(note[key]))


def is_at_fault(verdict: Verdict) -> bool:
    """Return whether the bot itself failed; a failure of this machine is not its fault."""
    return verdict.kind not in ("ok", "host")
