"""A decision searched: every promising move is played on by rule to the end of the match, many times over.

All moves meet the same dice, the search's own. After each round the better half of them stays, and is tried twice as
often as before.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import CHOICE, LENGTH, Dice, reset, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.meduris.bots.custom import decide
from ludotheque.games.meduris.bots.village import CALM, HASTY, Desk, look, pieces_left, value_of
from ludotheque.games.meduris.rules import TEMPLES, apply, hut_kit
from ludotheque.games.meduris.turn import ACTING
from ludotheque.loops import awaited

NOW, TRIAL = range(2)  # states: the position, and a match that goes on from it
ROWS = 2
EVENTS, TEMPERS = range(2)  # what dice are laid out for
WIDTH = 12  # moves that are tried at all
LONGEST = 2000  # plies of a match that goes on: with next to no supply some never end
CLOSE = 15.0  # a lead of so many points is worth half of the largest
SLOW, FAST = 0.45, 0.75  # pieces a turn that calm and hasty players build


class Study(NamedTuple):
    """What a search works with."""

    states: Array
    raw: Array  # the memory of states, byte by byte
    desks: Array  # one Desk
    dice: Array
    moves: Array  # [move, number of a Move]
    order: Array  # moves, the best first
    scores: Array  # of each move


def study(machine: Machine, state: Any, moves: Any) -> Study:
    """A position and some moves, on this machine."""
    states, wrap = np.repeat(state, ROWS), machine.wrap
    return Study(
        states=wrap(states),
        raw=wrap(states.view(np.uint8).reshape(ROWS, -1)),
        desks=wrap(np.zeros(1, Desk)),
        dice=wrap(np.zeros(LENGTH, np.int64)),
        moves=wrap(np.ascontiguousarray(moves, np.int64)),
        order=wrap(np.arange(len(moves))),
        scores=wrap(np.zeros(len(moves))),
    )


@compiled
def search(study: Study, luck: int, plies: int) -> int:
    """Which of the moves is the best, after about so many plies."""
    promise(study)
    left, tried = min(len(study.order), WIDTH), 0
    each = tries_each(study, luck, plies, left)
    while left > 1:
        for i in range(left):
            for number in range(tried, tried + each):
                study.scores[study.order[i]] += try_out(study, luck + number, study.order[i])
        sort(study, left)
        tried += each
        left = (left + 1) // 2
        each *= 2
    return study.order[0]


@compiled
def promise(study: Study) -> None:
    """Put actions into the order of what they are worth by themselves; the scores begin at nothing."""
    state, desk = study.states[NOW], study.desks[0]
    seat = awaited(state)
    desk.temper[seat] = CALM
    look(state, seat, desk)
    if state.phase == ACTING:
        for i in range(len(study.order)):
            study.scores[i] = value_of(state, seat, desk, move_of(study, i))
        sort(study, len(study.order))
    for i in range(len(study.order)):
        study.scores[i] = 0.0


@compiled
def move_of(study: Study, i: int) -> Move:
    return Move(study.moves[i, 0], study.moves[i, 1], study.moves[i, 2], study.moves[i, 3])


@compiled
def sort(study: Study, count: int) -> None:
    """The first so many moves by their scores."""
    order, scores = study.order, study.scores
    for i in range(1, count):
        one, place = order[i], i
        while place > 0 and scores[order[place - 1]] < scores[one]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = one


@compiled
def tries_each(study: Study, luck: int, plies: int, count: int) -> int:
    """How often each of so many moves is tried in the first round, so that all rounds take about so many plies."""
    if study.states[NOW].lap != 0:
        return 1  # no dice are rolled any more
    rounds = 1
    while count > 1 << rounds:
        rounds += 1
    begin_trial(study, luck)
    return max(1, plies // (play_on(study) * rounds * count))


@compiled
def try_out(study: Study, luck: int, i: int) -> float:
    """A move and the match that follows: between −1 and 1, by the lead over the best of the others at its end."""
    seat = awaited(study.states[NOW])
    begin_trial(study, luck)
    apply(study.states[TRIAL], seat, move_of(study, i), study.dice)
    play_on(study)
    lead = lead_of(study.states[TRIAL], seat)
    return lead / (CLOSE + abs(lead))


@compiled
def begin_trial(study: Study, luck: int) -> None:
    """The position again, with everybody's temper drawn and the dice laid out."""
    for i in range(study.raw.shape[1]):
        study.raw[TRIAL, i] = study.raw[NOW, i]
    reset(study.dice, luck, TEMPERS, CHOICE)
    draw_tempers(study.states[NOW], study.desks[0], study.dice)
    reset(study.dice, luck, EVENTS, CHOICE)


@compiled
def draw_tempers(state: StateRecord, desk: StateRecord, dice: Dice) -> None:
    """Oneself is calm; others are about as hasty as they seem."""
    for seat in range(state.seats):
        haste = haste_of(state, seat) + roll(dice, 100) / 100 - 0.5
        if state.active[seat] != 0:
            haste = 0.0
        desk.temper[seat] = CALM + (HASTY - CALM) * max(0.0, min(1.0, haste))


@compiled
def haste_of(state: StateRecord, seat: int) -> float:
    """From 0, calm, to 1, by how much a player has built in his turns so far; at first a half."""
    built = hut_kit(state) + TEMPLES - pieces_left(state, seat)
    pace = (built + SLOW + FAST) / (state.turn / state.seats + 2)
    return (pace - SLOW) / (FAST - SLOW)


@compiled
def play_on(study: Study) -> int:
    """Everybody goes by rule until the match is over, or much too long: how many plies that took."""
    state, desk = study.states[TRIAL], study.desks[0]
    plies, seat = 0, awaited(state)
    while seat >= 0 and plies < LONGEST:
        apply(state, seat, decide(state, seat, desk), study.dice)
        seat = awaited(state)
        plies += 1
    return plies


@compiled
def lead_of(state: StateRecord, seat: int) -> int:
    """The points that a seat has more than the best of the others."""
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.points[other])
    return state.points[seat] - best
