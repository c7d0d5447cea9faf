"""Plays by the whole rule: forecasts, attacks from several factories, raises production, throws and avoids bombs."""

from ludotheque.games.ghost.bots.by_rule import play_by_rule
from ludotheque.view import View


def play(view: View) -> list[str]:
    return play_by_rule(view, {})


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
