"""Reproducible dice: the same seed and ply give the same rolls, on every machine.

Philox 4x32-10 is a counter-based generator: it has no state that lasts from one ply to the next, so any ply of a match
can be rolled again alone. The arithmetic is 32-bit, inside unsigned 64-bit integers that never overflow, so that the
interpreter, the CPU and the GPU agree.
"""

from collections.abc import MutableSequence
from typing import Any

import numpy as np

from ludotheque.compile import compiled

MASK = 0xFFFFFFFF
LOWER, HALF = np.uint64(MASK), np.uint64(32)
P_FACTOR, Q_FACTOR = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)  # Philox multiplies two of its words by these,
P_STEP, Q_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)  # and adds these to the halves of its key
ROUNDS = 10
MATCH, CHOICE = 0, 1  # streams: rolls of the rules, and rolls of a random player

# Indices of the numbers in dice: the two halves of the seed, ply, stream, count of words drawn, the last four words.
LOW, HIGH, PLY, STREAM, DRAWN, WORD = 0, 1, 2, 3, 4, 5
LENGTH = 9

Dice = MutableSequence[int]


def dice(seed: int, ply: int, stream: int = MATCH) -> list[int]:
    """Make dice for one ply of a match, for the interpreter."""
    fresh = [0] * LENGTH
    reset(fresh, seed, ply, stream)
    return fresh


@compiled
def reset(dice: Dice, seed: int, ply: int, stream: int) -> None:
    """Set `dice` for one ply."""
    dice[LOW] = seed & MASK
    dice[HIGH] = (seed >> 32) & MASK
    dice[PLY] = ply & MASK
    dice[STREAM] = stream
    dice[DRAWN] = 0


@compiled
def roll(dice: Dice, sides: int) -> int:
    """Return a number from 0 to `sides` - 1, each equally likely; `sides` is at most 2**32.

    The number is the upper half of 32 random bits times `sides`. A few products with a small lower half would make some
    numbers more likely than others, so those are drawn again. The test `low < sides` avoids a division in most cases.
    """
    low, high = multiply(draw(dice), sides)
    while low < sides and low < (MASK + 1 - sides) % sides:
        low, high = multiply(draw(dice), sides)
    return high


@compiled
def multiply(word: int, factor: int) -> tuple[int, int]:
    """Return the lower and the upper 32 bits of a product.

    The whole product may need all 64 bits, so it is unsigned: a compiler may assume that signed integers never
    overflow. The one for the GPU did, and lost the top bit.
    """
    product = np.uint64(word) * np.uint64(factor)
    return int(np.int64(product & LOWER)), int(np.int64(product >> HALF))


@compiled
def draw(dice: Dice) -> int:
    """Return the next 32 random bits."""
    place = dice[DRAWN] & 3
    if place == 0:
        shake(dice)
    dice[DRAWN] += 1
    return dice[WORD + place]


@compiled
def shake(dice: Dice) -> None:
    """Write the next four words: ten rounds of Philox over (ply, block, stream, 0) with the seed as key."""
    a, b, c, d = np.uint64(dice[PLY]), np.uint64(dice[DRAWN] >> 2), np.uint64(dice[STREAM]), np.uint64(0)
    low, high = np.uint64(dice[LOW]), np.uint64(dice[HIGH])
    a, b, c, d = mix_all(a, b, c, d, low, high)
    dice[WORD], dice[WORD + 1] = int(np.int64(a)), int(np.int64(b))
    dice[WORD + 2], dice[WORD + 3] = int(np.int64(c)), int(np.int64(d))


@compiled
def mix_all(a: Any, b: Any, c: Any, d: Any, low: Any, high: Any) -> tuple[Any, Any, Any, Any]:
    """Return the four words after all rounds, with the halves of the seed as key."""
    for _ in range(ROUNDS):
        a, b, c, d, low, high = mix(a, b, c, d, low, high)
    return a, b, c, d


@compiled
def mix(a: Any, b: Any, c: Any, d: Any, low: Any, high: Any) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Return the four words and the two halves of the key after one round."""
    p, q = a * P_FACTOR, c * Q_FACTOR
    a, b, c, d = (q >> HALF) ^ b ^ low, q & LOWER, (p >> HALF) ^ d ^ high, p & LOWER
    return a, b, c, d, (low + P_STEP) & LOWER, (high + Q_STEP) & LOWER
