"""Fights: what a bee can expect to win and lose in a cell, by the odds of the rules (BZ-8)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import steps_beside
from ludotheque.games.bzzz.field import DX, DY, WAYS, zone_of
from ludotheque.games.bzzz.rules import DRONE, SCOUT, WORKER
from ludotheque.games.bzzz.skirmish import ACTIVE, count_opponents, decode_occupant, dodge_odds, is_opponent

WEAK_STRIKE = 0.1  # chance that a worker or a scout attacks a bee in its reach and knocks it out
PREY = (2.0, 1.0, 1.0)  # value of knocking out a worker, a drone, a scout, in nectar
LOADED = 2.0  # added for a worker outside its zone, which probably carries nectar


@compiled
def rate_dangers(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Set `plan.danger` of every cell and `plan.prey` of every bee of other seats."""
    for y in range(state.ncases):
        for x in range(state.ncases):
            plan.danger[y, x] = 0.0
    for other in range(state.seats):
        for bee in range(state.bees[other] if other != seat else 0):
            plan.prey[other, bee] = value_of_prey(state, other, bee)
            if state.ko[other, bee] == 0:
                add_danger(state, plan, other, bee)


@compiled
def value_of_prey(state: StateRecord, other: int, bee: int) -> float:
    kind = state.kind[other, bee]
    is_out = zone_of(state, int(state.x[other, bee]), int(state.y[other, bee])) != other
    return PREY[kind] + (LOADED if kind == WORKER and is_out else 0.0)


@compiled
def add_danger(state: StateRecord, plan: StateRecord, other: int, bee: int) -> None:
    """Raise the danger of all cells that a bee can touch after its next step."""
    x, y, kind = int(state.x[other, bee]), int(state.y[other, bee]), state.kind[other, bee]
    strike = plan.strike if kind == DRONE else WEAK_STRIKE
    for there_y in range(max(y - 2, 0), min(y + 3, state.ncases)):
        for there_x in range(max(x - 2, 0), min(x + 3, state.ncases)):
            if kind == SCOUT or steps_beside(x, y, there_x, there_y) <= 1:
                plan.danger[there_y, there_x] += strike * (1.0 - plan.danger[there_y, there_x])


@compiled
def value_of_fight(
    state: StateRecord, plan: StateRecord, seat: int, bee: int, x: int, y: int, stake: float, share: float
) -> float:
    """Return what a bee can expect to win in a cell, minus what it can lose; it is placed there for the odds.

    `share` is the part of the prey's value that counts.
    """
    from_x, from_y = int(state.x[seat, bee]), int(state.y[seat, bee])
    here = state.occupant[from_y, from_x]
    state.occupant[from_y, from_x] = 0
    state.occupant[y, x] = here
    value = expected_value(state, plan, seat, x, y, stake, share) if count_opponents(state, seat, x, y) > 0 else 0.0
    state.occupant[y, x] = 0
    state.occupant[from_y, from_x] = here
    return value


@compiled
def expected_value(
    state: StateRecord, plan: StateRecord, seat: int, x: int, y: int, stake: float, share: float
) -> float:
    """Sum over the skirmishes until a bee falls or the seat's next turn comes; contacts fight in each of them."""
    dodges = dodge_chance(state, seat, x, y)
    nobody_falls, value = dodges, -stake * (1.0 - dodges)
    for way in range(WAYS):
        there_x, there_y = x + DX[way], y + DY[way]
        if is_opponent(state, seat, x, y, there_x, there_y):
            dodges = dodge_chance(state, seat, there_x, there_y)
            nobody_falls *= dodges
            other, foe = decode_occupant(state.occupant[there_y, there_x])
            value += (1.0 - dodges) * share * plan.prey[other, foe]
    skirmishes, again = 0.0, 1.0
    for _ in range(2 if state.skirmishes == ACTIVE else state.seats):
        skirmishes += again
        again *= nobody_falls
    return value * skirmishes


@compiled
def dodge_chance(state: StateRecord, seat: int, x: int, y: int) -> float:
    part, whole = dodge_odds(state, seat, x, y)
    return part / whole
