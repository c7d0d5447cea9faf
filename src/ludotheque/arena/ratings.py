"""Ratings from ranks, all matches at once: how strong each entrant is, with an interval.

One model serves every number of seats: Plackett–Luce with ties, which is Davidson's model for two seats.

A team counts as one entrant, whose logarithm of strength is the mean of its members'. With the mean, two teams of
clones have the odds of the bots themselves, so that ratings from matches with and without teams have the same unit, and
a team is not stronger because it is larger.

The unit is that of Elo: 400 points are odds of 10 to 1 for being ahead. Matches of a group have the same seed, and so
are not independent; intervals come from the differences between groups (a sandwich covariance).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from scipy import sparse, stats

from ludotheque.arena.plackett_luce import ELO, Array, Model, Pattern, Side
from ludotheque.game import GameError

Row: TypeAlias = tuple[Sequence[str], Sequence[int], Sequence[int] | None, Hashable]

NORMAL = float(stats.norm.ppf(0.975))
FEW = 10.0  # below this information about an entrant there are too few surprises to learn a variance from
LEAST = 1e-4  # of the model's variance: below it all groups went alike, and their differences say nothing


@dataclass(frozen=True)
class Ratings:
    """The rating of each entrant and its interval of 95 %; the mean of all ratings is 0."""

    value: dict[str, float]
    low: dict[str, float]
    high: dict[str, float]
    ties: dict[int, float]  # the weight of a tie of so many, against 1 for being ahead alone
    covariance: Array  # of the ratings, in the order of `value`

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """Return how much stronger the first is than the second, with the interval's ends."""
        names = list(self.value)
        i, j = names.index(first), names.index(second)
        error = np.sqrt(max(0.0, self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]))
        middle = self.value[first] - self.value[second]
        return middle, middle - NORMAL * error, middle + NORMAL * error


def fit(
    rows: Iterable[Row], times: Mapping[Hashable, int] | None = None, *, bootstrap: int = 0, seed: int = 0
) -> Ratings:
    """Return the ratings after these matches, each as (entrants, ranks, teams or None, group).

    The order of the matches does not matter. `times`: how many groups went exactly like this one, where it is not one.
    `bootstrap`: draw the groups so many times anew, and take intervals from the ratings that result.
    """
    if bootstrap < 0:
        raise GameError("Groups are drawn anew at least 0 times, not {times}.", times=bootstrap)
    counted = count_rows(rows, times or {})
    if not counted.names:
        return Ratings({}, {}, {}, {}, np.zeros((0, 0)))
    model = Model(counted.names, counted.patterns)
    counts = counted.groups.T @ counted.times
    found = model.maximize(counts, np.zeros(model.size))
    covariance, error = estimate_error(model, counted, counts, found)
    strengths = center(found[: len(counted.names)]) * ELO
    low, high = strengths - error, strengths + error
    if bootstrap:
        low, high = draw_interval(model, counted, found, bootstrap, np.random.default_rng(seed))
    ties = {size: float(np.exp(found[len(counted.names) + place])) for place, size in enumerate(model.tie_sizes)}
    named = [dict(zip(counted.names, np.round(ends, 6).tolist())) for ends in (strengths, low, high)]
    return Ratings(named[0], named[1], named[2], ties, covariance)


# Counting: equal matches are computed once


class Counted(NamedTuple):
    """How often each pattern came in each group."""

    names: list[str]
    patterns: list[Pattern]
    groups: Array  # a sparse matrix: groups × patterns
    times: Array  # how many groups went like this


def count_rows(rows: Iterable[Row], times: Mapping[Hashable, int]) -> Counted:
    kinds: dict[tuple[Any, ...], int] = {}
    groups: dict[Hashable, int] = {}
    cells = np.array(
        [
            (groups.setdefault(group, len(groups)), kinds.setdefault((*map(as_key, row),), len(kinds)))
            for *row, group in rows
        ],
        np.int64,
    ).reshape(-1, 2)
    names = sorted({name for entrants, _, _ in kinds for name in entrants})
    place = {name: index for index, name in enumerate(names)}
    found = [make_pattern(tuple(place[name] for name in entrants), ranks, teams) for entrants, ranks, teams in kinds]
    patterns = sorted(set(found))
    column = {pattern: index for index, pattern in enumerate(patterns)}
    columns = np.array([column[pattern] for pattern in found], np.int64)[cells[:, 1]]
    ones = np.ones(len(cells))
    matrix = sparse.csr_matrix((ones, (cells[:, 0], columns)), shape=(len(groups), len(patterns)))
    return Counted(names, patterns, matrix, np.array([times.get(group, 1) for group in groups], float))


