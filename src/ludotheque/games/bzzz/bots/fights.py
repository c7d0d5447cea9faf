"""Fights: what a bee may win and lose in a cell, by the rules' own odds (BZ-8)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.survey import beside
from ludotheque.games.bzzz.field import DX, DY, WAYS, zone_of
from ludotheque.games.bzzz.rules import SCOUT, WORKER
from ludotheque.games.bzzz.skirmish import ACTIVE, count_opponents, is_opponent, odds, who

STRIKES = (0.1, 0.5, 0.1)  # how likely a worker, a drone, a scout comes up to a bee in its reach and fells it
PREY = (2.0, 1.0, 1.0)  # nectar that it is worth to knock out a worker, a drone, a scout,
LOADED = 2.0  # and more for a worker that is not at home


@compiled
def watch(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """Where others may strike before the own next turn, and what it is worth to knock them out."""
    for y in range(state.ncases):
        for x in range(state.ncases):
            desk.danger[y, x] = 0.0
    for other in range(state.seats):
        for bee in range(state.bees[other] if other != seat else 0):
            desk.prey[other, bee] = prey(state, other, bee)
            if state.ko[other, bee] == 0:
                endanger(state, desk, other, bee)


@compiled
def prey(state: StateRecord, other: int, bee: int) -> float:
    kind = state.kind[other, bee]
    is_out = zone_of(state, int(state.x[other, bee]), int(state.y[other, bee])) != other
    return PREY[kind] + (LOADED if kind == WORKER and is_out else 0.0)


@compiled
def endanger(state: StateRecord, desk: StateRecord, other: int, bee: int) -> None:
    """The cells that a bee touches after its next step."""
    x, y, kind = int(state.x[other, bee]), int(state.y[other, bee]), state.kind[other, bee]
    for there_y in range(max(y - 2, 0), min(y + 3, state.ncases)):
        for there_x in range(max(x - 2, 0), min(x + 3, state.ncases)):
            if kind == SCOUT or beside(x, y, there_x, there_y) <= 1:
                desk.danger[there_y, there_x] += STRIKES[kind] * (1.0 - desk.danger[there_y, there_x])


@compiled
def clash(state: StateRecord, desk: StateRecord, seat: int, bee: int, x: int, y: int, stake: float) -> float:
    """What a bee may expect to win in a cell, less what it has at stake there; it is put there to see."""
    from_x, from_y = int(state.x[seat, bee]), int(state.y[seat, bee])
    here = state.occupant[from_y, from_x]
    state.occupant[from_y, from_x] = 0
    state.occupant[y, x] = here
    value = expect(state, desk, seat, x, y, stake) if count_opponents(state, seat, x, y) > 0 else 0.0
    state.occupant[y, x] = 0
    state.occupant[from_y, from_x] = here
    return value


@compiled
def expect(state: StateRecord, desk: StateRecord, seat: int, x: int, y: int, stake: float) -> float:
    """Bees in contact skirmish again and again, until one of them falls or the seat's next turn comes."""
    dodges = chance(state, seat, x, y)
    nobody_falls, value = dodges, -stake * (1.0 - dodges)
    for way in range(WAYS):
        there_x, there_y = x + DX[way], y + DY[way]
        if is_opponent(state, seat, x, y, there_x, there_y):
            dodges = chance(state, seat, there_x, there_y)
            nobody_falls *= dodges
            other, foe = who(state.occupant[there_y, there_x])
            value += (1.0 - dodges) * desk.prey[other, foe]
    skirmishes, again = 0.0, 1.0
    for _ in range(2 if state.skirmishes == ACTIVE else state.seats):
        skirmishes += again
        again *= nobody_falls
    return value * skirmishes


@compiled
def chance(state: StateRecord, seat: int, x: int, y: int) -> float:
    """How likely the bee in a cell dodges."""
    dodges, of = odds(state, seat, x, y)
    return dodges / of
