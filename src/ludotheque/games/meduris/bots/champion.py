"""The strongest bot: it searches a tree over all seats, with the policy's moves at the end of each branch."""

from ludotheque.games.meduris.bots.levels import search_move, search_on_clock, speak_level
from ludotheque.view import View

PLIES = 300_000  # that are simulated for an action


def play(view: View) -> str:
    return search_move(view, PLIES)


def play_on_clock(view: View, cores: int = 1) -> str:
    return search_on_clock(view, cores)


if __name__ == "__main__":
    speak_level(play_on_clock)
