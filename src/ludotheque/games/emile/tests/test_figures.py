"""Figures of the rules, found by enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ludotheque.game import Move, StateRecord
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.hard import solve_for_points
from ludotheque.games.emile.bots.turn import EMPTY, Reserve, find_reserves, list_rolls, make_state, make_turn
from ludotheque.games.emile.rules import DICE


def count_ways(dice: int) -> Counter[tuple[int, ...]]:
    """Return how many rolls show the same faces in another order; the rules look at the number of each face only."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))


@pytest.mark.parametrize(("dice", "failures"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600)])
def test_the_number_of_rolls_that_fail(dice: int, failures: int) -> None:
    ways = count_ways(dice)
    assert sum(count for faces, count in ways.items() if rules.roll_worth(make_state(EMPTY, faces)) == 0) == failures
    assert sum(ways.values()) == 6**dice


def test_240_rolls_of_five_dice_are_suites() -> None:
    ways = count_ways(DICE)
    assert sum(count for faces, count in ways.items() if rules.is_suite(make_state(EMPTY, faces))) == 240


def test_no_failure_is_a_suite() -> None:
    rolls = [make_state(EMPTY, faces) for faces in list_rolls(DICE)]
    assert all(rules.roll_worth(roll) > 0 for roll in rolls if rules.is_suite(roll))


def test_a_player_can_roll_from_33_reserves() -> None:
    reserves = find_reserves_by_check()
    assert len([reserve for reserve in reserves if reserve[2] == 0]) == 15
    assert len([reserve for reserve in reserves if reserve[2] != 0]) == 18
    assert find_reserves() == reserves


def test_a_turn_for_points_alone_is_worth_210() -> None:
    assert round(float(solve_for_points()[0, make_turn().start, 0]), 6) == 210.199180


def test_the_solver_knows_every_roll() -> None:
    for dice in range(1, DICE + 1):
        counted = dict.fromkeys(list_rolls(dice), 0)
        for faces in product(range(1, 7), repeat=dice):
            counted[tuple(sorted(faces))] += 1
        assert {faces: Fraction(count, 6**dice) for faces, count in counted.items()} == {
            faces: Fraction(chance).limit_denominator(6**dice) for faces, chance in list_rolls(dice).items()
        }


def test_the_chances_of_every_reserve_add_up() -> None:
    turn = make_turn()
    sums = np.add.reduceat(turn.chances, turn.roll_starts[:-1])
    assert np.allclose(sums, 1, rtol=0, atol=1e-12)


def find_reserves_by_check() -> set[Reserve]:
    """Find the reserves that a player can roll from, with `check` over every roll and every KEEP."""
    found, todo = {EMPTY}, [EMPTY]
    while todo:
        reserve = todo.pop()
        for faces in list_rolls(DICE - count_dice(reserve)):
            state = make_state(reserve, faces)
            for keep in product(range(6), range(6), range(7)):
                if count_dice(keep) < DICE and keep not in found and can_keep(state, keep):
                    found.add(keep)
                    todo.append(keep)
    return found


def count_dice(reserve: Reserve) -> int:
    ones, fives, brelan = reserve
    return ones + fives + (3 if brelan else 0)


def can_keep(state: StateRecord, keep: Reserve) -> bool:
    return rules.roll_worth(state) > 0 and rules.check(state, 0, Move(rules.KEEP, *keep)) == rules.OK
