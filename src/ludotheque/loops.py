"""The generic loops: what the platform does with any game, bound to the game's functions on the machine at hand.

The names that are games_own here are the game's functions; a Machine puts them in (compile.py). `states` is an array of
records, or in the interpreter a list of them.
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
    """A game's machine: one a process and way of running."""
    given = game.rules.functions()
    given["fill"] = legal.fill_by_game if game.rules.legal else legal.fill_by_check
    given.setdefault("observe", nothing_hidden)
    given.setdefault("guess", nothing_to_guess)
    return Machine(game.name, given, interpreted)


@cache
def offers_of(game: Game) -> npt.NDArray[np.int32]:
    """The moves that a game offers, four numbers a row; a mask has one place a row."""
    return legal.offered(game.rules.MOVES)


def machine_of(game: Game) -> Machine:
    """The machine that this process uses: compiled, unless the environment asks for the interpreter."""
    return machine(game, is_interpreted())


@compiled
def nothing_hidden(view: StateRecord, seat: int) -> None:
    """The observe of a game of open information."""


@compiled
def nothing_to_guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """The guess of a game of open information."""


@compiled
def begin(states: Array, i: int, seats: int, seed: int, dice: Dice) -> None:
    """Set up match i; its options are already in the record."""
    reset(dice, seed, 0, MATCH)
    setup(states[i], seats, dice)


@compiled
def judge(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int) -> int:
    """The error that this move would be, 0 if it may be played."""
    return check(states[i], seat, Move(kind, a, b, c))


@compiled
def play(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int, seed: int, ply: int, dice: Dice) -> int:
    """Play a move as ply number `ply` (from 1), if it is allowed; the error if not."""
    state, move = states[i], Move(kind, a, b, c)
    error = check(state, seat, move)
    if error == 0:
        reset(dice, seed, ply, MATCH)
        apply(state, seat, move, dice)
    return error


@compiled
def expect(states: Array, i: int, seat: int, kind: int, a: int, b: int, c: int, has_guess: bool, dice: Dice) -> int:
    """Turn a copy of a view into the view that the seat can expect after its move; return the error if refused."""
    state, move = states[i], Move(kind, a, b, c)
    error = check(state, seat, move)
    if error == 0:
        if has_guess:
            guess(state, seat, dice)
        apply(state, seat, move, dice)
        observe(state, seat)
    return error


@compiled
def moves(states: Array, i: int, seat: int, offers: Array, mask: Array) -> int:
    """Mark the offered moves that this seat may play, and count them."""
    return fill(states[i], seat, offers, mask)


@compiled
def look(states: Array, i: int, seat: int) -> None:
    """Turn a copy of a state into what a seat sees of it."""
    observe(states[i], seat)


@compiled
def results(states: Array, i: int, out: Array) -> None:
    """The outcome of match i as it stands."""
    outcome(states[i], out)


@compiled
def awaited(state: StateRecord) -> int:
    """The first seat whose answer is awaited, or -1 when the match is over."""
    for seat in range(len(state.active)):
        if state.active[seat] != 0:
            return seat
    return -1


@compiled
def nth(mask: Array, n: int) -> int:
    """Where the n-th mark stands (from 0)."""
    for i in range(len(mask)):
        n -= mask[i]
        if n < 0:
            return i
    return -1


@compiled
def random_ply(states: Array, i: int, seed: int, ply: int, offers: Array, mask: Array, dice: Dice) -> int:
    """Play one legal move, each equally likely, for the first seat awaited: which one, or -1 when the match is over."""
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
