"""The moves of Alchemy in words, before they are played."""

from collections.abc import Sequence

from ludotheque.art import Say, View
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import describe_element, describe_pair, describe_placement, name_cell
from ludotheque.games.alchemy.regions import NEIGHBOURS
from ludotheque.games.alchemy.rules import EMPTY


def name_move(view: View, seat: int, move: str, say: Say = str) -> str:
    """Return a move of `seat` as a phrase; the view may be from before other moves of the turn."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "PLACE":
        return name_placement(scene, *values)
    if kind == "TRANSMUTE":
        return name_transmutation(scene, *values)
    if kind == "CATALYSE":
        return name_catalysis(scene, values)
    if kind == "GIVE":
        return say("Choose the gift: {pair}").format(pair=describe_pair(scene, values))
    return say("End the turn")


def name_placement(scene: Scene, cell: int, way: int) -> str:
    """The sample is known only to be the one of the player whose turn it is."""
    other = NEIGHBOURS[cell][way]
    if scene.seat == scene.player:
        return describe_placement(scene, cell, other)
    facts = {"cell": name_cell(cell), "other": name_cell(other)}
    return scene.say("Place the sample on cells {cell} and {other}").format(**facts)


def name_transmutation(scene: Scene, cell: int) -> str:
    element, where = scene.benches[scene.seat][cell], name_cell(cell)
    if element == EMPTY:  # it will hold something by then
        return scene.say("Transmute the region of cell {cell}").format(cell=where)
    facts = {"element": describe_element(scene, element), "cell": where}
    return scene.say("Transmute the {element} of cell {cell}").format(**facts)


def name_catalysis(scene: Scene, values: Sequence[int]) -> str:
    cell, owner, element = values
    facts = {"cell": name_cell(cell), "element": describe_element(scene, element), "name": scene.names[owner]}
    if owner == scene.seat:
        return scene.say("Turn your cell {cell} into {element}").format(**facts)
    return scene.say("Turn cell {cell} of {name} into {element}").format(**facts)
