"""How tests click in Bzzz."""

from collections.abc import Collection

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser
from ludotheque.checks.clicks import Clicks, only_one


def play_bzzz(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """One worker per side goes to the nearest flower, forages there once, and later only holds."""
    bees = board.parts("bee")
    if {"LAY", "STEP", "FORAGE", "HOLD"} <= set(done):
        user.click(only_one(board.of("END")))
    elif (lay := board.of("LAY")) and not bees:
        user.click(lay[0])
    elif bees:
        user.click(bees[0])
        offered = user.read_board()
        if "FORAGE" in done and offered.of("HOLD"):
            user.click(offered.of("HOLD")[0])
        elif offered.of("FORAGE"):
            user.click(offered.of("FORAGE")[0])
        else:
            user.click(offered.of("STEP")[0])
    else:
        user.click(only_one(board.of("END")))


clicks = Clicks(play_bzzz, play_bzzz, {"ncases": 10, "nfleurs": 9}, play_bzzz, frozenset({"LAY", "STEP", "END"}))
