"""Reproducible dice: the same seed and ply give the same rolls, on every machine.

Philox 4x32-10 is a counter-based generator: it has no state that lasts from one ply to the next, so any ply of a match
can be rolled again alone. The arithmetic is 32-bit, inside 64-bit integers that never overflow, so that the
interpreter, the CPU and the GPU agree.
"""

from collections.abc import MutableSequence

from ludotheque.compile import compiled

MASK = 0xFFFFFFFF
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
    if low < sides:
        uneven = (MASK + 1 - sides) % sides
        while low < uneven:
            low, high = multiply(draw(dice), sides)
    return high


@compiled
def multiply(word: int, factor: int) -> tuple[int, int]:
    """Return the lower and the upper 32 bits of a product, computed by halves of `factor`.

    The whole product may need 64 bits. A compiler may assume that signed integers never overflow: the one for the GPU
    did, and lost the top bit.
    """
    upper = word * (factor >> 16)
    lower = word * (factor & 0xFFFF) + ((upper & 0xFFFF) << 16)
    return lower & MASK, (upper >> 16) + (lower >> 32)


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
    a, b, c, d = dice[PLY], dice[DRAWN] >> 2, dice[STREAM], 0
    low, high = dice[LOW], dice[HIGH]
    for _ in range(10):
        p_low, p_high = multiply(a, 0xD2511F53)
        q_low, q_high = multiply(c, 0xCD9E8D57)
        a, b, c, d = q_high ^ b ^ low, q_low, p_high ^ d ^ high, p_low
        low = (low + 0x9E3779B9) & MASK
        high = (high + 0xBB67AE85) & MASK
    dice[WORD], dice[WORD + 1], dice[WORD + 2], dice[WORD + 3] = a, b, c, d
