"""The memory of a search, and its tree: nodes, edges, which edge to follow, and what a playout adds to it.

The tree is open-loop: a node stands for the moves that lead to it, not for one position, because dice and hidden facts
differ from playout to playout. A node's edges are moves, each with the seat that plays it. Which of them are legal is
asked anew at every visit. In a game that hides nothing all seats share one tree. Otherwise every seat has a tree of its
own, in which only its own moves lead on, so that no seat reacts to what it cannot know: orders that others have staged,
or facts that were guessed for this playout only.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludotheque.compile import compiled, games_own
from ludotheque.dice import Dice
from ludotheque.game import Array, StateRecord, state_dtype

rate_moves: Callable[[StateRecord, int, StateRecord, Array, Array, Array, Dice], None] = games_own

Memory: TypeAlias = Any  # one record of `memory_dtype`


class Arrays(NamedTuple):
    """What the rules read and write: arrays of the same types as elsewhere, so that rules are not compiled again."""

    dice: Array
    offers: Array
    mask: Array  # the legal moves of the seat that is next
    ratings: Array  # of these moves, when a node gets edges
    outcomes: Array
    values: Array  # of each seat at the end of a playout, from -1 to 1


ROOM = 16_384  # nodes; a playout adds at most one to each tree
EDGES = 8 * ROOM
DEEPEST = 256  # decisions of a playout inside trees

VISITS, FIRST_EDGE = range(2)  # columns of `nodes`
OFFER, SEAT, COUNT, CHILD, NEXT = range(5)  # columns of `edges`
VALUE, PRIOR = range(2)  # columns of `worths`
NONE = -1
UNRATED = -1e300


def memory_dtype(seats: int) -> np.dtype[Any]:
    """Return the dtype of what a search remembers: one record, so that nothing is allocated while it runs.

    A record compiles and is passed on much faster than as many arrays.
    """
    return state_dtype(
        ("seats", "i8"),
        ("seat", "i8"),  # the seat that decides
        ("trees", "i8"),
        ("teams", "i8", seats),
        ("score", "i8"),  # which number of an outcome people call the score
        ("longest", "i8"),  # these five are explained in hooks.Numbers
        ("beyond", "i8"),
        ("width", "i8"),
        ("explore", "f8"),
        ("temperature", "f8"),
        ("is_flat", "i8"),  # whether the tree has only the seat's next move, and all others go by the playout's rule
        ("forced", "i8"),  # the offer that the seat must play at the root, NONE if it is free
        ("seed", "i8"),
        ("playouts", "i8"),  # finished since the search began
        ("plies", "i8"),
        ("is_open", "i8"),  # whether a playout is under way; of this one:
        ("length", "i8"),  # its plies
        ("outside", "i8"),  # those outside the tree
        ("depth", "i8"),  # the edges in `path`
        ("path", "i4", DEEPEST),
        ("cursors", "i8", seats),  # the node where each tree is, NONE if the playout has left it
        ("wins", "f8", seats),  # at its end: 1 for first place, a part of it if shared
        ("spread", "f8", 2),  # the leads at the ends of all playouts, added up, and their number
        ("roots", "i8", seats),  # the first node of each tree
        ("node_count", "i8"),
        ("edge_count", "i8"),
        ("nodes", "i4", (ROOM, 2)),
        ("edges", "i4", (EDGES, 5)),
        ("worths", "f8", (EDGES, 2)),
        ("root_wins", "f4", (EDGES, seats)),  # of edges at the root: first places of each seat, added up
        ("root_squares", "f4", EDGES),  # and the squares of those of the seat that decides
    )


@compiled
def tree_of(memory: Memory, seat: int) -> int:
    """Return the number of the tree in which this seat decides."""
    return seat if memory.trees > 1 else 0


@compiled
def add_node(memory: Memory) -> int:
    """Return a new node, or NONE if there is no room."""
    node = memory.node_count
    if node == ROOM:
        return NONE
    memory.node_count += 1
    memory.nodes[node, VISITS] = 0
    memory.nodes[node, FIRST_EDGE] = NONE
    return int(node)


@compiled
def add_edge(memory: Memory, node: int, seat: int, offer: int, prior: float) -> bool:
    """Put a new edge in front of the node's other edges; return whether there was room."""
    edge = memory.edge_count
    if edge == EDGES:
        return False
    memory.edge_count += 1
    memory.edges[edge, OFFER] = offer
    memory.edges[edge, SEAT] = seat
    memory.edges[edge, COUNT] = 0
    memory.edges[edge, CHILD] = NONE
    memory.edges[edge, NEXT] = memory.nodes[node, FIRST_EDGE]
    memory.worths[edge, VALUE] = 0.0
    memory.worths[edge, PRIOR] = prior
    memory.nodes[node, FIRST_EDGE] = edge
    return True


