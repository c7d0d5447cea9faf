"""Plays each turn for the most points; settles most turns for the largest lead, and some without a thought."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.turn import STEP, Payoff, Values, rate_choices, solve_turn
from ludotheque.view import View

CARELESS = 0.25  # share of turns that it counts for itself without comparing


def play(view: View) -> str:
    if view.phase == rules.SETTLING:
        if view.random.random() < CARELESS:
            return "OWN"
        moves = view.legal()
        opponents = [int(move.split()[1]) for move in moves if move != "OWN"]
        return max(moves, key=lambda move: rate_settlement(view, move, opponents))
    if rules.bounce(view.score[view.seat] + view.after("STOP").gain) == rules.GOAL:
        return "STOP"
    points = rate_choices(view, solve_for_points())
    return max(points, key=points.__getitem__)


@cache
def solve_for_points() -> Values:
    """Solve a turn whose payoff is its score."""
    points = np.arange(0, rules.PERIOD, STEP, dtype=np.float64).reshape(-1, 1)
    return solve_turn(Payoff(points, np.array([[rules.FAILED], [rules.FAILED_ALL]], float)))


def rate_settlement(view: View, move: str, opponents: Sequence[int]) -> tuple[int, int]:
    """Return whether `move` wins (1) or loses (-1) the match, and the lead over the best opponent after it."""
    after = view.after(move)
    share, score = after.outcome[view.seat]
    result = 0 if not after.over else 1 if share else -1
    return result, score - max(after.outcome[seat][1] for seat in opponents)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
