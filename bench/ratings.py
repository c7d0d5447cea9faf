"""Ratings: how often the intervals of 95 % cover the truth, and how long a fit of many matches takes."""

import argparse
import time
from itertools import combinations, permutations

import numpy as np

from ludotheque.arena.ratings import Row, fit

STRENGTHS = {"a": 0.9, "b": 0.3, "c": -0.2, "d": -1.0}


def simulate(seats: int, seeds: int, luck: float, random: np.random.Generator) -> list[Row]:
    """Return matches of all bots against each other: `seeds` groups for every choice of bots, all seat orders in each.

    Each seed favours some seats, by a normal deviate times `luck`; a difference below 0.3 is a tie.
    """
    rows: list[Row] = []
    for who in combinations(STRENGTHS, seats):
        for seed in range(seeds):
            favour = random.normal(0, luck, seats)
            for order in permutations(who):
                marks = [STRENGTHS[name] for name in order] + favour + random.gumbel(size=seats)
                rows.append((order, rank(marks.tolist()), None, (who, seed)))
    return rows


def rank(marks: list[float]) -> tuple[int, ...]:
    """Return ranks, where marks that are close to the next better one share its rank."""
    order = sorted(range(len(marks)), key=lambda seat: -marks[seat])
    ranks = [1] * len(marks)
    for place in range(1, len(order)):
        is_tie = marks[order[place - 1]] - marks[order[place]] < 0.3
        ranks[order[place]] = ranks[order[place - 1]] if is_tie else place + 1
    return tuple(ranks)


def coverage(seats: int, seeds: int, times: int, luck: float, seed: int = 1) -> float:
    """Return how often an interval covers the rating that very many matches give."""
    random = np.random.default_rng(seed)
    truth = fit(simulate(seats, 1000, luck, random)).value
    covered = 0
    for _ in range(times):
        found = fit(simulate(seats, seeds, luck, random))
        covered += sum(found.low[name] <= truth[name] <= found.high[name] for name in STRENGTHS)
    return covered / (times * len(STRENGTHS))


def measure_fit(seats: int, matches: int) -> float:
    """Return the seconds that a fit of so many matches takes, all but making them."""
    random = np.random.default_rng(2)
    names = [f"bot {number}" for number in range(20)]
    known = [tuple(int(rank) for rank in random.permutation(seats) + 1) for _ in range(50)]
    who = [tuple(names[i] for i in random.choice(20, seats, replace=False)) for _ in range(2000)]
    picked = zip(random.integers(0, len(who), matches).tolist(), random.integers(0, len(known), matches).tolist())
    rows: list[Row] = [(who[i], known[j], None, place // 2) for place, (i, j) in enumerate(picked)]
    started = time.perf_counter()
    fit(rows)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000, help="simulated leagues for each line")
    parser.add_argument("--matches", type=int, default=1_000_000, help="of the fit that is timed")
    arguments = parser.parse_args()
    for seats in (2, 3, 4):
        for seeds in (6, 20):
            for luck in (0.0, 1.5):
                share = coverage(seats, seeds, arguments.times, luck)
                print(
                    f"{seats} seats, {seeds} seeds for each set of bots, luck {luck}: {share:.1%} covered", flush=True
                )
    for seats in (2, 4):
        print(f"{arguments.matches:,} matches of {seats} seats: {measure_fit(seats, arguments.matches):.1f} s")


if __name__ == "__main__":
    main()
