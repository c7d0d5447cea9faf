"""The ring of the board: where its sites are, their pieces and prices, colonies, districts, and what can be built.

A level is a distance from the middle, measured along the axes. A place is a site's number and the part of the way
through it: 3.5 is the middle of site 3. Places go clockwise on a rounded square, from the river at its top.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from ludotheque.art import Point, Svg, g, line, path, poly, rect, rounded, target, title
from ludotheque.art import text as words
from ludotheque.games.meduris.board.captions import describe_build, describe_rune_stone, describe_site
from ludotheque.games.meduris.board.pieces import draw_hut, draw_resource, draw_rune_stone, draw_temple
from ludotheque.games.meduris.board.scene import Scene, Site, group_by_district
from ludotheque.games.meduris.ring import SHORT_SITES
from ludotheque.games.meduris.rules import HUT, TEMPLE

SIDE = 600  # the ring's square, with the middle of the ring at (0, 0)
MIDDLE = SIDE / 2
ISLAND, OUTER, INNER, SHORE = 288, 281, 196, 190  # levels
NUMBER = 298  # the level of the sites' numbers
GAP = 42  # length of the river's gap, at the level RING_MIDDLE
RING_MIDDLE, SQUARENESS, STEPS = 240, 4.2, 3600
PLATEAU_PLACES: tuple[Point, ...] = ((-80, -54), (80, -54), (-80, 90), (80, 90))
WORKER_STEP = 30
PIECE, FIRST, SECOND = 257, 224, 205  # levels on a site with a hut or temple
LARGE, LOWER, PRICE = 266, 238, 211  # levels on an empty site where a hut costs more than 1
WIDE, HIGH = 112, 76  # the size of a build button


class Ring(NamedTuple):
    """The geometry of a ring with `sites` sites."""

    sites: int

    def at(self, level: float, place: float) -> Point:
        return point_at(level, self.angle(place))

    def angle(self, place: float) -> float:
        """Return the angle of a place; all sites are equally long at the level RING_MIDDLE."""
        lengths = measure_ring()
        step = (lengths[-1] - GAP) / self.sites
        return angle_of(min(bisect(lengths, GAP / 2 + place * step), STEPS))

    def site_outline(self, site: int) -> str:
        outer = [self.at(OUTER, site + 0.03 + 0.94 * i / 4) for i in range(5)]
        inner = [self.at(INNER, site + 0.04 + 0.92 * i / 4) for i in range(4, -1, -1)]
        return rounded([*outer, *inner], 3)

    def arc(self, level: float, start: float, end: float) -> str:
        """Return a line along the ring, clockwise."""
        steps = max(2, int((end - start) * 5))
        points = (self.at(level, start + (end - start) * i / steps) for i in range(steps + 1))
        return poly(points).removesuffix(" Z")


def angle_of(step: int) -> float:
    """Return the angle of one of STEPS steps around the ring, from the top, clockwise."""
    return -pi / 2 + 2 * pi * step / STEPS


def point_at(level: float, angle: float) -> Point:
    x, y = cos(angle), sin(angle)
    far = level * (abs(x) ** SQUARENESS + abs(y) ** SQUARENESS) ** (-1 / SQUARENESS)
    return x * far, y * far


@cache
def measure_ring() -> list[float]:
    """Return the length of the way from the top to each step, at the level RING_MIDDLE."""
    points = [point_at(RING_MIDDLE, angle_of(step)) for step in range(STEPS + 1)]
    return [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))]


def closed_curve(level: float) -> str:
    return poly(point_at(level, angle_of(step)) for step in range(0, STEPS, 40))


def ring_of(scene: Scene) -> Ring:
    return Ring(len(scene.sites))


def draw_sites(scene: Scene) -> Iterator[Svg]:
    for site in scene.sites:
        yield draw_site(scene, site)


def draw_site(scene: Scene, site: Site) -> Svg:
    """Draw the ground of a site; a click on one that can be built on shows the choice of pieces."""
    outline = ring_of(scene).site_outline(site.id)
    ground = path(outline, "site odd" if site.district % 2 else "site")
    kids = [ground, path(outline, "ring"), *draw_site_content(scene, site), draw_site_number(scene, site)]
    name, says = f"{scene.gid}-s{site.id}", describe_site(scene, site)
    if site.id in scene.legal.sites:
        return target(*kids, says=says, cls=f"md-site c{site.id}", id=name, data_site=site.id)
    here = scene.is_asking and site.id == scene.druid and not scene.is_over
    cls, why = "md-site last" if here else "md-site", scene.why_not(f"HUT {site.id}")
    return g(title(says), *kids, cls=cls, id=name, data_site=site.id, data_why=why)


def draw_site_content(scene: Scene, site: Site) -> Iterator[Svg]:
    """Draw the resources of a site, the worth of a temple, and the price of a hut if it is more than 1."""
    if site.is_temple:
        worth = f"+{scene.count_huts_beside(site.id)}"
        yield draw_label(scene, site, 216, worth)
    elif site.is_hut:
        yield from draw_needs(scene, site, FIRST, SECOND, 21)
    elif (cost := scene.hut_cost(site.id)) > 1:
        yield from draw_needs(scene, site, LARGE, LOWER, 26)
        yield draw_label(scene, site, PRICE, f"×{cost}")
    else:
        yield from draw_needs(scene, site, 256, 222, 30)


def draw_site_number(scene: Scene, site: Site) -> Svg:
    """Write the number that the log uses outside the ring, and beside a rune stone."""
    stone = stone_place(group_by_district(scene.sites)[site.district])
    x, y = ring_of(scene).at(NUMBER, site.id + (0.95 if stone == site.id + 0.5 else 0.5))
    return words(x, y + 7, site.id, "mid soft f20")


def draw_label(scene: Scene, site: Site, level: float, label: str) -> Svg:
    x, y = ring_of(scene).at(level, site.id + 0.5)
    return words(x, y + 7, label, "mid f20 md-price")


def draw_needs(scene: Scene, site: Site, one: float, two: float, size: float) -> Iterator[Svg]:
    for kind, level in zip(site.need, (one, two)):
        yield draw_resource(kind, *ring_of(scene).at(level, site.id + 0.5), size)


def draw_colonies(scene: Scene) -> Iterator[Svg]:
    """Draw paths between the huts of a colony; the path across the river is a bridge."""
    ring = ring_of(scene)
    for site in scene.sites:
        after = scene.sites[(site.id + 1) % len(scene.sites)]
        if site.is_hut and after.is_hut:
            across = after.id == 0
            way = bridge_curve(ring) if across else ring.arc(PIECE, site.id + 0.5, site.id + 1.5)
            yield path(way, "md-path md-bridge" if across else "md-path")


def bridge_curve(ring: Ring) -> str:
    (x1, y1), (x2, y2) = ring.at(PIECE, ring.sites - 0.5), ring.at(PIECE, 0.5)
    return f"M{x1:.1f} {y1:.1f} Q0 {y1 - 6:.1f} {x2:.1f} {y2:.1f}"


def draw_buildings(scene: Scene) -> Iterator[Svg]:
    ring, is_short = ring_of(scene), len(scene.sites) == SHORT_SITES
    for site in scene.sites:
        if not site.is_empty:
            draw_piece = draw_hut if site.is_hut else draw_temple
            scale = (1 if is_short else 0.9) if site.is_hut else (0.96 if is_short else 0.8)
            at = ring.at(PIECE, site.id + 0.5)
            name, store = f"{scene.gid}-b{site.id}", f"{scene.gid}-p{site.owner}"
            yield draw_piece(site.owner, *at, scale, id=name, data_from=store)


def draw_borders(scene: Scene) -> Iterator[Svg]:
    """Draw thick lines between districts; the river needs none."""
    ring = ring_of(scene)
    for members in group_by_district(scene.sites)[1:]:
        place = members[0].id
        yield line(*ring.at(INNER - 2, place), *ring.at(ISLAND - 1, place), "md-border")


def draw_rune_stones(scene: Scene) -> Iterator[Svg]:
    """Draw each rune stone at the rim of its district."""
    for district, members in enumerate(group_by_district(scene.sites)):
        x, y = ring_of(scene).at(ISLAND + 5, stone_place(members))
        stone = draw_rune_stone(district, scene.runes[district], 0, 0)
        yield g(title(describe_rune_stone(scene, district)), stone, at=(x, y), id=f"{scene.gid}-r{district}")


def stone_place(members: Sequence[Site]) -> float:
    """Return the place of a rune stone: the middle of its district."""
    return (members[0].id + members[-1].id + 1) / 2


def draw_build_choices(scene: Scene) -> Iterator[Svg]:
    """Draw the affordable pieces of each site that can be built on; they are visible once the site is selected."""
    for site in scene.sites:
        if site.id in scene.legal.sites:
            yield g(*draw_build_choice(scene, site), cls=f"md-build b{site.id}")


def draw_build_choice(scene: Scene, site: Site) -> Iterator[Svg]:
    kinds = [kind for kind, open_ in ((HUT, scene.legal.huts), (TEMPLE, scene.legal.temples)) if site.id in open_]
    wide = WIDE * len(kinds) + 8 * (len(kinds) - 1)
    x, y = choice_centre(scene, site, wide)
    yield line(*ring_of(scene).at(INNER + 4, site.id + 0.5), x, y, "md-leash")
    yield rect(x - wide / 2 - 8, y - HIGH / 2 - 8, wide + 16, HIGH + 16, "card-bg", 18)
    for i, kind in enumerate(kinds):
        yield draw_build_button(scene, kind, site, (x - wide / 2 + i * (WIDE + 8), y - HIGH / 2))


def choice_centre(scene: Scene, site: Site, wide: float) -> Point:
    """Return the middle of a choice: inside the ring, as near to the site as there is room."""
    x, y = ring_of(scene).at(MIDDLE, site.id + 0.5)
    across, down = INNER - 16 - wide / 2, INNER - 20 - HIGH / 2
    return max(-across, min(across, x)), max(-down, min(down, y))


def draw_build_button(scene: Scene, kind: int, site: Site, at: Point) -> Svg:
    cost = scene.hut_cost(site.id) if kind == HUT else 1
    draw_piece, name = (draw_hut, "HUT") if kind == HUT else (draw_temple, "TEMPLE")
    return target(
        rect(0, 0, WIDE, HIGH, "ring", 13),
        draw_piece(scene.seat, 32, HIGH / 2, 1),
        *(draw_price(cost, need, 22 + 34 * i) for i, need in enumerate(site.need)),
        says=describe_build(scene, kind, site),
        at=at,
        cls="md-button",
        id=f"{scene.gid}-{name.lower()}{site.id}",
        data_kind=name,
        data_move=f"{name} {site.id}",
    )


def draw_price(cost: int, kind: int, y: float) -> Svg:
    return g(words(80, y + 7, cost, "end f20"), draw_resource(kind, 95, y, 26))
