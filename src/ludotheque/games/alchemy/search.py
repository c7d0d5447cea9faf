"""What the search knows about Alchemy: both players plan turns like the easier bots; what benches are worth."""

import math
from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.alchemy.bots.answers import Scratch, make_scratch
from ludotheque.games.alchemy.bots.choice import DEPTH, Choice, decide, make_choice
from ludotheque.games.alchemy.bots.choice import LONGEST as MOST_MOVES
from ludotheque.games.alchemy.bots.own_turn import Node, Tree
from ludotheque.games.alchemy.bots.worth import Bench, load_bench, worth_of
from ludotheque.games.alchemy.rules import ELEMENTS, GIVE, OK, SEATS, TURNS, check_give

LONGEST = 24  # plies of a playout: about six turns
MATCH_PLIES = 300_000
BEAM = 2  # positions that the plan of a turn keeps in each part of a layer
ANY_GIFT = 4  # one gift of so many is any legal one, so that playouts differ
CLOSE = 20.0  # the lead in gold that counts 0.5; a value goes up to 1
# The lead in gold that makes the chances 73 to 27: at the end, and more by the root of the turns left. From matches of
# `hard` against itself.
SPREAD, MORE_SPREAD = 5.0, 1.3

TURN, LENGTH, NEXT = range(3)  # of Notes.numbers


class Notes(NamedTuple):
    nodes: Array
    own: Array
    rival: Array
    scratch: Scratch
    choice: Choice
    benches: Array  # one of each seat
    numbers: Array  # the turn that is planned, the number of its moves, and the next of them


def make_notes(machine: Machine) -> Notes:
    count, wrap = 2 + 2 * BEAM * DEPTH, machine.wrap
    return Notes(
        nodes=wrap(np.zeros(count, Node)),
        own=wrap(np.zeros(count, Bench)),
        rival=wrap(np.zeros(count, Bench)),
        scratch=make_scratch(machine),
        choice=make_choice(machine, 1, np.zeros((MOST_MOVES, 4), np.int64), looks_ahead=False),
        benches=wrap(np.zeros(SEATS, Bench)),
        numbers=wrap(np.zeros(3, np.int64)),
    )


@compiled
def begin_playout(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> None:
    notes.numbers[TURN] = 0


@compiled
def choose_move(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> Move:
    """Plan a turn at its first move, then play the moves one by one."""
    numbers, moves = notes.numbers, notes.choice.moves
    if numbers[TURN] != state.turn:
        numbers[TURN], numbers[NEXT] = state.turn, 0
        numbers[LENGTH] = plan(state, seat, notes)
        if roll(dice, ANY_GIFT) == 0:
            change_gift(state, notes, dice)
    i = numbers[NEXT]
    numbers[NEXT] += 1
    return Move(moves[i, 0], moves[i, 1], moves[i, 2], moves[i, 3])


@compiled
def plan(state: StateRecord, seat: int, notes: Notes) -> int:
    """Plan the turn of a seat without looking ahead; return the number of its moves."""
    turns = TURNS - state.turn
    one, two = 0 + state.sample[0], 0 + state.sample[1]
    tree = Tree(notes.nodes, notes.own, notes.rival, seat, one, two, turns // 2, (turns + 1) // 2, BEAM)
    return decide((state,), tree, notes.scratch, notes.choice)


@compiled
def change_gift(state: StateRecord, notes: Notes, dice: Dice) -> None:
    """Give any legal sample instead of the planned one."""
    moves = notes.choice.moves
    one, two = 1 + roll(dice, ELEMENTS), 1 + roll(dice, ELEMENTS)
    for i in range(notes.numbers[LENGTH]):
        if moves[i, 0] == GIVE and check_give(state, one, two) == OK:
            moves[i, 1], moves[i, 2] = one, two


@compiled
def evaluate(state: StateRecord, notes: Notes, values: Array) -> None:
    lead = measure_lead(state, notes)
    for seat in range(SEATS):
        values[seat] = lead * (1 - 2 * seat) / (CLOSE + abs(lead))


@compiled
def rate_chances(state: StateRecord, notes: Notes, chances: Array) -> None:
    spread = SPREAD + MORE_SPREAD * math.sqrt(max(0, TURNS - state.turn))
    chance = 1 / (1 + math.exp(-measure_lead(state, notes) / spread))
    chances[0], chances[1] = chance, 1 - chance


@compiled
def measure_lead(state: StateRecord, notes: Notes) -> float:
    """Return the lead of seat 0: its gold and what its bench is worth, less the same of seat 1."""
    lead = 1.0 * state.gold[0] - state.gold[1]
    for seat in range(SEATS):
        turns = (TURNS + 1 - state.turn + (state.player == seat)) // 2 if state.turn <= TURNS else 0
        load_bench(state, seat, notes.benches[seat], turns)
        lead += (1 - 2 * seat) * worth_of(notes.benches[seat])
    return lead
