"""One turn, searched: the best ways to place, transmute and catalyse, as the rules carry them out.

The tree grows layer by layer, one action a layer. A layer keeps the best positions before the placement and the best
after it, so that neither crowds out the other:

    root | width before, width after | width before, width after | … | trial
"""

from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import LENGTH, Dice
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.alchemy.bots.bench import cells_of, count, region_in, worth
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
UNSPENT = 6.0  # gold that a catalyst promises inside a turn


class Tree(NamedTuple):
    """Positions of a turn: the root first, then layer by layer, and one place to try an action in."""

    states: Array
    scores: Array  # how promising a position is, NEVER where there is none
    threats: Array  # what the rival's bench is worth to him
    parents: Array
    moves: Array  # what led here: [node, number of a Move]
    sets: Array  # scratch: the cells of each element
    dice: Array
    width: int
    depth: int


def tree(machine: Machine, width: int, depth: int) -> Tree:
    """Room for a search of so many actions, with so many positions a layer before and after the placement."""
    nodes, hold = 2 + 2 * width * depth, machine.wrap
    return Tree(
        states=hold(np.zeros(nodes, State)),
        scores=hold(np.zeros(nodes)),
        threats=hold(np.zeros(nodes)),
        parents=hold(np.zeros(nodes, np.int64)),
        moves=hold(np.zeros((nodes, 4), np.int64)),
        sets=hold(np.zeros(ELEMENTS + 1, np.int64)),
        dice=hold(np.zeros(LENGTH, np.int64)),
        width=width,
        depth=depth,
    )


@compiled
def search(tree: Tree, seat: int) -> None:
    """Grow the tree from its root."""
    for node in range(1, len(tree.scores)):
        tree.scores[node] = NEVER
    tree.threats[0] = threat(tree, 0, seat)
    expand(tree, 0, 1, seat)
    for layer in range(1, tree.depth):
        start = 1 + 2 * tree.width * (layer - 1)
        for node in range(start, start + 2 * tree.width):
            if tree.scores[node] > NEVER:
                expand(tree, node, start + 2 * tree.width, seat)


@compiled
def expand(tree: Tree, node: int, layer: int, seat: int) -> None:
    """Try every sensible action after a position, for the layer that begins there."""
    place(tree, node, layer, seat)
    sell(tree, node, layer, seat)
    if tree.states[node].catalysts > 0:
        for cell in range(CELLS):
            join(tree, node, layer, seat, cell)
            spoil(tree, node, layer, seat, cell)


@compiled
def place(tree: Tree, node: int, layer: int, seat: int) -> None:
    """Lay the sample wherever it may go."""
    state = tree.states[node]
    for cell in range(CELLS):
        if state.has_placed == 0 and state.bench[seat, cell] == EMPTY:
            for way in range(4):
                if check_place(state, seat, cell, way) == OK:
                    consider(tree, node, layer, seat, Move(PLACE, cell, way, 0))


@compiled
def sell(tree: Tree, node: int, layer: int, seat: int) -> None:
    """Transmute each region."""
    for element in range(1, ELEMENTS + 1):
        rest = cells_of(tree.states[node], seat, element)
        while rest != 0:
            first = rest & -rest
            rest ^= region_in(first, rest)
            consider(tree, node, layer, seat, Move(TRANSMUTE, count(first - 1), 0, 0))


@compiled
def join(tree: Tree, node: int, layer: int, seat: int, cell: int) -> None:
    """Make an own cell like one of its neighbours."""
    state = tree.states[node]
    if state.bench[seat, cell] != EMPTY:
        for element in range(1, ELEMENTS + 1):
            if element != state.bench[seat, cell] and touches(state, seat, cell, element):
                consider(tree, node, layer, seat, Move(CATALYSE, cell, seat, element))


@compiled
def spoil(tree: Tree, node: int, layer: int, seat: int, cell: int) -> None:
    """Take a cell out of the rival's region, for something that it does not touch."""
    state, rival = tree.states[node], 1 - seat
    if state.bench[rival, cell] != EMPTY and touches(state, rival, cell, state.bench[rival, cell]):
        for element in range(1, ELEMENTS + 1):
            if not touches(state, rival, cell, element):
                consider(tree, node, layer, seat, Move(CATALYSE, cell, rival, element))
                return


