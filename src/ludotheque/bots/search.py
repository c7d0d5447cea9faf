"""Searches: plays many matches on from the position, in a tree, and takes the move that was tried most."""

from ludotheque.search import choose
from ludotheque.view import View

PLAYOUTS, PLIES = 2000, 200_000  # the search ends with the first of the two


def play(view: View) -> str:
    return choose(view, PLAYOUTS, PLIES)
