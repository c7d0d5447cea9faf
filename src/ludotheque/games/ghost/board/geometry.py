"""The map to scale, the straight routes over it, and the boxes of labels in both page layouts.

There is one drawing and two page layouts. In the wide one the map is drawn as the rules have it. In the narrow one it
is turned by 90 degrees and made shorter, so that it fills a phone that is held upright. Factories and labels are turned
back and keep their shape. Labels must not overlap in either layout.

    wide           narrow
    +---------+    +-----+
    | 1     3 |    | 2 1 |      a map point (x, y) of the wide layout is at `rotate(x, y)` in the narrow one
    | 2     4 |    | 4 3 |
    +---------+    +-----+
"""

from collections.abc import Iterator
from math import hypot
from typing import Any, NamedTuple

from ludotheque.art import Point, Svg, line, rect
from ludotheque.games.ghost.board.scene import Scene

SHORT_SIDE = 520
MAP_WIDTH, MAP_HEIGHT = 1148, SHORT_SIDE
SCALE, LEFT, TOP = 0.0705, 10, 31  # 16000 × 6500, with a margin: rims may stick out of it, above and below (GC-4)
FIELD = (2, 2, MAP_WIDTH - 4, MAP_HEIGHT - 4)
TURN_LENGTH = 800 * SCALE  # the distance that is flown in one turn
LENGTHWISE, CROSSWISE = 0.64 / 0.86, 1 / 0.86  # in the narrow layout, in units of its labels: see board.css


def draw_grid() -> Iterator[Svg]:
    yield rect(*FIELD, "space", 14)
    for x in range(74, MAP_WIDTH - 2, 80):
        yield line(x, 2, x, MAP_HEIGHT - 2, "gridline")
    for y in range(60, MAP_HEIGHT - 2, 80):
        yield line(2, y, MAP_WIDTH - 2, y, "gridline")


def factory_radius(scene: Scene) -> float:
    """GC-3"""
    return SCALE * (600 if scene.count > 10 else 700)


def factory_center(scene: Scene, factory: int) -> Point:
    return LEFT + SCALE * scene.x[factory], TOP + SCALE * scene.y[factory]


def rotate(x: Any, y: Any) -> tuple[Any, Any]:
    """Return a point of the map, or arrays of coordinates, as the narrow layout has it."""
    return -y * CROSSWISE, x * LENGTHWISE


def rotate_back(x: float, y: float) -> Point:
    """Return the point of the map that is at (x, y) in the narrow layout."""
    return y / LENGTHWISE, -x / CROSSWISE


class Route(NamedTuple):
    """A straight line from the rim of one factory to the rim of another."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]) or 1

    @property
    def direction(self) -> Point:
        """The vector of length 1 from start to end."""
        return (self.end[0] - self.start[0]) / self.length, (self.end[1] - self.start[1]) / self.length

    def point_at(self, part: float, along: float = 0, across: float = 0) -> Point:
        """Return the point at `part` (0 to 1) of the route, moved by `along` and `across` units."""
        (x, y), steps = self.direction, part * self.length + along
        return self.start[0] + steps * x - across * y, self.start[1] + steps * y + across * x

    def part_at(self, point: Point) -> float:
        """Return the part of the route (0 to 1) that is nearest to `point`."""
        x, y = self.direction
        steps = (point[0] - self.start[0]) * x + (point[1] - self.start[1]) * y
        return min(1.0, max(0.0, steps / self.length))


def make_route(scene: Scene, source: int, target: int, gap: float = 4, side: float = 5) -> Route:
    """Return the route, `side` units beside the straight line, so that the two directions can be told apart."""
    return cut_ends(Route(factory_center(scene, source), factory_center(scene, target)), scene, gap, side)


def make_rotated_route(scene: Scene, source: int, target: int, gap: float) -> Route:
    """Return the straight route in the narrow layout."""
    centers = (rotate(*factory_center(scene, factory)) for factory in (source, target))
    return cut_ends(Route(*centers), scene, gap, 0)


def cut_ends(whole: Route, scene: Scene, gap: float, side: float) -> Route:
    """Return the part of a route between two centres that is outside the factories."""
    edge = min((factory_radius(scene) + gap) / whole.length, 0.45)  # two factories can nearly touch
    return Route(whole.point_at(edge, across=side), whole.point_at(1 - edge, across=side))


class Box(NamedTuple):
    """A label on the screen: its centre and half its size."""

    x: float
    y: float
    w: float
    h: float


Boxes = tuple[Box, Box]  # the same label in the wide and in the narrow layout


def make_boxes(at: Point, half_size: Point, offset: Point = (0, 0)) -> Boxes:
    """Return the boxes of a label at a point of the map; `offset` is not turned with the map."""
    (x, y), (dx, dy) = at, offset
    rotated_x, rotated_y = rotate(x, y)
    return Box(x + dx, y + dy, *half_size), Box(rotated_x + dx, rotated_y + dy, *half_size)


FIELDS = (  # the whole map
    Box(MAP_WIDTH / 2, MAP_HEIGHT / 2, MAP_WIDTH / 2, MAP_HEIGHT / 2),
    Box(*rotate(MAP_WIDTH / 2, MAP_HEIGHT / 2), MAP_HEIGHT / 2 * CROSSWISE, MAP_WIDTH / 2 * LENGTHWISE),
)


def is_on_map(label: Boxes) -> bool:
    """Return whether a label is inside the map in both layouts."""
    pairs = zip(label, FIELDS)
    return all(abs(a.x - b.x) + a.w <= b.w and abs(a.y - b.y) + a.h <= b.h for a, b in pairs)


def is_touching(one: Boxes, other: Boxes) -> bool:
    """Return whether two labels touch in either layout."""
    return any(abs(a.x - b.x) < a.w + b.w and abs(a.y - b.y) < a.h + b.h for a, b in zip(one, other))
