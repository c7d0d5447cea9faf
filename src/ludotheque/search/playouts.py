"""Playouts: from the position through the tree, then by the game's own rule or at random to the end of the match.

A playout can stop at any ply and go on later: everything about it is in the search's memory. So the caller can look at
the clock every millisecond, however long a playout is.
"""

from collections.abc import Callable

from ludotheque.compile import compiled, games_own
from ludotheque.dice import Dice, reset, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.loops import awaited, nth
from ludotheque.search.ends import write_wins
from ludotheque.search.tree import CHILD, DEEPEST, NONE, OFFER, Arrays, Memory, add_node, back_up, select_edge, tree_of

apply: Callable[[StateRecord, int, Move, Dice], None] = games_own
fill: Callable[[StateRecord, int, Array, Array], int] = games_own
guess: Callable[[StateRecord, int, Dice], None] = games_own
outcome: Callable[[StateRecord, Array], None] = games_own
begin_playout: Callable[[StateRecord, int, StateRecord, Dice], None] = games_own
choose_move: Callable[[StateRecord, int, StateRecord, Dice], Move] = games_own
pick_move: Callable[[Arrays, StateRecord, StateRecord, int], Move] = games_own  # by choose_move, or at random
write_values: Callable[[Memory, Arrays, StateRecord, StateRecord], None] = games_own  # by evaluate, or by outcome
write_chances: Callable[[Memory, Arrays, StateRecord, StateRecord], None] = games_own  # by rate_chances, or by outcome

ROOT, TRIAL = range(2)  # rows of `states`: the position, and a playout from it
STREAM = 3  # of the dice


@compiled
def run(states: Array, raw: Array, memories: Array, notes: Array, arrays: Arrays, playouts: int, plies: int) -> None:
    """Play until there are `playouts` playouts in all, or for `plies` more plies; `raw` is `states` as bytes."""
    memory, state, note = memories[0], states[TRIAL], notes[0]
    end = memory.plies + plies
    while memory.plies < end and memory.playouts < playouts:
        if memory.is_open == 0:
            for i in range(raw.shape[1]):
                raw[TRIAL, i] = raw[ROOT, i]
            begin(memory, arrays.dice, state, note)
        if play_on(memory, arrays, state, note, end):
            finish(memory, arrays, state, note)


@compiled
def begin(memory: Memory, dice: Dice, state: StateRecord, notes: StateRecord) -> None:
    """Begin a playout: fill in what is hidden, and put every tree at its root."""
    reset(dice, memory.seed, memory.playouts, STREAM)
    guess(state, memory.seat, dice)
    begin_playout(state, memory.seat, notes, dice)
    for i in range(memory.trees):
        is_used = memory.is_flat == 0 or i == tree_of(memory, memory.seat)
        memory.cursors[i] = memory.roots[i] if is_used else NONE
    memory.depth = 0
    memory.length = 0
    memory.outside = 0
    memory.is_open = 1


@compiled
def play_on(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord, end: int) -> bool:
    """Play until the playout is over, or until ply `end`; return whether it is over.

    Each seat decides by its tree as long as it is inside it, then by the playout's rule.
    """
    played, most = 0, min(end - memory.plies, memory.longest - memory.length)
    seat = awaited(state)
    while seat >= 0 and played < most:
        if memory.cursors[tree_of(memory, seat)] == NONE:
            if memory.outside >= memory.beyond:
                break
            memory.outside += 1
            move = pick_move(arrays, state, notes, seat)
        else:
            move = follow_edge(memory, arrays, state, notes, seat)
        apply(state, seat, move, arrays.dice)
        seat = awaited(state)
        played += 1
    memory.plies += played
    memory.length += played
    is_cut = memory.length >= memory.longest or (played < most and memory.outside >= memory.beyond)
    return seat < 0 or is_cut


@compiled
def follow_edge(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord, seat: int) -> Move:
    """Choose a move by the tree and go to its node. The first playout through an edge makes the node and leaves."""
    number = tree_of(memory, seat)
    legal = fill(state, seat, arrays.offers, arrays.mask)
    if memory.forced != NONE and seat == memory.seat and memory.cursors[number] == memory.roots[number]:
        legal = force_move(arrays.mask, memory.forced)
    edge = select_edge(memory, arrays, memory.cursors[number], state, notes, seat, legal)
    memory.cursors[number] = NONE
    if edge == NONE:
        return offered_move(arrays.offers, nth(arrays.mask, roll(arrays.dice, legal)))
    memory.path[memory.depth] = edge
    memory.depth += 1
    if memory.edges[edge, CHILD] == NONE:
        memory.edges[edge, CHILD] = add_node(memory)
    elif memory.depth < DEEPEST and memory.is_flat == 0:
        memory.cursors[number] = memory.edges[edge, CHILD]
    return offered_move(arrays.offers, memory.edges[edge, OFFER])


@compiled
def force_move(mask: Array, offer: int) -> int:
    """Allow one move only, and return the number of moves."""
    for i in range(len(mask)):
        mask[i] = i == offer
    return 1


@compiled
def offered_move(offers: Array, offer: int) -> Move:
    return Move(offers[offer, 0], offers[offer, 1], offers[offer, 2], offers[offer, 3])


@compiled
def pick_by_game(arrays: Arrays, state: StateRecord, notes: StateRecord, seat: int) -> Move:
    return choose_move(state, seat, notes, arrays.dice)


@compiled
def pick_at_random(arrays: Arrays, state: StateRecord, notes: StateRecord, seat: int) -> Move:
    legal = fill(state, seat, arrays.offers, arrays.mask)
    return offered_move(arrays.offers, nth(arrays.mask, roll(arrays.dice, legal)))


@compiled
def finish(memory: Memory, arrays: Arrays, state: StateRecord, notes: StateRecord) -> None:
    """Judge the end of a playout, and add it to the tree."""
    for seat in range(arrays.outcomes.shape[0]):
        for number in range(arrays.outcomes.shape[1]):
            arrays.outcomes[seat, number] = 0
    outcome(state, arrays.outcomes)
    if awaited(state) < 0:
        write_wins(memory, arrays.outcomes)
    else:
        write_chances(memory, arrays, state, notes)
    write_values(memory, arrays, state, notes)
    back_up(memory, arrays.values)
    memory.playouts += 1
    memory.is_open = 0
