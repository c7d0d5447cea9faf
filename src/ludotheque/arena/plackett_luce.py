"""The model behind ratings: Plackett–Luce with ties (Davidson–Luce), with its first and second derivatives.

A match is a sequence of choices: which sides are first, then which are first among the rest, and so on. In each choice
a set of `t` sides is chosen with a weight of `d[t]` times the geometric mean of their strengths, where `d[1]` is 1. For
two sides this is Davidson's model of wins and draws, and without draws that of Bradley and Terry.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from scipy import optimize, sparse

Array: TypeAlias = Any
Side: TypeAlias = tuple[int, ...]  # the entrants of a team, or one alone
Pattern: TypeAlias = tuple[tuple[Side, ...], ...]  # the sides of a match, those of the best rank first

ELO = 400 / np.log(10)  # points for each unit of the logarithm of strength
PRIOR = 800 / ELO  # standard deviation of strengths: weak, but an entrant that only wins has a finite rating
TIE_PRIOR = 5.0  # the same for the logarithm of a tie's weight
CHUNK = 50_000  # patterns that are computed at once, for memory


class Shape(NamedTuple):
    """All patterns with the same numbers of sides at each rank."""

    stages: tuple[int, ...]
    places: Array  # which patterns these are
    sides: Array  # patterns × sides: which side is where, the best rank first


class Model:
    """The logarithm of the probability of counted patterns, with the prior. It is concave: there is one maximum."""

    def __init__(self, names: Sequence[str], patterns: Sequence[Pattern]):
        self.names = names
        sizes = {len(stage) for pattern in patterns for stage in pattern}
        self.tie_sizes = sorted(sizes - {1})
        self.sizes = tuple(sorted(sizes | {1}))
        self.size = len(names) + len(self.tie_sizes)
        sides = {side: place for place, side in enumerate(sorted({s for p in patterns for stage in p for s in stage}))}
        self.mixing = make_mixing(list(sides), len(names))
        self.pattern_count = len(patterns)
        self.shapes = list(split_by_shape(patterns, sides))
        self.precision = np.array([PRIOR**-2] * len(names) + [TIE_PRIOR**-2] * len(self.tie_sizes))

    def maximize(self, counts: Array, start: Array) -> Array:
        def loss(x: Array) -> float:
            return float(0.5 * (self.precision * x * x).sum() - counts @ self.log_probabilities(x))

        def slope(x: Array) -> Array:
            return self.precision * x - self.scores(x).T @ counts

        def curvature(x: Array) -> Array:
            return np.diag(self.precision) + self.information(x, counts)

        options = {"gtol": 1e-7 * max(1.0, counts.sum() ** 0.5)}
        return optimize.minimize(loss, start, jac=slope, hess=curvature, method="trust-exact", options=options).x

    def log_probabilities(self, x: Array) -> Array:
        result = np.zeros(self.pattern_count)
        for shape, stage in self._stages(x):
            result[shape.places] += stage.logits[:, stage.chosen] - stage.log_total
        return result

    def scores(self, x: Array) -> Array:
        """Return the derivatives of the logarithm of each pattern's probability, as a sparse matrix."""
        cells = Cells()
        for shape, stage in self._stages(x):
            slopes = stage.design[stage.chosen] - stage.shares @ stage.design
            cells.add(shape.places[:, None], self._columns(shape, stage), slopes)
        return cells.make_matrix(self.pattern_count, self._mix.shape[0]) @ self._mix

    def information(self, x: Array, counts: Array) -> Array:
        """Return the second derivatives of the counted patterns, with the sign changed."""
        cells = Cells()
        for shape, stage in self._stages(x):
            mean = stage.shares @ stage.design
            pairs = stage.design[:, :, None] * stage.design[:, None, :]
            spread = np.tensordot(stage.shares, pairs, 1) - mean[:, :, None] * mean[:, None, :]
            columns = self._columns(shape, stage)
            cells.add(columns[:, :, None], columns[:, None, :], spread * counts[shape.places][:, None, None])
        wide = self._mix.shape[0]
        return (self._mix.T @ cells.make_matrix(wide, wide) @ self._mix).toarray()

    def _stages(self, x: Array) -> Iterator[tuple[Shape, "Stage"]]:
        """Yield each choice of each shape, with the weights of all sets that could have been chosen."""
        strengths = self.mixing @ x[: len(self.names)]
        ties = dict(zip(self.tie_sizes, x[len(self.names) :])) | {1: 0.0}
        for shape in self.shapes:
            first = 0
            for chosen in shape.stages:
                if sum(shape.stages) - first > 1:  # the last one of all has no choice
                    yield shape, weigh(strengths[shape.sides[:, first:]], first, chosen, self.sizes, ties)
                first += chosen

    def _columns(self, shape: Shape, stage: "Stage") -> Array:
        """Return which column of the sides and ties each column of a stage's design is."""
        ties = np.arange(len(self.tie_sizes)) + self.mixing.shape[0]
        return np.hstack([shape.sides[:, stage.first :], np.tile(ties, (len(shape.places), 1))])

    @cached_property
    def _mix(self) -> Array:
        """The matrix that leads from sides and ties to entrants and ties."""
        return sparse.block_diag([self.mixing, sparse.identity(len(self.tie_sizes))], "csr")