@compiled
def select_edge(
    memory: Memory, arrays: Arrays, node: int, state: StateRecord, notes: StateRecord, seat: int, legal: int
) -> int:
    """Return the edge to follow from a node; `arrays.mask` has the `legal` moves. NONE if there is no room.

    A node that is seen for the first time gets edges for its `width` best moves. More are added as it is visited, and
    when dice or guesses allow moves that were not legal before.
    """
    visits = memory.nodes[node, VISITS]
    memory.nodes[node, VISITS] += 1
    known = count_legal_edges(memory, arrays.mask, node, seat)
    wanted = min(legal, max(memory.width, int(2.0 * visits**0.5)))
    if known < wanted:
        rate_moves(state, seat, notes, arrays.offers, arrays.mask, arrays.ratings, arrays.dice)
        widen(memory, arrays.mask, arrays.ratings, node, seat, wanted if known == 0 else 1)
    return best_edge(memory, arrays.mask, node, seat)


@compiled
def is_legal_edge(memory: Memory, mask: Array, edge: int, seat: int) -> bool:
    return memory.edges[edge, SEAT] == seat and mask[memory.edges[edge, OFFER]] != 0


@compiled
def count_legal_edges(memory: Memory, mask: Array, node: int, seat: int) -> int:
    count, edge = 0, memory.nodes[node, FIRST_EDGE]
    while edge != NONE:
        count += is_legal_edge(memory, mask, edge, seat)
        edge = memory.edges[edge, NEXT]
    return count


@compiled
def widen(memory: Memory, mask: Array, ratings: Array, node: int, seat: int, more: int) -> None:
    """Add edges for the `more` best legal moves that have none, by their ratings."""
    highest, total = sum_ratings(memory, mask, ratings)
    forget_known(memory, ratings, node, seat)
    for _ in range(more):
        best, most = NONE, UNRATED
        for i in range(len(mask)):
            if mask[i] != 0 and ratings[i] > most:
                best, most = i, ratings[i]
        if best == NONE or not add_edge(memory, node, seat, best, chance(memory, most, highest) / total):
            return
        ratings[best] = UNRATED


@compiled
def chance(memory: Memory, rating: float, highest: float) -> float:
    return math.exp((rating - highest) / memory.temperature)


@compiled
def sum_ratings(memory: Memory, mask: Array, ratings: Array) -> tuple[float, float]:
    """Return the highest rating of a legal move, and the sum of their chances before they are divided by it."""
    highest, total = UNRATED, 0.0
    for i in range(len(mask)):
        if mask[i] != 0:
            highest = max(highest, ratings[i])
    for i in range(len(mask)):
        if mask[i] != 0:
            total += chance(memory, ratings[i], highest)
    return highest, total


@compiled
def forget_known(memory: Memory, ratings: Array, node: int, seat: int) -> None:
    """Take the moves that have an edge out of the ratings."""
    edge = memory.nodes[node, FIRST_EDGE]
    while edge != NONE:
        if memory.edges[edge, SEAT] == seat:
            ratings[memory.edges[edge, OFFER]] = UNRATED
        edge = memory.edges[edge, NEXT]


@compiled
def best_edge(memory: Memory, mask: Array, node: int, seat: int) -> int:
    """Return the legal edge with the highest mean value plus a bonus for a high prior and few visits (PUCT)."""
    visits, value = sum_edges(memory, mask, node, seat)
    start = value / visits if visits > 0 else 0.0  # an edge without visits counts like the mean of the others
    bonus = memory.explore * (visits + 1) ** 0.5
    best, most, edge = NONE, UNRATED, memory.nodes[node, FIRST_EDGE]
    while edge != NONE:
        if is_legal_edge(memory, mask, edge, seat):
            count = memory.edges[edge, COUNT]
            mean = memory.worths[edge, VALUE] / count if count > 0 else start
            total = mean + bonus * memory.worths[edge, PRIOR] / (1 + count)
            if total > most:
                best, most = edge, total
        edge = memory.edges[edge, NEXT]
    return int(best)


@compiled
def sum_edges(memory: Memory, mask: Array, node: int, seat: int) -> tuple[int, float]:
    """Return visits and value of a node's legal edges."""
    visits, value, edge = 0, 0.0, memory.nodes[node, FIRST_EDGE]
    while edge != NONE:
        if is_legal_edge(memory, mask, edge, seat):
            visits += memory.edges[edge, COUNT]
            value += memory.worths[edge, VALUE]
        edge = memory.edges[edge, NEXT]
    return visits, value


@compiled
def back_up(memory: Memory, values: Array) -> None:
    """Add the values of a finished playout to its edges: each edge counts for the seat that decided there.

    Who was first is counted for the searching seat's decision at the root, which is its first edge.
    """
    is_root = True
    for i in range(memory.depth):
        edge = memory.path[i]
        seat = memory.edges[edge, SEAT]
        memory.edges[edge, COUNT] += 1
        memory.worths[edge, VALUE] += values[seat]
        if is_root and seat == memory.seat:
            is_root = False
            memory.root_squares[edge] += memory.wins[seat] * memory.wins[seat]
            for other in range(memory.seats):
                memory.root_wins[edge, other] += memory.wins[other]
