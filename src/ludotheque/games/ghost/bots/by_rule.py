"""Bots that play by the rule alone, without looking ahead: the same rule for all, with fewer parts for weaker ones."""

from typing import Any

import numpy as np

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord, load
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.position import Plan, Position, read_orders, read_position
from ludotheque.games.ghost.bots.rule import complete_plan
from ludotheque.games.ghost.bots.styles import make_styles, use_style
from ludotheque.games.ghost.bots.ways import Work, find_ways
from ludotheque.loops import machine_of
from ludotheque.view import View

GIVEN, ALL = range(2)  # plans: the orders that are already given, and all orders


def play_by_rule(view: View, changes: dict[str, int], held: int = 0) -> list[str]:
    """Return the orders of a turn; `held` has one bit for each factory that keeps its cyborgs."""
    plans = plan_by_rule(view.state, view.seat, changes, held)
    return list_new_orders(plans[ALL], plans[GIVEN])


def plan_by_rule(state: Any, seat: int, changes: dict[str, int], held: int = 0) -> Any:
    machine = machine_of(load("ghost"))
    plans, style = np.zeros(2, Plan), make_styles(changes)
    position, work, state, style = (
        machine.wrap(array)[0] for array in (np.zeros(1, Position), np.zeros(1, Work), state, style)
    )
    machine(fill_plans)(state, position, work, machine.wrap(plans), style, seat, held)
    return plans


@compiled
def fill_plans(
    state: StateRecord,
    position: StateRecord,
    work: StateRecord,
    plans: Array,
    style: StateRecord,
    seat: int,
    held: int,
) -> None:
    """Write the plan for a view; the other arguments are new."""
    read_position(state, position)
    find_ways(state, work)
    use_style(work, style)
    work.held = held
    for plan in range(2):
        read_orders(state, seat, plans[plan])
    complete_plan(position, work, plans[ALL], seat)