@compiled
def consider(tree: Tree, node: int, layer: int, seat: int, move: Move) -> None:
    """Keep what an action leads to if it is better than the worst that its layer keeps."""
    last = len(tree.scores) - 1
    trial = tree.states[last]
    copy(tree.states[node], trial)
    apply(trial, seat, move, tree.dice)
    spoils = move.kind == CATALYSE and move.b != seat
    tree.threats[last] = threat(tree, last, seat) if spoils else tree.threats[node]
    score = promise(tree, last, seat)
    slot = place_for(tree, layer + tree.width * trial.has_placed, score)
    if slot >= 0:
        copy(trial, tree.states[slot])
        tree.scores[slot] = score
        tree.threats[slot] = tree.threats[last]
        tree.parents[slot] = node
        tree.moves[slot, 0], tree.moves[slot, 1] = move.kind, move.a
        tree.moves[slot, 2], tree.moves[slot, 3] = move.b, move.c


@compiled
def place_for(tree: Tree, start: int, score: float) -> int:
    """The worst place, if this is better; -1 otherwise. The same score twice is the same position twice."""
    worst = start
    for slot in range(start, start + tree.width):
        if tree.scores[slot] == score:
            return -1
        if tree.scores[slot] < tree.scores[worst]:
            worst = slot
    return worst if score > tree.scores[worst] else -1


@compiled
def promise(tree: Tree, node: int, seat: int) -> float:
    """How good a position is inside a turn."""
    state = tree.states[node]
    own = worth(state, seat, turns_left(state, seat), tree.sets)
    return lead(tree, node, seat) + own + UNSPENT * state.catalysts


@compiled
def judge(tree: Tree, seat: int) -> float:
    """Score every position, the root too, by what it is worth to end the turn there; the best."""
    tree.scores[0] = verdict(tree, 0, seat)
    best = tree.scores[0]
    for node in range(1, len(tree.scores) - 1):
        if tree.scores[node] > NEVER:
            tree.scores[node] = verdict(tree, node, seat)
            best = max(best, tree.scores[node])
    return best


@compiled
def verdict(tree: Tree, node: int, seat: int) -> float:
    """How good it is to end the turn here: who has not placed loses his bench, and catalysts are lost."""
    state = tree.states[node]
    turns = turns_left(state, seat)
    if state.has_placed == 0 and turns > 0:
        return lead(tree, node, seat)
    return lead(tree, node, seat) + worth(state, seat, turns, tree.sets)


@compiled
def lead(tree: Tree, node: int, seat: int) -> float:
    """The gold, less all that the rival has."""
    state = tree.states[node]
    return state.gold[seat] - state.gold[1 - seat] - tree.threats[node]


@compiled
def threat(tree: Tree, node: int, seat: int) -> float:
    """What the rival's bench is worth to him."""
    state = tree.states[node]
    turns = turns_left(state, 1 - seat)
    return worth(state, 1 - seat, turns, tree.sets) if turns > 0 else 0.0


@compiled
def turns_left(state: StateRecord, seat: int) -> int:
    """How many turns a seat has after this one."""
    return (TURNS - state.turn + (0 if seat == state.player else 1)) // 2


@compiled
def copy(source: StateRecord, target: StateRecord) -> None:
    """All that a turn can change, and what it is judged by."""
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
def harvest(state: StateRecord, seat: int, dice: Dice) -> None:
    """Transmute all that pays, as one does at the end."""
    for cell in range(CELLS):
        if pays(state, seat, cell):
            apply(state, seat, Move(TRANSMUTE, cell, 0, 0), dice)


@compiled
def pays(state: StateRecord, seat: int, cell: int) -> bool:
    """Would transmuting here bring gold?"""
    element = state.bench[seat, cell]
    if element == EMPTY:
        return False
    region = region_in(1 << cell, cells_of(state, seat, element))
    return gold_for(element, count(region)) > 0
