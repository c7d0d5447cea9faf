"""How tests click in Alchemy."""

from collections.abc import Collection

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser, Target
from ludotheque.checks.clicks import Clicks, only_one

SULFUR = "4"


def play_alchemy(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Both players give each other sulfur, until one of them has enough of it for a catalyst."""
    chips = [chip for chip in board.of("TRANSMUTE") if "catalyst" in chip.says]
    if {"PLACE", "TRANSMUTE", "CATALYSE", "GIVE"} <= set(done):
        user.click(only_one(board.of("END")))
    elif spend := board.parts("element"):
        user.click(spend[0])
        user.click(user.read_board().parts("whose")[0])
    elif chips:
        user.click(chips[0])
    elif place := board.of("PLACE"):
        user.click(place[0])
        user.click(next(one for one in user.read_board().of("PLACE") if one.move))
    elif board.parts("one") and board.parts("two"):
        user.click(prefer_value(board.parts("one"), "one", SULFUR))
        user.click(prefer_value(user.read_board().parts("two"), "two", SULFUR))
    else:
        user.click(only_one(board.of("END")))


def prefer_value(targets: list[Target], name: str, value: str) -> Target:
    """Return the first target with this value, or else the first target."""
    return next((one for one in targets if one.data[name] == value), targets[0])


clicks = Clicks(play_alchemy, play_alchemy, {}, play_alchemy, frozenset({"PLACE", "GIVE", "END"}))
