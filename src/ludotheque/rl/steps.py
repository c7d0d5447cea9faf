"""What a batch does in every match, from `first` to `last` by `stride`: a core has a stretch, a GPU thread a comb."""

from collections.abc import Callable

from ludotheque.compile import compiled, games_own
from ludotheque.dice import Dice
from ludotheque.game import Array, StateRecord
from ludotheque.loops import awaited, play, random_ply
from ludotheque.loops import begin as begin_match

fill: Callable[..., int] = games_own


@compiled
def begin(
    first: int, last: int, stride: int, dice: Dice,
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, seats: int,
) -> None:  # fmt: skip
    """Set every match up from its seed."""
    for i in range(first, last, stride):
        plies[i] = 0
        errors[i] = 0
        begin_match(states, i, seats, seeds[i], dice)
        show(states[i], i, offers, masks, waiting)


@compiled
def play_offered(
    first: int, last: int, stride: int, dice: Dice,
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, moves: Array,
) -> None:  # fmt: skip
    """Play in every match the offered move of that index; one that is no index is refused as no move at all."""
    for i in range(first, last, stride):
        kind, a, b, c = -1, 0, 0, 0
        if 0 <= moves[i] < len(offers):
            at = moves[i]
            kind, a, b, c = offers[at, 0], offers[at, 1], offers[at, 2], offers[at, 3]
        play_one(i, dice, states, seeds, plies, offers, masks, waiting, errors, kind, a, b, c)


@compiled
def play_any(
    first: int, last: int, stride: int, dice: Dice,
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, moves: Array,
) -> None:  # fmt: skip
    """Play in every match the move of its row: kind and three arguments."""
    for i in range(first, last, stride):
        kind, a, b, c = moves[i, 0], moves[i, 1], moves[i, 2], moves[i, 3]
        play_one(i, dice, states, seeds, plies, offers, masks, waiting, errors, kind, a, b, c)


@compiled
def play_random(
    first: int, last: int, stride: int, dice: Dice,
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array, count: int,
) -> None:  # fmt: skip
    """Play so many random legal moves in every match, or until it is over."""
    for i in range(first, last, stride):
        for _ in range(count):
            if random_ply(states, i, seeds[i], plies[i] + 1, offers, masks[i], dice) < 0:
                break
            plies[i] += 1
        show(states[i], i, offers, masks, waiting)


@compiled
def play_one(
    i: int, dice: Dice,
    states: Array, seeds: Array, plies: Array, offers: Array, masks: Array, waiting: Array, errors: Array,
    kind: int, a: int, b: int, c: int,
) -> None:  # fmt: skip
    """One move for the seat that match i awaits."""
    errors[i] = 0
    if waiting[i] >= 0:
        errors[i] = play(states, i, waiting[i], kind, a, b, c, seeds[i], plies[i] + 1, dice)
        if errors[i] == 0:
            plies[i] += 1
            show(states[i], i, offers, masks, waiting)


@compiled
def show(state: StateRecord, i: int, offers: Array, masks: Array, waiting: Array) -> None:
    """Whose move is next in match i, and which moves it may be."""
    waiting[i] = awaited(state)
    if waiting[i] >= 0:
        fill(state, waiting[i], offers, masks[i])
    else:
        for at in range(len(offers)):
            masks[i, at] = 0
