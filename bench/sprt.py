"""Duels: how often the sequential test is wrong, and how many matches it takes, by simulation."""

import argparse
from typing import Any, NamedTuple

import numpy as np

from ludotheque.arena.sprt import Bounds, estimate_elo, likelihood_ratio, score_of_elo

PAIRS = (np.arange(5) / 4, np.array([0.08, 0.22, 0.4, 0.22, 0.08]))  # scores of a pair, and how likely they are
GROUPS = (np.arange(25) / 24, np.exp(-((np.arange(25) / 24 - 0.5) ** 2) / 0.045))  # six matches of three seats


class Outcome(NamedTuple):
    accepted: float
    rejected: float
    groups: float  # the mean
    covered: float  # how often the interval of the points covers the truth, after the last group


def tilt(values: Any, shares: Any, mean: float) -> Any:
    """Return shares of the same shape with this mean."""
    low, high = -50.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        tilted = shares * np.exp(middle * values)
        tilted /= tilted.sum()
        low, high = (middle, high) if tilted @ values < mean else (low, middle)
    return tilted


def simulate(elo: float, bounds: Bounds, times: int, shape: Any, seed: int = 1, most: int = 100_000) -> Outcome:
    """Play so many duels at once, where A is `elo` better; look at each after every group."""
    values, shares = shape
    random = np.random.default_rng(seed)
    chances = tilt(values, shares, score_of_elo(elo))
    counts = np.zeros((times, len(values)))
    verdicts = np.zeros(times)
    open_ones = np.arange(times)
    for _ in range(most):
        counts[open_ones] += random.multinomial(1, chances, len(open_ones))
        llr = likelihood_ratio(counts[open_ones], values, bounds)
        verdicts[open_ones] = np.where(llr >= bounds.upper, 1, np.where(llr <= bounds.lower, -1, 0))
        open_ones = open_ones[verdicts[open_ones] == 0]
        if not len(open_ones):
            break
    ends = [estimate_elo(row, values)[1:] for row in counts]
    covered = float(np.mean([low <= elo <= high for low, high in ends]))
    return Outcome((verdicts == 1).mean(), (verdicts == -1).mean(), counts.sum(axis=1).mean(), covered)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000, help="simulated duels for each line")
    arguments = parser.parse_args()
    for name, shape in (("pairs of two seats", PAIRS), ("groups of three seats", GROUPS)):
        for bounds in (Bounds(0, 100), Bounds(0, 30), Bounds(-10, 10), Bounds(0, 10)):
            for elo in (bounds.elo0, bounds.elo1):
                found = simulate(elo, bounds, arguments.times, shape)
                print(
                    f"{name}, bounds [{bounds.elo0:g}, {bounds.elo1:g}], truly {elo:g}: accepted {found.accepted:.1%}, "
                    f"rejected {found.rejected:.1%}, {found.groups:.0f} groups, interval covers {found.covered:.1%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
