"""A bot that searches a tree over all seats, with some hundred playouts."""

from ludotheque.games.meduris.bots.levels import search_move, speak_level
from ludotheque.view import View

PLIES = 20_000  # that are simulated for an action


def play(view: View) -> str:
    return search_move(view, PLIES)


if __name__ == "__main__":
    speak_level(play)
