"""The pages of every game: its rules, and whole matches by clicks alone."""

from ludotheque.checks import Pages
from ludotheque.game import names


class TestPages(Pages):
    games = names()
    complete = True
