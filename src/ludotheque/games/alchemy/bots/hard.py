"""Searches its own turn, then the rival's answer to the best ends of it with every gift."""

import numpy as np

from ludotheque import loops
from ludotheque.compile import compiled
from ludotheque.game import Array, Move
from ludotheque.games.alchemy.bots.search import (
    NEVER,
    Tree,
    copy_state,
    is_profitable,
    make_tree,
    score_ends,
    search,
    transmute_profitable,
    turns_left,
)
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, END, GIVE, OK, TRANSMUTE, TURNS, apply, check_give
from ludotheque.notation import write
from ludotheque.view import View

OWN_WIDTH, OWN_DEPTH = 8, 8
ANSWER_WIDTH, ANSWER_DEPTH = 2, 4
ENDS = 6  # ends of the own turn for which the rival's answer is searched
LONGEST = OWN_DEPTH + CELLS + 2  # moves of a turn: the actions, the last transmutations, the gift and END
NODE, ONE, TWO = range(3)  # a choice: the node where the turn ends, and the gift


def play(view: View) -> list[str]:
    machine = loops.machine_of(view.game)
    own, answer = make_tree(machine, OWN_WIDTH, OWN_DEPTH), make_tree(machine, ANSWER_WIDTH, ANSWER_DEPTH)
    ends, choice = np.zeros(ENDS, np.int64), np.zeros(3, np.int64)
    moves = np.zeros((LONGEST, 4), np.int64)
    arrays = map(machine.wrap, (ends, choice, moves))
    length = machine(decide)(machine.wrap(view.state), view.seat, own, answer, *arrays)
    return [write(view.game.rules.MOVES, Move(*row)) for row in moves[:length].tolist()]


@compiled
def decide(states: Array, seat: int, own: Tree, answer: Tree, ends: Array, choice: Array, moves: Array) -> int:
    """Write the turn to which the rival's best answer is worst into `moves`; return the number of moves."""
    copy_state(states[0], own.states[0])
    search(own, seat)
    choose_ends(own, seat, ends)
    least = -NEVER
    for i in range(len(ends)):
        for one in range(ELEMENTS + 1):
            for two in range(one, ELEMENTS + 1):
                if ends[i] >= 0 and can_give(own, one, two):
                    best = best_answer(own, ends[i], seat, one, two, answer)
                    if best < least:
                        least = best
                        choice[NODE], choice[ONE], choice[TWO] = ends[i], one, two
    return write_turn(own, seat, choice, moves)


@compiled
def choose_ends(own: Tree, seat: int, ends: Array) -> None:
    """Fill `ends` with the best positions in which to end the turn, then with -1."""
    score_ends(own, seat)
    bound = -NEVER
    for i in range(len(ends)):
        best = -1
        for node in range(len(own.scores) - 1):
            if NEVER < own.scores[node] < bound and (best < 0 or own.scores[node] > own.scores[best]):
                best = node
        ends[i] = best
        bound = own.scores[best] if best >= 0 else NEVER


@compiled
def can_give(own: Tree, one: int, two: int) -> bool:
    """Is this gift legal? Once the gift is chosen, only (0, 0) is: no further gift."""
    root = own.states[0]
    if root.has_given != 0:
        return one == 0 and two == 0
    return check_give(root, one, two) == OK


@compiled
def best_answer(own: Tree, node: int, seat: int, one: int, two: int, answer: Tree) -> float:
    """Return the rival's best score after this turn ends at `node` with the gift (`one`, `two`)."""
    state, rival = answer.states[0], 1 - seat
    copy_state(own.states[node], state)
    if turns_left(state, seat) == 0:
        transmute_profitable(state, seat, answer.dice)
    if one > 0:
        apply(state, seat, Move(GIVE, one, two, 0), answer.dice)
    apply(state, seat, Move(END, 0, 0, 0), answer.dice)
    if state.turn > TURNS:
        return 1.0 * (state.gold[rival] - state.gold[seat])
    search(answer, rival)
    return score_ends(answer, rival)


@compiled
def write_turn(own: Tree, seat: int, choice: Array, moves: Array) -> int:
    """Write the actions, the last transmutations, the gift and END; return the number of moves."""
    length = write_path(own, choice[NODE], moves)
    state = own.states[choice[NODE]]
    if turns_left(state, seat) == 0:
        for cell in range(CELLS):
            if is_profitable(state, seat, cell):
                apply(state, seat, Move(TRANSMUTE, cell, 0, 0), own.dice)
                length = write_move(moves, length, TRANSMUTE, cell, 0)
    if choice[ONE] > 0:
        length = write_move(moves, length, GIVE, choice[ONE], choice[TWO])
    return write_move(moves, length, END, 0, 0)


@compiled
def write_path(own: Tree, end: int, moves: Array) -> int:
    """Write the actions that lead from the root to the node `end`; return their number."""
    length, node = 0, end
    while node > 0:
        node = own.parents[node]
        length += 1
    node = end
    for i in range(length - 1, -1, -1):
        for number in range(4):
            moves[i, number] = own.moves[node, number]
        node = own.parents[node]
    return length


@compiled
def write_move(moves: Array, length: int, kind: int, a: int, b: int) -> int:
    """Append a move; return the new number of moves."""
    moves[length, 0], moves[length, 1], moves[length, 2], moves[length, 3] = kind, a, b, 0
    return length + 1


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
