"""Rates turns for an analysis: each seat's chance of the first place after each turn, in the same futures."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludotheque.compile import compiled
from ludotheque.game import Array, Move
from ludotheque.games.bzzz.bots.candidates import note_what_was_seen
from ludotheque.games.bzzz.bots.champion import BUDGET
from ludotheque.games.bzzz.bots.futures import chance_by_prospects
from ludotheque.games.bzzz.bots.memory import recall_ledger
from ludotheque.games.bzzz.bots.search import play_ahead, prepare_future
from ludotheque.games.bzzz.bots.workspace import FUTURES, KNOWN, TRIAL, Workspace, make_workspace
from ludotheque.games.bzzz.rules import END
from ludotheque.loops import machine_of
from ludotheque.view import View

PLIES = 100  # of an analysis for each future
FEWEST = 4  # futures
SEARCHED = sum(BUDGET.futures)  # those in which the champion chose its turn, which looks too good there


def watch(view: View) -> None:
    """Remember what the seat sees at the start of a turn."""
    open_workspace(view)


def rate_turns(view: View, turns: Sequence[Sequence[Move]], plies: int) -> Array:
    """Return chances by turn, future and seat, for about `plies` plies.

    What the seat saw in earlier turns is known if `watch` was called for them.
    """
    machine, (space, written) = machine_of(view.game), open_workspace(view)
    for turn, moves in zip(written, turns):
        played = [move[:3] for move in moves if move.kind != END]
        turn["count"] = len(played)
        turn["moves"][: len(played)] = np.reshape(played, (-1, 3))
    chances = np.zeros((len(turns), max(FEWEST, min(FUTURES - SEARCHED, plies // PLIES)), view.seats))
    machine(rate_all)(space, view.seat, BUDGET.rounds, machine.wrap(chances))
    return chances


def open_workspace(view: View) -> tuple[Workspace, Any]:
    """Return a workspace for a view, with its turns as an array of NumPy, after a look at what others did."""
    machine, ledger = machine_of(view.game), recall_ledger(view)
    space, turns, ledgers = make_workspace(machine, view.state, ledger)
    machine(note_what_was_seen)(space, view.seat)
    ledger[0] = ledgers[KNOWN]
    return space, turns


@compiled
def rate_all(space: Workspace, seat: int, rounds: int, chances: Array) -> None:
    turns, futures, seats = chances.shape
    for future in range(futures):
        prepare_future(space, SEARCHED + future, seat)
        for turn in range(turns):
            play_ahead(space, turn, SEARCHED + future, seat, rounds)
            total = 0.0
            for other in range(seats):
                chances[turn, future, other] = chance_by_prospects(space.states[TRIAL], other)
                total += chances[turn, future, other]
            for other in range(seats):
                chances[turn, future, other] /= total
