"""What a batch does in every match `range(first, last, stride)`.

On the CPU each core gets a contiguous range; on the GPU each thread strides by the size of the grid.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.compile import compiled, games_own
from ludotheque.dice import Dice
from ludotheque.game import Array
from ludotheque.loops import awaited, play, random_ply
from ludotheque.loops import begin as begin_match

fill: Callable[..., int] = games_own


class Arrays(NamedTuple):
    """The arrays of a batch: one entry per match, except `offers`, which all matches share."""

    states: Array
    seeds: Array
    plies: Array
    offers: Array
    masks: Array
    waiting: Array
    errors: Array


@compiled
def begin(first: int, last: int, stride: int, dice: Dice, batch: Arrays, seats: int) -> None:
    """Set every match up from its seed."""
    for i in range(first, last, stride):
        batch.plies[i] = 0
        batch.errors[i] = 0
        begin_match(batch.states, i, seats, batch.seeds[i], dice)
        update(batch, i)


@compiled
def play_offered(first: int, last: int, stride: int, dice: Dice, batch: Arrays, moves: Array) -> None:
    """Play in match i the offer with index `moves[i]`; an index outside the offers is refused as an unknown move."""
    offers = batch.offers
    for i in range(first, last, stride):
        kind, a, b, c = -1, 0, 0, 0
        if 0 <= moves[i] < len(offers):
            at = moves[i]
            kind, a, b, c = offers[at, 0], offers[at, 1], offers[at, 2], offers[at, 3]
        play_one(batch, i, kind, a, b, c, dice)


@compiled
def play_any(first: int, last: int, stride: int, dice: Dice, batch: Arrays, moves: Array) -> None:
    """Play in match i the move in row `moves[i]`: kind and three arguments."""
    for i in range(first, last, stride):
        play_one(batch, i, moves[i, 0], moves[i, 1], moves[i, 2], moves[i, 3], dice)


@compiled
def play_random(first: int, last: int, stride: int, dice: Dice, batch: Arrays, count: int) -> None:
    """Play `count` random legal moves in every match, fewer where it ends before."""
    for i in range(first, last, stride):
        for _ in range(count):
            seed, ply = batch.seeds[i], batch.plies[i] + 1
            if random_ply(batch.states, i, seed, ply, batch.offers, batch.masks[i], dice) < 0:
                break
            batch.plies[i] += 1
        update(batch, i)


@compiled
def play_one(batch: Arrays, i: int, kind: int, a: int, b: int, c: int, dice: Dice) -> None:
    """Play a move for the seat whose turn it is in match i, or write its error."""
    batch.errors[i] = 0
    seat = batch.waiting[i]
    if seat >= 0:
        error = play(batch.states, i, seat, kind, a, b, c, batch.seeds[i], batch.plies[i] + 1, dice)
        batch.errors[i] = error
        if error == 0:
            batch.plies[i] += 1
            update(batch, i)


@compiled
def update(batch: Arrays, i: int) -> None:
    """Write which seat moves next in match i, and its legal moves."""
    seat = awaited(batch.states[i])
    batch.waiting[i] = seat
    if seat >= 0:
        fill(batch.states[i], seat, batch.offers, batch.masks[i])
    else:
        for at in range(len(batch.offers)):
            batch.masks[i, at] = 0
