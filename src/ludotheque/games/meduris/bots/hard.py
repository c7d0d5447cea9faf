"""A bot that plays each move to the end of the match many times, and takes the move with the largest lead."""

from typing import Any

from ludotheque.game import Move
from ludotheque.games.meduris.bots.search import make_data, search
from ludotheque.games.meduris.turn import ACTING
from ludotheque.loops import machine_of
from ludotheque.notation import write
from ludotheque.view import View

ACTION_PLIES, OTHER_PLIES = 30_000, 10_000  # plies that are simulated for one decision


def play(view: View) -> str:
    moves = view.legal_rows(view.seat)
    best = choose_move(view, moves) if len(moves) > 1 else 0
    return write(view.game.rules.MOVES, Move(*moves[best].tolist()))


def choose_move(view: View, moves: Any) -> int:
    """Return the index of the move to play."""
    machine, seed = machine_of(view.game), view.random.getrandbits(32)
    plies = ACTION_PLIES if view.phase == ACTING else OTHER_PLIES
    return int(machine(search)(make_data(machine, view.state, moves), seed, plies))


if __name__ == "__main__":
    from ludotheque.match import new
    from ludotheque.protocol import speak

    opening = new("meduris", seed=0)
    play(opening.view(opening.active[0]))  # load the compiled search before the clock starts
    speak(play)
