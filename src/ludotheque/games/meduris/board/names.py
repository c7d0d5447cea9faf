"""The moves of Meduris in words, before they are played."""

from ludotheque.art import Say, View
from ludotheque.games.meduris.board.log import format_amount, format_goods, name_plateau
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.druid import BOTH, NOTHING
from ludotheque.games.meduris.ring import KINDS


def name_move(view: View, seat: int, move: str, say: Say = str) -> str:
    """Return a move of `seat` as a phrase; the view may be from before other moves."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "WORKER":
        return say("Put a worker on {plateau}").format(plateau=name_plateau(scene, values[0]))
    if kind == "SHIFT":
        return name_shift(scene, *values)
    if kind == "HUT":
        return say("Build a hut on site {site}").format(site=values[0])
    if kind == "TEMPLE":
        return say("Build a temple on site {site}").format(site=values[0])
    return name_offer(scene, *values) if kind == "OFFER" else name_tile(scene, kind, *values)


def name_shift(scene: Scene, plateau: int, height: int, target: int) -> str:
    """Name the worker by its height where the seat has several on the plateau."""
    facts = {"source": name_plateau(scene, plateau), "target": name_plateau(scene, target), "height": height}
    if scene.piles[plateau].count(scene.seat) > 1:
        return scene.say("Move the worker at height {height} from {source} to {target}").format(**facts)
    return scene.say("Move a worker from {source} to {target}").format(**facts)


def name_offer(scene: Scene, what: int) -> str:
    """The druid's site says which resources are meant; until it asks for some, only their number is known."""
    say = scene.say
    if scene.is_asking:
        kinds = [kind for i, kind in enumerate(scene.sites[scene.druid].need) if what >> i & 1]
        return say("Offer {what}").format(what=format_goods(scene, [kinds.count(kind) for kind in range(KINDS)]))
    return say("Offer nothing") if what == NOTHING else say("Offer both") if what == BOTH else say("Offer one")


def name_tile(scene: Scene, kind: str, resource: int) -> str:
    say, what = scene.say, format_amount(scene, resource, 1)
    if kind == "TAKE":
        return say("Take {what}").format(what=what)
    return say("Give up {what}").format(what=what) if kind == "DROP" else say("Give {what}").format(what=what)