def as_key(values: Sequence[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


def make_pattern(entrants: Sequence[int], ranks: Sequence[int], teams: Sequence[int] | None) -> Pattern:
    """Return the sides in the order of their ranks; a team has the best rank of its members."""
    if not len(entrants) == len(ranks) == len(teams or ranks):
        raise GameError("A match needs a rank for each of its {seats} seats.", seats=len(entrants))
    sides: dict[int, tuple[list[int], list[int]]] = {}
    for seat, entrant in enumerate(entrants):
        members, their_ranks = sides.setdefault(teams[seat] if teams else seat, ([], []))
        members.append(entrant)
        their_ranks.append(ranks[seat])
    stages: dict[int, list[Side]] = {}
    for members, their_ranks in sides.values():
        stages.setdefault(min(their_ranks), []).append(tuple(sorted(members)))
    return tuple(tuple(sorted(stages[rank])) for rank in sorted(stages))


# Intervals


def estimate_error(model: Model, counted: Counted, counts: Array, x: Array) -> tuple[Array, Array]:
    """Return the covariance of the ratings, and half the width of each one's interval.

    The model's own covariance takes its place for an entrant that was seen in one group only, or about whom there is
    too little information, as one that has only won, or whose groups all went alike, as one win for each, but for one.
    """
    entrants = len(counted.names)
    information = model.information(x, counts)
    inverse = np.linalg.inv(information + np.diag(model.precision))
    scores = counted.groups @ model.scores(x)
    groups = counted.times.sum()
    meat = (scores.T @ scores.multiply(counted.times[:, None])).toarray() * (groups / max(1, groups - 1))
    robust, plain = (center_both(matrix[:entrants, :entrants]) for matrix in (inverse @ meat @ inverse, inverse))
    seen = (abs(scores[:, :entrants]) > 0).T @ counted.times
    own, by_model = robust.diagonal(), plain.diagonal()
    is_flat = (own < LEAST * by_model) | (count_surprises(scores[:, :entrants], counted.times) < 2)
    is_thin = (np.diag(information)[:entrants] < FEW) | (seen < 2) | is_flat
    error = np.sqrt(np.maximum(own, 0.0)) * stats.t.ppf(0.975, np.maximum(seen - 1, 1))
    wider = np.where(is_thin, np.maximum(own, by_model), own)
    base = np.where(is_flat[:, None] | is_flat[None, :], plain, robust)
    stretch = np.sqrt(wider / np.maximum(base.diagonal(), 1e-300))
    covariance = base * stretch[:, None] * stretch[None, :] * ELO**2
    return covariance, np.where(is_thin, np.maximum(error * (seen > 1), np.sqrt(by_model) * NORMAL), error) * ELO


def count_surprises(scores: Array, times: Array) -> Array:
    """Return how many groups the variance of each entrant comes from: about 1 if one of them outweighs all others."""
    squares = scores.multiply(scores)
    once, twice = squares.T @ times, squares.multiply(squares).T @ times
    result: Array = once**2 / np.maximum(twice, 1e-300)
    return result


def draw_interval(model: Model, counted: Counted, start: Array, draws: int, random: Any) -> tuple[Array, Array]:
    """Return the ends of intervals from ratings of groups that are drawn anew, with replacement."""
    count = int(counted.times.sum())
    drawn = []
    for _ in range(draws):
        weights = random.multinomial(count, counted.times / counted.times.sum())
        found = model.maximize(counted.groups.T @ weights, start)
        drawn.append(center(found[: len(model.names)]) * ELO)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return low, high


def center(strengths: Array) -> Array:
    return strengths - strengths.mean() if len(strengths) else strengths


def center_both(matrix: Array) -> Array:
    return matrix - matrix.mean(axis=0, keepdims=True) - matrix.mean(axis=1, keepdims=True) + matrix.mean()
