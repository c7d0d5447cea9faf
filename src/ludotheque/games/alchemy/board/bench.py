"""A bench: its owner and their gold, the cells, the tokens joined into regions, and a chip on each region.

A chip sits at the upper right of its region and says what the region would pay. For the seat to move, a click on it
transmutes the region.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludotheque.art import Point, Svg, clip, el, emblem, g, path, rect, signed, target, title, width
from ludotheque.art import text as draw_text
from ludotheque.games.alchemy.board.pieces import NAMES, draw_coin, draw_flask, draw_token
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import (
    COLUMNS,
    describe_cell,
    describe_placement,
    describe_region,
    describe_transmutation,
    why_not_here,
)
from ludotheque.games.alchemy.regions import NEIGHBOURS, Region
from ludotheque.games.alchemy.rules import CELLS, EMPTY, LEAD, SIDE

# A bench has a head, then a frame around six rows of six cells.
HEAD, FRAME, CELL, TOKEN = 64, 16, 64, 54
WIDE = SIDE * CELL + 2 * FRAME
BRIDGE = 30  # width of the strip that joins two like neighbours
CHIP = 28  # height of a chip
ARROWS = ("M-5 -21 h10 l-5 -6 Z", "M21 -5 v10 l6 -5 Z", "M-5 21 h10 l-5 6 Z", "M-21 -5 v10 l-6 -5 Z")  # by way


def centre_of(cell: int) -> Point:
    row, column = divmod(cell, SIDE)
    return FRAME + CELL * (column + 0.5), HEAD + FRAME + CELL * (row + 0.5)


def draw_bench(scene: Scene, seat: int) -> Iterator[Svg]:
    yield from draw_head(scene, seat)
    yield rect(1, HEAD + 1, WIDE - 2, WIDE - 2, f"bench {bench_class(scene, seat)}".strip(), 18)
    yield g(*draw_cells(scene, seat), *draw_second_cells(scene, seat), cls="al-cells")
    yield g(*draw_coordinates(), cls="noclick")
    yield g(*draw_bridges(scene, seat), *draw_tokens(scene, seat), cls="noclick")
    yield from draw_chips(scene, seat)


def bench_class(scene: Scene, seat: int) -> str:
    if scene.over:
        return "won" if seat in scene.winners else ""
    return "now" if seat == scene.player else ""


def draw_head(scene: Scene, seat: int) -> Iterator[Svg]:
    gold = signed(scene.gold[seat], plus=False)
    start = WIDE - 8 - width(gold, 28)
    yield emblem(seat, 26, 32, 15)
    yield el("text", *draw_name(scene, seat, start - 96), x=54, y=41, cls="serif f28")
    name = title(scene.say("{name}: {gold} gold").format(name=scene.names[seat], gold=gold))
    yield g(name, draw_coin(start - 22, 32, 13), draw_text(WIDE - 8, 42, gold, "f28 end"))


def draw_name(scene: Scene, seat: int, room: float) -> Iterator[str]:
    """Write the owner's name and, on the viewer's own bench if there is room for it, "(you)"."""
    name, you = scene.names[seat], " " + scene.say("(you)")
    yield clip(name, 28, room)
    if seat == scene.seat and width(name, 28) + width(you, 20) <= room:
        yield el("tspan", you, cls="soft f20 al-you")


def draw_coordinates() -> Iterator[Svg]:
    """Write the letters of the columns and the numbers of the rows, which name a cell in the log."""
    for i in range(SIDE):
        (x, _), (_, y) = centre_of(i), centre_of(SIDE * i)
        yield draw_text(x, HEAD + 15, COLUMNS[i], "mid soft f18")
        yield draw_text(9, y + 6, i + 1, "mid soft f18")


# Cells


def draw_cells(scene: Scene, seat: int) -> Iterator[Svg]:
    for cell in range(CELLS):
        yield draw_cell(scene, seat, cell)


def draw_cell(scene: Scene, seat: int, cell: int) -> Svg:
    """Draw a slot, with the move arguments that a click on it sets."""
    says, slot = describe_cell(scene, seat, cell), rect(-29, -29, 58, 58, "slot", 12)
    name = f"{scene.gid}-{seat}-{cell}"
    common: dict[str, Any] = {"at": centre_of(cell), "id": name, "data_cell": cell, "data_whose": seat}
    ring = rect(-29, -29, 58, 58, "ring", 12)
    if seat == scene.seat and cell in scene.legal.places:
        kids = [slot, ring, *draw_arrows(scene, cell)]
        preview = draw_token(scene.sample[0], 0, 0, TOKEN, "al-ghost")
        return target(*kids, preview, says=says, cls=f"al-first c{cell}", data_kind="PLACE", **common)
    if (seat, cell) in scene.legal.catalyses:
        return target(slot, ring, says=says, cls="al-full", data_kind="CATALYSE", **common)
    common["data_why"] = scene.why_not(refused_move(scene, seat, cell))
    return g(title(says), slot, cls="al-no" if why_not_here(scene, seat, cell) else None, **common)


def refused_move(scene: Scene, seat: int, cell: int) -> str:
    """Return what a click on a cell that cannot be used would be: to place the sample, or to change an element."""
    if seat != scene.seat or scene.benches[seat][cell] != EMPTY:
        return f"CATALYSE {cell} {seat} {LEAD}"
    beside = [way for way, other in enumerate(NEIGHBOURS[cell]) if other >= 0]
    free = [way for way in beside if scene.benches[seat][NEIGHBOURS[cell][way]] == EMPTY]
    return f"PLACE {cell} {(free or beside)[0]}"


def draw_arrows(scene: Scene, cell: int) -> Iterator[Svg]:
    """Show where the second element can go, unless every empty neighbour will do."""
    bench, ways = scene.benches[scene.seat], scene.legal.places[cell]
    if len(ways) < sum(other >= 0 and bench[other] == EMPTY for other in NEIGHBOURS[cell]):
        yield from (path(ARROWS[way], "al-dart") for way in ways)


def draw_second_cells(scene: Scene, seat: int) -> Iterator[Svg]:
    """Draw, for each first cell, the cells for the second element; the style shows them once the first is chosen."""
    for cell, ways in scene.legal.places.items() if seat == scene.seat else ():
        yield g(*(draw_second_cell(scene, cell, way) for way in ways), cls=f"al-ways w{cell}")


def draw_second_cell(scene: Scene, cell: int, way: int) -> Svg:
    other = NEIGHBOURS[cell][way]
    return target(
        rect(-29, -29, 58, 58, "slot", 12),
        rect(-29, -29, 58, 58, "ring", 12),
        draw_token(scene.sample[1], 0, 0, TOKEN, "al-ghost"),
        says=describe_placement(scene, cell, other),
        at=centre_of(other),
        cls="al-second",
        id=f"{scene.gid}-p{cell}-{way}",
        data_kind="PLACE",
        data_way=way,
        data_move=f"PLACE {cell} {way}",
    )


# Tokens


def draw_bridges(scene: Scene, seat: int) -> Iterator[Svg]:
    """Join like neighbours, so that a region looks like one body."""
    for region in scene.regions[seat]:
        if region.size > 1:
            yield g(*draw_strips(region), *draw_fillings(region), cls=NAMES[region.element])


def draw_strips(region: Region) -> Iterator[Svg]:
    for cell in region.cells:
        (x, y), (_, right, down, _) = centre_of(cell), NEIGHBOURS[cell]
        if right in region.cells:
            yield rect(x, y - BRIDGE / 2, CELL, BRIDGE, "el-join")
        if down in region.cells:
            yield rect(x - BRIDGE / 2, y, BRIDGE, CELL, "el-join")


def draw_fillings(region: Region) -> Iterator[Svg]:
    """Fill the hole between four cells in a square."""
    hole = CELL - BRIDGE + 4
    for cell in region.cells:
        right, down = NEIGHBOURS[cell][1], NEIGHBOURS[cell][2]
        if right in region.cells and down in region.cells and NEIGHBOURS[down][1] in region.cells:
            x, y = centre_of(cell)
            yield rect(x + BRIDGE / 2 - 2, y + BRIDGE / 2 - 2, hole, hole, "el-knot")


def draw_tokens(scene: Scene, seat: int) -> Iterator[Svg]:
    for cell, element in enumerate(scene.benches[seat]):
        if element != EMPTY:
            yield draw_token(element, *centre_of(cell), TOKEN, id=f"{scene.gid}-{seat}-t{cell}")


# Chips


class Chip(NamedTuple):
    """A region and the middle of the right side of its chip."""

    region: Region
    x: float
    y: float

    @property
    def gold_width(self) -> float:
        return max(36, width(signed(self.region.gold), 18) + 10)

    @property
    def catalysts_width(self) -> float:
        return width(str(self.region.catalysts), 18) + 24 if self.region.catalysts else 0

    @property
    def start(self) -> float:
        return self.x - self.gold_width - self.catalysts_width

    def overlaps(self, other: "Chip") -> bool:
        return abs(self.y - other.y) < CHIP and self.start < other.x and other.start < self.x


def draw_chips(scene: Scene, seat: int) -> Iterator[Svg]:
    for chip in arrange_chips(regions_with_chip(scene, seat)):
        yield draw_chip(scene, seat, chip)


def regions_with_chip(scene: Scene, seat: int) -> list[Region]:
    """Return the regions that pay or can be clicked; after the match, none."""
    if scene.over:
        return []
    return [region for region in scene.regions[seat] if region.gold > 0 or can_transmute(scene, seat, region)]


def can_transmute(scene: Scene, seat: int, region: Region) -> bool:
    return seat == scene.seat and region.first in scene.legal.transmutes


def arrange_chips(regions: list[Region]) -> list[Chip]:
    """Place a chip on each region without overlaps, the smallest region first: it has the fewest cells to choose."""
    placed: list[Chip] = []
    for region in sorted(regions, key=lambda region: region.size):
        chips = [chip_at(region, cell) for cell in sorted(region.cells, key=distance_to_corner)]
        free = (chip for chip in chips if not any(chip.overlaps(other) for other in placed))
        placed.append(next(free, chips[0]))
    return sorted(placed)


def distance_to_corner(cell: int) -> tuple[int, int]:
    """Return a sort key: cells nearer to the upper right corner come first."""
    return cell // SIDE - cell % SIDE, cell


def chip_at(region: Region, cell: int) -> Chip:
    """Put the chip at the upper right of `cell`, a little further out if it shows catalysts too.

    In the first row it is lower, so that the letters of the columns stay readable.
    """
    x, y = centre_of(cell)
    return Chip(region, x + (48 if region.catalysts else 38), y - (18 if cell < SIDE else 25))


def draw_chip(scene: Scene, seat: int, chip: Chip) -> Svg:
    region, start = chip.region, chip.start - chip.x
    pay = g(*draw_catalysts(chip), *draw_gold(chip), cls="al-worth")
    common: dict[str, Any] = {"at": (chip.x, chip.y), "id": f"{scene.gid}-{seat}-r{region.first}"}
    if not can_transmute(scene, seat, region):
        return g(title(describe_region(scene, region)), pay, cls="al-chip noclick", **common)
    ring = rect(start, -CHIP / 2, -start, CHIP, "ring", CHIP / 2)
    says, move = describe_transmutation(scene, region), f"TRANSMUTE {region.first}"
    return target(pay, ring, says=says, cls="al-chip", data_kind="TRANSMUTE", data_move=move, **common)


def draw_gold(chip: Chip) -> Iterator[Svg]:
    gold = chip.region.gold
    tone = "warntext" if gold < 0 else "" if gold else "soft"
    yield rect(-chip.gold_width, -CHIP / 2, chip.gold_width, CHIP, "card-bg", CHIP / 2)
    yield draw_text(-chip.gold_width / 2, 6, signed(gold), f"mid f18 {tone}".strip())


def draw_catalysts(chip: Chip) -> Iterator[Svg]:
    """Draw the catalysts to the left of the gold, on a background of their own."""
    if chip.region.catalysts:
        start = chip.start - chip.x
        ground = rect(start, -CHIP / 2, chip.catalysts_width + CHIP / 2, CHIP, "card-bg", CHIP / 2)
        count = draw_text(-chip.gold_width - 2, 6, chip.region.catalysts, "f18 end")
        yield g(ground, draw_flask(start + 13, 0, 0.5), count, cls="al-cats")
