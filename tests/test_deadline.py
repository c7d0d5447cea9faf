"""Work in slices ends before its deadline, also if single slices take longer than others."""

from collections.abc import Sequence

import pytest

from ludotheque.search.deadline import Deadline


def count_slices(
    budget: float, slices: Sequence[float], before: float = 0.0, longest: float = 0.0
) -> tuple[int, float]:
    """Work in slices that take as long as said; return how many were done, and when the last one ended."""
    now = [0.0]
    deadline = Deadline(budget, longest, lambda: now[0])
    now[0] += before
    for number, seconds in enumerate(slices):
        if not deadline.has_time():
            return number, now[0]
        now[0] += seconds
    raise AssertionError("there was time for all slices")


def test_slices_of_equal_length_fill_the_budget() -> None:
    assert count_slices(10.0, [1.0] * 20) == (9, 9.0)  # a tenth one could end too late


def test_after_a_long_slice_time_for_another_one_is_left() -> None:
    assert count_slices(10.0, [1.0, 4.0] + [1.0] * 20) == (3, 6.0)


@pytest.mark.parametrize("slow", range(1, 6))
def test_a_slice_as_long_as_one_before_ends_in_time_whenever_it_comes(slow: int) -> None:
    for place in range(30):
        slices = [0.5] * 40
        slices[1] = slices[place] = float(slow)
        assert count_slices(14.0, slices)[1] < 14.0


def test_what_happened_before_the_first_slice_is_no_slice() -> None:
    assert count_slices(10.0, [1.0] * 20, before=5.0) == (4, 9.0)


def test_time_for_a_long_slice_of_an_earlier_budget_is_left_too() -> None:
    assert count_slices(10.0, [1.0] * 20, longest=4.0) == (6, 6.0)


def test_half_of_the_budget_is_used_in_any_case() -> None:
    assert count_slices(10.0, [1.0] * 20, longest=40.0) == (5, 5.0)


def test_without_time_no_slice_is_begun() -> None:
    assert count_slices(0.0, [1.0]) == (0, 0.0)
