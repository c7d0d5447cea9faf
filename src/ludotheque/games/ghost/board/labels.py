"""Where the labels of the map go: each slides along its route until it covers no other label and no factory.

The viewer's orders are placed first, then bombs, then troops, those that arrive next first. Troops of one side to one
factory that arrive in the same turn and would touch share a pill. Where there is no free place at all, a troop joins
the nearest pill of its side to its factory, even if that arrives in another turn. The result depends on the position
alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import hypot, inf
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.art import Point
from ludotheque.games.ghost.board.geometry import (
    FIELDS,
    TURN_LENGTH,
    Box,
    Boxes,
    Route,
    factory_center,
    factory_radius,
    is_on_map,
    is_touching,
    make_boxes,
    make_route,
    rotate,
)
from ludotheque.games.ghost.board.scene import Bomb, Factory, Order, Scene, Troop

Numbers: TypeAlias = npt.NDArray[np.float64]

BOMB_HALF_SIZE, HALT_HALF_SIZE = (24.0, 24.0), (26.0, 14.0)
PILL_HALF_HEIGHT, PILL_END = 14.0, 4.0  # PILL_END: what the round or cut end adds to the length

OFFSETS = np.array(  # along and across a route, the nearest first
    sorted(
        ((along, across) for along in range(-252, 253, 6) for across in range(-75, 76, 15)),
        key=lambda offset: (abs(offset[0]) + 2 * abs(offset[1]), offset),
    )
)
NEAR_OFFSETS = OFFSETS[np.abs(OFFSETS[:, 0]) <= 2 * TURN_LENGTH]  # within two turns; farther ones are the last resort
FIRST_TRIES = 20  # offsets that are tried before all others: most labels need no more
EDGE = 5  # the distance that labels keep from the edge of the map


@dataclass
class Pill:
    """One label for one troop or several."""

    troops: list[Troop]
    at: Point = (0, 0)

    @property
    def lead(self) -> Troop:
        return self.troops[0]

    @property
    def cyborgs(self) -> int:
        return sum(troop.cyborgs for troop in self.troops)

    @property
    def turns(self) -> str:
        """The turns until the first troop arrives; "3+" if others come later."""
        has_later = any(troop.left > self.lead.left for troop in self.troops)
        return f"{self.lead.left}{'+' if has_later else ''}"

    @property
    def half_size(self) -> Point:
        return pill_half_size(str(self.cyborgs), self.turns)

    @property
    def boxes(self) -> Boxes:
        return make_boxes(self.at, self.half_size)


@dataclass
class Labels:
    """The place of every label of the map."""

    pills: list[Pill] = field(default_factory=list)
    bombs: list[tuple[Bomb, Point]] = field(default_factory=list)
    orders: list[tuple[Order, Point]] = field(default_factory=list)


def pill_half_size(cyborgs: str, turns: str) -> Point:
    return (PILL_END + number_width(cyborgs) + number_width(turns)) / 2, PILL_HALF_HEIGHT


def number_width(number: str) -> float:
    """Return the width of a number in font size 20, with some space around it."""
    return 9 + 13 * len(number)


def place_labels(scene: Scene) -> Labels:
    centers = [factory_center(scene, i) for i in range(scene.count)]
    space, labels = FreeSpace(centers, factory_radius(scene) - 5), Labels()
    space.taken += badge_boxes(scene)
    labels.orders = [(order, place_order(scene, space, order)) for order in scene.orders]
    labels.bombs = [(bomb, place_bomb(scene, space, bomb)) for bomb in scene.bombs if bomb.target >= 0]
    for pill in group_troops(scene):
        place_pill(scene, space, labels.pills, pill)
    return labels


# Badges beside factories


def badge_boxes(scene: Scene) -> Iterator[Boxes]:
    """Yield the boxes of the numbers, halts, INC buttons and hidden bombs beside factories."""
    spots = BadgeSpots(factory_radius(scene))
    for factory in scene.factories:
        at = factory_center(scene, factory.id)
        yield make_boxes(at, (12, 10), spots.number_spot(factory))
        if factory.halted:
            yield make_boxes(at, HALT_HALF_SIZE, spots.halt_spot(at))
        if factory.id in scene.with_plus:
            yield make_boxes(at, (16, 16), spots.inc)
    for bomb in scene.hidden_bombs:
        yield make_boxes(factory_center(scene, bomb.source), (20, 20), spots.bomb_spot(bomb, scene))


class BadgeSpots:
    """The places of badges, relative to the centre of their factory, which is drawn upright in both layouts."""

    def __init__(self, r: float):
        self.r = r
        self.inc = (-r * 0.86, r * 0.8)
        self.distance = (r * 0.86, r * 0.8)

    def number_spot(self, factory: Factory) -> Point:
        """Outside the arcs of a halt."""
        return (-self.r * 1.06, -self.r * 0.98) if factory.halted else (-self.r * 0.94, -self.r * 0.74)

    def halt_spot(self, center: Point) -> Point:
        """Above the factory, or where the map does not end there in either layout."""
        high, wide = self.r * 1.3 + 4, self.r * 1.3 + 16
        spots = [(0.0, -high), (0.0, high), (wide, 0.0), (-wide, 0.0)]
        return next((spot for spot in spots if is_on_map(make_boxes(center, HALT_HALF_SIZE, spot))), spots[0])

    def bomb_spot(self, bomb: Bomb, scene: Scene) -> Point:
        """Bombs of one source are placed one below the other."""
        index = [other for other in scene.hidden_bombs if other.source == bomb.source].index(bomb)
        return (self.r * 1.14, 6.0) if index else (self.r * 1.06, -self.r * 0.78)


# Orders, bombs and troops


def place_order(scene: Scene, space: "FreeSpace", order: Order) -> Point:
    half_size = pill_half_size(str(order.cyborgs), str(order.turns)) if order.cyborgs else BOMB_HALF_SIZE
    return take_place(space, make_route(scene, order.source, order.target, side=0), 0.5, half_size)


def place_bomb(scene: Scene, space: "FreeSpace", bomb: Bomb) -> Point:
    return take_place(space, make_route(scene, bomb.source, bomb.target), flown_part(scene, bomb), BOMB_HALF_SIZE)


def take_place(space: "FreeSpace", route: Route, part: float, half_size: Point) -> Point:
    at, _ = space.find_place(route, part, half_size)
    space.taken.append(make_boxes(at, half_size))
    return at


def flown_part(scene: Scene, flight: Troop | Bomb) -> float:
    """Return the part of its route that a troop or a bomb has flown, in the middle of the present turn."""
    turns = scene.distance[flight.source][flight.target]
    return (turns - flight.left + 0.5) / turns


def group_troops(scene: Scene) -> Iterator[Pill]:
    """Yield a pill for each group of troops that arrive together and would touch; the strongest troop leads."""
    for _, group in groupby(scene.troops, key=lambda troop: troop[:3]):
        found: list[Pill] = []
        for troop in sorted(group, key=lambda troop: (-troop.cyborgs, troop.source)):
            route = make_route(scene, troop.source, troop.target)
            pill = Pill([troop], route.point_at(flown_part(scene, troop)))
            neighbour = next((other for other in found if is_touching(other.boxes, pill.boxes)), None)
            if neighbour:
                neighbour.troops.append(troop)
            else:
                found.append(pill)
        yield from found


def place_pill(scene: Scene, space: "FreeSpace", placed: list[Pill], new: Pill) -> None:
    """Give a pill the first free place: near its own, shared with a pill to the same factory, farther away.

    If none is free, take the place that overlaps least.
    """
    hosts = pills_to_same_factory(placed, new)
    tries = [(None, NEAR_OFFSETS), *((host, NEAR_OFFSETS) for host in hosts), (None, OFFSETS)]
    best, least, joined = new, inf, None
    for host, offsets in tries:
        pill = Pill(sorted(host.troops + new.troops)) if host else new
        at, cost = find_pill_place(scene, space.without(host.boxes) if host else space, pill, offsets)
        if cost < least:
            best, least, joined = replace(pill, at=at), cost, host
        if not cost:
            break
    if joined:
        placed.remove(joined)
        space.taken.remove(joined.boxes)
    placed.append(best)
    space.taken.append(best.boxes)


def find_pill_place(scene: Scene, space: "FreeSpace", pill: Pill, offsets: Numbers) -> tuple[Point, float]:
    lead = pill.lead
    route = make_route(scene, lead.source, lead.target)
    return space.find_place(route, flown_part(scene, lead), pill.half_size, offsets)


def pills_to_same_factory(placed: Sequence[Pill], new: Pill) -> list[Pill]:
    """Return the pills of the same side to the same factory, the nearest first."""
    side_and_target = new.lead.seat, new.lead.target
    same = [pill for pill in placed if (pill.lead.seat, pill.lead.target) == side_and_target]
    return sorted(same, key=lambda pill: hypot(pill.at[0] - new.at[0], pill.at[1] - new.at[1]))


# Free places


class FreeSpace:
    """The map with its factories and the labels that have their place."""

    def __init__(self, centers: Sequence[Point] | Numbers, radius: float):
        self.centers = np.array(centers)
        self.radius = radius
        self.taken: list[Boxes] = []

    def without(self, label: Boxes) -> "FreeSpace":
        space = FreeSpace(self.centers, self.radius)
        space.taken = [other for other in self.taken if other != label]
        return space

    def find_place(
        self, route: Route, part: float, half_size: Point, offsets: Numbers = OFFSETS
    ) -> tuple[Point, float]:
        """Return the free place nearest to `part` of the route with cost 0, or the cheapest place and its cost."""
        at, cost = self._find_cheapest(route, part, half_size, offsets[:FIRST_TRIES])
        return (at, cost) if cost == 0 else self._find_cheapest(route, part, half_size, offsets)

    def _find_cheapest(self, route: Route, part: float, half_size: Point, offsets: Numbers) -> tuple[Point, float]:
        steps = part * route.length + offsets[:, 0]
        points = offset_points(route, steps, offsets[:, 1])[(steps >= 0) & (steps <= route.length)]
        costs = self._costs(points, half_size)
        first = int(costs.argmin())  # of equal costs the nearest
        return (float(points[first, 0]), float(points[first, 1])), float(costs[first])

    def _costs(self, points: Numbers, half_size: Point) -> Numbers:
        """Return the overlap cost of a label at each point; 0 only where it is free in both layouts."""
        taken = np.array(self.taken)
        cost: Numbers = np.zeros(len(points))
        for layout in range(2):
            label_centers, factory_centers = (rotate_points(p) if layout else p for p in (points, self.centers))
            cost += edge_costs(label_centers, half_size, FIELDS[layout])
            cost += factory_costs(label_centers, half_size, factory_centers, self.radius)
            cost += label_costs(label_centers, half_size, taken[:, layout])
        return cost


def rotate_points(points: Numbers) -> Numbers:
    """Return the points as they are in the narrow layout."""
    turned: Numbers = np.stack(rotate(points[:, 0], points[:, 1]), axis=1)
    return turned


def offset_points(route: Route, along: Numbers, across: Numbers) -> Numbers:
    """Return the points `along` units from the start of the route and `across` units beside it."""
    direction = np.array(route.direction)
    normal = np.array([-direction[1], direction[0]])
    points: Numbers = np.array(route.start) + along[:, None] * direction + across[:, None] * normal
    return points


def edge_costs(points: Numbers, half_size: Point, field: Box) -> Numbers:
    """Return how far a label leaves the map."""
    reach = np.abs(points - np.array([field.x, field.y])) + np.array(half_size) + EDGE
    costs: Numbers = 1000 * np.maximum(0, reach - np.array([field.w, field.h])).sum(axis=1)
    return costs


def factory_costs(points: Numbers, half_size: Point, centers: Numbers, radius: float) -> Numbers:
    """Return how deep a label reaches into factories, weighted more than any overlap of labels."""
    gaps = np.maximum(0, np.abs(points[:, None] - centers) - np.array(half_size))
    costs: Numbers = 100 * np.maximum(0, radius - np.hypot(gaps[..., 0], gaps[..., 1])).sum(axis=1)
    return costs


def label_costs(points: Numbers, half_size: Point, taken: Numbers) -> Numbers:
    """Return the area that a label shares with the labels that have their place."""
    common = np.maximum(0, taken[:, 2:] + np.array(half_size) - np.abs(points[:, None] - taken[:, :2]))
    costs: Numbers = (common[..., 0] * common[..., 1]).sum(axis=1)
    return costs
