"""The course that Bzzz comes from: its bots, classes of MoteurIA, sit down unchanged (BZ-20)."""

from ludotheque.games.bzzz.contest.seat import champion

__all__ = ["champion"]
