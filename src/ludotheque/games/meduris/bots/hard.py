"""Tries its moves out: plays each on to the end, again and again, and takes the one that leads furthest."""

from typing import Any

from ludotheque.game import Move
from ludotheque.games.meduris.bots.search import search, study
from ludotheque.games.meduris.turn import ACTING
from ludotheque.loops import machine_of
from ludotheque.match import View
from ludotheque.notation import write

ACTION_PLIES, OTHER_PLIES = 30_000, 10_000  # that are played on for a decision


def play(view: View) -> str:
    moves = view.legal_rows(view.seat)
    best = best_of(view, moves) if len(moves) > 1 else 0
    return write(view.game.rules.MOVES, Move(*moves[best].tolist()))


def best_of(view: View, moves: Any) -> int:
    """Which of these moves to play."""
    machine, luck = machine_of(view.game), view.random.getrandbits(32)
    plies = ACTION_PLIES if view.phase == ACTING else OTHER_PLIES
    return int(machine(search)(study(machine, view.state, moves), luck, plies))


if __name__ == "__main__":
    from ludotheque.match import new
    from ludotheque.protocol import speak

    opening = new("meduris", seed=0)
    play(opening.view(opening.active[0]))  # load the compiled search before the clock runs
    speak(play)
