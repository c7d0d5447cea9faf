"""What the search knows about Ghost in the Cell: both sides play on by the champion's rule, for some turns."""

import math
from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.ghost.bots.futures import draw_held, rate_position
from ludotheque.games.ghost.bots.memory import POOL, STYLES
from ludotheque.games.ghost.bots.position import Plan, Position, clear_plan, read_orders, read_position
from ludotheque.games.ghost.bots.rule import complete_plan
from ludotheque.games.ghost.bots.styles import make_styles, use_style
from ludotheque.games.ghost.bots.ways import Work, find_ways
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE
from ludotheque.games.ghost.turn import SEATS, SLOTS, TURNS

LONGEST = 300  # plies of a playout: about twenty turns of both sides
CLOSE = 60.0  # the lead in cyborgs that counts 0.5; a value goes up to 1
# The lead in cyborgs that makes the chances 73 to 27: at the end, and more with each turn left. From matches of `hard`
# against itself.
SPREAD, MORE_SPREAD = 8.0, 0.15

TURN, STYLE, BOMBS_DONE, MOVES_DONE = range(4)  # columns of Notes.seats


class Notes(NamedTuple):
    positions: Array  # one
    works: Array  # one
    styles: Array
    plans: Array  # the orders of each seat for this turn
    seats: Array  # of each seat: the turn of its plan, its style, and how many of its orders are given


def make_notes(machine: Machine) -> Notes:
    arrays = (np.zeros(1, Position), np.zeros(1, Work), make_styles(*STYLES[:POOL]), np.zeros(SEATS, Plan))
    return Notes(*(machine.wrap(array) for array in (*arrays, np.zeros((SEATS, 4), np.int64))))


@compiled
def begin_playout(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> None:
    """Draw a style for each side."""
    find_ways(state, notes.works[0])
    for side in range(SEATS):
        notes.seats[side, TURN] = -1
        notes.seats[side, STYLE] = roll(dice, POOL)


@compiled
def choose_move(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> Move:
    """Plan a seat's turn at its first order, then give the orders one by one."""
    plan, given = notes.plans[seat], notes.seats
    if given[seat, TURN] != state.turn:
        given[seat, TURN] = state.turn
        make_plan(state, seat, notes, dice)
    if given[seat, BOMBS_DONE] < plan.bombing:
        i = given[seat, BOMBS_DONE]
        given[seat, BOMBS_DONE] += 1
        return Move(BOMB, 0 + plan.bomb_source[i], 0 + plan.bomb_target[i], 0)
    if given[seat, MOVES_DONE] < plan.moves:
        i = given[seat, MOVES_DONE]
        given[seat, MOVES_DONE] += 1
        return Move(MOVE, 0 + plan.source[i], 0 + plan.target[i], 0 + plan.cyborgs[i])
    for factory in range(state.count):
        if state.owner[factory] == seat and state.raised[factory] < plan.raised[factory]:
            return Move(INC, 0 + factory, 0, 0)
    return Move(END, 0, 0, 0)


@compiled
def make_plan(state: StateRecord, seat: int, notes: Notes, dice: Dice) -> None:
    """Complete the orders that a seat has already given by the rule, in the seat's style."""
    work, plan, given = notes.works[0], notes.plans[seat], notes.seats
    read_again(state, notes.positions[0])
    clear_plan(plan)
    read_orders(state, seat, plan)
    given[seat, BOMBS_DONE], given[seat, MOVES_DONE] = plan.bombing, plan.moves
    use_style(work, notes.styles[given[seat, STYLE]])
    work.held = draw_held(dice)
    work.ignored = 0
    complete_plan(notes.positions[0], work, plan, seat)


@compiled
def read_again(state: StateRecord, position: StateRecord) -> None:
    """Read a position into a record that was used before."""
    for slot in range(SLOTS):
        for seat in range(SEATS):
            position.landing[slot, seat] = 0
        for factory in range(FACTORIES):
            position.arriving[slot, factory] = 0
    position.over = 0
    read_position(state, position)


@compiled
def evaluate(state: StateRecord, notes: Notes, values: Array) -> None:
    lead = measure_lead(state, notes)
    for seat in range(SEATS):
        values[seat] = lead * (1 - 2 * seat) / (CLOSE + abs(lead))


@compiled
def rate_chances(state: StateRecord, notes: Notes, chances: Array) -> None:
    spread = SPREAD + MORE_SPREAD * (TURNS - state.turn)
    chance = 1 / (1 + math.exp(-measure_lead(state, notes) / spread))
    chances[0], chances[1] = chance, 1 - chance


@compiled
def measure_lead(state: StateRecord, notes: Notes) -> float:
    """Return the lead of seat 0 in cyborgs, including the production of the next turns."""
    read_again(state, notes.positions[0])
    return rate_position(notes.positions[0], 0)
