"""Compares turns: each candidate is played some rounds ahead, in futures that are the same for all of them.

The rule's own turn is left only for one that is clearly better: single futures differ by much more than turns do.
"""

import math

from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, MATCH, reset
from ludotheque.games.bzzz.bots.ahead import play_by_rule, play_candidate, play_rival_ahead
from ludotheque.games.bzzz.bots.candidates import BASE
from ludotheque.games.bzzz.bots.futures import chance_of_first, fill_hidden
from ludotheque.games.bzzz.bots.styles import draw_style
from ludotheque.games.bzzz.bots.workspace import FUTURE, KNOWN, SUPPOSED, TRIAL, VIEW, Workspace, copy_state
from ludotheque.games.bzzz.field import SEATS
from ludotheque.games.bzzz.rules import is_over

FEW = 8  # futures; after fewer no turn is clearly better


@compiled
def compare(space: Workspace, count: int, first: int, end: int, seat: int, rounds: int) -> None:
    """Play the candidates that are left in the futures from `first` to `end`, which are the next ones."""
    for future in range(first, end):
        prepare_future(space, future, seat)
    for candidate in range(count):
        if space.alive[candidate]:
            for future in range(first, end):
                space.values[candidate, future] = play_future(space, candidate, future, seat, rounds)


@compiled
def prepare_future(space: Workspace, future: int, seat: int) -> None:
    """Draw what is hidden, and how other seats will play."""
    copy_state(space, VIEW, FUTURE + future)
    state, ledger = space.states[FUTURE + future], space.ledgers[KNOWN]
    reset(space.dice, future, int(state.turn), CHOICE)
    fill_hidden(state, ledger, seat, space.dice)
    for other in range(state.seats):
        if other != seat:
            draw_style(state, space.styles[SEATS * future + other], ledger, seat, other, space.dice)


@compiled
def play_future(space: Workspace, candidate: int, future: int, seat: int, rounds: int) -> float:
    """Play a candidate and then some rounds by rule; return the seat's chance of the first place."""
    copy_state(space, FUTURE + future, TRIAL)
    state, plan, ledger, dice = space.states[TRIAL], space.plans[0], space.ledgers[SUPPOSED], space.dice
    reset(dice, future, int(state.turn), MATCH)
    play_candidate(state, space.turns[candidate], seat, dice)
    turns_left = rounds * state.seats - 1
    while turns_left > 0 and not is_over(state):
        reset(dice, future, int(state.turn), MATCH)
        if state.player == seat:
            play_by_rule(state, plan, ledger, seat, dice)
        else:
            play_rival_ahead(state, space.styles[SEATS * future + state.player], int(state.player), dice)
        turns_left -= 1
    return chance_of_first(state, seat)


@compiled
def keep_best(space: Workspace, count: int, futures: int, kept: int) -> None:
    """Keep the candidates with the highest sums over the futures so far, and the rule's own turn."""
    for candidate in range(count):
        if space.alive[candidate]:
            better = 0
            for other in range(count):
                if space.alive[other] and is_better(space, other, candidate, futures):
                    better += 1
            if better >= kept:
                space.alive[candidate] = -1  # still counts as better than others, until all are looked at
    for candidate in range(count):
        space.alive[candidate] = int(space.alive[candidate] == 1 or candidate == BASE)


@compiled
def is_better(space: Workspace, one: int, other: int, futures: int) -> bool:
    """Return whether the sum of `one` is higher; of equal sums, the earlier candidate's."""
    gain = gain_of(space, one, other, futures)
    return gain > 0 or (gain == 0 and one < other)


@compiled
def gain_of(space: Workspace, one: int, other: int, futures: int) -> float:
    """Return by how much the sum of `one` is higher than that of `other`."""
    gain = 0.0
    for future in range(futures):
        gain += space.values[one, future] - space.values[other, future]
    return gain


@compiled
def find_winner(space: Workspace, count: int, futures: int, errors: float) -> int:
    """Return the candidate that is left if its gain is certain enough, else the rule's own turn."""
    for candidate in range(1, count):
        if space.alive[candidate] and is_clearly_better(space, candidate, futures, errors):
            return candidate
    return BASE


@compiled
def is_clearly_better(space: Workspace, candidate: int, futures: int, errors: float) -> bool:
    """Return whether the mean gain over the rule's own turn is more than `errors` of its standard errors."""
    if futures < FEW:
        return False
    total, squares = 0.0, 0.0
    for future in range(futures):
        gain = space.values[candidate, future] - space.values[BASE, future]
        total += gain
        squares += gain * gain
    mean = total / futures
    variance = max(0.0, squares / futures - mean * mean)
    return mean > errors * math.sqrt(variance / (futures - 1))
