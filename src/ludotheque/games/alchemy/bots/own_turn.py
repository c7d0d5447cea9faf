"""A beam search over one turn: the best ways to place, transmute and catalyse.

The tree grows layer by layer, one action per layer. A layer keeps the `width` best positions before the placement and
the `width` best after it, so that neither group crowds out the other. The nodes, in the order of the arrays:

    root | width before, width after | width before, width after | … | trial

The last node is scratch: an action is tried there before it is kept or dropped.
"""

from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.game import Array, StateRecord, state_dtype
from ludotheque.games.alchemy.bots.worth import (
    Bench,
    change_cells,
    copy_bench,
    element_at,
    load_bench,
    rate_changes,
    worth_of,
)
from ludotheque.games.alchemy.cells import (
    ALL,
    cell_of,
    count_cells,
    first_of,
    neighbours_of,
    region_of,
    shift,
    shift_back,
)
from ludotheque.games.alchemy.rules import CATALYSE, ELEMENTS, EMPTY, PLACE, TRANSMUTE, catalysts_for, gold_for

NEVER = -1e9
UNSPENT = 6.5  # gold that a catalyst is worth inside a turn

Node = state_dtype(
    ("score", "f8"),  # how good the position is; NEVER where there is none
    ("gold", "i8"),  # gained in this turn
    ("catalysts", "i8"),
    ("has_placed", "i8"),
    ("parent", "i8"),
    ("move", "i8", 4),  # what led here from the parent
)


class Tree(NamedTuple):
    nodes: Array
    own: Array  # the own bench in each node
    rival: Array  # the rival's bench in each node
    seat: int
    one: int  # the sample
    two: int
    own_turns: int  # own turns after this one
    rival_turns: int  # turns that the rival still has
    width: int


def make_tree(machine: Machine, state: StateRecord, seat: int, turns: int, width: int, depth: int) -> Tree:
    """Allocate a tree for a position in which `turns` turns of both players are left after this one."""
    count, wrap = 2 + 2 * width * depth, machine.wrap
    return Tree(
        nodes=wrap(np.zeros(count, Node)),
        own=wrap(np.zeros(count, Bench)),
        rival=wrap(np.zeros(count, Bench)),
        seat=seat,
        one=int(state["sample"][0]),
        two=int(state["sample"][1]),
        own_turns=turns // 2,
        rival_turns=(turns + 1) // 2,
        width=width,
    )


@compiled
def search_turn(tree: Tree, states: Array) -> None:
    """Grow the tree from the position `states[0]`, which may be in the middle of a turn."""
    nodes, width = tree.nodes, tree.width
    for node in range(1, len(nodes)):
        nodes[node].score = NEVER
    start_root(tree, states[0])
    expand(tree, 0, 1)
    for start in range(1, len(nodes) - 1 - 2 * width, 2 * width):
        for node in range(start, start + 2 * width):
            if nodes[node].score > NEVER:
                expand(tree, node, start + 2 * width)


@compiled
def start_root(tree: Tree, state: StateRecord) -> None:
    root = tree.nodes[0]
    root.gold, root.parent = 0, -1
    root.catalysts, root.has_placed = state.catalysts, state.has_placed
    load_bench(state, tree.seat, tree.own[0], tree.own_turns)
    load_bench(state, 1 - tree.seat, tree.rival[0], tree.rival_turns)


@compiled
def expand(tree: Tree, node: int, layer: int) -> None:
    """Try every sensible action in the position `node`; what is kept goes into the layer that starts at `layer`."""
    if tree.nodes[node].has_placed == 0:
        try_placements(tree, node, layer)
    try_transmutations(tree, node, layer)
    if tree.nodes[node].catalysts > 0:
        try_joining(tree, node, layer)
        try_splitting(tree, node, layer)


@compiled
def try_placements(tree: Tree, node: int, layer: int) -> None:
    for way in range(4):
        firsts = find_placements(tree.own[node], tree.one, tree.two, way)
        while firsts:
            bit = first_of(firsts)
            firsts ^= bit
            start_trial(tree, node)
            tree.nodes[-1].has_placed = 1
            place(tree.own[-1], bit, shift(bit, way), tree.one, tree.two, tree.own_turns)
            keep_trial(tree, node, layer, PLACE, cell_of(bit), way, 0)


@compiled
def find_placements(bench: StateRecord, one: int, two: int, way: int) -> int:
    """Return the cells on which `one` may lie if `two` lies in direction `way` from it (AL-12, AL-13)."""
    empty, ones, twos = bench.cells[EMPTY], bench.cells[one], bench.cells[two]
    pairs = empty & shift_back(empty, way)
    if ones | twos == 0:
        return pairs
    return pairs & (neighbours_of(ones) | shift_back(neighbours_of(twos), way))


