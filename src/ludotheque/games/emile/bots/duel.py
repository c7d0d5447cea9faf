"""Émile for two without a last round, solved exactly: duel.npy.

It is made again by `python -m ludotheque.games.emile.bots.duel`, some minutes: value iteration over all pairs of
scores, every turn solved by turn.py.
"""

from functools import cache
from pathlib import Path

import numpy as np

from ludotheque.games.emile.bots.race import TOP, Chances, Race, prize
from ludotheque.games.emile.bots.turn import solve, the_turn

FILE = Path(__file__).with_name("duel.npy")
WHOLE = np.iinfo(np.uint16).max  # a chance is kept as a part of this
CLOSE = 1e-6


@cache
def duel() -> Chances:
    """[score of who rolls next, score of the other]: the chance of the first, scores in steps from the bottom."""
    chances: Chances = np.load(FILE) / WHOLE
    return chances


def solve_duel() -> Chances:
    """Turn by turn until nothing changes any more."""
    chances = np.full((TOP + 1, TOP + 1), 0.5)
    change = 1.0
    while change > CLOSE:
        change = improve(chances)
        print(f"largest change: {change:.7f}", flush=True)
    return chances


def improve(chances: Chances) -> float:
    """One turn more at every pair of scores, in place; how much that changed."""
    change = 0.0
    for score in range(TOP):
        better = one_turn(chances, score)
        change = max(change, float(np.abs(better - chances[score, :TOP]).max()))
        chances[score, :TOP] = better
    return change


def one_turn(chances: Chances, score: int) -> Chances:
    """The chance of who rolls next from one score, against every score."""
    standings = np.array([(score, other) for other in range(TOP)])
    return solve(prize(Race(2, chances), standings))[0, the_turn().start]


if __name__ == "__main__":
    np.save(FILE, np.round(solve_duel() * WHOLE).astype(np.uint16))
