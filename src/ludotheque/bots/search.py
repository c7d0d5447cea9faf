"""Searches: plays many matches on from the position, in a tree, and takes the move that was tried most."""

from ludotheque.search import choose, choose_within
from ludotheque.search.hooks import MATCH_PLIES, read_match_plies
from ludotheque.view import View

PLAYOUTS, PLIES = 2000, 200_000  # the search ends with the first of the two
THINKING = 0.5  # of the time for a turn, as a program; the rest is for reading, writing and waiting for the processor


def play(view: View) -> str:
    """Search within a number of plies: fewer where the game's own playouts take longer than random ones."""
    return choose(view, PLAYOUTS, PLIES * read_match_plies(view.game) // MATCH_PLIES)


def play_on_clock(view: View, cores: int = 1) -> str:
    return choose_within(view, THINKING * view.game.clock_seconds[1], cores)
