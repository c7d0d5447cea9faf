"""What the search knows about Bzzz: all seats play on like the hard bot, and what their hives and bees are worth."""

import math
from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.bzzz.bots.hard import decide
from ludotheque.games.bzzz.bots.plan import Plan
from ludotheque.games.bzzz.field import BEES
from ludotheque.games.bzzz.rules import DRONE, END

LONGEST = 100  # plies of a playout: about five turns of each seat
MATCH_PLIES = 1_500_000
CLOSE = 20.0  # the lead in nectar that counts 0.5; a value goes up to 1
LOADED = 0.8  # what nectar on its way home counts
BROUGHT = 0.25  # nectar that a bee of a good player brings home in a turn,
GRACE = 8  # after the first rounds: guesses of hives with more are lowered
EARNED = 0.05  # nectar that one more worker brings home in a turn
# The lead in nectar that makes the chances of two seats 73 to 27: at the end, and more by the root of the turns left.
# From matches of `hard` against itself.
SPREAD, MORE_SPREAD = 1.0, 1.0

TURN, NEXT = range(2)  # of Notes.numbers
STAGE, STOCK, COUNT = range(3)  # of Notes.saved


class Notes(NamedTuple):
    plans: Array  # one
    numbers: Array  # the turn that is planned, and the next of its moves
    saved: Array  # what planning changes of a state: stage, stock and number of bees,
    cells: Array  # and where each bee is, and whether it has moved


def make_notes(machine: Machine) -> Notes:
    arrays = (np.zeros(1, Plan), np.zeros(2, np.int64), np.zeros(3, np.int64), np.zeros((BEES, 3), np.int64))
    return Notes(*(machine.wrap(array) for array in arrays))


@compiled
def begin_playout(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> None:
    """Lower what was guessed of other hives, where nobody can have brought home so much yet."""
    notes.numbers[TURN] = -1
    rounds = max(0, state.turn // state.seats - GRACE)
    for other in range(state.seats):
        if other != seat:
            most = max(state.nectar_initial - state.cout_ponte * state.bees[other], 0)
            most += int(BROUGHT * state.bees[other] * rounds)
            while state.stock[other] > most and give_back(state, roll(dice, 4 * state.nfleurs)):
                state.stock[other] -= 1


@compiled
def give_back(state: StateRecord, first: int) -> bool:
    """Put one nectar back on a flower that had more, the next after `first`; return whether there is one."""
    for i in range(4 * state.nfleurs):
        flower = (first + i) % (4 * state.nfleurs)
        if state.nectar[flower] < state.start[flower]:
            state.nectar[flower] += 1
            state.loose += 1
            return True
    return False


@compiled
def choose_move(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> Move:
    """Plan a turn at its first move, then play the moves one by one."""
    numbers, plan = notes.numbers, notes.plans[0]
    if numbers[TURN] != state.turn:
        numbers[TURN], numbers[NEXT] = state.turn, 0
        save_state(state, seat, notes)
        decide((state,), notes.plans, seat)
        restore_state(state, seat, notes)
    i = numbers[NEXT]
    numbers[NEXT] += 1
    if i >= plan.count:
        return Move(END, 0, 0, 0)
    return Move(0 + plan.moves[i, 0], 0 + plan.moves[i, 1], 0 + plan.moves[i, 2], 0)


@compiled
def save_state(state: StateRecord, seat: int, notes: Notes) -> None:
    """Note what planning will change: the plan is made by moving bees of the state itself."""
    notes.saved[STAGE], notes.saved[STOCK], notes.saved[COUNT] = state.stage, state.stock[seat], state.bees[seat]
    for bee in range(state.bees[seat]):
        notes.cells[bee, 0], notes.cells[bee, 1] = state.x[seat, bee], state.y[seat, bee]
        notes.cells[bee, 2] = state.used[bee]


@compiled
def restore_state(state: StateRecord, seat: int, notes: Notes) -> None:
    for bee in range(state.bees[seat]):
        state.occupant[state.y[seat, bee], state.x[seat, bee]] = 0
        state.used[bee] = 0
    for bee in range(notes.saved[COUNT], state.bees[seat]):  # was laid
        state.x[seat, bee], state.y[seat, bee], state.kind[seat, bee], state.serial[seat, bee] = 0, 0, 0, 0
    state.stage, state.stock[seat], state.bees[seat] = notes.saved[STAGE], notes.saved[STOCK], notes.saved[COUNT]
    for bee in range(state.bees[seat]):
        state.x[seat, bee], state.y[seat, bee] = notes.cells[bee, 0], notes.cells[bee, 1]
        state.used[bee] = notes.cells[bee, 2]
        state.occupant[state.y[seat, bee], state.x[seat, bee]] = 1 + BEES * seat + bee


@compiled
def evaluate(state: StateRecord, notes: Notes, values: Array) -> None:
    for seat in range(state.seats):
        best = 0.0
        for other in range(state.seats):
            if other != seat:
                best = max(best, rate_seat(state, other))
        lead = rate_seat(state, seat) - best
        values[seat] = lead / (CLOSE + abs(lead))


@compiled
def rate_chances(state: StateRecord, notes: Notes, chances: Array) -> None:
    """Write chances that grow with what a seat will have; a lead counts more when few turns are left."""
    spread = SPREAD + MORE_SPREAD * math.sqrt(max(0, state.time_out - state.turn) / state.seats)
    most, total = -1e9, 0.0
    for seat in range(state.seats):
        most = max(most, rate_seat(state, seat))
    for seat in range(state.seats):
        chances[seat] = math.exp((rate_seat(state, seat) - most) / spread)
        total += chances[seat]
    for seat in range(state.seats):
        chances[seat] /= total


@compiled
def rate_seat(state: StateRecord, seat: int) -> float:
    """Return the nectar that a seat has, carries, and can expect to bring home."""
    turns = max(0, state.time_out - state.turn) / state.seats
    nectar, workers = 1.0 * state.stock[seat], 0
    for bee in range(state.bees[seat]):
        nectar += LOADED * state.load[seat, bee]
        workers += state.kind[seat, bee] != DRONE
    left = 1.0 * state.loose / state.seats
    return nectar + min(left, EARNED * workers * turns)
