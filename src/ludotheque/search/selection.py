"""Which of several candidates is best, by their values in the same futures: few futures for all, more for the best.

For bots that list candidates themselves, such as whole turns. `values` has a row for each candidate and a column for
each future, `alive` has 1 for each candidate that is still compared. All candidates meet the same futures, so what
counts is the difference of two of them in each future. The first candidate is left only for one that is clearly better:
the values of nearly equal candidates differ by much from future to future, and the highest would mostly be luck.
"""

import math

from ludotheque.compile import compiled
from ludotheque.game import Array

BASE = 0  # the candidate that is played if no other one is clearly better
FEW = 8  # futures; after fewer no candidate is clearly better


@compiled
def keep_best(alive: Array, values: Array, count: int, futures: int, kept: int) -> None:
    """Of `count` candidates keep the `kept` best ones in the futures so far, and BASE."""
    for candidate in range(count):
        if alive[candidate]:
            better = 0
            for other in range(count):
                if alive[other] and is_better(values, other, candidate, futures):
                    better += 1
            if better >= kept:
                alive[candidate] = -1  # still counts as better than others, until all are looked at
    for candidate in range(count):
        alive[candidate] = int(alive[candidate] == 1 or candidate == BASE)


@compiled
def is_better(values: Array, one: int, other: int, futures: int) -> bool:
    """Return whether the sum of `one` is higher; of equal sums, the earlier candidate's."""
    gain = 0.0
    for future in range(futures):
        gain += values[one, future] - values[other, future]
    return gain > 0 or (gain == 0 and one < other)


@compiled
def find_winner(alive: Array, values: Array, count: int, futures: int, errors: float) -> int:
    """Return the candidate that is left if it is clearly better than BASE, else BASE."""
    for candidate in range(1, count):
        if alive[candidate] and is_clearly_better(values, candidate, futures, errors):
            return candidate
    return BASE


@compiled
def is_clearly_better(values: Array, candidate: int, futures: int, errors: float) -> bool:
    """Return whether the mean gain over BASE is more than `errors` of its standard errors."""
    if futures < FEW:
        return False
    total, squares = 0.0, 0.0
    for future in range(futures):
        gain = values[candidate, future] - values[BASE, future]
        total += gain
        squares += gain * gain
    mean = total / futures
    variance = max(0.0, squares / futures - mean * mean)
    return mean > errors * math.sqrt(variance / (futures - 1))
