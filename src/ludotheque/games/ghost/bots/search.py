"""Compares plans: all candidates in a few futures, the best of them in more.

A single future per plan would not do: the values of plans that are nearly equal differ by much from future to future,
so that the highest value would mostly be luck. The rule's own plan is left only for one that is clearly better.
"""

import math

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, reset
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.candidates import list_candidates
from ludotheque.games.ghost.bots.futures import play_future, prepare_future
from ludotheque.games.ghost.bots.memory import NOW, START, Memory
from ludotheque.games.ghost.bots.position import read_orders, read_position
from ludotheque.games.ghost.bots.ways import find_ways

ERRORS = 2.0  # standard errors by which a plan must be better than the rule's own
FEW = 8  # futures; after fewer no plan is clearly better

BASE = 0  # the candidate that is the rule's own plan


@compiled
def read_view(state: StateRecord, memory: Memory, seat: int) -> None:
    """Fill `memory`, which is new, from a view."""
    read_position(state, memory.positions[NOW])
    read_orders(state, seat, memory.plans[START])
    find_ways(state, memory.works[0])


@compiled
def begin_search(memory: Memory, seat: int, most: int) -> int:
    """List at most `most` candidates for the position, and return their number."""
    count = min(most, list_candidates(memory, seat))
    for candidate in range(count):
        memory.alive[candidate] = 1
    reset(memory.dice, 0 + memory.positions[NOW].turn, seat, CHOICE)
    return count


@compiled
def compare(memory: Memory, count: int, first: int, end: int, seat: int) -> None:
    """Play the candidates that are left in the futures from `first` to `end`, which are the next ones."""
    for future in range(first, end):
        prepare_future(memory, future, seat)
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
def find_winner(memory: Memory, count: int, futures: int) -> int:
    """Return the candidate that is left if its gain is certain enough, else the rule's own plan."""
    for candidate in range(1, count):
        if memory.alive[candidate] and is_clearly_better(memory, candidate, futures):
            return candidate
    return BASE


@compiled
def is_clearly_better(memory: Memory, candidate: int, futures: int) -> bool:
    """Return whether the mean gain over the rule's own plan is more than ERRORS of its standard errors."""
    if futures < FEW:
        return False
    total, squares = 0.0, 0.0
    for future in range(futures):
        gain = memory.values[candidate, future] - memory.values[BASE, future]
        total += gain
        squares += gain * gain
    mean = total / futures
    variance = max(0.0, squares / futures - mean * mean)
    return mean > ERRORS * math.sqrt(variance / (futures - 1))
