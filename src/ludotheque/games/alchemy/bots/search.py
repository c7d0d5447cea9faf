"""A beam search over one turn: the best ways to place, transmute and catalyse, on the compiled rules.

The tree grows layer by layer, one action per layer. A layer keeps the `width` best positions before the placement and
the `width` best after it, so that neither group crowds out the other. The nodes, in the order of the arrays:

    root | width before, width after | width before, width after | … | trial

The last node is scratch: an action is tried there before it is kept or dropped.
"""

from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import LENGTH, Dice
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.alchemy.bots.bench_value import bench_value, cells_of, connected_cells, count_cells
from ludotheque.games.alchemy.rules import (
    CATALYSE,
    CELLS,
    ELEMENTS,
    EMPTY,
    OK,
    PLACE,
    TRANSMUTE,
    TURNS,
    State,
    apply,
    check_place,
    gold_for,
    touches,
)

NEVER = -1e9
UNSPENT = 6.0  # gold that a catalyst is worth inside a turn


class Tree(NamedTuple):
    states: Array
    scores: Array  # how good a position is; NEVER where there is none
    threats: Array  # what the rival's bench is worth to the rival
    parents: Array
    moves: Array  # the move that led to a node: [node, number of a Move]
    sets: Array  # scratch: the cells of each element
    dice: Array
    width: int
    depth: int


def make_tree(machine: Machine, width: int, depth: int) -> Tree:
    """Allocate a tree of `depth` layers with `width` positions before the placement and `width` after it."""
    nodes, wrap = 2 + 2 * width * depth, machine.wrap
    return Tree(
        states=wrap(np.zeros(nodes, State)),
        scores=wrap(np.zeros(nodes)),
        threats=wrap(np.zeros(nodes)),
        parents=wrap(np.zeros(nodes, np.int64)),
        moves=wrap(np.zeros((nodes, 4), np.int64)),
        sets=wrap(np.zeros(ELEMENTS + 1, np.int64)),
        dice=wrap(np.zeros(LENGTH, np.int64)),
        width=width,
        depth=depth,
    )


@compiled
def search(tree: Tree, seat: int) -> None:
    """Grow the tree from its root."""
    for node in range(1, len(tree.scores)):
        tree.scores[node] = NEVER
    tree.threats[0] = rival_value(tree, 0, seat)
    expand(tree, 0, 1, seat)
    for layer in range(1, tree.depth):
        start = 1 + 2 * tree.width * (layer - 1)
        for node in range(start, start + 2 * tree.width):
            if tree.scores[node] > NEVER:
                expand(tree, node, start + 2 * tree.width, seat)


@compiled
def expand(tree: Tree, node: int, layer: int, seat: int) -> None:
    """Try every sensible action in the position `node`; what is kept goes into the layer that starts at `layer`."""
    try_placements(tree, node, layer, seat)
    try_transmutations(tree, node, layer, seat)
    if tree.states[node].catalysts > 0:
        for cell in range(CELLS):
            try_joining(tree, node, layer, seat, cell)
            try_splitting(tree, node, layer, seat, cell)


@compiled
def try_placements(tree: Tree, node: int, layer: int, seat: int) -> None:
    state = tree.states[node]
    for cell in range(CELLS):
        if state.has_placed == 0 and state.bench[seat, cell] == EMPTY:
            for way in range(4):
                if check_place(state, seat, cell, way) == OK:
                    try_move(tree, node, layer, seat, Move(PLACE, cell, way, 0))


@compiled
def try_transmutations(tree: Tree, node: int, layer: int, seat: int) -> None:
    for element in range(1, ELEMENTS + 1):
        rest = cells_of(tree.states[node], seat, element)
        while rest != 0:
            first = rest & -rest
            rest ^= connected_cells(first, rest)
            try_move(tree, node, layer, seat, Move(TRANSMUTE, count_cells(first - 1), 0, 0))


@compiled
def try_joining(tree: Tree, node: int, layer: int, seat: int, cell: int) -> None:
    """Change an own cell into the element of each of its neighbours."""
    state = tree.states[node]
    if state.bench[seat, cell] != EMPTY:
        for element in range(1, ELEMENTS + 1):
            if element != state.bench[seat, cell] and touches(state, seat, cell, element):
                try_move(tree, node, layer, seat, Move(CATALYSE, cell, seat, element))


@compiled
def try_splitting(tree: Tree, node: int, layer: int, seat: int, cell: int) -> None:
    """Change a cell of a rival's region into the first element that it does not touch."""
    state, rival = tree.states[node], 1 - seat
    if state.bench[rival, cell] != EMPTY and touches(state, rival, cell, state.bench[rival, cell]):
        for element in range(1, ELEMENTS + 1):
            if not touches(state, rival, cell, element):
                try_move(tree, node, layer, seat, Move(CATALYSE, cell, rival, element))
                return


