"""Looks ahead: tries many plans for the whole turn, plays each on with both sides going by rule, and takes the best."""

from typing import Any

import numpy as np

from ludotheque.game import load
from ludotheque.games.ghost.bots import plan
from ludotheque.games.ghost.bots.conquest import Desk
from ludotheque.loops import machine_of
from ludotheque.match import View


def play(view: View) -> list[str]:
    return [*orders(best_plan(view.state, view.seat), view.state[0]), "END"]


def best_plan(state: Any, seat: int) -> Any:
    """A copy of the position in which the best orders found are given."""
    machine = machine_of(load("ghost"))
    states = np.repeat(state, plan.ROWS)
    raw = states.view(np.uint8).reshape(plan.ROWS, -1)
    desk = machine.hold(np.zeros(1, Desk))[0]
    machine(plan.choose)(machine.hold(states), machine.hold(raw), desk, seat)
    return states[plan.BEST]


def orders(best: Any, given: Any) -> list[str]:
    """What a plan orders beyond what was ordered before."""
    bombed, sent, raised = (best[name] - given[name] for name in ("bombed", "sent", "raised"))
    return [
        *(f"BOMB {source} {target}" for source, target in np.argwhere(bombed)),
        *(f"MOVE {source} {target} {sent[source, target]}" for source, target in np.argwhere(sent)),
        *(f"INC {factory}" for factory in np.arange(len(raised)).repeat(raised)),
    ]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    best_plan(np.zeros(1, load("ghost").rules.State), 0)  # load the compiled plan before the clock runs
    speak(play)
