"""Exact chances for an analysis: those of Émile for two, which is solved."""

from ludotheque.games.emile.bots import champion
from ludotheque.view import View

FAR = 100  # rounds until the last one that make no difference: chances change by less than 1e-8


def can_rate(view: View) -> bool:
    """Return whether the chances of this position are known: two play, and no last round is near."""
    return view.seats == 2 and (not view.rounds or view.rounds - view.turn / view.seats > FAR)


def rate_moves(view: View) -> dict[str, float]:
    """Return the chance to win after each legal move."""
    return champion.rate_moves(view)
