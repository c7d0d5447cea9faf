"""How tests click in Meduris."""

from collections.abc import Collection

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser
from ludotheque.checks.clicks import Clicks, prefer_new_kind


def play_meduris(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Answer questions; build where possible, and otherwise move a worker."""
    sites, workers = board.parts("site"), board.parts("height")
    if not sites and not workers:
        user.click(prefer_new_kind(board.targets, done))
    elif sites and ("SHIFT" in done or not workers):
        user.click(sites[len(user.moves) % len(sites)])
        user.click(prefer_new_kind(user.read_board().of("HUT", "TEMPLE"), done))
    else:
        user.click(workers[0])
        user.click(user.read_board().of("SHIFT")[-1])


clicks = Clicks(
    play_meduris, play_meduris, {"cap": 30, "exchange": True}, play_meduris, frozenset({"WORKER", "SHIFT", "HUT"})
)
