"""A bench: whose it is and the gold, the cells, their tokens bridged into regions, and where the sample can go."""

from collections.abc import Iterator
from typing import Any

from ludotheque.art import Svg, clip, el, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.alchemy.board.chips import chips
from ludotheque.games.alchemy.board.pieces import NAMES, coin, token
from ludotheque.games.alchemy.board.scene import NEAR, Region, Scene
from ludotheque.games.alchemy.board.sentences import cell_words, way_words
from ludotheque.games.alchemy.board.space import CELL, HEAD, TOKEN, WIDE, centre
from ludotheque.games.alchemy.rules import CELLS, EMPTY

DARTS = ("M-5 -21 h10 l-5 -6 Z", "M21 -5 v10 l6 -5 Z", "M-5 21 h10 l-5 6 Z", "M-21 -5 v10 l-6 -5 Z")  # by way
BRIDGE = 30


def bench(scene: Scene, seat: int) -> Iterator[Svg]:
    yield from head(scene, seat)
    yield rect(1, HEAD + 1, WIDE - 2, WIDE - 2, f"bench {bench_state(scene, seat)}".strip(), 18)
    yield g(*cells(scene, seat), *ways(scene, seat), cls="al-cells")
    yield g(*bridges(scene, seat), *tokens(scene, seat), cls="noclick")
    yield from chips(scene, seat)


def bench_state(scene: Scene, seat: int) -> str:
    if scene.over:
        return "won" if seat in scene.winners else ""
    return "now" if seat == scene.player else ""


def head(scene: Scene, seat: int) -> Iterator[Svg]:
    """Who, and the gold."""
    gold = signed(scene.gold[seat], plus=False)
    start = WIDE - 8 - width(gold, 28)
    yield emblem(seat, 26, 32, 15)
    yield el("text", *name_words(scene, seat, start - 96), x=54, y=41, cls="serif f28")
    pot = title(scene.say("{name}: {gold} gold").format(name=scene.names[seat], gold=gold))
    yield g(pot, coin(start - 22, 32, 13), words(WIDE - 8, 42, gold, "f28 end"))


def name_words(scene: Scene, seat: int, room: float) -> Iterator[str]:
    """The name and, where there is room for it, that it is the viewer's own."""
    name, you = scene.names[seat], " " + scene.say("(you)")
    yield clip(name, 28, room)
    if seat == scene.seat and width(name, 28) + width(you, 20) <= room:
        yield el("tspan", you, cls="soft f20 al-you")


def cells(scene: Scene, seat: int) -> Iterator[Svg]:
    for cell in range(CELLS):
        yield draw_cell(scene, seat, cell)


def draw_cell(scene: Scene, seat: int, cell: int) -> Svg:
    """A slot; what it can be in a legal move, it carries."""
    says, slot = cell_words(scene, seat, cell), rect(-29, -29, 58, 58, "slot", 12)
    name = f"{scene.gid}-{seat}-{cell}"
    common: dict[str, Any] = {"at": centre(cell), "id": name, "data_cell": cell, "data_whose": seat}
    ring = rect(-29, -29, 58, 58, "ring", 12)
    if seat == scene.seat and cell in scene.legal.places:
        kids = [slot, ring, *darts(scene, cell)]
        ghost = token(scene.sample[0], 0, 0, TOKEN, "al-ghost")
        return target(*kids, ghost, says=says, cls=f"al-first c{cell}", data_kind="PLACE", **common)
    if (seat, cell) in scene.legal.catalyses:
        return target(slot, ring, says=says, cls="al-full", data_kind="CATALYSE", **common)
    return g(title(says), slot, **common)


def darts(scene: Scene, cell: int) -> Iterator[Svg]:
    """Which ways are open, where that is not every empty neighbour."""
    bench, open_ways = scene.benches[scene.seat], scene.legal.places[cell]
    if len(open_ways) < sum(other >= 0 and bench[other] == EMPTY for other in NEAR[cell]):
        yield from (path(DARTS[way], "al-dart") for way in open_ways)


def ways(scene: Scene, seat: int) -> Iterator[Svg]:
    """For each first cell its neighbours, where the second element can go; they show once the first is chosen."""
    for cell, open_ways in scene.legal.places.items() if seat == scene.seat else ():
        yield g(*(draw_way(scene, cell, way) for way in open_ways), cls=f"al-ways w{cell}")


def draw_way(scene: Scene, cell: int, way: int) -> Svg:
    other = NEAR[cell][way]
    return target(
        rect(-29, -29, 58, 58, "slot", 12),
        rect(-29, -29, 58, 58, "ring", 12),
        token(scene.sample[1], 0, 0, TOKEN, "al-ghost"),
        says=way_words(scene, cell, other),
        at=centre(other),
        cls="al-second",
        id=f"{scene.gid}-p{cell}-{way}",
        data_kind="PLACE",
        data_way=way,
        data_move=f"PLACE {cell} {way}",
    )


def bridges(scene: Scene, seat: int) -> Iterator[Svg]:
    """Like neighbours are joined, so that a region is one body."""
    for region in scene.regions[seat]:
        if region.size > 1:
            yield g(*joints(region), *knots(region), cls=NAMES[region.element])


def joints(region: Region) -> Iterator[Svg]:
    for cell in region.cells:
        (x, y), (_, right, down, _) = centre(cell), NEAR[cell]
        if right in region.cells:
            yield rect(x, y - BRIDGE / 2, CELL, BRIDGE, "el-join")
        if down in region.cells:
            yield rect(x - BRIDGE / 2, y, BRIDGE, CELL, "el-join")


def knots(region: Region) -> Iterator[Svg]:
    """Four cells in a square leave no hole between them."""
    hole = CELL - BRIDGE + 4
    for cell in region.cells:
        right, down = NEAR[cell][1], NEAR[cell][2]
        if right in region.cells and down in region.cells and NEAR[down][1] in region.cells:
            x, y = centre(cell)
            yield rect(x + BRIDGE / 2 - 2, y + BRIDGE / 2 - 2, hole, hole, "el-knot")


def tokens(scene: Scene, seat: int) -> Iterator[Svg]:
    for cell, element in enumerate(scene.benches[seat]):
        if element != EMPTY:
            yield token(element, *centre(cell), TOKEN, id=f"{scene.gid}-{seat}-t{cell}")
