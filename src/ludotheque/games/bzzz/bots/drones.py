"""Drones: each hunts the bee that is worth most for its distance, and fights where the odds are good."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import steps_beside, steps_to_zone, turn_way
from ludotheque.games.bzzz.bots.fights import value_of_fight
from ludotheque.games.bzzz.bots.plan import STAY, take_step
from ludotheque.games.bzzz.bots.workers import NEVER, cell_after
from ludotheque.games.bzzz.field import BEES, WAYS, hive_cell
from ludotheque.games.bzzz.rules import OK, check_step
from ludotheque.games.bzzz.skirmish import decode_occupant

START = 3  # steps added to every distance, so that a slightly nearer target is not worth much more
NEAR_HOME = 3  # steps from the zone that the leash does not count
SHARED = 0.3  # factor for a bee that another drone hunts
STAKE = 3.0  # cost of losing the drone, in nectar


@compiled
def send_drone(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    target = choose_target(state, plan, seat, bee)
    best, chosen = NEVER, STAY
    for i in range(WAYS + 1):
        way = STAY if i == 0 else turn_way(state, bee, i)
        if way == STAY or check_step(state, seat, bee, way) == OK:
            value = value_after(state, plan, seat, bee, way, target)
            if value > best:
                best, chosen = value, way
    if target > 0:
        other, foe = decode_occupant(target)
        plan.prey[other, foe] *= SHARED
    if chosen != STAY:
        take_step(state, plan, seat, bee, chosen)


@compiled
def choose_target(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> int:
    """Return the bee to hunt, as a value of `occupant`; 0 if there is none."""
    best, target = 0.0, 0
    for other in range(state.seats):
        for foe in range(state.bees[other] if other != seat else 0):
            value = value_of_target(state, plan, seat, bee, other, foe)
            if value > best:
                best, target = value, 1 + BEES * other + foe
    return target


@compiled
def value_of_target(state: StateRecord, plan: StateRecord, seat: int, bee: int, other: int, foe: int) -> float:
    x, y = int(state.x[other, foe]), int(state.y[other, foe])
    steps = steps_beside(int(state.x[seat, bee]), int(state.y[seat, bee]), x, y)
    worth = plan.prey[other, foe] * (plan.asleep if state.ko[other, foe] > steps else 1.0)
    return worth / (START + steps + plan.leash * max(0, steps_to_zone(state, seat, x, y) - NEAR_HOME))


@compiled
def value_after(state: StateRecord, plan: StateRecord, seat: int, bee: int, way: int, target: int) -> float:
    """Rate a way by the fight that follows and the distance to the target that is left."""
    x, y = cell_after(state, seat, bee, way)
    value = value_of_fight(state, plan, seat, bee, x, y, STAKE, 1.0)
    if target > 0:
        other, foe = decode_occupant(target)
        value -= 0.5 * steps_beside(x, y, int(state.x[other, foe]), int(state.y[other, foe]))
    return value - (1.0 if (x, y) == hive_cell(state, seat) else 0.0)
