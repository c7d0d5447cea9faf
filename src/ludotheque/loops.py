"""The generic loops: what the platform does with any game.

A Machine (compile.py) replaces the names that are `games_own` by the game's functions. `states` is an array of records,
in the interpreter a list of them; `i` is the index of a match.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import numpy.typing as npt

from ludotheque import legal
from ludotheque.compile import Machine, compiled, games_own, is_interpreted
from ludotheque.dice import CHOICE, MATCH, Dice, reset, roll
from ludotheque.game import Array, Game, Move, StateRecord

setup: Callable[[StateRecord, int, Dice], None] = games_own
check: Callable[[StateRecord, int, Move], int] = games_own
apply: Callable[[StateRecord, int, Move, Dice], None] = games_own
outcome: Callable[[StateRecord, Array], None] = games_own
observe: Callable[[StateRecord, int], None] = games_own
guess: Callable[[StateRecord, int, Dice], None] = games_own
fill: Callable[[StateRecord, int, Array, Array], int] = games_own


@cache
def machine(game: Game, interpreted: bool) -> Machine:
    """Return the machine of a game. Each process has one for each way of running."""
    given = game.rules.functions()
    given["fill"] = legal.fill_by_game if game.rules.legal else legal.fill_by_check
    given.setdefault("observe", nothing_hidden)
    given.setdefault("guess", nothing_to_guess)
    return Machine(game.name, given, interpreted)


@cache
def offers_of(game: Game) -> npt.NDArray[np.int32]:
    """Return the moves that a game offers: rows of four numbers. A mask has one entry for each row."""
    return legal.list_offers(game.rules.MOVES)


def machine_of(game: Game) -> Machine:
    """Return the game's machine: compiled, unless the environment asks for the interpreter."""
    return machine(game, is_interpreted())


@compiled
def nothing_hidden(view: StateRecord, seat: int) -> None:
    """Replaces `observe` in a game without hidden information."""


@compiled
def nothing_to_guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """Replaces `guess` in a game without hidden information."""


@compiled
def begin(states: Array, i: int, seats: int, seed: int, dice: Dice) -> None:
    """Set up match `i`, whose options are already in its record."""
    reset(dice, seed, 0, MATCH)
    setup(states[i], seats, dice)


@compiled
def judge(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int) -> int:
    """Return the error of a move, 0 if it may be played."""
    return check(states[i], seat, Move(kind, a, b, c))


@compiled
def play(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int, seed: int, ply: int, dice: Dice) -> int:
    """Play a move as ply number `ply` (from 1) if it is allowed; return its error, 0 if it was played."""
    state, move = states[i], Move(kind, a, b, c)
    error = check(state, seat, move)
    if error == 0:
        reset(dice, seed, ply, MATCH)
        apply(state, seat, move, dice)
    return error


@compiled
def expect(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int, fill_hidden: bool, dice: Dice) -> int:
    """Turn a copy of a view into the view that the seat can expect after its move; return the error if refused."""
    state, move = states[i], Move(kind, a, b, c)
    error = check(state, seat, move)
    if error == 0:
        if fill_hidden:
            guess(state, seat, dice)
        apply(state, seat, move, dice)
        observe(state, seat)
    return error


@compiled
def moves(states: Array, i: int, seat: int, offers: Array, mask: Array) -> int:
    """Mark in `mask` the offers that `seat` may play, and return their number."""
    return fill(states[i], seat, offers, mask)


@compiled
def look(states: Array, i: int, seat: int) -> None:
    """Turn a copy of a state into the view of `seat`."""
    observe(states[i], seat)


@compiled
def results(states: Array, i: int, out: Array) -> None:
    """Write the outcome of the present state into `out`."""
    outcome(states[i], out)


@compiled
def awaited(state: StateRecord) -> int:
    """Return the lowest seat that may move, -1 when the match is over."""
    for seat in range(len(state.active)):
        if state.active[seat] != 0:
            return seat
    return -1


@compiled
def nth(mask: Array, n: int) -> int:
    """Return the index of the n-th mark in `mask`, counted from 0."""
    for i in range(len(mask)):
        n -= mask[i]
        if n < 0:
            return i
    return -1


@compiled
def random_ply(states: Array, i: int, seed: int, ply: int, offers: Array, mask: Array, dice: Dice) -> int:
    """Play a random legal move for the lowest active seat; return its index in `offers`, -1 if the match is over."""
    seat = awaited(states[i])
    if seat < 0:
        return -1
    count = fill(states[i], seat, offers, mask)
    reset(dice, seed, ply, CHOICE)
    chosen = nth(mask, roll(dice, count))
    move = Move(offers[chosen, 0], offers[chosen, 1], offers[chosen, 2], offers[chosen, 3])
    reset(dice, seed, ply, MATCH)
    apply(states[i], seat, move, dice)
    return chosen
