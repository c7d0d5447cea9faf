"""A bot that searches a little: it plays each promising move on to the end of the match a few times."""

from ludotheque.games.meduris.bots.levels import search_move, speak_level
from ludotheque.view import View

PLIES = 1_000  # that are simulated for an action


def play(view: View) -> str:
    return search_move(view, PLIES)


if __name__ == "__main__":
    speak_level(play)
