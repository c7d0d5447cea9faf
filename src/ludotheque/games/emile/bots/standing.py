"""The chances of three to eight seats, or of two teams, to win the race: a small network over the seats' scores.

It begins with what the duels between two seats say (race.py), and corrects it by what it learned from matches: with
more seats a leader has more opponents, who all can take from its score. learn.py computes the weights in standings.npz.
A standing holds the scores in steps from the bottom, the player of this turn first and then in the order of play; so
seat 1 rolls next, and seat 0 last.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FILE = Path(__file__).with_name("standings.npz")
PLACES, SEATS = 101, 8
WIDTH = 16  # numbers that describe a seat

Floats = npt.NDArray[np.float64]
Standings = npt.NDArray[np.int64]  # [match, seat]


class Weights(NamedTuple):
    scores: Floats  # [score, WIDTH]
    orders: Floats  # [seat in a standing, WIDTH]
    counts: Floats  # [number of seats - 1, WIDTH]
    own: Floats  # [WIDTH, WIDTH]
    mean: Floats  # [WIDTH, WIDTH]: of all seats
    partner: Floats  # [WIDTH, WIDTH]: zero without teams
    bias: Floats  # [WIDTH]
    last: Floats  # [WIDTH]
    base: Floats  # [1]: how much the duels count


class Thought(NamedTuple):
    """The numbers of a forward pass that learning needs."""

    seen: Floats  # [match, seat, WIDTH]
    hidden: Floats  # [match, seat, WIDTH]
    chances: Floats  # [match, seat], of a team in both of its seats


def new_weights(seed: int) -> Weights:
    """Return weights that change nothing: chances are those of the duels."""
    rng = np.random.default_rng(seed)
    scores, orders, counts = (rng.normal(0, 0.3, (rows, WIDTH)) for rows in (PLACES, SEATS, SEATS))
    own, mean, partner = (rng.normal(0, WIDTH**-0.5, (WIDTH, WIDTH)) for _ in range(3))
    return Weights(scores, orders, counts, own, mean, partner, np.zeros(WIDTH), np.zeros(WIDTH), np.ones(1))


@cache
def load_weights(has_teams: bool) -> Weights:
    """Return the weights that come with the package."""
    with np.load(FILE) as stored:
        name = "teams" if has_teams else "alone"
        return Weights(*(stored[f"{name}_{field}"].astype(np.float64) for field in Weights._fields))


def rate_seats(weights: Weights, standings: Standings, base: Floats, has_teams: bool) -> Thought:
    """Return the chances of all seats; `base` has the logarithms of what the duels say."""
    seats = standings.shape[1]
    seen = weights.scores[standings] + weights.orders[:seats] + weights.counts[seats - 1]
    seen = np.maximum(seen, 0)
    mixed = seen @ weights.own + (seen.mean(axis=1) @ weights.mean + weights.bias)[:, None]
    if has_teams:
        mixed += seen[:, [2, 3, 0, 1]] @ weights.partner
    hidden = np.maximum(mixed, 0)
    logits = hidden @ weights.last + weights.base * base
    if has_teams:
        logits = logits + logits[:, [2, 3, 0, 1]]
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return Thought(seen, hidden, powers / powers.sum(axis=1, keepdims=True) * (2 if has_teams else 1))
