"""The players' stores: resources, pieces left, rune stones, points, and what the end would add."""

from collections.abc import Iterator
from typing import NamedTuple

from ludotheque.art import Svg, clip, el, emblem, g, path, rect, title, width
from ludotheque.art import text as words
from ludotheque.games.meduris.board.panel import HIGH as PANEL
from ludotheque.games.meduris.board.panel import WIDE
from ludotheque.games.meduris.board.pieces import hut, resource, rune_stone, temple
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.board.sentences import store_words
from ludotheque.games.meduris.ring import KINDS, NOBODY

SPACE = 8
KIT, LOW_KIT = (34, 128, 216), (252, 312, 370)  # where pieces stand


class Rows(NamedTuple):
    """How a store is laid out: its height, the middles of its rows, and how far apart resources are."""

    high: float
    name: float
    hand: float
    kit: float
    step: float
    size: int

    @property
    def is_low(self) -> bool:
        """Four stores leave room for two rows: the pieces go beside the name."""
        return self.kit == self.name


ROWS = {2: Rows(192, 38, 100, 156, 110, 28), 3: Rows(125, 25, 65, 102, 110, 24), 4: Rows(92, 26, 67, 26, 92, 24)}


def stores(scene: Scene) -> Iterator[Svg]:
    rows = ROWS[scene.seats]
    for seat in range(scene.seats):
        at = (0, PANEL + SPACE + seat * (rows.high + SPACE))
        yield g(title(store_words(scene, seat)), *store(scene, seat, rows), at=at, id=f"{scene.gid}-p{seat}")


def store(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    yield rect(1, 1, WIDE - 2, rows.high - 2, f"card-bg {state(scene, seat)}".strip(), 16, data_seat=seat)
    yield emblem(seat, 28, rows.name, 13)
    yield from points(scene, seat, rows)
    yield name(scene, seat, rows)
    yield from hand(scene, seat, rows)
    yield from kit(scene, seat, rows)
    if seat == scene.asked:
        yield path(f"M-5 {rows.name - 12} l14 12 l-14 12 Z", "md-hand mine" if scene.mine else "md-hand")


def state(scene: Scene, seat: int) -> str:
    if scene.over:
        return "md-won" if seat in scene.winners else ""
    return "md-now" if seat == scene.player and not scene.in_lap else ""


def points(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """The points; small beside them or below what the end would add, or the rank at the end."""
    total = str(scene.points[seat])
    yield words(WIDE - 18, rows.name + 11, total, "end serif f28" if rows.is_low else "end serif f32")
    more = f"{scene.places[seat]}." if scene.over else f"+{scene.to_come(seat)}"
    y = rows.hand if rows.is_low else rows.kit
    label = "" if scene.over else " " + scene.say("at the end")
    long = not rows.is_low and label
    yield el("text", more, el("tspan", label) if long else None, x=WIDE - 18, y=y + 8, cls="end f20 soft")


def name(scene: Scene, seat: int, rows: Rows) -> Svg:
    """The name and, where there is room for it, that it is the viewer's own."""
    start = 54
    room = (232 if rows.is_low else WIDE - 30 - width(str(scene.points[seat]), 32)) - start
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    shown = clip(scene.names[seat], rows.size, room)
    fits = you and width(shown, rows.size) + width(you, 20) * 0.9 <= room
    kids = [shown, el("tspan", you, cls="soft f20 md-you") if fits else None]
    return el("text", *kids, x=start, y=rows.name + rows.size * 0.34, cls=f"serif f{rows.size}")


def hand(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """Four kinds; none of one is pale."""
    for kind in range(KINDS):
        held, x = scene.hands[seat][kind], 32 + rows.step * kind
        count = words(x + 22, rows.hand + 9, held, f"f{rows.size}" if held < 1000 else "f20")
        yield g(resource(kind, x, rows.hand, 36 if rows.size > 24 else 32), count, cls=None if held else "md-pale")


def kit(scene: Scene, seat: int, rows: Rows) -> Iterator[Svg]:
    """Huts and temples left, rune stones held."""
    facts, stones = scene.facts, scene.stones(seat)
    scale = 0.82 if rows.size > 24 else 0.7
    pieces = (
        (hut(seat, 0, 0, scale), facts.huts_left[seat], 21),
        (temple(seat, 0, 0, scale), facts.temples_left[seat], 24),
        (rune_stone(0, seat if stones else NOBODY, 0, 0, scale * 1.15), stones, 17),
    )
    for x, (piece, count, room) in zip(LOW_KIT if rows.is_low else KIT, pieces):
        number = words(room if rows.is_low else room + 5, 8, count, f"f{min(rows.size, 24)}")
        yield g(piece, number, at=(x, rows.kit), cls=None if count else "md-pale")
