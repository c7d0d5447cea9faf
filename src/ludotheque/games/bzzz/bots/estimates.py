"""Small estimates that several bots use.

What each flower holds follows from what the seat learned of it and of its mirrors (BZ-2, BZ-12).
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import WAYS, ZONE
from ludotheque.games.bzzz.rules import DRONE

GRACE = 8  # rounds before other hives begin to empty the flowers near them
EMPTIED = 0.03  # share of a flower that they take per round from then on, if they have MANY bees
MANY = 4
REMNANT = 0.15  # share that they leave at least


@compiled
def estimate_flowers(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Set `plan.start` and `plan.nectar` of every flower."""
    for i in range(state.nfleurs):
        start = estimate_start(state, seat, i)
        for flower in range(4 * i, 4 * i + 4):
            plan.start[flower] = start
            plan.nectar[flower] = estimate_left(state, seat, flower, start)


@compiled
def estimate_start(state: StateRecord, seat: int, i: int) -> float:
    """Return the middle of the bounds on the start."""
    least, most = bound_start(state, seat, i)
    return 0.5 * (least + most)


@compiled
def bound_start(state: StateRecord, seat: int, i: int) -> tuple[int, int]:
    """Return the least and the most that a flower began with; all four mirrors share them, since they began alike."""
    least, most = 1, 0
    for flower in range(4 * i, 4 * i + 4):
        least = max(least, state.floor[seat, flower])
        if state.room[seat, flower] >= 0:
            most = max(most, state.high[seat, flower] + state.taken[seat, flower])
    if most == 0:
        most = int(state.max_nectar)
    return least, max(least, most)


@compiled
def estimate_left(state: StateRecord, seat: int, flower: int, start: float) -> float:
    """Return the expected nectar now; near another hive, its bees have taken some in the meantime."""
    if state.empty[seat, flower] != 0:
        return 0.0
    low = 1.0 * state.low[seat, flower] if state.room[seat, flower] >= 0 else 0.0
    high, left = 1.0 * state.high[seat, flower], start - state.taken[seat, flower]
    if is_in_foreign_quadrant(state, seat, flower):
        if state.room[seat, flower] >= 0:
            left = 0.5 * (low + high)
        return min(high, left * estimate_share_left(state, quadrant_of(state, flower)))
    return min(high, max(low, left))


@compiled
def estimate_share_left(state: StateRecord, owner: int) -> float:
    """Return the share that the hive of `owner` has left of a flower near it by now."""
    rounds = max(0, state.turn // state.seats - GRACE)
    return max(REMNANT, 1.0 - EMPTIED * rounds * min(MANY, state.bees[owner]) / MANY)


@compiled
def is_in_foreign_quadrant(state: StateRecord, seat: int, flower: int) -> bool:
    owner = quadrant_of(state, flower)
    return owner != seat and owner < state.seats


@compiled
def quadrant_of(state: StateRecord, flower: int) -> int:
    """Return the corner that is nearest to a flower, numbered like the seats."""
    is_right, is_low = 2 * state.flower_x[flower] >= state.ncases, 2 * state.flower_y[flower] >= state.ncases
    if is_low:
        return 2 if is_right else 3
    return 1 if is_right else 0


@compiled
def steps_to_zone(state: StateRecord, seat: int, x: int, y: int) -> int:
    """Return the steps from a cell into the seat's zone if no bee is in the way."""
    last = state.ncases - 1
    columns = last - x if seat == 1 or seat == 2 else x
    rows = last - y if seat >= 2 else y
    return max(0, columns - ZONE + 1) + max(0, rows - ZONE + 1)


@compiled
def steps_beside(x: int, y: int, there_x: int, there_y: int) -> int:
    """Return the steps from a cell to the nearest cell beside another one if no bee is in the way."""
    return max(0, abs(x - there_x) - 1) + max(0, abs(y - there_y) - 1)


@compiled
def turn_way(state: StateRecord, bee: int, i: int) -> int:
    """Return the way number `i` in an order that changes every turn and from bee to bee."""
    return int(i + 2 * (state.turn // state.seats + bee)) % WAYS


@compiled
def count_turns_left(state: StateRecord) -> int:
    """Return the further turns of each seat after this one."""
    return int(state.time_out - 1 - state.turn) // state.seats


@compiled
def count_drones(state: StateRecord, seat: int) -> int:
    drones = 0
    for bee in range(state.bees[seat]):
        drones += state.kind[seat, bee] == DRONE
    return drones
