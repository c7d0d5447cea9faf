"""What a move of Meduris would bring, before it is played."""

from ludotheque.art import Forecast, Say, View
from ludotheque.games.meduris.board.captions import (
    describe_build,
    describe_offering,
    describe_resource_choice,
    describe_shift,
    format_gain,
    name_district,
    name_resource,
)
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.rules import HUT, TEMPLE


def foresee(view: View, seat: int, move: str, say: Say = str) -> Forecast:
    """Say what a worker's move brings, what a piece costs and takes, what an offering is worth."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "SHIFT":
        words = describe_shift(scene, *values)
    elif kind in ("HUT", "TEMPLE"):
        words = describe_new_piece(scene, HUT if kind == "HUT" else TEMPLE, *values)
    elif kind == "OFFER":
        words = describe_offering(scene, scene.offerings[values[0]])
    elif kind == "WORKER":
        words = describe_placement(scene, *values)
    else:
        words = describe_hand(scene, *values)
    return Forecast(words + ".")


def describe_new_piece(scene: Scene, kind: int, site: int) -> str:
    """Say the price, and the rune stone of a hut or the points of a temple."""
    place, price = scene.sites[site], describe_build(scene, kind, scene.sites[site])
    if kind == TEMPLE:
        points = format_gain(scene, scene.count_huts_beside(site))
        return f"{price}; {scene.say('{points} at the end, as things are').format(points=points)}"
    if scene.runes[place.district] == scene.seat:
        return price
    stone = scene.say("you take the rune stone of sites {sites}")
    return f"{price}; {stone.format(sites=name_district(scene, place.district))}"


def describe_placement(scene: Scene, plateau: int) -> str:
    facts = {"kind": name_resource(scene, plateau), "height": len(scene.piles[plateau]) + 1}
    return scene.say("Your worker gathers {kind}, at height {height}").format(**facts)


def describe_hand(scene: Scene, kind: int) -> str:
    """Say how many tiles of a resource the viewer holds after they take or give one."""
    choice, name = describe_resource_choice(scene, kind), name_resource(scene, kind)
    left = scene.hands[scene.seat][kind] + (1 if f"TAKE {kind}" == scene.legal.kinds.get(kind) else -1)
    return f"{choice}; {scene.say('you then hold {count} {kind}').format(count=left, kind=name)}"