@compiled
def place(bench: StateRecord, first: int, second: int, one: int, two: int, turns: int) -> None:
    change_cells(bench, first, EMPTY, one)
    change_cells(bench, second, EMPTY, two)
    rate_changes(bench, first | second, EMPTY, one, turns)  # `two` lies beside `one`, so it is brought up to date too


@compiled
def try_transmutations(tree: Tree, node: int, layer: int) -> None:
    for element in range(1, ELEMENTS + 1):
        rest = tree.own[node].cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            start_trial(tree, node)
            trial, size = tree.nodes[-1], count_cells(region)
            trial.gold += gold_for(element, size)
            trial.catalysts += catalysts_for(element, size)
            catalyse(tree.own[-1], region, element, EMPTY, tree.own_turns)
            keep_trial(tree, node, layer, TRANSMUTE, cell_of(first_of(region)), 0, 0)


@compiled
def catalyse(bench: StateRecord, cells: int, old: int, new: int, turns: int) -> None:
    """Turn `cells`, which all hold `old`, into `new`, which may be EMPTY."""
    change_cells(bench, cells, old, new)
    rate_changes(bench, cells, old, new, turns)


@compiled
def try_joining(tree: Tree, node: int, layer: int) -> None:
    """Change an own cell into the element of each of its neighbours."""
    bench, rest = tree.own[node], ALL & ~tree.own[node].cells[EMPTY]
    while rest:
        bit = first_of(rest)
        rest ^= bit
        old = element_at(bench, bit)
        for new in range(1, ELEMENTS + 1):
            if new != old and bench.cells[new] & neighbours_of(bit):
                start_trial(tree, node)
                tree.nodes[-1].catalysts -= 1
                catalyse(tree.own[-1], bit, old, new, tree.own_turns)
                keep_trial(tree, node, layer, CATALYSE, cell_of(bit), tree.seat, new)


@compiled
def try_splitting(tree: Tree, node: int, layer: int) -> None:
    """Change a cell of a rival's region into an element that it does not touch."""
    bench, rest = tree.rival[node], ALL & ~tree.rival[node].cells[EMPTY]
    while rest:
        bit = first_of(rest)
        rest ^= bit
        old = element_at(bench, bit)
        if bench.cells[old] & neighbours_of(bit):
            new = foreign_element(bench, bit, old)
            start_trial(tree, node)
            tree.nodes[-1].catalysts -= 1
            catalyse(tree.rival[-1], bit, old, new, tree.rival_turns)
            keep_trial(tree, node, layer, CATALYSE, cell_of(bit), 1 - tree.seat, new)


@compiled
def foreign_element(bench: StateRecord, bit: int, old: int) -> int:
    """Return the first element that a cell neither holds nor touches; if there is none, another one than it holds."""
    for new in range(1, ELEMENTS + 1):
        if new != old and not bench.cells[new] & neighbours_of(bit):
            return new
    return 1 if old != 1 else 2


@compiled
def start_trial(tree: Tree, node: int) -> None:
    source, trial = tree.nodes[node], tree.nodes[-1]
    trial.gold, trial.catalysts, trial.has_placed = source.gold, source.catalysts, source.has_placed
    copy_bench(tree.own[node], tree.own[-1])
    copy_bench(tree.rival[node], tree.rival[-1])


@compiled
def keep_trial(tree: Tree, parent: int, layer: int, kind: int, a: int, b: int, c: int) -> None:
    """Keep the trial if it is better than the worst position in its part of the layer."""
    trial = tree.nodes[-1]
    score = score_of(tree, len(tree.nodes) - 1) + UNSPENT * trial.catalysts
    slot = find_slot(tree.nodes, layer + tree.width * trial.has_placed, tree.width, score)
    if slot >= 0:
        node = tree.nodes[slot]
        node.score, node.parent = score, parent
        node.gold, node.catalysts, node.has_placed = trial.gold, trial.catalysts, trial.has_placed
        node.move[0], node.move[1], node.move[2], node.move[3] = kind, a, b, c
        copy_bench(tree.own[-1], tree.own[slot])
        copy_bench(tree.rival[-1], tree.rival[slot])


@compiled
def score_of(tree: Tree, node: int) -> float:
    return tree.nodes[node].gold + worth_of(tree.own[node]) - worth_of(tree.rival[node])


@compiled
def find_slot(nodes: Array, start: int, width: int, score: float) -> int:
    """Return the slot of the worst position if `score` is better, else -1. An equal score is the same position."""
    worst = start
    for slot in range(start, start + width):
        if nodes[slot].score == score:
            return -1
        if nodes[slot].score < nodes[worst].score:
            worst = slot
    return worst if score > nodes[worst].score else -1
