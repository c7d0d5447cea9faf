"""Looks ahead: tries many plans for the whole turn, plays each on with both sides going by rule, and takes the best."""

from collections import Counter
from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots import plan
from ludotheque.games.ghost.bots.conquest import Desk
from ludotheque.games.ghost.launches import list_ordered_bombs, list_ordered_troops
from ludotheque.loops import machine_of
from ludotheque.match import View


def play(view: View) -> list[str]:
    return [*orders(best_plan(view.state, view.seat), view.state[0], view.seat), "END"]


def best_plan(state: Any, seat: int) -> Any:
    """A copy of the position in which the best orders found are given."""
    machine = machine_of(load("ghost"))
    states = np.repeat(state, plan.ROWS)
    raw = states.view(np.uint8).reshape(plan.ROWS, -1)
    desk = machine.wrap(np.zeros(1, Desk))[0]
    machine(plan.choose)(machine.wrap(states), machine.wrap(raw), desk, seat)
    return states[plan.BEST]


def orders(best: Any, given: Any, seat: int) -> list[str]:
    """What a plan orders beyond what was ordered before."""
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

    best_plan(np.zeros(1, load("ghost").rules.State), 0)  # load the compiled plan before the clock runs
    speak(play)
