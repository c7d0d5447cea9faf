"""What Ludothèque asks of every game. With `complete = True`, what the game still lacks is a failure."""

from ludotheque.checks import Board, Files, Laws, Pages


class TestGame(Laws, Files, Board, Pages):
    games = ("pebbles",)
