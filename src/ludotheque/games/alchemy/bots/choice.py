"""Chooses where the own turn ends, and the gift: by the rival's answer and the own next turn."""

from typing import NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import Machine, compiled
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.alchemy.bots.answers import CLEARING, MOST, Scratch, attack, find_outcomes, make_scratch
from ludotheque.games.alchemy.bots.own_turn import NEVER, Tree, make_tree, score_of, search_turn
from ludotheque.games.alchemy.bots.worth import clear_bench, rate_element, worth_of
from ludotheque.games.alchemy.cells import cell_of, count_cells, first_of, region_of
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, END, GIVE, OK, TRANSMUTE, TURNS, check_give, gold_for
from ludotheque.notation import write
from ludotheque.view import View

DEPTH = 7  # actions of a turn
LONGEST = DEPTH + CELLS + 2  # moves of a turn: the actions, the last transmutations, the gift and END
KEEPS = 3.0  # gold for a catalyst left over in the own next turn
NODE, ONE, TWO = range(3)  # a choice: the node where the turn ends, and the gift


class Choice(NamedTuple):
    ends: Array  # nodes in which the turn may end, then -1
    replies: Array  # [end, one, two, c]: what the rival makes of a gift if they leave c catalysts
    nexts: Array  # [c, one, two]: what the next own turn makes of a sample, after c changes by the rival
    chosen: Array  # NODE, ONE, TWO
    moves: Array
    looks_ahead: bool  # else `nexts` is what the bench is worth


def plan_turn(view: View, width: int, ends: int, looks_ahead: bool) -> list[str]:
    """Return the moves of the best turn. Without `looks_ahead` the sample that comes back does not count."""
    machine = loops.machine_of(view.game)
    tree = make_tree(machine, view.state[0], view.seat, TURNS - view.turn, width, DEPTH)
    moves = np.zeros((LONGEST, 4), np.int64)
    choice = make_choice(machine, ends, moves, looks_ahead)
    length = machine(decide)(machine.wrap(view.state), tree, make_scratch(machine), choice)
    return [write(view.game.rules.MOVES, Move(*row)) for row in moves[:length].tolist()]


def make_choice(machine: Machine, ends: int, moves: Array, looks_ahead: bool) -> Choice:
    pair, wrap = (ELEMENTS + 1, ELEMENTS + 1), machine.wrap
    return Choice(
        ends=wrap(np.zeros(ends, np.int64)),
        replies=wrap(np.zeros((ends, *pair, MOST + 1))),
        nexts=wrap(np.zeros((MOST + 1, *pair))),
        chosen=wrap(np.zeros(3, np.int64)),
        moves=wrap(moves),
        looks_ahead=looks_ahead,
    )


@compiled
def decide(states: Array, tree: Tree, s: Scratch, choice: Choice) -> int:
    """Write the best turn into `choice.moves`; return the number of moves."""
    search_turn(tree, states)
    choose_ends(tree, choice.ends)
    best = NEVER
    for i in range(len(choice.ends)):
        if choice.ends[i] >= 0:
            best = max(best, choose_gift(states[0], tree, s, choice, i, best))
    return write_turn(states[0], tree, choice)


@compiled
def choose_ends(tree: Tree, ends: Array) -> None:
    """Fill `ends` with the best nodes in which to end the turn, all with different scores, then with -1."""
    for node in range(len(tree.nodes) - 1):
        if node == 0 or tree.nodes[node].score > NEVER:
            tree.nodes[node].score = score_end(tree, node)
    bound = -NEVER
    for i in range(len(ends)):
        best = -1
        for node in range(len(tree.nodes) - 1):
            score = tree.nodes[node].score
            if NEVER < score < bound and (best < 0 or score > tree.nodes[best].score):
                best = node
        ends[i] = best
        bound = tree.nodes[best].score if best >= 0 else NEVER


@compiled
def score_end(tree: Tree, node: int) -> float:
    if loses_bench(tree, node):
        return gold_of_end(tree, node) - worth_of(tree.rival[node])
    return score_of(tree, node)


@compiled
def loses_bench(tree: Tree, node: int) -> bool:
    """Return whether the bench is emptied if the turn ends here (AL-8), and is still needed."""
    return tree.nodes[node].has_placed == 0 and tree.own_turns > 0


@compiled
def gold_of_end(tree: Tree, node: int) -> float:
    """Return the gold of the turn; if the bench will be emptied, all that pays is transmuted before."""
    gold = 1.0 * tree.nodes[node].gold
    if loses_bench(tree, node):
        gold += CLEARING
        for element in range(1, ELEMENTS + 1):
            gold += rate_element(tree.own[node].cells[element], 0, element, 0)
    return gold


@compiled
def choose_gift(state: StateRecord, tree: Tree, s: Scratch, choice: Choice, i: int, bound: float) -> float:
    """Return the best value of the end `i` over all gifts; if it is above `bound`, choose this end and its gift."""
    node, best = choice.ends[i], bound
    prepare_end(tree, s, node, choice)
    source = find_same_rival(tree, choice.ends, i)
    for one in range(1, ELEMENTS + 1):
        for two in range(one, ELEMENTS + 1):
            if can_give(state, one, two):
                if source == i and tree.rival_turns > 0:
                    fill_replies(tree, s, choice, i, one, two)
                value = gold_of_end(tree, node) + value_of_gift(tree, s, choice, source, one, two)
                if value > best:
                    best = value
                    choice.chosen[NODE], choice.chosen[ONE], choice.chosen[TWO] = node, one, two
    return best


