"""What was played, as the database gives it back: matches with their seats, groups of them, and sums."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

Ranked = tuple[tuple[str, ...], tuple[int, ...]]  # the bots in the order of the seats, and their ranks


class PlayedSeat(NamedTuple):
    """What one seat of a stored match got."""

    bot: str
    rank: int
    score: int
    verdict: str
    cause: str
    answers: int
    total: float  # seconds of all its answers
    longest: float


class Played(NamedTuple):
    """A stored match; `counted` is False for a repeated or spoiled game."""

    id: int
    round: int
    seed: int
    counted: bool
    plies: int
    seconds: float
    seats: tuple[PlayedSeat, ...]

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(seat.bot for seat in self.seats)

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(seat.rank for seat in self.seats)


class Met(NamedTuple):
    """The counted matches of one group."""

    matches: tuple[Ranked, ...]
    groups: int  # how many went exactly like this


class SeatTotal(NamedTuple):
    """All matches of a bot that ended with one verdict, and count or do not."""

    bot: str
    verdict: str
    counted: bool
    matches: int
    score: int  # the sum
    longest: float  # seconds of its longest answer


def make_played(rows: Sequence[Any], names: Mapping[int, str]) -> Played:
    """Return a match of rows that have the columns of the match, and each those of one seat."""
    row = rows[0]
    seats = [
        PlayedSeat(names[r.entrant], r.rank, r.score, r.verdict, r.cause, r.answers, r.total, r.longest) for r in rows
    ]
    return Played(row.id, row.round, row.seed, bool(row.counted), row.plies, row.seconds, tuple(seats))


def pattern_parser(bots: Sequence[str]) -> Callable[[str], tuple[Ranked, ...]]:
    """Return what parses the patterns of these bots; a million matches have few different parts."""

    @cache
    def parse_part(part: str) -> Ranked:
        lineup, _, ranks = part.partition(">")
        return tuple(bots[int(place)] for place in lineup.split()), tuple(int(rank) for rank in ranks.split())

    return lambda pattern: tuple(map(parse_part, pattern.split("|")))
