"""The search of the hard bot: it plays each promising move to the end of the match many times, with a fixed policy.

All moves get the same dice, which are the search's own. After each round the better half of the moves stays, and gets
twice as many trials.
"""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.dice import CHOICE, LENGTH, Dice, reset, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.meduris.bots.policy import decide
from ludotheque.games.meduris.bots.values import CALM, HASTY, Notes, action_value, count_pieces_left, prepare_notes
from ludotheque.games.meduris.rules import TEMPLES, apply, starting_huts
from ludotheque.games.meduris.turn import ACTING
from ludotheque.loops import awaited

NOW, TRIAL = range(2)  # rows of `states`: the position, and a trial that continues from it
ROWS = 2
EVENTS, EAGERNESS = range(2)  # what dice are used for
WIDTH = 12  # moves that get trials
LONGEST = 2000  # plies of a trial: with a very small supply some matches never end
CLOSE = 15.0  # the lead in points that scores 0.5; the score goes up to 1
SLOW, FAST = 0.45, 0.75  # pieces per turn that calm and hasty players build


class SearchData(NamedTuple):
    """The arrays that a search works with."""

    states: Array
    raw: Array  # the memory of `states` as bytes
    notes: Array  # one row of Notes
    dice: Array
    moves: Array  # one row for each move: its kind and its three arguments
    order: Array  # indices of moves, the best first
    scores: Array  # the score of each move


def make_data(machine: Machine, state: Any, moves: Any) -> SearchData:
    states, wrap = np.repeat(state, ROWS), machine.wrap
    return SearchData(
        states=wrap(states),
        raw=wrap(states.view(np.uint8).reshape(ROWS, -1)),
        notes=wrap(np.zeros(1, Notes)),
        dice=wrap(np.zeros(LENGTH, np.int64)),
        moves=wrap(np.ascontiguousarray(moves, np.int64)),
        order=wrap(np.arange(len(moves))),
        scores=wrap(np.zeros(len(moves))),
    )


@compiled
def search(data: SearchData, seed: int, plies: int) -> int:
    """Return the index of the best move, after about `plies` simulated plies."""
    rank_actions(data)
    left, tried = min(len(data.order), WIDTH), 0
    each = count_trials(data, seed, plies, left)
    while left > 1:
        for i in range(left):
            for number in range(tried, tried + each):
                data.scores[data.order[i]] += play_out(data, seed + number, data.order[i])
        sort(data, left)
        tried += each
        left = (left + 1) // 2
        each *= 2
    return data.order[0]


@compiled
def rank_actions(data: SearchData) -> None:
    """Sort actions by the value that they have without a search, and set all scores to 0."""
    state, notes = data.states[NOW], data.notes[0]
    seat = awaited(state)
    notes.eagerness[seat] = CALM
    prepare_notes(state, seat, notes)
    if state.phase == ACTING:
        for i in range(len(data.order)):
            data.scores[i] = action_value(state, seat, notes, move_of(data, i))
        sort(data, len(data.order))
    for i in range(len(data.order)):
        data.scores[i] = 0.0


@compiled
def move_of(data: SearchData, i: int) -> Move:
    return Move(data.moves[i, 0], data.moves[i, 1], data.moves[i, 2], data.moves[i, 3])


@compiled
def sort(data: SearchData, count: int) -> None:
    """Sort the first `count` moves by score, the highest first."""
    order, scores = data.order, data.scores
    for i in range(1, count):
        one, place = order[i], i
        while place > 0 and scores[order[place - 1]] < scores[one]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = one


@compiled
def count_trials(data: SearchData, seed: int, plies: int, count: int) -> int:
    """Return the trials of each of `count` moves in the first round, for about `plies` plies in all rounds."""
    if data.states[NOW].lap != 0:
        return 1  # no dice are rolled in the last lap, so all trials are equal
    rounds = 1
    while count > 1 << rounds:
        rounds += 1
    begin_trial(data, seed)
    return max(1, plies // (play_to_end(data) * rounds * count))


@compiled
def play_out(data: SearchData, seed: int, i: int) -> float:
    """Play a move and the rest of the match; return a score from −1 to 1 by the lead at the end."""
    seat = awaited(data.states[NOW])
    begin_trial(data, seed)
    apply(data.states[TRIAL], seat, move_of(data, i), data.dice)
    play_to_end(data)
    lead = measure_lead(data.states[TRIAL], seat)
    return lead / (CLOSE + abs(lead))


@compiled
def begin_trial(data: SearchData, seed: int) -> None:
    """Reset the trial to the position, draw each seat's eagerness and reset the dice."""
    for i in range(data.raw.shape[1]):
        data.raw[TRIAL, i] = data.raw[NOW, i]
    reset(data.dice, seed, EAGERNESS, CHOICE)
    draw_eagerness(data.states[NOW], data.notes[0], data.dice)
    reset(data.dice, seed, EVENTS, CHOICE)


@compiled
def draw_eagerness(state: StateRecord, notes: StateRecord, dice: Dice) -> None:
    """Draw each seat's eagerness: the own seat is calm, others are about as hasty as their pace so far."""
    for seat in range(state.seats):
        haste = estimate_haste(state, seat) + roll(dice, 100) / 100 - 0.5
        if state.active[seat] != 0:
            haste = 0.0
        notes.eagerness[seat] = CALM + (HASTY - CALM) * max(0.0, min(1.0, haste))


@compiled
def estimate_haste(state: StateRecord, seat: int) -> float:
    """Estimate how hasty a player is, from 0 (calm) to 1, by the pieces built per turn; 0.5 at the start."""
    built = starting_huts(state) + TEMPLES - count_pieces_left(state, seat)
    pace = (built + SLOW + FAST) / (state.turn / state.seats + 2)
    return (pace - SLOW) / (FAST - SLOW)


@compiled
def play_to_end(data: SearchData) -> int:
    """Play by the policy until the match is over or too long, and return the number of plies."""
    state, notes = data.states[TRIAL], data.notes[0]
    plies, seat = 0, awaited(state)
    while seat >= 0 and plies < LONGEST:
        apply(state, seat, decide(state, seat, notes), data.dice)
        seat = awaited(state)
        plies += 1
    return plies


@compiled
def measure_lead(state: StateRecord, seat: int) -> int:
    """Return the lead in points over the best other seat."""
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.points[other])
    return state.points[seat] - best
