"""The steps of a batch as CUDA kernels: a thread a match, with dice of its own."""

from typing import Any

import numba
import numba.cuda
from numba import int64

from ludotheque.dice import LENGTH
from ludotheque.game import Array
from ludotheque.rl import steps

cuda: Any = numba.cuda
begin_all, offered_all, any_all, random_all = steps.begin, steps.play_offered, steps.play_any, steps.play_random


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
    dice = cuda.local.array(LENGTH, int64)
    random_all(
        cuda.grid(1), len(states), cuda.gridsize(1), dice, states, seeds, plies, offers, masks, waiting, errors, count
    )
