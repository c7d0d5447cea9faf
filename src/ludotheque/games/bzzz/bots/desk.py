"""The desk of one turn: what a bot works out about the field, and the moves that it writes down."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludotheque import loops
from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord, state_dtype
from ludotheque.games.bzzz.field import BEES, FLOWERS, SEATS, SIDE, WAYS
from ludotheque.games.bzzz.rules import LAY, MOVES, OK, STEP, check_lay, lay, step
from ludotheque.match import View

FAR = 9999  # steps to where no way leads
LONGEST = BEES + 1  # moves of a turn: an egg, and one for every bee
KIND, BEE, WAY = range(3)  # a move that is written down
STAY = WAYS  # besides the ways: not to move

Desk = state_dtype(
    ("left", "i4"),  # own turns after this one
    ("decided", "i1", BEES),  # own bees that have moved, and those that cannot do anything
    ("count", "i2"),
    ("moves", "i1", (LONGEST, 3)),
    ("start", "f8", FLOWERS),  # nectar that a flower may have begun with,
    ("guess", "f8", FLOWERS),  # and may hold now, less what bees have been sent for
    ("bound", "i1", FLOWERS),  # bees that have been sent there
    ("wall", "i1", (SIDE, SIDE)),  # by y and x: is it a cell to keep out of?
    ("home", "i2", (SIDE, SIDE)),  # steps to the own zone
    ("danger", "f8", (SIDE, SIDE)),  # how likely others reach and fell a bee of force 1 before the next turn
    ("prey", "f8", (SEATS, BEES)),  # what it is worth to knock a bee out
    ("rate", "f8"),  # nectar that a turn of a worker is worth
    ("steps", "i2", (SIDE, SIDE)),  # of the bee in hand to each cell,
    ("ways", "i2", (SIDE, SIDE)),  # and with which ways the shortest flights begin, a bit each
    ("value", "f8", WAYS + 1),  # what the bee in hand will bring home after each way, or if it stays,
    ("goal", "i2", WAYS + 1),  # from which flower, -1 if none,
    ("haul", "f8", WAYS + 1),  # and how much of it
    ("queue", "i2", SIDE * SIDE),  # cells, 32 y + x
)

Decide = Callable[[Array, Array, int], None]


def turn(view: View, decide: Decide) -> list[str]:
    """The moves that a compiled function decides on; it works on a copy of the view."""
    machine = loops.machine_of(view.game)
    desks, states = np.zeros(1, Desk), view.state.copy()
    machine(decide)(machine.wrap(states), machine.wrap(desks), view.seat)
    return [*spell(desks), "END"]


def spell(desks: Any) -> list[str]:
    """The moves on a desk as text."""
    forms = [" ".join([kind, "{}", "{}"][: 1 + len(arguments or ())]) for kind, arguments in MOVES.items()]
    return [forms[kind].format(*rest) for kind, *rest in desks["moves"][0, : desks["count"][0]].tolist()]


@compiled
def clear(state: StateRecord, desk: StateRecord, seat: int) -> None:
    desk.count = 0
    desk.left = (state.time_out - 1 - state.turn) // state.seats
    for bee in range(state.bees[seat]):
        desk.decided[bee] = state.ko[seat, bee] > 0 or state.used[bee] != 0


@compiled
def note(desk: StateRecord, kind: int, bee: int, way: int) -> None:
    """Write a move down."""
    desk.moves[desk.count, KIND], desk.moves[desk.count, BEE], desk.moves[desk.count, WAY] = kind, bee, way
    desk.count += 1


@compiled
def lay_if_allowed(state: StateRecord, desk: StateRecord, seat: int, kind: int) -> None:
    if check_lay(state, seat) == OK:
        desk.decided[state.bees[seat]] = 0
        lay(state, seat, kind)
        note(desk, LAY, kind, 0)


@compiled
def take_step(state: StateRecord, desk: StateRecord, seat: int, bee: int, way: int) -> None:
    step(state, seat, bee, way)
    desk.decided[bee] = 1
    note(desk, STEP, bee, way)
