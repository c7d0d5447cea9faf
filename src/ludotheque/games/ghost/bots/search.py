"""Chooses a plan: the candidates are compared in a few futures, the best of them in more.

A single future per plan would not do: the values of plans that are nearly equal differ by much from future to future,
so that the highest value would mostly be luck. The rule's own plan is left only for one that is clearly better.
"""

import math

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.candidates import list_candidates
from ludotheque.games.ghost.bots.futures import play_future, prepare_futures
from ludotheque.games.ghost.bots.memory import FUTURES, NOW, START, Memory
from ludotheque.games.ghost.bots.position import read_orders, read_position
from ludotheque.games.ghost.bots.ways import find_ways

MANY = 40  # candidates; if there are more, the first round has one future less
SECOND, THIRD = 8, 3  # candidates that are left in the second and the third round, beside the rule's own
SECOND_FUTURES = 6
ERRORS = 2.0  # standard errors by which a plan must be better than the rule's own

BASE = 0  # the candidate that is the rule's own plan


@compiled
def choose_plan(state: StateRecord, memory: Memory, seat: int, most: int) -> int:
    """Return the index of the best plan for a view, of the first `most` candidates; `memory` is new."""
    read_position(state, memory.positions[NOW])
    read_orders(state, seat, memory.plans[START])
    find_ways(state, memory.works[0])
    count = min(most, list_candidates(memory, seat))
    prepare_futures(memory, seat)
    for candidate in range(count):
        memory.alive[candidate] = 1
    first = 2 if count > MANY else 3
    compare(memory, count, 0, first, seat)
    keep_best(memory, count, first, SECOND)
    compare(memory, count, first, first + SECOND_FUTURES, seat)
    keep_best(memory, count, first + SECOND_FUTURES, THIRD)
    compare(memory, count, first + SECOND_FUTURES, FUTURES, seat)
    keep_best(memory, count, FUTURES, 1)
    return find_winner(memory, count)


@compiled
def compare(memory: Memory, count: int, first: int, end: int, seat: int) -> None:
    """Play the candidates that are left in the futures from `first` to `end`."""
    for candidate in range(count):
        if memory.alive[candidate]:
            for future in range(first, end):
                memory.values[candidate, future] = play_future(memory, candidate, future, seat)


@compiled
def keep_best(memory: Memory, count: int, futures: int, kept: int) -> None:
    """Keep the candidates with the highest sums over the futures so far, and the rule's own plan."""
    for candidate in range(count):
        if memory.alive[candidate]:
            better = 0
            for other in range(count):
                if memory.alive[other] and is_better(memory, other, candidate, futures):
                    better += 1
            if better >= kept:
                memory.alive[candidate] = -1  # still counts as better than others, until all are looked at
    for candidate in range(count):
        memory.alive[candidate] = int(memory.alive[candidate] == 1 or candidate == BASE)


@compiled
def is_better(memory: Memory, one: int, other: int, futures: int) -> bool:
    """Return whether the sum of `one` is higher; of equal sums, the earlier candidate's."""
    gain = 0.0
    for future in range(futures):
        gain += memory.values[one, future] - memory.values[other, future]
    return gain > 0 or (gain == 0 and one < other)


@compiled
def find_winner(memory: Memory, count: int) -> int:
    """Return the best candidate if its gain is certain enough, else the rule's own plan."""
    for candidate in range(1, count):
        if memory.alive[candidate] and is_clearly_better(memory, candidate):
            return candidate
    return BASE


@compiled
def is_clearly_better(memory: Memory, candidate: int) -> bool:
    """Return whether the mean gain over the rule's own plan is more than ERRORS of its standard errors."""
    total, squares = 0.0, 0.0
    for future in range(FUTURES):
        gain = memory.values[candidate, future] - memory.values[BASE, future]
        total += gain
        squares += gain * gain
    mean = total / FUTURES
    variance = max(0.0, squares / FUTURES - mean * mean)
    return mean > ERRORS * math.sqrt(variance / (FUTURES - 1))
