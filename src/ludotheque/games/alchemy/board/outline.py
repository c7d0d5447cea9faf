"""The position in words, for screen readers."""

from ludotheque.art import Say, Section, View, signed
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    COLUMNS,
    describe_catalysts,
    describe_element,
    describe_end,
    describe_gift,
    describe_region,
    describe_state,
    join_words,
    name_cell,
)
from ludotheque.games.alchemy.rules import CELLS, SIDE


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Return the turn and both benches, as `seat` sees them (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names)
    return [outline_turn(scene), *(outline_bench(scene, one) for one in (scene.left, scene.right))]


def outline_turn(scene: Scene) -> Section:
    say, lines = scene.say, [describe_state(scene)]
    if not scene.over:
        gift = say("chosen") if scene.has_given else say("the same, so far")
        lines += [
            f"{describe_gift(scene)} ({gift}).",
            f"{describe_catalysts(scene, scene.catalysts)}.",
            f"{describe_end(scene)}.",
        ]
    return Section(say("The turn"), lines)


def outline_bench(scene: Scene, seat: int) -> Section:
    """Return a bench as a table of cells, and its regions with what they pay."""
    gold = signed(scene.gold[seat], plus=False)
    heading = scene.say("{name}: {gold} gold").format(name=scene.names[seat], gold=gold)
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    regions = [region for region in scene.regions[seat] if region.size > 1]
    lines = [f"{join_words(scene, name_cell(region.first), describe_region(scene, region))}." for region in regions]
    elements = [describe_element(scene, element) for element in scene.benches[seat]]
    rows = [[str(start // SIDE + 1), *elements[start : start + SIDE]] for start in range(0, CELLS, SIDE)]
    return Section(heading + you, lines, [["", *COLUMNS], *rows])
