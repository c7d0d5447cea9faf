"""Room for labels: the free place on a route, or beside it, that is nearest to where a label should be."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.art import Point
from ludotheque.games.ghost.board.space import HIGH, SPEED, WIDE, Boxes, Route

Numbers: TypeAlias = npt.NDArray[np.float64]

SLIDES = np.array(  # along and across, the nearest first
    sorted(
        ((along, across) for along in range(-252, 253, 6) for across in range(-75, 76, 15)),
        key=lambda slide: (abs(slide[0]) + 2 * abs(slide[1]), slide),
    )
)
NEAR = SLIDES[np.abs(SLIDES[:, 0]) <= 2 * SPEED]  # two turns: further only if all else fails
FEW = 20  # slides that are tried before all: most labels need no more
EDGE = 5


class Room:
    """What is taken already."""

    def __init__(self, discs: Sequence[Point] | Numbers, radius: float):
        self.discs = np.array(discs)
        self.radius = radius
        self.taken: list[Boxes] = []

    def without(self, label: Boxes) -> "Room":
        """The same room if this label were not there."""
        room = Room(self.discs, self.radius)
        room.taken = [other for other in self.taken if other != label]
        return room

    def seek(self, way: Route, part: float, half: Point, slides: Numbers = SLIDES) -> tuple[Point, float]:
        """The free place nearest to where a label should be and 0, or else the least bad one and how bad it is."""
        at, lack = self.best(way, part, half, slides[:FEW])
        return (at, lack) if lack == 0 else self.best(way, part, half, slides)

    def best(self, way: Route, part: float, half: Point, slides: Numbers) -> tuple[Point, float]:
        steps = part * way.length + slides[:, 0]
        places = slide(way, steps, slides[:, 1])[(steps >= 0) & (steps <= way.length)]
        lacks = self.lacks(places, half)
        first = int(lacks.argmin())  # the nearest of those that are level
        return (float(places[first, 0]), float(places[first, 1])), float(lacks[first])

    def lacks(self, places: Numbers, half: Point) -> Numbers:
        """How badly a label fits at each place; nothing at all but a free one is 0."""
        taken, turned = np.array(self.taken), np.stack([-places[:, 1], places[:, 0]], axis=1)
        lack = beyond(places, max(half))
        for layout, centres in enumerate((places, turned)):
            discs = np.stack([-self.discs[:, 1], self.discs[:, 0]], axis=1) if layout else self.discs
            lack += bites(centres, half, discs, self.radius)
            lack += overlaps(centres, half, taken[:, layout])
        return lack


def slide(way: Route, steps: Numbers, across: Numbers) -> Numbers:
    """The places so many steps along a route and so many beside it."""
    along = np.array(way.way)
    aside = np.array([-along[1], along[0]])
    moved: Numbers = np.array(way.start) + steps[:, None] * along + across[:, None] * aside
    return moved


def beyond(places: Numbers, half: float) -> Numbers:
    """How far a label leaves the map, taken as a square, so that it holds either way up."""
    low, high = half + EDGE - places, places + half + EDGE - np.array([WIDE, HIGH])
    left: Numbers = 1000 * np.maximum(0, np.maximum(low, high)).sum(axis=1)
    return left


def bites(centres: Numbers, half: Point, discs: Numbers, radius: float) -> Numbers:
    """How deep labels reach into factories, weighed so that nothing else is worth it."""
    gaps = np.maximum(0, np.abs(centres[:, None] - discs) - np.array(half))
    deep: Numbers = 100 * np.maximum(0, radius - np.hypot(gaps[..., 0], gaps[..., 1])).sum(axis=1)
    return deep


def overlaps(centres: Numbers, half: Point, taken: Numbers) -> Numbers:
    """The area that labels share with those that have their place."""
    common = np.maximum(0, taken[:, 2:] + np.array(half) - np.abs(centres[:, None] - taken[:, :2]))
    area: Numbers = (common[..., 0] * common[..., 1]).sum(axis=1)
    return area