class Cells:
    """Cells of a sparse matrix; those at the same place are added up."""

    def __init__(self) -> None:
        self._parts: list[tuple[Array, Array, Array]] = []

    def add(self, rows: Array, columns: Array, values: Array) -> None:
        rows, columns = (np.broadcast_to(places, values.shape).ravel() for places in (rows, columns))
        self._parts.append((rows, columns, values.ravel()))

    def make_matrix(self, height: int, width: int) -> Array:
        if not self._parts:
            return sparse.csr_matrix((height, width))
        rows, columns, values = (np.concatenate(part) for part in zip(*self._parts))
        return sparse.csr_matrix((values, (rows, columns)), (height, width))


class Stage(NamedTuple):
    """One choice in each pattern of a shape."""

    first: int  # how many sides were chosen before
    design: Array  # sets × (sides, ties): what each set's logarithm of weight is made of
    chosen: int  # the set that was chosen
    logits: Array  # patterns × sets
    log_total: Array
    shares: Array  # patterns × sets: the probability of each set


def weigh(strengths: Array, first: int, chosen: int, sizes: tuple[int, ...], ties: dict[int, float]) -> Stage:
    design, place = make_design(strengths.shape[1], chosen, sizes)
    known = np.array([ties[size] for size in sizes if size > 1])
    logits = strengths @ design[:, : strengths.shape[1]].T + design[:, strengths.shape[1] :] @ known
    top = logits.max(axis=1, keepdims=True)
    weights = np.exp(logits - top)
    total = weights.sum(axis=1, keepdims=True)
    return Stage(first, design, place, logits, (np.log(total) + top)[:, 0], weights / total)


@cache
def make_design(sides: int, chosen: int, sizes: tuple[int, ...]) -> tuple[Array, int]:
    """Return all sets of `sides` whose size can be chosen, a row each, and the row of the first `chosen` ones."""
    sets = [members for size in sizes for members in combinations(range(sides), size)]
    ties = [size for size in sizes if size > 1]
    design = np.zeros((len(sets), sides + len(ties)))
    for row, members in enumerate(sets):
        design[row, list(members)] = 1 / len(members)
        if len(members) > 1:
            design[row, sides + ties.index(len(members))] = 1
    return design, sets.index(tuple(range(chosen)))


def make_mixing(sides: Sequence[Side], entrants: int) -> Array:
    """Return the matrix that takes the mean of the members of each side."""
    rows = [row for row, side in enumerate(sides) for _ in side]
    columns = [member for side in sides for member in side]
    shares = [1 / len(side) for side in sides for _ in side]
    return sparse.csr_matrix((shares, (rows, columns)), shape=(len(sides), entrants))


def split_by_shape(patterns: Sequence[Pattern], sides: dict[Side, int]) -> Iterator[Shape]:
    found: dict[tuple[int, ...], list[int]] = {}
    for place, pattern in enumerate(patterns):
        found.setdefault(tuple(len(stage) for stage in pattern), []).append(place)
    for stages, places in found.items():
        for start in range(0, len(places), CHUNK):
            part = places[start : start + CHUNK]
            rows = [[sides[side] for stage in patterns[place] for side in stage] for place in part]
            yield Shape(stages, np.array(part), np.array(rows, np.int64).reshape(len(part), -1))
