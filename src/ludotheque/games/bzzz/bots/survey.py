"""A survey of the flowers: what each may hold, from what the seat learned of it and of its mirrors (BZ-2, BZ-12)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import ZONE

GRACE = 8  # rounds before other hives begin to empty the flowers near them,
EMPTIED = 0.03  # how much of one they take a round from then on, if they have as many bees as
MANY = 4
REMNANT = 0.15  # what they leave at least


@compiled
def survey(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """Guess what every flower began with, and what it holds now."""
    for i in range(state.nfleurs):
        start = guess_start(state, seat, i)
        for flower in range(4 * i, 4 * i + 4):
            desk.start[flower] = start
            desk.guess[flower] = guess_left(state, seat, flower, start)


@compiled
def guess_start(state: StateRecord, seat: int, i: int) -> float:
    """The four mirrors began alike: with no less than any of them showed, and no more than the best of them allows."""
    least, most = 1, 0
    for flower in range(4 * i, 4 * i + 4):
        least = max(least, state.floor[seat, flower])
        if state.room[seat, flower] >= 0:
            most = max(most, state.high[seat, flower] + state.taken[seat, flower])
    if most == 0:
        most = int(state.max_nectar)
    return 0.5 * (least + max(least, most))


@compiled
def guess_left(state: StateRecord, seat: int, flower: int, start: float) -> float:
    """Near a hive that others have, nobody knows who took how much since."""
    if state.empty[seat, flower] != 0:
        return 0.0
    low = 1.0 * state.low[seat, flower] if state.room[seat, flower] >= 0 else 0.0
    high, left = 1.0 * state.high[seat, flower], start - state.taken[seat, flower]
    if is_others(state, seat, flower):
        if state.room[seat, flower] >= 0:
            left = 0.5 * (low + high)
        return min(high, left * share_left(state, quadrant_of(state, flower)))
    return min(high, max(low, left))


@compiled
def share_left(state: StateRecord, owner: int) -> float:
    """How much another hive leaves of what is near it, by the time."""
    rounds = max(0, state.turn // state.seats - GRACE)
    return max(REMNANT, 1.0 - EMPTIED * rounds * min(MANY, state.bees[owner]) / MANY)


@compiled
def is_others(state: StateRecord, seat: int, flower: int) -> bool:
    """Does it lie in another player's quadrant?"""
    owner = quadrant_of(state, flower)
    return owner != seat and owner < state.seats


@compiled
def quadrant_of(state: StateRecord, flower: int) -> int:
    """The corner that is nearest to a flower, numbered as the seats are."""
    is_right, is_low = 2 * state.flower_x[flower] >= state.ncases, 2 * state.flower_y[flower] >= state.ncases
    if is_low:
        return 2 if is_right else 3
    return 1 if is_right else 0


@compiled
def outside(state: StateRecord, seat: int, x: int, y: int) -> int:
    """The steps from a cell into the own zone, if nobody is in the way."""
    last = state.ncases - 1
    columns = last - x if seat == 1 or seat == 2 else x
    rows = last - y if seat >= 2 else y
    return max(0, columns - ZONE + 1) + max(0, rows - ZONE + 1)


@compiled
def beside(x: int, y: int, there_x: int, there_y: int) -> int:
    """The steps from a cell to one of those around another, if nobody is in the way."""
    return max(0, abs(x - there_x) - 1) + max(0, abs(y - there_y) - 1)
