"""Where things lie: the map to scale, the straight routes over it, and the boxes of labels in both layouts.

The drawing is one, the layouts are two: wide, the map lies as the rules have it; narrow, it is turned by a right angle
and every label is turned back. What must not overlap is looked at in both.
"""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from ludotheque.art import Point, Svg, line, rect
from ludotheque.games.ghost.board.scene import Scene

NARROW = 520  # the short side of the board
WIDE, HIGH = 1148, NARROW  # the map
SCALE, LEFT, TOP = 0.0705, 10, 31  # 16000 × 6500, with a margin: rims may stick out of it, above and below (GC-4)
FIELD = (2, 2, WIDE - 4, HIGH - 4)
SPEED = 800 * SCALE  # how far a turn leads


def grid() -> Iterator[Svg]:
    yield rect(*FIELD, "space", 14)
    for x in range(74, WIDE - 2, 80):
        yield line(x, 2, x, HIGH - 2, "gridline")
    for y in range(60, HIGH - 2, 80):
        yield line(2, y, WIDE - 2, y, "gridline")


def radius(scene: Scene) -> float:
    """GC-3"""
    return SCALE * (600 if scene.count > 10 else 700)


def place(scene: Scene, factory: int) -> Point:
    return LEFT + SCALE * scene.x[factory], TOP + SCALE * scene.y[factory]


class Route(NamedTuple):
    """From rim to rim."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]) or 1

    @property
    def way(self) -> Point:
        """One step along."""
        return (self.end[0] - self.start[0]) / self.length, (self.end[1] - self.start[1]) / self.length

    def at(self, part: float, along: float = 0, across: float = 0) -> Point:
        """So much of the way behind, then some steps on, and some to the side."""
        (x, y), steps = self.way, part * self.length + along
        return self.start[0] + steps * x - across * y, self.start[1] + steps * y + across * x

    def part(self, point: Point) -> float:
        """How much of the way lies behind a point beside it."""
        x, y = self.way
        steps = (point[0] - self.start[0]) * x + (point[1] - self.start[1]) * y
        return min(1.0, max(0.0, steps / self.length))


def route(scene: Scene, source: int, target: int, gap: float = 4, side: float = 5) -> Route:
    """Whoever flies keeps to one side, so that those who come the other way are told apart."""
    whole = Route(place(scene, source), place(scene, target))
    edge = (radius(scene) + gap) / whole.length
    return Route(whole.at(edge, across=side), whole.at(1 - edge, across=side))


class Box(NamedTuple):
    """A label on the screen: its centre and half its size."""

    x: float
    y: float
    w: float
    h: float


Boxes = tuple[Box, Box]  # the same label wide and narrow


def boxes(at: Point, half: Point, up: Point = (0, 0)) -> Boxes:
    """A label at a place of the map, moved by `up` once it stands upright."""
    (x, y), (dx, dy) = at, up
    return Box(x + dx, y + dy, *half), Box(dx - y, x + dy, *half)


def touch(one: Boxes, other: Boxes) -> bool:
    """Do two labels touch in either layout?"""
    return any(abs(a.x - b.x) < a.w + b.w and abs(a.y - b.y) < a.h + b.h for a, b in zip(one, other))
