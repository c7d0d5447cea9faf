"""What to click next: a way to play each game that tries everything and soon comes to an end.

Each makes one whole move for whoever is to move, by clicks on what the board and the tray offer; `done` are the kinds
of move that were made already.
"""

from collections.abc import Callable, Collection

from playwright.sync_api import Locator

from tests.web.visitor import Sight, Target, Visitor, to_move

Player = Callable[[Visitor, Sight, Collection[str]], None]
SULFUR = "4"


def alchemy(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """Two in turn give each other sulfur, until one of them has enough of it for a catalyst."""
    chips = [chip for chip in sight.of("TRANSMUTE") if "catalyst" in chip.says]
    if {"PLACE", "TRANSMUTE", "CATALYSE", "GIVE"} <= set(done):
        visitor.click(only(sight.of("END")))
    elif spend := sight.parts("element"):
        visitor.click(spend[0])
        visitor.click(visitor.look().parts("whose")[0])
    elif chips:
        visitor.click(chips[0])
    elif place := sight.of("PLACE"):
        visitor.click(place[0])
        visitor.click(next(one for one in visitor.look().of("PLACE") if one.move))
    elif sight.parts("one") and sight.parts("two"):
        visitor.click(rather(sight.parts("one"), "one", SULFUR))
        visitor.click(rather(visitor.look().parts("two"), "two", SULFUR))
    else:
        visitor.click(only(sight.of("END")))


def emile(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """Whatever was not done yet; else stop, and give to others."""
    known = sight.of("STOP") or sight.of("OTHER") or sight.targets
    untried = [one for one in sight.targets if one.kind not in done]
    visitor.click((untried or known)[0])


def bzzz(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """A worker a side goes to the nearest flower, forages there, and another time leaves it alone."""
    bees = sight.parts("bee")
    if {"LAY", "STEP", "FORAGE", "HOLD"} <= set(done):
        visitor.click(only(sight.of("END")))
    elif (lay := sight.of("LAY")) and not bees:
        visitor.click(lay[0])
    elif bees:
        visitor.click(bees[0])
        offered = visitor.look()
        if "FORAGE" in done and offered.of("HOLD"):
            visitor.click(offered.of("HOLD")[0])
        elif offered.of("FORAGE"):
            visitor.click(offered.of("FORAGE")[0])
        else:
            visitor.click(offered.of("STEP")[0])
    else:
        visitor.click(only(sight.of("END")))


def bomber(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """Two bombs are more than the rival's 15 cyborgs stand; besides, factory 1 is raised, and factory 3 taken."""
    orders = ["BOMB 1 2", "INC 1", "END", "BOMB 1 2", "MOVE 1 3", "END"]
    given = len(visitor.moves)
    kind, *factories = orders[given].split() if given < len(orders) else ["END"]
    if len(factories) < 2:
        visitor.click(only(sight.of(move=" ".join([kind, *factories]))))
        return
    visitor.click(only(sight.of(source=factories[0])))
    visitor.click(only(visitor.look().of(target=factories[1])))
    if kind == "MOVE":
        visitor.page.mouse.click(*right_end(visitor.tray.locator("[type=range]")))
    visitor.press(visitor.tray.get_by_role("button", name=kind.lower(), exact=True))


def sender(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """A troop somewhere, and the end of the turn."""
    if "MOVE" in done:
        visitor.click(only(sight.of("END")))
        return
    visitor.click(sight.parts("source")[0])
    visitor.click(next(one for one in visitor.look().parts("target") if "source" not in one.data))
    visitor.press(visitor.tray.locator(".btn.main"))


def ender(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """Nothing but the end of the turn."""
    visitor.click(only(sight.of("END")))


def meduris(visitor: Visitor, sight: Sight, done: Collection[str]) -> None:
    """Answer what is asked; build where one can, and now and then send a worker elsewhere."""
    sites, workers = sight.parts("site"), sight.parts("height")
    if not sites and not workers:
        visitor.click(fresh(sight.targets, done))
    elif sites and ("SHIFT" in done or not workers):
        visitor.click(sites[len(visitor.moves) % len(sites)])
        visitor.click(fresh(visitor.look().of("HUT", "TEMPLE"), done))
    else:
        visitor.click(workers[0])
        visitor.click(visitor.look().of("SHIFT")[-1])


def fresh(targets: list[Target], done: Collection[str]) -> Target:
    """One of a kind that was not done yet, or else the first."""
    return next((one for one in targets if one.kind not in done), targets[0])


def right_end(slider: Locator) -> tuple[float, float]:
    """Where the largest number is."""
    box = slider.bounding_box()
    assert box is not None
    return box["x"] + box["width"] - 1, box["y"] + box["height"] / 2


def only(targets: list[Target]) -> Target:
    assert len(targets) == 1, targets
    return targets[0]


def rather(targets: list[Target], name: str, value: str) -> Target:
    """The target with this value, or else the first."""
    return next((one for one in targets if one.data[name] == value), targets[0])


PLAYERS: dict[str, tuple[Player, Player]] = {  # who opens the table, and who comes by the link
    "alchemy": (alchemy, alchemy),
    "bzzz": (bzzz, bzzz),
    "emile": (emile, emile),
    "ghost": (bomber, ender),
    "meduris": (meduris, meduris),
}

TURN: dict[str, tuple[Player, set[str]]] = {  # who plays against bots, and what makes up a turn
    "alchemy": (alchemy, {"PLACE", "GIVE", "END"}),
    "bzzz": (bzzz, {"LAY", "STEP", "END"}),
    "emile": (emile, {"KEEP", "STOP"}),
    "ghost": (sender, {"MOVE", "END"}),
    "meduris": (meduris, {"WORKER", "SHIFT", "HUT"}),
}


def play_a_turn(visitor: Visitor, game: str) -> None:
    """Until all of it was done, whatever the bots do meanwhile."""
    player, whole = TURN[game]
    while not whole <= (done := {move.split()[0] for move in visitor.moves}) and (turn := to_move(visitor)):
        player(*turn, done)
    visitor.look()