@compiled
def try_move(tree: Tree, node: int, layer: int, seat: int, move: Move) -> None:
    """Keep the position after `move` if it is better than the worst one in its part of the layer."""
    last = len(tree.scores) - 1
    trial = tree.states[last]
    copy_state(tree.states[node], trial)
    apply(trial, seat, move, tree.dice)
    changes_rival = move.kind == CATALYSE and move.b != seat
    tree.threats[last] = rival_value(tree, last, seat) if changes_rival else tree.threats[node]
    score = score_inside_turn(tree, last, seat)
    slot = find_slot(tree, layer + tree.width * trial.has_placed, score)
    if slot >= 0:
        copy_state(trial, tree.states[slot])
        tree.scores[slot] = score
        tree.threats[slot] = tree.threats[last]
        tree.parents[slot] = node
        tree.moves[slot, 0], tree.moves[slot, 1] = move.kind, move.a
        tree.moves[slot, 2], tree.moves[slot, 3] = move.b, move.c


@compiled
def find_slot(tree: Tree, start: int, score: float) -> int:
    """Return the slot of the worst position if `score` is better, else -1. An equal score is the same position."""
    worst = start
    for slot in range(start, start + tree.width):
        if tree.scores[slot] == score:
            return -1
        if tree.scores[slot] < tree.scores[worst]:
            worst = slot
    return worst if score > tree.scores[worst] else -1


@compiled
def score_inside_turn(tree: Tree, node: int, seat: int) -> float:
    """Return how good a position is while the turn goes on: unspent catalysts count."""
    state = tree.states[node]
    own = bench_value(state, seat, turns_left(state, seat), tree.sets)
    return lead_of(tree, node, seat) + own + UNSPENT * state.catalysts


@compiled
def score_ends(tree: Tree, seat: int) -> float:
    """Score every position, the root too, as the end of the turn; return the best score."""
    tree.scores[0] = score_end(tree, 0, seat)
    best = tree.scores[0]
    for node in range(1, len(tree.scores) - 1):
        if tree.scores[node] > NEVER:
            tree.scores[node] = score_end(tree, node, seat)
            best = max(best, tree.scores[node])
    return best


@compiled
def score_end(tree: Tree, node: int, seat: int) -> float:
    """Return how good it is to end the turn here: without a placement the bench is lost, and catalysts always are."""
    state = tree.states[node]
    turns = turns_left(state, seat)
    if state.has_placed == 0 and turns > 0:
        return lead_of(tree, node, seat)
    return lead_of(tree, node, seat) + bench_value(state, seat, turns, tree.sets)


@compiled
def lead_of(tree: Tree, node: int, seat: int) -> float:
    """Return the own gold minus the rival's gold and the value of the rival's bench."""
    state = tree.states[node]
    return state.gold[seat] - state.gold[1 - seat] - tree.threats[node]


@compiled
def rival_value(tree: Tree, node: int, seat: int) -> float:
    """Return what the rival's bench is worth to the rival."""
    state = tree.states[node]
    turns = turns_left(state, 1 - seat)
    return bench_value(state, 1 - seat, turns, tree.sets) if turns > 0 else 0.0


@compiled
def turns_left(state: StateRecord, seat: int) -> int:
    """Return how many turns `seat` has after this one."""
    return (TURNS - state.turn + (0 if seat == state.player else 1)) // 2


@compiled
def copy_state(source: StateRecord, target: StateRecord) -> None:
    """Copy everything that a turn can change or that a score depends on."""
    target.player, target.turn = source.player, source.turn
    target.has_placed, target.has_given = source.has_placed, source.has_given
    target.catalysts = source.catalysts
    for i in range(2):
        target.sample[i] = source.sample[i]
        target.gift[i] = source.gift[i]
        target.active[i] = source.active[i]
        target.gold[i] = source.gold[i]
        for cell in range(CELLS):
            target.bench[i, cell] = source.bench[i, cell]
        for element in range(ELEMENTS + 1):
            target.amount[i, element] = source.amount[i, element]


@compiled
def transmute_profitable(state: StateRecord, seat: int, dice: Dice) -> None:
    """Transmute every region that pays, as in a seat's last turn."""
    for cell in range(CELLS):
        if is_profitable(state, seat, cell):
            apply(state, seat, Move(TRANSMUTE, cell, 0, 0), dice)


@compiled
def is_profitable(state: StateRecord, seat: int, cell: int) -> bool:
    """Would transmuting `cell` bring gold?"""
    element = state.bench[seat, cell]
    if element == EMPTY:
        return False
    region = connected_cells(1 << cell, cells_of(state, seat, element))
    return gold_for(element, count_cells(region)) > 0
