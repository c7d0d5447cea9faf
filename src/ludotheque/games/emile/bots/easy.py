"""Rolls on until the turn is worth 1400, so that most of its turns fail."""

from ludotheque.games.emile.bots.medium import play_until
from ludotheque.view import View

ENOUGH = 1400


def play(view: View) -> str:
    return play_until(view, ENOUGH)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
