"""The chances of three to eight seats, or of two teams, to win the race: a small network over the seats' scores.

It begins with what the duels between two seats say (race.py), and corrects it by what it learned from turns: with more
seats a leader has more opponents, who all can take from its score. learn.py computes the weights in standings.npz, for
each number of seats, and for teams. A standing holds the scores in steps from the bottom, the player of this turn first
and then in the order of play; so seat 1 rolls next, and seat 0 last.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FILE = Path(__file__).with_name("standings.npz")
PLACES = 101
WIDTH = 16  # numbers that describe a seat
PARTNERS = [2, 3, 0, 1]

Floats = npt.NDArray[np.float64]
Standings = npt.NDArray[np.int64]  # [match, seat]


class Weights(NamedTuple):
    scores: Floats  # [score, WIDTH]
    orders: Floats  # [seat in a standing, WIDTH]
    own: Floats  # [WIDTH, WIDTH]
    mean: Floats  # [WIDTH, WIDTH]: of all seats
    partner: Floats  # [WIDTH, WIDTH]: unused without teams
    bias: Floats  # [WIDTH]
    last: Floats  # [WIDTH]
    base: Floats  # [1]: how much the duels count


class Thought(NamedTuple):
    """The numbers of a forward pass that learning needs."""

    seen: Floats  # [match, seat, WIDTH]
    hidden: Floats  # [match, seat, WIDTH]
    chances: Floats  # [match, seat], of a team in both of its seats


def new_weights(seats: int, seed: int = 1) -> Weights:
    """Return weights that change nothing: chances are those of the duels."""
    rng = np.random.default_rng(seed)
    scores, orders = (rng.normal(0, 0.3, (rows, WIDTH)) for rows in (PLACES, seats))
    own, mean, partner = (rng.normal(0, WIDTH**-0.5, (WIDTH, WIDTH)) for _ in range(3))
    return Weights(scores, orders, own, mean, partner, np.zeros(WIDTH), np.zeros(WIDTH), np.ones(1))


def name_table(seats: int, has_teams: bool) -> str:
    return "teams" if has_teams else str(seats)


@cache
def load_weights(seats: int, has_teams: bool) -> Weights:
    """Return the weights that come with the package."""
    with np.load(FILE) as stored:
        name = name_table(seats, has_teams)
        return Weights(*(stored[f"{name}_{field}"].astype(np.float64) for field in Weights._fields))


def rate_seats(weights: Weights, standings: Standings, base: Floats, has_teams: bool) -> Thought:
    """Return the chances of all seats; `base` has the logarithms of what the duels say.

    What a seat with a score adds is computed once for each seat and score, and looked up for each standing.
    """
    seats = np.arange(standings.shape[1])
    seen = np.maximum(weights.scores + weights.orders[:, None], 0)  # [seat, score, WIDTH]
    own, mean = seen @ weights.own, seen @ weights.mean / len(seats)
    mixed = own[seats, standings] + (mean[seats, standings].sum(axis=1) + weights.bias)[:, None]
    if has_teams:
        mixed += (seen @ weights.partner)[PARTNERS, standings[:, PARTNERS]]
    hidden = np.maximum(mixed, 0)
    logits = hidden @ weights.last + weights.base * base
    if has_teams:
        logits = logits + logits[:, PARTNERS]
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances = powers / powers.sum(axis=1, keepdims=True) * (2 if has_teams else 1)
    return Thought(seen[seats, standings], hidden, chances)
