"""The steps of a batch as CUDA kernels: a thread a match, with dice of its own."""

from typing import Any

import numba
import numba.cuda
from numba import int64

from ludotheque.compile import games_own
from ludotheque.dice import LENGTH
from ludotheque.game import Array
from ludotheque.rl import steps

cuda: Any = numba.cuda
begin_all, offered_all, any_all, stroll = steps.begin, steps.play_offered, steps.play_any, steps.stroll
STATE: Any = games_own


def begin(
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, seats: int
) -> None:
    dice = cuda.local.array(LENGTH, int64)
    begin_all(
        cuda.grid(1), len(states), cuda.gridsize(1), dice, states, seeds, plies, offers, masks, waiting, errors, seats
    )


def play_offered(
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, moves: Array
) -> None:
    dice = cuda.local.array(LENGTH, int64)
    offered_all(
        cuda.grid(1), len(states), cuda.gridsize(1), dice, states, seeds, plies, offers, masks, waiting, errors, moves
    )


def play_any(
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, moves: Array
) -> None:
    dice = cuda.local.array(LENGTH, int64)
    any_all(
        cuda.grid(1), len(states), cuda.gridsize(1), dice, states, seeds, plies, offers, masks, waiting, errors, moves
    )


def play_random(
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, count: int
) -> None:
    """Many plies in one launch, on a copy of the state: local memory lies side by side with the threads beside."""
    dice = cuda.local.array(LENGTH, int64)
    own = cuda.local.array(1, STATE)
    for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        own[0] = states[i]
        stroll(own, 0, i, seeds, plies, offers, masks, waiting, count, dice)
        states[i] = own[0]
