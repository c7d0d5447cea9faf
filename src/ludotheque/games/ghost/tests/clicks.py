"""How tests click in Ghost in the Cell."""

from collections.abc import Collection

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser
from ludotheque.checks.clicks import Clicks, only_one, right_end

BUTTONS = {"MOVE": "Send", "BOMB": "Send a bomb"}


def play_ghost_bombs(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Destroy the rival's 15 cyborgs with two bombs, increase factory 1 and take factory 3."""
    orders = ["BOMB 1 2", "INC 1", "END", "BOMB 1 2", "MOVE 1 3", "END"]
    given = len(user.moves)
    kind, *factories = orders[given].split() if given < len(orders) else ["END"]
    if len(factories) < 2:
        user.click(only_one(board.of(move=" ".join([kind, *factories]))))
        return
    user.click(only_one(board.of(source=factories[0])))
    user.click(only_one(user.read_board().of(target=factories[1])))
    if kind == "MOVE":
        user.page.mouse.click(*right_end(user.tray.locator("[type=range]")))
    user.press(user.tray.get_by_role("button", name=BUTTONS[kind], exact=True))


def play_ghost_troop(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Send one troop, then end the turn."""
    if "MOVE" in done:
        user.click(only_one(board.of("END")))
        return
    user.click(board.parts("source")[0])
    user.click(next(one for one in user.read_board().parts("target") if "source" not in one.data))
    user.press(user.tray.locator(".btn.main"))


def end_turn(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    user.click(only_one(board.of("END")))


clicks = Clicks(play_ghost_bombs, end_turn, {"cyborgs": 15, "map": 3}, play_ghost_troop, frozenset({"MOVE", "END"}))
