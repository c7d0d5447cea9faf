"""The arrays in which a search works, and the styles that it uses."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import LENGTH
from ludotheque.game import Array
from ludotheque.games.ghost.bots.position import Plan, Position
from ludotheque.games.ghost.bots.styles import make_styles
from ludotheque.games.ghost.bots.ways import Work
from ludotheque.games.ghost.turn import BOMBS, SEATS

CANDIDATES = 140  # plans that are compared
FUTURES = 200  # in which they are compared, at most
TURNS_AHEAD = 5  # turns that are played by rule in each future, after the turn of the plan

NOW, FUTURE = range(2)  # positions
START = CANDIDATES  # plans: the orders that are already given,
TRIAL = START + 1  # one plan of each side in a future,
ANSWER = TRIAL + SEATS  # and the other side's orders of this turn in each future
PLANS = ANSWER + FUTURES

POOL = 6  # the first styles are those of the futures
STYLES: tuple[dict[str, int], ...] = (
    {},
    {"presses": 0},
    {"fears": 1},
    {"limit": 7},
    {"raise_percent": 200},
    {"counts_help": 0},
    {"raise_percent": 30},
    {"raise_percent": 400},
    {"limit": 8},
    {"horizon": 15},
    {"throws_bombs": 0},
)
BASE_STYLE = 0


class Memory(NamedTuple):
    """The working memory of a search. `raw_…` are the same arrays as bytes, for copying."""

    positions: Array
    raw_positions: Array
    plans: Array
    raw_plans: Array
    styles: Array
    works: Array  # one record
    digests: Array  # a number for each candidate: equal plans have equal numbers
    alive: Array  # 1 for each candidate that is still compared
    values: Array  # by candidate and future
    held: Array  # by future, turn and seat: one bit for each factory that keeps its cyborgs
    aims: Array  # by future and bomb: the target of a hidden bomb of the other side; -1 if there is none
    dice: Array


def make_memory(machine: Machine) -> tuple[Memory, Any]:
    """Return new arrays in the machine's form, and the plans as an array of NumPy."""
    positions, plans = np.zeros(2, Position), np.zeros(PLANS, Plan)
    arrays = (
        positions,
        positions.view(np.uint8).reshape(len(positions), -1),
        plans,
        plans.view(np.uint8).reshape(len(plans), -1),
        make_styles(*STYLES),
        np.zeros(1, Work),
        np.zeros(CANDIDATES, np.int64),
        np.zeros(CANDIDATES, np.int64),
        np.zeros((CANDIDATES, FUTURES)),
        np.zeros((FUTURES, TURNS_AHEAD, SEATS), np.int64),
        np.zeros((FUTURES, BOMBS), np.int64),
        np.zeros(LENGTH, np.int64),
    )
    return Memory(*(machine.wrap(array) for array in arrays)), plans


@compiled
def copy_record(raw: Array, source: int, target: int) -> None:
    for i in range(raw.shape[1]):
        raw[target, i] = raw[source, i]
