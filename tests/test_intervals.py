"""Intervals of shares are those of SciPy; none is known where nothing was measured."""

import pytest
from scipy import stats

from ludotheque.intervals import wilson


@pytest.mark.parametrize(("first", "matches"), [(0, 5), (5, 5), (1, 2), (177, 200), (43, 340)])
def test_an_interval_is_the_one_of_wilson(first: int, matches: int) -> None:
    expected = stats.binomtest(first, matches).proportion_ci(method="wilson")
    assert wilson(first / matches, matches) == pytest.approx((expected.low, expected.high), abs=1e-4)


def test_without_a_match_every_share_is_possible() -> None:
    assert wilson(0.0, 0) == (0.0, 1.0)
