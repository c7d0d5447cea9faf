"""The arrays in which the champion's search works."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import LENGTH
from ludotheque.game import Array, state_dtype
from ludotheque.games.bzzz.bots.ledger import Ledger
from ludotheque.games.bzzz.bots.plan import LONGEST, Plan
from ludotheque.games.bzzz.bots.rivals import Style
from ludotheque.games.bzzz.field import BEES, SEATS
from ludotheque.games.bzzz.rules import State

CANDIDATES = 64  # turns that are compared, at most
FUTURES = 128  # in which they are compared, at most

VIEW, TRIAL, FUTURE = range(3)  # states: the seat's view, one to work with, and the first of the futures
KNOWN, SUPPOSED = range(2)  # ledgers: the real one, and one to work with

Turn = state_dtype(
    ("count", "i2"),  # number of moves
    ("moves", "i1", (LONGEST, 3)),  # as in Plan
    ("orders", "i1", BEES),  # how the rule was changed to get them
)


class Workspace(NamedTuple):
    """`raw_states` are the states as bytes, for copying."""

    states: Array
    raw_states: Array
    plans: Array  # one record
    ledgers: Array
    turns: Array  # of the candidates
    alive: Array  # 1 for each candidate that is still compared
    values: Array  # by candidate and future
    styles: Array  # by future and seat
    dice: Array


def make_workspace(machine: Machine, view: Any, ledger: Any) -> tuple[Workspace, Any, Any]:
    """Return a workspace in the machine's form, and its turns and ledgers as arrays of NumPy."""
    states, turns, ledgers = np.zeros(FUTURE + FUTURES, State), np.zeros(CANDIDATES, Turn), np.zeros(2, Ledger)
    states[VIEW], ledgers[KNOWN] = view[0], ledger[0]
    arrays = (
        states,
        states.view(np.uint8).reshape(len(states), -1),
        np.zeros(1, Plan),
        ledgers,
        turns,
        np.zeros(CANDIDATES, np.int64),
        np.zeros((CANDIDATES, FUTURES)),
        np.zeros(FUTURES * SEATS, Style),
        np.zeros(LENGTH, np.int64),
    )
    return Workspace(*(machine.wrap(array) for array in arrays)), turns, ledgers


@compiled
def copy_state(space: Workspace, source: int, target: int) -> None:
    for i in range(space.raw_states.shape[1]):
        space.raw_states[target, i] = space.raw_states[source, i]
