"""The rule that the champion plays by: like the hard bot, with a ledger of what other hives took.

It hunts those that are ahead.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import count_drones, estimate_flowers, steps_to_zone
from ludotheque.games.bzzz.bots.fights import rate_dangers
from ludotheque.games.bzzz.bots.hard import lay_what_pays, send_bees, wants_drone, wants_worker
from ludotheque.games.bzzz.bots.ledger import estimate_by_ledger, update_ledger
from ludotheque.games.bzzz.bots.paths import mark_walls, measure_home
from ludotheque.games.bzzz.bots.plan import BY_RULE, STAY, STAYS, start_plan, take_step
from ludotheque.games.bzzz.field import zone_of
from ludotheque.games.bzzz.rules import DRONE, OK, WORKER, check_step

DRONE_DISCOUNT = 0.003  # of nectar for each turn until it is home, for each drone of other seats
GROWTH_DISCOUNT = 0.02  # added while a further bee would pay
CARRIED = 0.6  # value of knocking a bee out for each nectar that it carries
LEADER = 4.0  # power of a hive's wealth by which its bees become prey
LEAST_SHARE, MORE_SHARE = 0.2, 3.8  # factor for prey of a poor hive; added for one that has everything
INTRUDER, NEAR = 3.0, 4  # value added for a drone within so many steps of the own zone


@compiled
def decide_by_rule(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Choose the moves of a turn, and bring the ledger up to date."""
    start_plan(state, plan, seat)
    estimate_flowers(state, plan, seat)
    update_ledger(state, plan, ledger, seat)
    estimate_by_ledger(state, plan, ledger, seat)
    choose_moves(state, plan, ledger, seat)


@compiled
def choose_moves(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Choose the moves of a turn by what `plan` knows of the flowers and `ledger` of other hives."""
    plan.worker_prey, plan.leash, plan.asleep, plan.most_drones = 0.3, 0.1, 0.3, 2
    plan.strike, plan.missed = 0.2, 0.15
    plan.discount = choose_discount(state, plan, seat)
    rate_dangers(state, plan, seat)
    rate_prey(state, plan, ledger, seat)
    mark_walls(state, plan, seat)
    measure_home(state, plan, seat)
    lay_what_pays(state, plan, seat)
    follow_orders(state, plan, seat)
    send_bees(state, plan, seat)


@compiled
def follow_orders(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Send the bees that have orders; one whose way is blocked is sent by rule."""
    for bee in range(state.bees[seat]):
        way = int(plan.orders[bee])
        if way == STAY:
            plan.decided[bee] = STAYS
        elif way != BY_RULE and check_step(state, seat, bee, way) == OK:
            take_step(state, plan, seat, bee, way)


@compiled
def choose_discount(state: StateRecord, plan: StateRecord, seat: int) -> float:
    """Return how much early nectar is better than late: drones may take it, and a bee may be laid for it."""
    drones = 0
    for other in range(state.seats):
        if other != seat:
            drones += count_drones(state, other)
    discount = DRONE_DISCOUNT * drones
    if state.stock[seat] < state.cout_ponte and (wants_worker(state, plan, seat) or wants_drone(state, plan, seat)):
        discount += GROWTH_DISCOUNT
    return discount


@compiled
def rate_prey(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Set `plan.prey`: bees of the richest hive are worth most."""
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            total += wealth_of(state, ledger, other)
    for other in range(state.seats):
        if other != seat:
            share = LEAST_SHARE + MORE_SHARE * wealth_of(state, ledger, other) / total
            for bee in range(state.bees[other]):
                plan.prey[other, bee] = share * value_of_bee(state, ledger, other, bee)
                x, y = int(state.x[other, bee]), int(state.y[other, bee])
                if state.kind[other, bee] == DRONE and steps_to_zone(state, seat, x, y) <= NEAR:
                    plan.prey[other, bee] += INTRUDER


@compiled
def wealth_of(state: StateRecord, ledger: StateRecord, other: int) -> float:
    carried = 0.0
    for bee in range(state.bees[other]):
        carried += ledger.carry[other, bee]
    return (5.0 + ledger.hoard[other] + 0.5 * carried) ** LEADER


@compiled
def value_of_bee(state: StateRecord, ledger: StateRecord, other: int, bee: int) -> float:
    is_out = zone_of(state, int(state.x[other, bee]), int(state.y[other, bee])) != other
    value = 2.0 if state.kind[other, bee] == WORKER and is_out else 1.0
    return value + CARRIED * ledger.carry[other, bee]
