"""Which match tells most: new versions first, then those whose rating is least sure, against near neighbours."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

NEW_MATCHES = 10  # a version with fewer is new
WIDEST = 400.0  # half the width of the interval of a version that has not played
ELO = 400.0

Met = Mapping[frozenset[str], int]


class Candidate(NamedTuple):
    """A version that may play next."""

    entrant: str
    matches: int  # played or planned
    rating: float = 0.0
    error: float = WIDEST  # half the width of its interval


def draw_group(candidates: Sequence[Candidate], seats: int, met: Met, chance: random.Random) -> tuple[str, ...]:
    """Return who meets next, in the order of a drawn first seat; empty if there are too few."""
    if len(candidates) < seats:
        return ()
    first = min(candidates, key=lambda one: (*urgency(one), chance.random()))
    table = [first]
    while len(table) < seats:
        rest = [one for one in candidates if one not in table]
        table.append(max(rest, key=lambda one: (weigh(first, one, met), chance.random())))
    chance.shuffle(table)
    return tuple(one.entrant for one in table)


def urgency(one: Candidate) -> tuple[float, float]:
    """Order new versions by how little they have played, and before all others; these by how unsure they are."""
    if one.matches < NEW_MATCHES:
        return 0.0, one.matches
    return 1.0, -one.error / (one.matches + 1) ** 0.5


def weigh(one: Candidate, other: Candidate, met: Met) -> float:
    """Return how much a match of two is expected to tell: much if it is open, less the more often they have met."""
    share = 1 / (1 + 10 ** ((other.rating - one.rating) / ELO))
    unsure = one.error**2 + other.error**2
    return share * (1 - share) * unsure / (1 + met.get(frozenset((one.entrant, other.entrant)), 0))


def rotate(table: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the orders of the seats in one group of the ladder: everybody sits everywhere once."""
    return [tuple(table[turn:]) + tuple(table[:turn]) for turn in range(len(table))]
