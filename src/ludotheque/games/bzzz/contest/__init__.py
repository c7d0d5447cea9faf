"""The course that Bzzz comes from: its bots, subclasses of MoteurIA, play here unchanged (BZ-20)."""

from ludotheque.games.bzzz.contest.seat import make_champion

__all__ = ["make_champion"]
