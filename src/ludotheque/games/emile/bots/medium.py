"""Plays each turn for the most points, and settles it for the largest lead."""

from functools import cache

import numpy as np

from ludotheque.compile import for_interpreter
from ludotheque.dice import dice
from ludotheque.game import StateRecord
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.turn import STEP, Prize, Values, decide, solve
from ludotheque.match import View
from ludotheque.notation import read


def play(view: View) -> str:
    if view.phase == rules.SETTLING:
        return max(view.legal(), key=lambda move: settle(view, move))
    if rules.bounce(view.score[view.seat] + stopped(view)) == rules.GOAL:
        return "STOP"
    return decide(view, most_points())


def stopped(view: View) -> int:
    """The turn's score if it ends here."""
    state = for_interpreter(view.state)[0]
    return view.potential + rules.reserve_worth(state) + rules.marks(state)


@cache
def most_points() -> Values:
    """The turn of somebody who counts nothing but its score."""
    points = np.arange(0, rules.PERIOD, STEP, dtype=np.float64).reshape(-1, 1)
    return solve(Prize(points, np.array([[rules.FAILED], [rules.WRECKED]], float)))


def settle(view: View, move: str) -> tuple[int, int]:
    """Whether a settlement wins (1) or loses (-1) at once, and the lead over the best opponent after it."""
    state = for_interpreter(view.state.copy())[0]
    rules.apply(state, view.seat, read(rules.MOVES, move), dice(0, 0))
    return result(state, view.seat), lead(state, view.seat)


def result(state: StateRecord, seat: int) -> int:
    if not rules.is_over(state):
        return 0
    return 1 if rules.is_first(state, seat) else -1


def lead(state: StateRecord, seat: int) -> int:
    others = [other for other in range(state.seats) if rules.check_other(state, seat, other) == rules.OK]
    return rules.standing(state, seat) - max(rules.standing(state, other) for other in others)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
