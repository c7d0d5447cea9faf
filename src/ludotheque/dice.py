"""Reproducible dice: the same rolls from the same seed and ply, on every machine.

Philox 4x32-10, a counter-based generator: there is nothing to carry from one ply to the next, so any ply of a
match can be rolled again alone. All arithmetic is 32-bit, inside 64-bit integers that never overflow, which the
interpreter, the CPU and the GPU do alike.
"""

from collections.abc import MutableSequence

from ludotheque.compile import compiled

MASK = 0xFFFFFFFF
MATCH, CHOICE = 0, 1  # streams: what the rules roll, and what a random player rolls

# What dice hold: the seed's two halves, the ply, the stream, how many words were drawn, the last four words.
LOW, HIGH, PLY, STREAM, DRAWN, WORD = 0, 1, 2, 3, 4, 5
LENGTH = 9

Dice = MutableSequence[int]


def dice(seed: int, ply: int, stream: int = MATCH) -> list[int]:
    """Fresh dice for one ply of a match, to hold in the interpreter."""
    fresh = [0] * LENGTH
    reset(fresh, seed, ply, stream)
    return fresh


@compiled
def reset(dice: Dice, seed: int, ply: int, stream: int) -> None:
    """Lay out the dice of one ply."""
    dice[LOW] = seed & MASK
    dice[HIGH] = (seed >> 32) & MASK
    dice[PLY] = ply & MASK
    dice[STREAM] = stream
    dice[DRAWN] = 0


@compiled
def roll(dice: Dice, sides: int) -> int:
    """A number from 0 to sides - 1, each equally likely; up to 2**32 sides.

    32 random bits times the sides: the upper half is the number. Of the 2**32 products each number has its share, but
    for a few at the lower end of its range, which are drawn again; whether there are any is seen without a division.
    """
    low, high = multiply(draw(dice), sides)
    if low < sides:
        uneven = (MASK + 1 - sides) % sides
        while low < uneven:
            low, high = multiply(draw(dice), sides)
    return high


@compiled
def multiply(word: int, factor: int) -> tuple[int, int]:
    """The lower and the upper 32 bits of a product, by halves of the factor.

    The whole product may need 64 bits, and a compiler may take it for granted that a signed one never does: the GPU's
    did, and lost the top bit.
    """
    upper = word * (factor >> 16)
    lower = word * (factor & 0xFFFF) + ((upper & 0xFFFF) << 16)
    return lower & MASK, (upper >> 16) + (lower >> 32)


@compiled
def draw(dice: Dice) -> int:
    """The next 32 random bits."""
    place = dice[DRAWN] & 3
    if place == 0:
        shake(dice)
    dice[DRAWN] += 1
    return dice[WORD + place]


@compiled
def shake(dice: Dice) -> None:
    """Ten rounds of Philox over (ply, block, stream, 0) under the seed: four fresh words."""
    a, b, c, d = dice[PLY], dice[DRAWN] >> 2, dice[STREAM], 0
    low, high = dice[LOW], dice[HIGH]
    for _ in range(10):
        p_low, p_high = multiply(a, 0xD2511F53)
        q_low, q_high = multiply(c, 0xCD9E8D57)
        a, b, c, d = q_high ^ b ^ low, q_low, p_high ^ d ^ high, p_low
        low = (low + 0x9E3779B9) & MASK
        high = (high + 0xBB67AE85) & MASK
    dice[WORD], dice[WORD + 1], dice[WORD + 2], dice[WORD + 3] = a, b, c, d
