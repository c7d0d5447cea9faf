"""Compares plans: each is played ahead in futures that are the same for all of them."""

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, reset
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.candidates import list_candidates
from ludotheque.games.ghost.bots.futures import play_future, prepare_future
from ludotheque.games.ghost.bots.memory import NOW, START, Memory
from ludotheque.games.ghost.bots.position import read_orders, read_position
from ludotheque.games.ghost.bots.ways import find_ways


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
