"""Compares whole turns: each plan is played some turns ahead by rule, in many futures."""

from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots.memory import START, make_memory
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.search import choose_plan
from ludotheque.loops import machine_of
from ludotheque.view import View


def play(view: View) -> list[str]:
    plan, start = find_best_plan(view.state, view.seat)
    return list_new_orders(plan, start)


def find_best_plan(state: Any, seat: int) -> tuple[Any, Any]:
    """Return the best plan for a view, and the orders that are already given."""
    machine = machine_of(load("ghost"))
    memory, plans = make_memory(machine)
    chosen = machine(choose_plan)(machine.wrap(state)[0], memory, seat)
    return plans[chosen], plans[START]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    find_best_plan(np.zeros(1, load("ghost").rules.State), 0)  # compile before the clock runs
    speak(play)
