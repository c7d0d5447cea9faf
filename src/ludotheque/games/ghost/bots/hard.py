"""Looks ahead: tries many plans for the turn, plays each some turns ahead by rule, and takes the best."""

from collections import Counter
from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots import plan
from ludotheque.games.ghost.bots.forecast import Workspace
from ludotheque.games.ghost.launches import list_ordered_bombs, list_ordered_troops
from ludotheque.loops import machine_of
from ludotheque.view import View


def play(view: View) -> list[str]:
    best = find_best_plan(view.state, view.seat)
    return [*list_new_orders(best, view.state[0], view.seat), "END"]


def find_best_plan(state: Any, seat: int) -> Any:
    """Return a copy of the position with the best orders staged."""
    machine = machine_of(load("ghost"))
    states = np.repeat(state, plan.ROWS)
    raw = states.view(np.uint8).reshape(plan.ROWS, -1)
    work = machine.wrap(np.zeros(1, Workspace))[0]
    machine(plan.choose_plan)(machine.wrap(states), machine.wrap(raw), work, seat)
    return states[plan.BEST]


def list_new_orders(best: Any, given: Any, seat: int) -> list[str]:
    """Return the orders of `best` that are not yet in `given`."""
    bombed = set(list_ordered_bombs(best, seat)).difference(list_ordered_bombs(given, seat))
    sent = Counter(list_ordered_troops(best, seat)) - Counter(list_ordered_troops(given, seat))
    raised = best["raised"] - given["raised"]
    return [
        *(f"BOMB {source} {target}" for source, target in sorted(bombed)),
        *(f"MOVE {source} {target} {cyborgs}" for (source, target), cyborgs in sorted(sent.items())),
        *(f"INC {factory}" for factory in np.arange(len(raised)).repeat(raised)),
    ]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    find_best_plan(np.zeros(1, load("ghost").rules.State), 0)  # compile before the clock runs
    speak(play)
