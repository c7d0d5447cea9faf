"""Where things are: a ring of sites like a rounded square, the river through its top, the plateaus inside."""

from bisect import bisect
from functools import cache
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from ludotheque.art import Point, poly, rounded

SIDE = 600  # the ring's square, with the middle of the ring at (0, 0)
MIDDLE = SIDE / 2
ISLAND, OUTER, INNER, SHORE = 288, 281, 196, 190  # levels: how far out, along the axes
GAP = 42  # the river's, measured halfway
RING_MIDDLE, SQUARENESS, STEPS = 240, 4.2, 3600
PLATEAU_PLACES: tuple[Point, ...] = ((-80, -54), (80, -54), (-80, 90), (80, 90))
WORKER_STEP = 30


class Ring(NamedTuple):
    """The ring for so many sites. A place is a site's number and how far through the site: 3.5 is the middle of 3."""

    sites: int

    def at(self, level: float, place: float) -> Point:
        return along(level, self.angle(place))

    def angle(self, place: float) -> float:
        """Sites are equally long halfway through the ring."""
        lengths = halfway()
        step = (lengths[-1] - GAP) / self.sites
        return turn_of(min(bisect(lengths, GAP / 2 + place * step), STEPS))

    def site(self, site: int) -> str:
        """The outline of a site."""
        outer = [self.at(OUTER, site + 0.03 + 0.94 * i / 4) for i in range(5)]
        inner = [self.at(INNER, site + 0.04 + 0.92 * i / 4) for i in range(4, -1, -1)]
        return rounded([*outer, *inner], 3)

    def arc(self, level: float, start: float, end: float) -> str:
        """A line along the ring, clockwise."""
        steps = max(2, int((end - start) * 5))
        points = (self.at(level, start + (end - start) * i / steps) for i in range(steps + 1))
        return poly(points).removesuffix(" Z")


def turn_of(step: int) -> float:
    """From the top, clockwise."""
    return -pi / 2 + 2 * pi * step / STEPS


def along(level: float, angle: float) -> Point:
    x, y = cos(angle), sin(angle)
    far = level * (abs(x) ** SQUARENESS + abs(y) ** SQUARENESS) ** (-1 / SQUARENESS)
    return x * far, y * far


@cache
def halfway() -> list[float]:
    """How long the way is from the top to each step of the middle of the ring."""
    points = [along(RING_MIDDLE, turn_of(step)) for step in range(STEPS + 1)]
    return [0.0, *accumulate(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))]


def curve(level: float) -> str:
    """The whole way round."""
    return poly(along(level, turn_of(step)) for step in range(0, STEPS, 40))
