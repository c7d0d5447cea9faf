"""The moves of Bzzz in words, before they are played."""

from ludotheque.art import Say, View
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.board.sentences import name_bee, name_way
from ludotheque.games.bzzz.field import DX, DY
from ludotheque.games.bzzz.rules import DRONE, SCOUT, WORKER


def name_move(view: View, seat: int, move: str, say: Say = str) -> str:
    """Return a move of `seat` as a phrase; the view may be from before other moves of the turn."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    values = [int(number) for number in numbers]
    if kind == "LAY":
        return name_lay(scene, *values)
    if kind in ("STEP", "FORAGE", "HOLD"):
        return name_task(scene, kind, *values)
    return say("End the turn") if kind == "END" else say("Let all bees rest")


def name_lay(scene: Scene, kind: int) -> str:
    say = scene.say
    return {WORKER: say("Lay a worker"), DRONE: say("Lay a drone"), SCOUT: say("Lay a scout")}[kind]


def name_task(scene: Scene, kind: str, number: int, way: int = 0) -> str:
    """Name what a bee shall do. FORAGE counts its ways from 1, and 0 is the bee's own cell."""
    say, (x, y) = scene.say, find_bee(scene, number)
    bee = name_bee(scene, scene.own[number]) if number < len(scene.own) else say("new bee")
    if kind == "HOLD":
        return say("{bee}: stay, and forage nothing").format(bee=bee)
    if kind == "STEP":
        facts = {"way": name_way(scene, way), "x": x + DX[way], "y": y + DY[way]}
        return say("{bee}: step {way} to ({x}, {y})").format(bee=bee, **facts)
    x, y = (x + DX[way - 1], y + DY[way - 1]) if way else (x, y)
    return say("{bee}: forage the flower at ({x}, {y})").format(bee=bee, x=x, y=y)


def find_bee(scene: Scene, number: int) -> tuple[int, int]:
    """Return the cell of a bee of the seat. One that is not there yet is laid in this turn, in the hive's cell."""
    if number >= len(scene.own):
        return scene.hive(scene.seat)
    return scene.own[number].x, scene.own[number].y
