"""The strongest bot: it searches a tree over all seats, with the policy's moves at the end of each branch."""

from ludotheque.games.meduris.bots.levels import search_move, speak_level
from ludotheque.view import View

PLIES = 300_000  # that are simulated for an action


def play(view: View) -> str:
    return search_move(view, PLIES)


if __name__ == "__main__":
    speak_level(play)
