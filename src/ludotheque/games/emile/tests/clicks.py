"""How tests click in Émile."""

from collections.abc import Collection

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser
from ludotheque.checks.clicks import Clicks


def play_emile(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Make a move of a new kind; else stop, and give to others."""
    whole = [one for one in board.targets if one.move]
    known = board.of("STOP") or board.of("OTHER") or whole
    untried = [one for one in whole if one.kind not in done]
    user.click((untried or known)[0])


clicks = Clicks(play_emile, play_emile, {}, play_emile, frozenset({"KEEP", "STOP"}))
