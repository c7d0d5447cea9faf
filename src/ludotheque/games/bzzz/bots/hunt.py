"""The hunt: a drone goes after the bee that is worth most for the way, and fights where the odds are good."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.desk import STAY, take_step
from ludotheque.games.bzzz.bots.fights import clash
from ludotheque.games.bzzz.bots.routes import NEVER, after
from ludotheque.games.bzzz.bots.survey import beside, outside
from ludotheque.games.bzzz.field import BEES, WAYS, hive
from ludotheque.games.bzzz.rules import OK, check_step
from ludotheque.games.bzzz.skirmish import who

START = 3  # steps that every hunt counts: a mark that is a little nearer is not worth much more
NEAR_HOME = 3  # steps from the zone,
LEASH = 0.3  # and what each step beyond counts
ASLEEP = 0.6  # of its worth has a bee that will still sleep when the drone gets there
SHARED = 0.3  # and one that another drone goes after
STAKE = 3.0  # nectar that it costs if the drone falls


@compiled
def send_drone(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    mark = choose_mark(state, desk, seat, bee)
    best, chosen = NEVER, STAY
    for i in range(WAYS + 1):
        way = STAY if i == 0 else int(i + 2 * (state.turn // state.seats + bee)) % WAYS
        if way == STAY or check_step(state, seat, bee, way) == OK:
            value = value_after(state, desk, seat, bee, way, mark)
            if value > best:
                best, chosen = value, way
    if mark > 0:
        other, foe = who(mark)
        desk.prey[other, foe] *= SHARED
    if chosen != STAY:
        take_step(state, desk, seat, bee, chosen)


@compiled
def choose_mark(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> int:
    """The bee to go after, numbered as an occupant; 0 if there is none."""
    best, mark = 0.0, 0
    for other in range(state.seats):
        for foe in range(state.bees[other] if other != seat else 0):
            value = worth_of_mark(state, desk, seat, bee, other, foe)
            if value > best:
                best, mark = value, 1 + BEES * other + foe
    return mark


@compiled
def worth_of_mark(state: StateRecord, desk: StateRecord, seat: int, bee: int, other: int, foe: int) -> float:
    x, y = int(state.x[other, foe]), int(state.y[other, foe])
    steps = beside(int(state.x[seat, bee]), int(state.y[seat, bee]), x, y)
    worth = desk.prey[other, foe] * (ASLEEP if state.ko[other, foe] > steps else 1.0)
    return worth / (START + steps + LEASH * max(0, outside(state, seat, x, y) - NEAR_HOME))


@compiled
def value_after(state: StateRecord, desk: StateRecord, seat: int, bee: int, way: int, mark: int) -> float:
    """The fight that it comes to there, and how near it is to its mark."""
    x, y = after(state, seat, bee, way)
    value = clash(state, desk, seat, bee, x, y, STAKE)
    if mark > 0:
        other, foe = who(mark)
        value -= 0.5 * beside(x, y, int(state.x[other, foe]), int(state.y[other, foe]))
    return value - (1.0 if (x, y) == hive(state, seat) else 0.0)
