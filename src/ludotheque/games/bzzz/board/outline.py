"""The position in words, for screen readers."""

from ludotheque.art import Say, Section, View
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.board.sentences import (
    describe_bee,
    describe_end,
    describe_flower,
    describe_no_lay,
    describe_skirmish,
    describe_state,
    describe_stock,
    list_end_effects,
    name_kind,
)
from ludotheque.games.bzzz.rules import KINDS


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Return the turn, the players, all bees and all flowers, as `seat` knows them (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names)
    order = sorted(scene.seats, key=lambda one: one != seat)
    bees = [outline_bees(scene, one) for one in order if scene.view.bees[one]]
    flowers = Section(say("Flowers"), [f"{describe_flower(scene, flower)}." for flower in scene.flowers])
    return [outline_turn(scene), outline_players(scene), *bees, flowers]


def outline_turn(scene: Scene) -> Section:
    lines = [describe_state(scene)]
    if scene.fights:
        lines.append(f"{describe_skirmish(scene)}.")
    if scene.mine:
        lines += [f"{describe_end(scene)}."] if list_end_effects(scene) else []
        lines += [] if scene.legal.lays else [f"{describe_no_lay(scene)}."]
    return Section(scene.say("The turn"), lines)


def outline_players(scene: Scene) -> Section:
    """Return a row for each player: the nectar in the hive, the bees of each kind, and where the hive is."""
    say = scene.say
    head = [say("Player"), say("Nectar"), *(name_kind(scene, kind) for kind in range(KINDS)), say("hive")]
    rows = [head]
    for seat in scene.seats:
        you = " " + say("(you)") if seat == scene.seat else ""
        x, y = scene.hive(seat)
        counts = [str(count) for count in scene.count_bees(seat)]
        rows.append([scene.names[seat] + you, describe_stock(scene, seat), *counts, f"({x}, {y})"])
    return Section(say("Players"), table=rows)


def outline_bees(scene: Scene, seat: int) -> Section:
    own, others = scene.say("Your bees"), scene.say("Bees of {name}").format(name=scene.names[seat])
    bees = [bee for bee in scene.bees if bee.seat == seat]
    return Section(own if seat == scene.seat else others, [f"{describe_bee(scene, bee)}." for bee in bees])
