"""Players that click: for each game a function that makes one complete move, by clicks on the board and the tray.

They try every kind of move and bring a match to its end soon; `done` are the kinds of move that were made already.
"""

from collections.abc import Callable, Collection

from playwright.sync_api import Locator

from tests.web.browser_user import BoardSnapshot, BrowserUser, Target, wait_for_turn

ClickPlayer = Callable[[BrowserUser, BoardSnapshot, Collection[str]], None]
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


def play_emile(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Make a move of a new kind; else stop, and give to others."""
    known = board.of("STOP") or board.of("OTHER") or board.targets
    untried = [one for one in board.targets if one.kind not in done]
    user.click((untried or known)[0])


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
    user.press(user.tray.get_by_role("button", name=kind.lower(), exact=True))


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


def click_anything(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Click one legal target; enough for a game whose board shows every part of a move."""
    user.click(prefer_new_kind(board.targets, done))


def prefer_new_kind(targets: list[Target], done: Collection[str]) -> Target:
    """Return the first target of a kind that was not played yet, or else the first target."""
    return next((one for one in targets if one.kind not in done), targets[0])


def right_end(slider: Locator) -> tuple[float, float]:
    """Return the point of the largest number."""
    box = slider.bounding_box()
    assert box is not None
    return box["x"] + box["width"] - 1, box["y"] + box["height"] / 2


def only_one(targets: list[Target]) -> Target:
    assert len(targets) == 1, targets
    return targets[0]


def prefer_value(targets: list[Target], name: str, value: str) -> Target:
    """Return the first target with this value, or else the first target."""
    return next((one for one in targets if one.data[name] == value), targets[0])


MATCH_PLAYERS: dict[str, tuple[ClickPlayer, ClickPlayer]] = {  # the owner of the table, and the friend
    "alchemy": (play_alchemy, play_alchemy),
    "bzzz": (play_bzzz, play_bzzz),
    "emile": (play_emile, play_emile),
    "ghost": (play_ghost_bombs, end_turn),
    "meduris": (play_meduris, play_meduris),
}

TURN_PLAYERS: dict[str, tuple[ClickPlayer, set[str]]] = {  # a player against bots, and the kinds of move of a turn
    "alchemy": (play_alchemy, {"PLACE", "GIVE", "END"}),
    "bzzz": (play_bzzz, {"LAY", "STEP", "END"}),
    "emile": (play_emile, {"KEEP", "STOP"}),
    "ghost": (play_ghost_troop, {"MOVE", "END"}),
    "meduris": (play_meduris, {"WORKER", "SHIFT", "HUT"}),
}


def match_players(game: str) -> tuple[ClickPlayer, ClickPlayer]:
    return MATCH_PLAYERS.get(game, (click_anything, click_anything))


def turn_player(game: str) -> tuple[ClickPlayer, set[str]]:
    return TURN_PLAYERS.get(game, (click_anything, set()))


def play_a_turn(user: BrowserUser, game: str) -> None:
    """Play until every kind of move of a turn was made; at least one move."""
    player, kinds = turn_player(game)
    while not (user.moves and kinds <= played_kinds(user)) and (turn := wait_for_turn(user)):
        player(*turn, played_kinds(user))
    user.read_board()


def played_kinds(*users: BrowserUser) -> set[str]:
    return {move.split()[0] for user in users for move in user.moves}
