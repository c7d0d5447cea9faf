"""Figures that must come out of the rules, by enumeration."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ludotheque.game import Move, StateRecord
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.medium import most_points
from ludotheque.games.emile.bots.turn import EMPTY, Reserve, reachable, rolled, the_turn, throws
from ludotheque.games.emile.rules import DICE


@pytest.mark.parametrize(("dice", "failures"), [(1, 4), (2, 16), (3, 60), (4, 204), (5, 600)])
def test_so_many_rolls_fail(dice: int, failures: int) -> None:
    rolls = [rolled(EMPTY, faces) for faces in product(range(1, 7), repeat=dice)]
    assert sum(rules.marks(roll) == 0 for roll in rolls) == failures
    assert len(rolls) == 6**dice


def test_240_rolls_of_five_dice_are_suites() -> None:
    assert sum(rules.is_suite(rolled(EMPTY, faces)) for faces in product(range(1, 7), repeat=DICE)) == 240


def test_no_failure_is_a_suite() -> None:
    rolls = [rolled(EMPTY, faces) for faces in throws(DICE)]
    assert all(rules.marks(roll) > 0 for roll in rolls if rules.is_suite(roll))


def test_33_reserves_can_precede_a_roll() -> None:
    reserves = walk()
    assert len([reserve for reserve in reserves if reserve[2] == 0]) == 15
    assert len([reserve for reserve in reserves if reserve[2] != 0]) == 18
    assert reachable() == reserves


def test_a_turn_for_points_alone_is_worth_210() -> None:
    assert round(float(most_points()[0, the_turn().start, 0]), 6) == 210.199180


def test_the_throws_of_the_solver_are_all_throws() -> None:
    for dice in range(1, DICE + 1):
        counted = dict.fromkeys(throws(dice), 0)
        for faces in product(range(1, 7), repeat=dice):
            counted[tuple(sorted(faces))] += 1
        assert {faces: Fraction(count, 6**dice) for faces, count in counted.items()} == {
            faces: Fraction(chance).limit_denominator(6**dice) for faces, chance in throws(dice).items()
        }


def test_the_chances_of_every_reserve_add_up() -> None:
    turn = the_turn()
    sums = np.add.reduceat(turn.chances, turn.rolls[:-1])
    assert np.allclose(sums, 1, rtol=0, atol=1e-12)


def walk() -> set[Reserve]:
    """The reserves that check lets a player roll from, over every throw and every KEEP there is."""
    found, todo = {EMPTY}, [EMPTY]
    while todo:
        reserve = todo.pop()
        for faces in throws(DICE - dice_in(reserve)):
            state = rolled(reserve, faces)
            for keep in product(range(6), range(6), range(7)):
                if dice_in(keep) < DICE and keep not in found and may_keep(state, keep):
                    found.add(keep)
                    todo.append(keep)
    return found


def dice_in(reserve: Reserve) -> int:
    ones, fives, brelan = reserve
    return ones + fives + (3 if brelan else 0)


def may_keep(state: StateRecord, keep: Reserve) -> bool:
    return rules.marks(state) > 0 and rules.check(state, 0, Move(rules.KEEP, *keep)) == rules.OK
