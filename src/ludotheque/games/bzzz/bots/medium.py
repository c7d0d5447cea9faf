"""A forager: workers fly to the nearest flower that may have nectar, and home when they are full or time runs short."""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.bots.desk import FAR, STAY, clear, lay_if_allowed, note, take_step, turn
from ludotheque.games.bzzz.bots.survey import beside, outside
from ludotheque.games.bzzz.field import DX, DY, WAYS
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import FORAGE, OK, WORKER, check_step, flower_beside
from ludotheque.match import View

ENOUGH = 5  # bees: more of them are in each other's way
PAYS_BACK = 20  # own turns that a worker needs to be worth its price
CROWD = 3  # steps that a bee flies farther, to have a flower to itself
HOME = -1  # instead of a flower


def play(view: View) -> list[str]:
    return turn(view, decide)


@compiled
def decide(states: Array, desks: Array, seat: int) -> None:
    """A whole turn."""
    state, desk = states[0], desks[0]
    clear(state, desk, seat)
    for flower in range(4 * state.nfleurs):
        desk.bound[flower] = 0
    if state.bees[seat] < ENOUGH and desk.left >= PAYS_BACK:
        lay_if_allowed(state, desk, seat, WORKER)
    for bee in range(state.bees[seat]):
        if desk.decided[bee] == 0:
            send(state, desk, seat, bee)
    for bee in range(state.bees[seat]):
        if desk.decided[bee] == 0 and not is_full(state, seat, bee):
            way = way_to_nectar(state, seat, bee)
            if way >= 0:
                note(desk, FORAGE, bee, way)


@compiled
def send(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    """Home, to a flower, or nowhere if it can forage where it is."""
    if is_due(state, desk, seat, bee):
        fly(state, desk, seat, bee, HOME)
    elif way_to_nectar(state, seat, bee) < 0:
        flower = nearest(state, desk, seat, bee)
        if flower >= 0:
            desk.bound[flower] += 1
        fly(state, desk, seat, bee, flower)


@compiled
def is_due(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> bool:
    """Has it to go home with what it has?"""
    if state.load[seat, bee] == 0:
        return False
    steps = outside(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee]))
    return steps > 0 and (is_full(state, seat, bee) or steps >= desk.left)


@compiled
def is_full(state: StateRecord, seat: int, bee: int) -> bool:
    return state.load[seat, bee] == CARRIES[state.kind[seat, bee]]


@compiled
def way_to_nectar(state: StateRecord, seat: int, bee: int) -> int:
    """The way to a flower in reach that is not known to be empty; -1 if there is none."""
    for way in range(WAYS + 1):
        flower = flower_beside(state, seat, bee, way)
        if flower >= 0 and state.empty[seat, flower] == 0:
            return way
    return -1


@compiled
def nearest(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> int:
    """The flower to fly to; HOME if all are known to be empty."""
    best, least = HOME, FAR
    for flower in range(4 * state.nfleurs):
        if state.empty[seat, flower] == 0:
            steps = steps_to(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee]), flower)
            if steps + CROWD * desk.bound[flower] < least:
                best, least = flower, int(steps + CROWD * desk.bound[flower])
    return best


@compiled
def steps_to(state: StateRecord, seat: int, x: int, y: int, flower: int) -> int:
    if flower == HOME:
        return outside(state, seat, x, y)
    return beside(x, y, int(state.flower_x[flower]), int(state.flower_y[flower]))


@compiled
def fly(state: StateRecord, desk: StateRecord, seat: int, bee: int, flower: int) -> None:
    """The free step that leads nearest; among equals another one each turn, so that nobody is stuck."""
    best, least = STAY, FAR
    for i in range(WAYS):
        way = int(i + 2 * (state.turn // state.seats + bee)) % WAYS
        if check_step(state, seat, bee, way) == OK:
            steps = steps_to(state, seat, state.x[seat, bee] + DX[way], state.y[seat, bee] + DY[way], flower)
            if steps < least:
                best, least = way, steps
    if best != STAY:
        take_step(state, desk, seat, bee, best)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("bzzz").view(0))  # load what is compiled before the clock runs
    speak(play)
