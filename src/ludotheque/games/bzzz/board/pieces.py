"""Draw single pieces: bees, flowers with what is known of them, hives, drops of nectar and sparks."""

from collections.abc import Iterator
from functools import cache
from math import pi

from ludotheque.art import Svg, circle, el, g, ngon, path, poly, rect, seat_path
from ludotheque.art import text as words
from ludotheque.games.bzzz.board.scene import Flower
from ludotheque.games.bzzz.rules import DRONE, WORKER

PLATES = (15.5, 14.6, 14.6, 13.8)  # radius by seat, so that the different shapes look equally large
WINGS = "M-1.5 -4 C-12 -11 -14 0 -3 1 Z M1.5 -4 C12 -11 14 0 3 1 Z"
WORKER_BODY = "M0 -9 C5 -9 5.5 -2 5 3 C4.5 8 1.5 10 0 11 C-1.5 10 -4.5 8 -5 3 C-5.5 -2 -5 -9 0 -9 Z"
SCOUT_WINGS = "M0 -1 L-11 -9 L-9 -4 Z M0 -1 L11 -9 L9 -4 Z M0 1 L-10.5 9 L-8 3.5 Z M0 1 L10.5 9 L8 3.5 Z"
SCOUT_BODY = "M0 -12 C3 -8 3 6 0 12 C-3 6 -3 -8 0 -12 Z"
SKEP = (
    "M0 -14 C6 -14 8 -11 8.5 -8 C12 -6 12.5 -2 12 0 C15 3 15 8 13 13 H-13 C-15 8 -15 3 -12 0"
    " C-12.5 -2 -12 -6 -8.5 -8 C-8 -11 -6 -14 0 -14 Z"
)
DROP = "M0 -13 C4 -7 9 -2 9 4 A9 9 0 0 1 -9 4 C-9 -2 -4 -7 0 -13 Z"
PETALS = 6


@cache
def draw_bee(kind: int, seat: int) -> list[Svg]:
    """Draw a bee: shape and colour of the plate show the owner, the silhouette shows the kind."""
    shift, size = ((0, 0), None) if seat in (0, 2) else ((0, 0), 0.92) if seat == 1 else ((0, 2), 0.86)
    plate = path(seat_path(seat, PLATES[seat]), "bee-plate")
    return [plate, g(*draw_silhouette(kind), at=shift if seat == 3 else None, scale=size)]


def draw_silhouette(kind: int) -> Iterator[Svg]:
    """Draw a worker with two wings, a drone as a circle, a scout with four wings."""
    if kind == WORKER:
        yield path(WINGS, "bee-wing")
        yield path(WORKER_BODY, "bee-body")
        yield path("M-4 0 H4 M-3.8 4.5 H3.8", "bee-stripe", stroke_width=2)
    elif kind == DRONE:
        yield circle(0, 1, 9.6, "bee-body")
        yield path("M-8.5 -2 H8.5 M-8.5 4 H8.5", "bee-stripe", stroke_width=3.2)
        yield path("M-4.5 -8 L-6 -12 M4.5 -8 L6 -12", "onseatline", stroke_width=2)
    else:
        yield path(SCOUT_WINGS, "bee-body")
        yield path(SCOUT_BODY, "bee-body")


def draw_small_bee(kind: int, seat: int, x: float, y: float, size: float, cls: str = "") -> Svg:
    return g(*draw_bee(kind, seat), at=(x, y), scale=size, cls=f"s{seat} {cls}".strip())


def draw_load_bar(load: int, carries: int, y: float = 16) -> Svg:
    """Draw a bar that is as full as the bee."""
    full = 26 * load / carries
    filled = rect(-13, -4, max(4, full), 8, "load", 3) if load else None
    return g(rect(-13, -4, 26, 8, "loadbg", 3), filled, at=(0, y))


def draw_turns_out(turns: int, x: float = 9, y: float = 9) -> Svg:
    """Draw a disc with the number of turns that a bee still misses."""
    size = 20 if turns < 10 else 16 if turns < 100 else 14
    return g(circle(0, 0, 10.5, "loadbg"), words(0, size * 0.35, turns, f"mid f{size}"), at=(x, y))


def read_petals(flower: Flower) -> tuple[int, str]:
    """Return the number of filled petals and the label in the middle."""
    if flower.nectar >= 0:
        return 2 * flower.level, str(flower.nectar)
    if flower.is_empty or flower.high == 0:
        return 0, "×"
    if flower.gain < 0:
        return 0, "?"
    if flower.is_bound:
        return 2 * flower.gain, f"≤{flower.gain}"
    return 2 * flower.gain, f"{flower.gain}" if flower.is_all else f"{flower.gain}+"


def draw_blossom(flower: Flower) -> Iterator[Svg]:
    """Draw a flower: 2, 4 or 6 filled petals for the last yield, `?` if never seen, a grey × if known to be empty."""
    full, label = read_petals(flower)
    yield g(*draw_petals(full), circle(0, 0, 10.5, "heart"), draw_mark(label), cls=f"flower {class_of(label)}".strip())


def draw_badge(flower: Flower) -> Svg:
    """Draw the middle of a flower small in the corner of its cell, so that the bee on it can be seen."""
    _, label = read_petals(flower)
    heart = g(circle(0, 0, 10, "heart"), draw_mark(label), at=(-13, -13), scale=0.62)
    return g(heart, cls=f"bz-badge flower {class_of(label)}".strip())


def class_of(label: str) -> str:
    return "empty" if label in ("×", "0") else "unknown" if label == "?" else ""


@cache
def draw_petals(full: int) -> list[Svg]:
    classes = ["petal" if i < full else "petal pale" for i in range(PETALS)]
    turns = [f"rotate({i * 60 + 30})" for i in range(PETALS)]
    return [el("ellipse", cx=0, cy=-11, rx=6, ry=7, cls=cls, transform=turn) for cls, turn in zip(classes, turns)]


def draw_mark(label: str) -> Svg:
    if label == "×":
        return path("M-4.5 -4.5 L4.5 4.5 M4.5 -4.5 L-4.5 4.5", "inkline")
    size = (20, 18, 14)[min(len(label), 3) - 1]
    return words(0, size * 0.35, label, f"mid f{size}")


def draw_skep(seat: int) -> Iterator[Svg]:
    """Draw a straw hive in the colour of its seat."""
    yield path(SKEP, "hive")
    yield path("M-8.5 -7.5 H8.5 M-12 0 H12 M-14 7 H-5 M5 7 H14", "hive-line")
    yield path("M-4 13 V9 A4 4 0 0 1 4 9 V13 Z", "onseatfill")


def draw_hive(seat: int, x: float, y: float, size: float) -> Svg:
    return g(*draw_skep(seat), at=(x, y), scale=size, cls=f"s{seat}")


def draw_drop(x: float, y: float, size: float = 1) -> Svg:
    return g(path(DROP, "load"), at=(x, y), scale=size)


def draw_spark(r: float, cls: str = "clash") -> Svg:
    tips, dents = ngon(8, r), ngon(8, r * 0.52, pi / 8)
    return path(poly(point for pair in zip(tips, dents) for point in pair), cls)
