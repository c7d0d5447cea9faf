"""Dice: the same on every machine, and fair."""

import numpy as np
import pytest
from scipy import stats

from ludotheque.dice import CHOICE, LENGTH, dice, draw, multiply, reset, roll
from ludotheque.game import load
from ludotheque.loops import machine


def words(seed: int, ply: int, stream: int = 0, count: int = 4) -> list[int]:
    fresh = dice(seed, ply, stream)
    return [draw(fresh) for _ in range(count)]


def test_the_words_are_those_of_philox() -> None:
    """The published answer of Philox 4x32-10 for counter 0 and key 0."""
    assert words(0, 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]


def test_these_rolls_never_change() -> None:
    """Every record depends on them."""
    assert [roll(d, 6) for d in [dice(7, 1)] for _ in range(12)] == GOLDEN_SIX
    assert [roll(d, 2**32) for d in [dice(-1, 3)] for _ in range(3)] == GOLDEN_WIDE


GOLDEN_SIX = [2, 4, 1, 5, 1, 0, 2, 1, 4, 0, 0, 3]
GOLDEN_WIDE = [2391789588, 2924605043, 1463607721]


@pytest.mark.parametrize("word", [0, 1, 0xFFFF, 0x10000, 0x80000000, 0xFFFFFFFF, 123456789])
@pytest.mark.parametrize("factor", [1, 2, 6, 0xFFFF, 0x10001, 0xD2511F53, 0xFFFFFFFF, 2**32])
def test_a_product_is_exact_and_never_overflows(word: int, factor: int) -> None:
    """The result is two words, plain numbers, also where the whole product needs 64 bits."""
    low, high = multiply(word, factor)
    assert (high << 32) + low == word * factor
    assert type(low) is int and type(high) is int


def test_every_part_of_seed_ply_and_stream_matters() -> None:
    keys = [(1, 1), (2, 1), (1 << 40, 1), (-1, 1), (1, 2), (1, 1, CHOICE), (1, 1 << 31)]
    assert len({tuple(words(*key)) for key in keys}) == len(keys)


def test_later_blocks_differ() -> None:
    assert len(set(words(5, 5, count=400))) == 400


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 100])
def test_every_side_is_equally_likely(sides: int) -> None:
    fresh = dice(20260101, sides)
    counts = np.bincount([roll(fresh, sides) for _ in range(3000 * sides)], minlength=sides)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_wide_dice_have_no_modulo_bias() -> None:
    """With 3 * 2**30 sides, a plain remainder would fall into the lowest third twice as often."""
    fresh = dice(3, 3)
    thirds = np.bincount([roll(fresh, 3 << 30) >> 30 for _ in range(6000)], minlength=3)
    assert stats.chisquare(thirds).pvalue > 1e-4


def test_first_rolls_of_neighbouring_plies_are_independent() -> None:
    pairs = np.zeros((6, 6))
    for ply in range(9000):
        pairs[roll(dice(11, ply), 6), roll(dice(11, ply + 1), 6)] += 1
    assert stats.chisquare(pairs.ravel()).pvalue > 1e-4


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1, -(2**63), 123456789012345])
def test_compiled_dice_are_the_same(seed: int) -> None:
    build = machine(load("emile"), interpreted=False)
    array = np.zeros(LENGTH, np.int64)
    build(reset)(array, seed, 9, 0)
    interpreted = dice(seed, 9)
    for sides in (6, 2**32, 3 << 30, 1, 6, 6, 6, 6, 6):
        assert build(roll)(array, sides) == roll(interpreted, sides)
