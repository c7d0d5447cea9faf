"""The exact solution of Émile for two seats without a last round, stored in duel.npy.

`python -m ludotheque.games.emile.bots.duel` computes it again in some minutes: value iteration over all pairs of
scores, with every turn solved by turn.py.
"""

from functools import cache
from pathlib import Path

import numpy as np

from ludotheque.games.emile.bots.race import TOP, Chances, Race, rate_turn
from ludotheque.games.emile.bots.turn import make_turn, solve_turn

FILE = Path(__file__).with_name("duel.npy")
WHOLE = np.iinfo(np.uint16).max  # the stored number of a chance of 1
LARGEST_CHANGE = 1e-6  # the iteration ends below this


@cache
def load_duel() -> Chances:
    """Return the chance of the seat that rolls next: [its score, the other score], in steps from −2500."""
    chances: Chances = np.load(FILE) / WHOLE
    return chances


def solve_duel() -> Chances:
    chances = np.full((TOP + 1, TOP + 1), 0.5)
    change = 1.0
    while change > LARGEST_CHANGE:
        change = improve(chances)
        print(f"largest change: {change:.7f}", flush=True)
    return chances


def improve(chances: Chances) -> float:
    """Look one turn further at every pair of scores, in place, and return the largest change."""
    change = 0.0
    for score in range(TOP):
        row = solve_row(chances, score)
        change = max(change, float(np.abs(row - chances[score, :TOP]).max()))
        chances[score, :TOP] = row
    return change


def solve_row(chances: Chances, score: int) -> Chances:
    """Return the chances of `score`, which rolls next, against every other score."""
    standings = np.array([(score, other) for other in range(TOP)])
    return solve_turn(rate_turn(Race(2, chances), standings))[0, make_turn().start]


if __name__ == "__main__":
    np.save(FILE, np.round(solve_duel() * WHOLE).astype(np.uint16))
