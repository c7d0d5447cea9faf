"""The contest that Alchemy comes from, Prologin 2017: its API for champions, and its replay dump (AL-20)."""

from ludotheque.games.alchemy.contest.api import Api
from ludotheque.games.alchemy.contest.champion import make_champion

__all__ = ["Api", "make_champion"]
