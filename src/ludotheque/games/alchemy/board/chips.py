"""What each region would pay, on a chip at its upper right; for the seat to move, the chip transmutes it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludotheque.art import Svg, g, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.alchemy.board.pieces import flask
from ludotheque.games.alchemy.board.scene import Region, Scene
from ludotheque.games.alchemy.board.sentences import region_words, transmute_words
from ludotheque.games.alchemy.board.space import centre
from ludotheque.games.alchemy.rules import SIDE

HIGH = 28


class Chip(NamedTuple):
    """A region and where its chip ends: the middle of its right side."""

    region: Region
    x: float
    y: float

    @property
    def gold(self) -> float:
        """How wide the gold is."""
        return max(36, width(signed(self.region.gold), 18) + 10)

    @property
    def catalysts(self) -> float:
        """How wide the catalysts are."""
        return width(str(self.region.catalysts), 18) + 24 if self.region.catalysts else 0

    @property
    def start(self) -> float:
        return self.x - self.gold - self.catalysts

    def touches(self, other: "Chip") -> bool:
        return abs(self.y - other.y) < HIGH and self.start < other.x and other.start < self.x


def chips(scene: Scene, seat: int) -> Iterator[Svg]:
    for chip in arrange(shown(scene, seat)):
        yield draw_chip(scene, seat, chip)


def shown(scene: Scene, seat: int) -> list[Region]:
    """A region that pays nothing has a chip only where it can be clicked; at the end none is worth anything."""
    if scene.over:
        return []
    return [region for region in scene.regions[seat] if region.gold > 0 or is_open(scene, seat, region)]


def is_open(scene: Scene, seat: int, region: Region) -> bool:
    return seat == scene.seat and region.cells[0] in scene.legal.transmutes


def arrange(regions: list[Region]) -> list[Chip]:
    """A chip for each region, the smallest first since it has the least choice; none covers another."""
    placed: list[Chip] = []
    for region in sorted(regions, key=lambda region: region.size):
        spots = [spot(region, cell) for cell in sorted(region.cells, key=corner)]
        free = (chip for chip in spots if not any(chip.touches(other) for other in placed))
        placed.append(next(free, spots[0]))
    return sorted(placed)


def corner(cell: int) -> tuple[int, int]:
    """The farther to the upper right, the smaller."""
    return cell // SIDE - cell % SIDE, cell


def spot(region: Region, cell: int) -> Chip:
    """At the upper right of a cell, and a little farther if it is long."""
    x, y = centre(cell)
    return Chip(region, x + (48 if region.catalysts else 38), y - 25)


def draw_chip(scene: Scene, seat: int, chip: Chip) -> Svg:
    region, start = chip.region, chip.start - chip.x
    worth = g(*catalysts_part(chip), *gold_part(chip), cls="al-worth")
    common: dict[str, Any] = {"at": (chip.x, chip.y), "id": f"{scene.gid}-{seat}-r{region.cells[0]}"}
    if not is_open(scene, seat, region):
        return g(title(region_words(scene, region)), worth, cls="al-chip noclick", **common)
    ring = rect(start, -HIGH / 2, -start, HIGH, "ring", HIGH / 2)
    says, move = transmute_words(scene, region), f"TRANSMUTE {region.cells[0]}"
    return target(worth, ring, says=says, cls="al-chip", data_kind="TRANSMUTE", data_move=move, **common)


def gold_part(chip: Chip) -> Iterator[Svg]:
    gold = chip.region.gold
    tone = "warntext" if gold < 0 else "" if gold else "soft"
    yield rect(-chip.gold, -HIGH / 2, chip.gold, HIGH, "card-bg", HIGH / 2)
    yield words(-chip.gold / 2, 6, signed(gold), f"mid f18 {tone}".strip())


def catalysts_part(chip: Chip) -> Iterator[Svg]:
    """The catalysts on a pill of their own, behind the gold."""
    if chip.region.catalysts:
        start = chip.start - chip.x
        pill = rect(start, -HIGH / 2, chip.catalysts + HIGH / 2, HIGH, "card-bg", HIGH / 2)
        count = words(-chip.gold - 2, 6, chip.region.catalysts, "f18 end")
        yield g(pill, flask(start + 13, 0, 0.5), count, cls="al-cats")
