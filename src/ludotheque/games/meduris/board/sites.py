"""The ring: sites with their two resources and what stands on them, colonies, districts, and what can be built."""

from collections.abc import Iterator

from ludotheque.art import Point, Svg, g, line, path, rect, target, title
from ludotheque.art import text as words
from ludotheque.games.meduris.board.pieces import hut, resource, rune_stone, temple
from ludotheque.games.meduris.board.scene import Scene, Site, districts
from ludotheque.games.meduris.board.sentences import build_words, rune_words, site_words
from ludotheque.games.meduris.board.space import INNER, ISLAND, MIDDLE, Ring
from ludotheque.games.meduris.ring import SHORT
from ludotheque.games.meduris.rules import HUT, TEMPLE

PIECE, FIRST, SECOND = 257, 224, 205  # levels on a site that is built on
LARGE, LOWER, PRICE = 266, 238, 211  # and on an empty one whose hut is dear
WIDE, HIGH = 112, 76  # a button that builds


def ring_of(scene: Scene) -> Ring:
    return Ring(len(scene.sites))


def sites(scene: Scene) -> Iterator[Svg]:
    for site in scene.sites:
        yield draw_site(scene, site)


def draw_site(scene: Scene, site: Site) -> Svg:
    """The ground of a site; one that can be built on names itself, and the piece is chosen next."""
    outline = ring_of(scene).site(site.id)
    ground = path(outline, "site odd" if site.district % 2 else "site")
    kids = [ground, path(outline, "ring"), *inside(scene, site)]
    name, says = f"{scene.gid}-s{site.id}", site_words(scene, site)
    if site.id in scene.legal.sites:
        return target(*kids, says=says, cls=f"md-site c{site.id}", id=name, data_site=site.id)
    here = scene.asking and site.id == scene.druid and not scene.over
    return g(title(says), *kids, cls="md-site last" if here else "md-site", id=name, data_site=site.id)


def inside(scene: Scene, site: Site) -> Iterator[Svg]:
    """A built site shows its resources small, a temple its worth, an empty one what a hut costs if that is not 1."""
    if site.is_temple:
        worth = f"+{scene.touched(site.id)}"
        yield label(scene, site, 216, worth)
    elif site.is_hut:
        yield from pair(scene, site, FIRST, SECOND, 21)
    elif (cost := scene.cost(site.id)) > 1:
        yield from pair(scene, site, LARGE, LOWER, 26)
        yield label(scene, site, PRICE, f"×{cost}")
    else:
        yield from pair(scene, site, 256, 222, 30)


def label(scene: Scene, site: Site, level: float, said: str) -> Svg:
    x, y = ring_of(scene).at(level, site.id + 0.5)
    return words(x, y + 7, said, "mid f20 md-price")


def pair(scene: Scene, site: Site, one: float, two: float, size: float) -> Iterator[Svg]:
    for kind, level in zip(site.need, (one, two)):
        yield resource(kind, *ring_of(scene).at(level, site.id + 0.5), size)


def colonies(scene: Scene) -> Iterator[Svg]:
    """A path joins the huts of a colony; the one over the river is a bridge."""
    ring = ring_of(scene)
    for site in scene.sites:
        after = scene.sites[(site.id + 1) % len(scene.sites)]
        if site.is_hut and after.is_hut:
            across = after.id == 0
            way = bridge(ring) if across else ring.arc(PIECE, site.id + 0.5, site.id + 1.5)
            yield path(way, "md-path md-bridge" if across else "md-path")


def bridge(ring: Ring) -> str:
    """From the last site over the river to the first."""
    (x1, y1), (x2, y2) = ring.at(PIECE, ring.sites - 0.5), ring.at(PIECE, 0.5)
    return f"M{x1:.1f} {y1:.1f} Q0 {y1 - 6:.1f} {x2:.1f} {y2:.1f}"


def buildings(scene: Scene) -> Iterator[Svg]:
    ring, is_short = ring_of(scene), len(scene.sites) == SHORT
    for site in scene.sites:
        if not site.is_empty:
            draw, scale = (hut, 1 if is_short else 0.9) if site.is_hut else (temple, 0.96 if is_short else 0.8)
            at = ring.at(PIECE, site.id + 0.5)
            yield draw(site.owner, *at, scale, id=f"{scene.gid}-b{site.id}", data_from=f"{scene.gid}-p{site.owner}")


def borders(scene: Scene) -> Iterator[Svg]:
    """Thick lines part districts; at the river no line is needed."""
    ring = ring_of(scene)
    for members in districts(scene.sites)[1:]:
        place = members[0].id
        yield line(*ring.at(INNER - 2, place), *ring.at(ISLAND - 1, place), "md-border")


def rune_stones(scene: Scene) -> Iterator[Svg]:
    """Each on the rim of its district."""
    for district, members in enumerate(districts(scene.sites)):
        x, y = ring_of(scene).at(ISLAND + 5, (members[0].id + members[-1].id + 1) / 2)
        stone = rune_stone(district, scene.runes[district], 0, 0)
        yield g(title(rune_words(scene, district)), stone, at=(x, y), id=f"{scene.gid}-r{district}")


def build_choices(scene: Scene) -> Iterator[Svg]:
    """For each site that can be built on the pieces that can be paid; they show once the site is chosen."""
    for site in scene.sites:
        if site.id in scene.legal.sites:
            yield g(*build_choice(scene, site), cls=f"md-build b{site.id}")


def build_choice(scene: Scene, site: Site) -> Iterator[Svg]:
    kinds = [kind for kind, open_ in ((HUT, scene.legal.huts), (TEMPLE, scene.legal.temples)) if site.id in open_]
    wide = WIDE * len(kinds) + 8 * (len(kinds) - 1)
    x, y = beside(scene, site, wide)
    yield line(*ring_of(scene).at(INNER + 4, site.id + 0.5), x, y, "md-leash")
    yield rect(x - wide / 2 - 8, y - HIGH / 2 - 8, wide + 16, HIGH + 16, "card-bg", 18)
    for i, kind in enumerate(kinds):
        yield build_button(scene, kind, site, (x - wide / 2 + i * (WIDE + 8), y - HIGH / 2))


def beside(scene: Scene, site: Site, wide: float) -> Point:
    """The middle of the choice: inside the ring, as near to the site as there is room."""
    x, y = ring_of(scene).at(MIDDLE, site.id + 0.5)
    across, down = INNER - 16 - wide / 2, INNER - 20 - HIGH / 2
    return max(-across, min(across, x)), max(-down, min(down, y))


def build_button(scene: Scene, kind: int, site: Site, at: Point) -> Svg:
    """The piece and its price."""
    cost = scene.cost(site.id) if kind == HUT else 1
    piece, name = (hut, "HUT") if kind == HUT else (temple, "TEMPLE")
    return target(
        rect(0, 0, WIDE, HIGH, "ring", 13),
        piece(scene.seat, 32, HIGH / 2, 1),
        *(price(cost, need, 22 + 34 * i) for i, need in enumerate(site.need)),
        says=build_words(scene, kind, site),
        at=at,
        cls="md-button",
        id=f"{scene.gid}-{name.lower()}{site.id}",
        data_kind=name,
        data_move=f"{name} {site.id}",
    )


def price(cost: int, kind: int, y: float) -> Svg:
    return g(words(80, y + 7, cost, "end f20"), resource(kind, 95, y, 26))
