"""Laws that the rules of every game keep."""

from ludotheque.checks import Laws
from ludotheque.game import names


class TestLaws(Laws):
    games = names()
