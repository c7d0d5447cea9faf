"""Candidates that are compared in the same futures: the best ones are kept, and only a clearly better one wins."""

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.search.selection import BASE, find_winner, keep_best

MACHINE = loops.machine(lt.load("emile"), interpreted=True)
FUTURES, ERRORS = 20, 2.0


def make_values(*rows: list[float]) -> np.ndarray:
    """Return one row of values for each candidate, repeated to the number of futures."""
    return np.array([np.resize(row, FUTURES) for row in rows])


@pytest.mark.parametrize(
    ("gains", "winner"), [([1.0, 1.0], 1), ([30.0, -25.0], BASE), ([30.0, -3.0], 1), ([-1.0], BASE), ([0.0], BASE)]
)
def test_the_first_candidate_is_left_only_for_a_clearly_better_one(gains: list[float], winner: int) -> None:
    alive, values = np.ones(2, np.int64), make_values([5.0], [5.0 + gain for gain in gains])
    assert MACHINE(find_winner)(alive, values, 2, FUTURES, ERRORS) == winner
    assert MACHINE(find_winner)(alive, values, 2, 2, ERRORS) == BASE, "two futures say too little"


def test_the_best_candidates_and_the_first_one_are_kept() -> None:
    alive, values = np.ones(5, np.int64), make_values([0.0], [3.0], [9.0], [3.0], [7.0])
    MACHINE(keep_best)(alive, values, 5, FUTURES, 3)
    assert alive.tolist() == [1, 1, 1, 0, 1], "of equal ones the earlier"
    MACHINE(keep_best)(alive, values, 5, FUTURES, 1)
    assert alive.tolist() == [1, 0, 1, 0, 0]


def test_only_what_is_left_can_win() -> None:
    alive, values = np.array([1, 0, 1]), make_values([0.0], [9.0], [1.0])
    assert MACHINE(find_winner)(alive, values, 3, FUTURES, ERRORS) == 2
