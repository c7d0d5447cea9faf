"""Is A better than B? A sequential test that stops as soon as the results decide (SPRT).

It compares two hypotheses, A is `elo0` points better than B and A is `elo1` points better, by the logarithm of their
likelihood ratio (LLR). The results are the scores of groups of matches with the same seed, not those of single matches:
a seed that favours one seat does so in both matches of a pair, and the test needs fewer matches. Two matches have five
possible scores (a pentanomial distribution).

The probabilities of the scores are not known, so each hypothesis gets those that explain the results best among all
with its mean (the generalised test). For a mean `s` these are `q / (1 + x * (score - s))`, where `q` are the observed
shares, and `x` makes the mean right.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any

ELO = 400 / math.log(10)
UNSEEN = 1e-3  # the weight of a group that nobody has seen: both ends of the scale are possible, so that x exists
HALVINGS = 60
LOOKS = 4096  # at once, for memory


class Verdict(StrEnum):
    ACCEPTED = "accepted"  # A is better
    REJECTED = "rejected"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Bounds:
    """What is tested, and how often it may be wrong."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05  # of duels where A is elo0 better, so many may be accepted
    beta: float = 0.05  # of duels where A is elo1 better, so many may be rejected

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def judge(self, llr: float) -> Verdict:
        if llr >= self.upper:
            return Verdict.ACCEPTED
        return Verdict.REJECTED if llr <= self.lower else Verdict.UNDECIDED


@dataclass(frozen=True)
class Summary:
    """What the groups so far say."""

    groups: int
    llr: float
    elo: float
    low: float  # the interval of 95 %
    high: float
    verdict: Verdict


def summarize(scores: Iterable[float], bounds: Bounds) -> Summary:
    """Return the state of the test after groups with these scores, each from 0 to 1."""
    counted = Counter(scores)
    values = np.array(sorted({0.0, 1.0, *counted}))
    counts = np.array([counted[value] for value in values.tolist()], float)
    groups = int(counts.sum())
    if not groups:
        return Summary(0, 0.0, 0.0, -math.inf, math.inf, Verdict.UNDECIDED)
    llr = float(likelihood_ratio(counts, values, bounds))
    elo, low, high = estimate_elo(counts, values)
    return Summary(groups, llr, elo, low, high, bounds.judge(llr))


def find_decision(scores: Sequence[float], bounds: Bounds, first: int = 0) -> int | None:
    """Return after how many groups the test was decided; `first` groups are known not to decide it."""
    values = np.array(sorted({0.0, 1.0, *scores}))
    places = np.searchsorted(values, np.array(scores))
    counts = np.cumsum(places[:, None] == np.arange(len(values)), axis=0)[first:]
    for start in range(0, len(counts), LOOKS):
        llr = likelihood_ratio(counts[start : start + LOOKS], values, bounds)
        decided = np.flatnonzero((llr >= bounds.upper) | (llr <= bounds.lower))
        if len(decided):
            return first + start + int(decided[0]) + 1
    return None


def likelihood_ratio(counts: Array, values: Array, bounds: Bounds) -> Array:
    """Return the LLR of so many groups with each value; `counts` may have further axes in front.

    `values` begins with 0 and ends with 1.
    """
    is_end = (values == values[0]) | (values == values[-1])
    known: Array = np.where(is_end, np.maximum(counts, UNSEEN), counts)
    shares = known / known.sum(axis=-1, keepdims=True)
    weaker, stronger = (_divisors(shares, values, score_of_elo(elo)) for elo in (bounds.elo0, bounds.elo1))
    return counts.sum(axis=-1) * (shares * (np.log(weaker) - np.log(stronger))).sum(axis=-1)


def _divisors(shares: Array, values: Array, mean: float) -> Array:
    """Return what divides the shares into the probabilities with this mean that explain them best."""
    away = values - mean
    low = np.full(shares.shape[:-1], -1 / away[-1])
    high = np.full(shares.shape[:-1], -1 / away[0])
    for _ in range(HALVINGS):
        x = (low + high) / 2
        excess = (shares * away / (1 + x[..., None] * away)).sum(axis=-1)  # falls while x grows
        low, high = np.where(excess > 0, x, low), np.where(excess > 0, high, x)
    return 1 + ((low + high) / 2)[..., None] * away


def estimate_elo(counts: Array, values: Array) -> tuple[float, float, float]:
    """Return the difference in points that the mean score stands for, and its interval of 95 %.

    Half a group is added at each end of the scale, so that a bot that always wins has a finite interval too.
    """
    added = counts + (values == values[0]) / 2 + (values == values[-1]) / 2
    mean = float(added @ values / added.sum())
    variance = float(added @ (values - mean) ** 2 / added.sum() / added.sum())
    error = 1.959964 * math.sqrt(variance) * ELO / (mean * (1 - mean))
    middle = elo_of_score(mean)
    return middle, middle - error, middle + error


def score_of_elo(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    return -400 * math.log10(1 / score - 1)


def score_group(matches: Iterable[tuple[Sequence[str], Sequence[int], Sequence[int] | None]], first: str) -> float:
    """Return A's share of the rank points that A and B have got in a group of matches.

    Each match is (who sits where, ranks, teams or None); who is `first`, the other bot of the duel, or anybody else
    under the name "". A seat has a point for every seat behind it and half a point for every seat with the same rank;
    seats of the same bot or team do not count. A bot with several seats has their mean. With two seats this is a win,
    a draw or a loss.
    """
    mine: list[float] = []
    theirs: list[float] = []
    for who, ranks, teams in matches:
        for seat, name in enumerate(who):
            if name:
                (mine if name == first else theirs).append(_points(seat, who, ranks, teams))
    one, two = sum(mine) / len(mine), sum(theirs) / len(theirs)
    return one / (one + two)


def _points(seat: int, who: Sequence[str], ranks: Sequence[int], teams: Sequence[int] | None) -> float:
    points = 0.0
    for other in range(len(who)):
        if who[other] != who[seat] and (teams is None or teams[other] != teams[seat]):
            points += 1.0 if ranks[seat] < ranks[other] else 0.5 if ranks[seat] == ranks[other] else 0.0
    return points
