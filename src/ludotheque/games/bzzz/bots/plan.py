"""The plan of one turn: what a bot computes about the field, and the moves that it chooses."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque import loops
from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord, state_dtype
from ludotheque.games.bzzz.bots.estimates import count_turns_left
from ludotheque.games.bzzz.field import BEES, FLOWERS, SEATS, SIDE, WAYS
from ludotheque.games.bzzz.rules import LAY, MOVES, OK, STEP, check_lay, lay, step
from ludotheque.view import View

FAR = 9999  # steps to a cell that cannot be reached
LONGEST = BEES + 1  # moves of a turn: LAY, and one for every bee
KIND, BEE, WAY = range(3)  # columns of Plan.moves
STAY = WAYS  # an extra way: do not move
BY_RULE = -1  # instead of a way
STAYS = 2  # value of Plan.decided for a bee that will not move, but can forage

Plan = state_dtype(
    ("turns_left", "i4"),  # own turns after this one
    ("decided", "i1", BEES),  # 1 for own bees that have moved or cannot do anything, or STAYS
    ("count", "i2"),  # number of moves chosen
    ("moves", "i1", (LONGEST, 3)),
    ("start", "f8", FLOWERS),  # estimated nectar of a flower at the start of the match
    ("nectar", "f8", FLOWERS),  # estimated nectar now, minus what bees have been sent for
    ("sent", "i1", FLOWERS),  # number of bees that have been sent to the flower
    ("wall", "i1", (SIDE, SIDE)),  # [y, x]: 1 for a cell to keep out of
    ("home", "i2", (SIDE, SIDE)),  # [y, x]: steps to the own zone
    ("danger", "f8", (SIDE, SIDE)),  # [y, x]: chance that other seats knock out a bee of force 1 before the next turn
    ("prey", "f8", (SEATS, BEES)),  # value of knocking a bee out, in nectar
    ("turn_value", "f8"),  # value of one turn of a worker, in nectar
    # How the bot plays:
    ("discount", "f8"),  # share of its value that nectar loses with each turn until it is home
    ("worker_prey", "f8"),  # share of the value of its prey that a worker counts
    ("leash", "f8"),  # what each step away from home adds to a drone's distance to its prey
    ("asleep", "f8"),  # factor for prey that will still be knocked out when the drone arrives
    ("strike", "f8"),  # chance that a drone attacks a bee in its reach and knocks it out
    ("missed", "f8"),  # share of their value that counts for turns which a knocked out worker misses
    ("orders", "i1", BEES),  # ways that own bees must go, or BY_RULE
    ("most_drones", "i2"),
    # For the bee that is being planned:
    ("steps", "i2", (SIDE, SIDE)),  # [y, x]: steps from the bee
    ("ways", "i2", (SIDE, SIDE)),  # [y, x]: the first ways of all shortest paths, one bit each
    ("value", "f8", WAYS + 1),  # nectar that it will bring home after each way, or after STAY
    ("goal", "i2", WAYS + 1),  # the flower that the nectar comes from, or -1
    ("haul", "f8", WAYS + 1),  # the nectar that it takes from that flower
    ("queue", "i2", SIDE * SIDE),  # cells of a search, 32 y + x
)

Decide = Callable[[Array, Array, int], None]


def plan_turn(view: View, decide: Decide) -> list[str]:
    """Return the moves that the compiled function `decide` chooses, working on a copy of the view."""
    machine = loops.machine_of(view.game)
    plans, states = np.zeros(1, Plan), view.state.copy()
    machine(decide)(machine.wrap(states), machine.wrap(plans), view.seat)
    return [*format_moves(plans), "END"]


def format_moves(plans: Any) -> list[str]:
    forms = [" ".join([kind, "{}", "{}"][: 1 + len(arguments or ())]) for kind, arguments in MOVES.items()]
    return [forms[kind].format(*rest) for kind, *rest in plans["moves"][0, : plans["count"][0]].tolist()]


@compiled
def start_plan(state: StateRecord, plan: StateRecord, seat: int) -> None:
    plan.count = 0
    plan.turns_left = count_turns_left(state)
    for bee in range(state.bees[seat]):
        plan.decided[bee] = state.ko[seat, bee] > 0 or state.used[bee] != 0
        plan.orders[bee] = BY_RULE


@compiled
def add_move(plan: StateRecord, kind: int, bee: int, way: int) -> None:
    plan.moves[plan.count, KIND], plan.moves[plan.count, BEE], plan.moves[plan.count, WAY] = kind, bee, way
    plan.count += 1


@compiled
def lay_if_allowed(state: StateRecord, plan: StateRecord, seat: int, kind: int) -> None:
    if check_lay(state, seat) == OK:
        plan.decided[state.bees[seat]], plan.orders[state.bees[seat]] = 0, BY_RULE
        lay(state, seat, kind)
        add_move(plan, LAY, kind, 0)


@compiled
def take_step(state: StateRecord, plan: StateRecord, seat: int, bee: int, way: int) -> None:
    step(state, seat, bee, way)
    plan.decided[bee] = 1
    add_move(plan, STEP, bee, way)
