"""Compares whole turns: each plan is played some turns ahead by rule, in many futures."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots.memory import CANDIDATES, START, make_memory
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.search import choose_plan
from ludotheque.loops import machine_of
from ludotheque.protocol import speak
from ludotheque.view import View


def play(view: View) -> list[str]:
    return list_new_orders(*find_best_plan(view.state, view.seat))


def find_best_plan(state: Any, seat: int, most: int = CANDIDATES) -> tuple[Any, Any]:
    """Return the best of the first `most` plans for a view, and the orders that are already given."""
    machine = machine_of(load("ghost"))
    memory, plans = make_memory(machine)
    chosen = machine(choose_plan)(machine.wrap(state)[0], memory, seat, most)
    return plans[chosen], plans[START]


def speak_search(play: Callable[[View], list[str]]) -> None:
    """Play as a program; the search is compiled before the clock runs."""
    find_best_plan(np.zeros(1, load("ghost").rules.State), 0)
    speak(play)


if __name__ == "__main__":
    speak_search(play)
