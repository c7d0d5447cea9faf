"""Knows half of the rule: every factory acts alone and also flies far; none saves cyborgs or avoids bombs."""

from ludotheque.games.ghost.bots.by_rule import play_by_rule
from ludotheque.view import View

CHANGES = {"saves": 0, "relays": 0, "joins": 0, "leaves_bombs": 0, "counts_help": 0, "limit": 8}


def play(view: View) -> list[str]:
    return play_by_rule(view, CHANGES)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
