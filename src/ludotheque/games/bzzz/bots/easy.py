"""Fly to the nearest flower that may have nectar, and home when full or when time runs short."""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.bots.estimates import steps_beside, steps_to_zone, turn_way
from ludotheque.games.bzzz.bots.plan import FAR, STAY, add_move, lay_if_allowed, plan_turn, start_plan, take_step
from ludotheque.games.bzzz.field import DX, DY, WAYS
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import FORAGE, OK, WORKER, check_step, flower_beside
from ludotheque.view import View

ENOUGH = 5  # bees; more would block each other
PAYS_BACK = 20  # own turns left that make a worker worth its price
CROWD = 3  # extra steps that a bee flies to have a flower to itself
HOME = -1  # a target instead of a flower


def play(view: View) -> list[str]:
    return plan_turn(view, decide)


@compiled
def decide(states: Array, plans: Array, seat: int) -> None:
    state, plan = states[0], plans[0]
    start_plan(state, plan, seat)
    for flower in range(4 * state.nfleurs):
        plan.sent[flower] = 0
    if state.bees[seat] < ENOUGH and plan.turns_left >= PAYS_BACK:
        lay_if_allowed(state, plan, seat, WORKER)
    for bee in range(state.bees[seat]):
        if plan.decided[bee] == 0:
            send_bee(state, plan, seat, bee)
    for bee in range(state.bees[seat]):
        if plan.decided[bee] == 0 and not is_full(state, seat, bee):
            way = way_to_nectar(state, seat, bee)
            if way >= 0:
                add_move(plan, FORAGE, bee, way)


@compiled
def send_bee(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    """Send a bee home or to a flower; one that can forage where it is stays."""
    if must_go_home(state, plan, seat, bee):
        step_towards(state, plan, seat, bee, HOME)
    elif way_to_nectar(state, seat, bee) < 0:
        flower = nearest_flower(state, plan, seat, bee)
        if flower >= 0:
            plan.sent[flower] += 1
        step_towards(state, plan, seat, bee, flower)


@compiled
def must_go_home(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> bool:
    """Return whether a loaded bee is full or would otherwise be late."""
    if state.load[seat, bee] == 0:
        return False
    steps = steps_to_zone(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee]))
    return steps > 0 and (is_full(state, seat, bee) or steps >= plan.turns_left)


@compiled
def is_full(state: StateRecord, seat: int, bee: int) -> bool:
    return state.load[seat, bee] == CARRIES[state.kind[seat, bee]]


@compiled
def way_to_nectar(state: StateRecord, seat: int, bee: int) -> int:
    """Return the way to a flower in reach that is not known to be empty, or -1."""
    for way in range(WAYS + 1):
        flower = flower_beside(state, seat, bee, way)
        if flower >= 0 and state.empty[seat, flower] == 0:
            return way
    return -1


@compiled
def nearest_flower(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> int:
    """Return the flower to fly to, or HOME if all are known to be empty."""
    best, least = HOME, FAR
    for flower in range(4 * state.nfleurs):
        if state.empty[seat, flower] == 0:
            steps = steps_to(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee]), flower)
            if steps + CROWD * plan.sent[flower] < least:
                best, least = flower, int(steps + CROWD * plan.sent[flower])
    return best


@compiled
def steps_to(state: StateRecord, seat: int, x: int, y: int, flower: int) -> int:
    if flower == HOME:
        return steps_to_zone(state, seat, x, y)
    return steps_beside(x, y, int(state.flower_x[flower]), int(state.flower_y[flower]))


@compiled
def step_towards(state: StateRecord, plan: StateRecord, seat: int, bee: int, flower: int) -> None:
    """Take the free step that ends nearest to the target. Ties change every turn, so that no bee gets stuck."""
    best, least = STAY, FAR
    for i in range(WAYS):
        way = turn_way(state, bee, i)
        if check_step(state, seat, bee, way) == OK:
            steps = steps_to(state, seat, state.x[seat, bee] + DX[way], state.y[seat, bee] + DY[way], flower)
            if steps < least:
                best, least = way, steps
    if best != STAY:
        take_step(state, plan, seat, bee, best)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("bzzz").view(0))  # compile before the clock runs
    speak(play)