@compiled
def can_give(state: StateRecord, one: int, two: int) -> bool:
    """Is this gift legal? Once the gift is chosen, it alone is."""
    if state.has_given != 0:
        return one == min(state.gift[0], state.gift[1]) and two == max(state.gift[0], state.gift[1])
    return check_give(state, one, two) == OK


@compiled
def prepare_end(tree: Tree, s: Scratch, node: int, choice: Choice) -> None:
    """Set what the rival's catalysts can do to the bench of an end, and forget what the next turn can make of it."""
    attack(s, tree.own[node], tree.own_turns)
    for c in range(MOST + 1):
        choice.nexts[c, 0, 0] = NEVER
        if loses_bench(tree, node):
            clear_bench(s.after[c])
        if loses_bench(tree, node) or tree.own_turns == 0:
            s.harm[c] = 0.0


@compiled
def find_same_rival(tree: Tree, ends: Array, i: int) -> int:
    """Return the first end with the same rival bench as the end `i`."""
    for j in range(i):
        if has_same_rival(tree, ends[i], ends[j]):
            return j
    return i


@compiled
def has_same_rival(tree: Tree, node: int, other: int) -> bool:
    for element in range(ELEMENTS + 1):
        if tree.rival[node].cells[element] != tree.rival[other].cells[element]:
            return False
    return True


@compiled
def fill_replies(tree: Tree, s: Scratch, choice: Choice, i: int, one: int, two: int) -> None:
    find_outcomes(s, tree.rival[choice.ends[i]], one, two, tree.rival_turns - 1)
    for c in range(MOST + 1):
        choice.replies[i, one, two, c] = s.best[c]


@compiled
def value_of_gift(tree: Tree, s: Scratch, choice: Choice, i: int, one: int, two: int) -> float:
    """Return what the own bench is worth after the rival's best answer to a gift, minus what the rival then has."""
    if tree.rival_turns == 0:
        return worth_of(s.after[0])
    best = 0
    for c in range(1, MOST + 1):
        if choice.replies[i, one, two, c] + s.harm[c] > choice.replies[i, one, two, best] + s.harm[best]:
            best = c
    return value_of_sample(tree, s, choice, best, one, two) - choice.replies[i, one, two, best]


@compiled
def value_of_sample(tree: Tree, s: Scratch, choice: Choice, c: int, one: int, two: int) -> float:
    """Return the least that the own next turn is worth, over all samples that the rival may give in return (AL-17)."""
    if tree.own_turns == 0:
        return worth_of(s.after[0])
    if not choice.looks_ahead:
        return worth_of(s.after[c])
    if choice.nexts[c, 0, 0] == NEVER:
        fill_nexts(tree, s, choice, c)
    least = -NEVER
    for first in range(1, ELEMENTS + 1):
        for second in range(first, ELEMENTS + 1):
            if first in (one, two) or second in (one, two):
                least = min(least, choice.nexts[c, first, second])
    return least


@compiled
def fill_nexts(tree: Tree, s: Scratch, choice: Choice, c: int) -> None:
    choice.nexts[c, 0, 0] = 0.0
    for one in range(1, ELEMENTS + 1):
        for two in range(one, ELEMENTS + 1):
            find_outcomes(s, s.after[c], one, two, tree.own_turns - 1)
            choice.nexts[c, one, two] = s.best[0]
            for left in range(1, MOST + 1):
                choice.nexts[c, one, two] = max(choice.nexts[c, one, two], s.best[left] + KEEPS * left)


@compiled
def write_turn(state: StateRecord, tree: Tree, choice: Choice) -> int:
    """Write the actions, the last transmutations, the gift and END; return the number of moves."""
    node, moves = choice.chosen[NODE], choice.moves
    length = write_path(tree, node, moves)
    if tree.own_turns == 0 or tree.nodes[node].has_placed == 0:
        for element in range(1, ELEMENTS + 1):
            rest = tree.own[node].cells[element]
            while rest:
                region = region_of(first_of(rest), rest)
                rest ^= region
                if gold_for(element, count_cells(region)) > 0:
                    length = write_move(moves, length, TRANSMUTE, cell_of(first_of(region)), 0)
    if state.has_given == 0:
        length = write_move(moves, length, GIVE, choice.chosen[ONE], choice.chosen[TWO])
    return write_move(moves, length, END, 0, 0)


@compiled
def write_path(tree: Tree, end: int, moves: Array) -> int:
    """Write the actions that lead from the root to the node `end`; return their number."""
    length, node = 0, end
    while node > 0:
        node = tree.nodes[node].parent
        length += 1
    node = end
    for i in range(length - 1, -1, -1):
        for number in range(4):
            moves[i, number] = tree.nodes[node].move[number]
        node = tree.nodes[node].parent
    return length


@compiled
def write_move(moves: Array, length: int, kind: int, a: int, b: int) -> int:
    """Append a move; return the new number of moves."""
    moves[length, 0], moves[length, 1], moves[length, 2], moves[length, 3] = kind, a, b, 0
    return length + 1
