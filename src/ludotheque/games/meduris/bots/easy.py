"""A simple bot: it values actions by fixed rules, never looks ahead, and sometimes plays any move."""

import numpy as np

from ludotheque.compile import for_interpreter
from ludotheque.games.meduris.bots.policy import decide
from ludotheque.games.meduris.bots.values import CALM, Notes
from ludotheque.notation import write
from ludotheque.view import View

MISTAKES = 0.01  # of its moves


def play(view: View) -> str:
    if view.random.random() < MISTAKES:
        return view.random.choice(view.legal())
    notes = for_interpreter(np.zeros(1, Notes))[0]
    notes.eagerness[view.seat] = CALM
    return write(view.game.rules.MOVES, decide(for_interpreter(view.state)[0], view.seat, notes))


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
