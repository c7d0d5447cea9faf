"""Who gets which place: a label slides along its route until it covers no other label and no factory.

The viewer's orders choose first, then bombs, then troops, the next to arrive first. Troops of one side to one factory
that arrive in the same turn and would touch share a pill; where there is no room at all, a troop joins the nearest pill
of its side to its factory, whenever that arrives. The result depends on the position alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import hypot, inf

from ludotheque.art import Point
from ludotheque.games.ghost.board.room import NEAR, SLIDES, Numbers, Room
from ludotheque.games.ghost.board.scene import Bomb, Factory, Order, Scene, Troop
from ludotheque.games.ghost.board.space import Boxes, Route, boxes, place, radius, route, touch

DISC = (24.0, 24.0)  # half the size of a bomb's label
PILL, TIP = 14.0, 4.0  # half the height of a pill, and what its end adds to its length


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
        """Until the first of them arrive; 3+ if others come later."""
        later = any(troop.left > self.lead.left for troop in self.troops)
        return f"{self.lead.left}{'+' if later else ''}"

    @property
    def half(self) -> Point:
        return pill_half(str(self.cyborgs), self.turns)

    @property
    def boxes(self) -> Boxes:
        return boxes(self.at, self.half)


@dataclass
class Plan:
    """Where every label of the map goes."""

    pills: list[Pill] = field(default_factory=list)
    bombs: list[tuple[Bomb, Point]] = field(default_factory=list)
    orders: list[tuple[Order, Point]] = field(default_factory=list)


def pill_half(cyborgs: str, turns: str) -> Point:
    """Half the size of a pill: two numbers of 20 units, each with some air, the first with a round or cut end."""
    return (TIP + pill_part(cyborgs) + pill_part(turns)) / 2, PILL


def pill_part(number: str) -> float:
    return 9 + 13 * len(number)


def arrange(scene: Scene) -> Plan:
    discs = [place(scene, i) for i in range(scene.count)]
    room, plan = Room(discs, radius(scene) - 5), Plan()
    room.taken += badges(scene)
    plan.orders = [(order, take_order(scene, room, order)) for order in scene.orders]
    plan.bombs = [(bomb, take_bomb(scene, room, bomb)) for bomb in scene.bombs if bomb.target >= 0]
    for squad in squads(scene):
        take_pill(scene, room, plan.pills, squad)
    return plan


def badges(scene: Scene) -> Iterator[Boxes]:
    """What stands beside factories: their numbers, halts, INC buttons and hidden bombs."""
    spots = Spots(radius(scene))
    for factory in scene.factories:
        at = place(scene, factory.id)
        yield boxes(at, (12, 10), spots.number_of(factory))
        if factory.halted:
            yield boxes(at, (26, 14), spots.halt_of(at))
        if factory.id in scene.legal.incs:
            yield boxes(at, (16, 16), spots.inc)
    for bomb in scene.hidden:
        yield boxes(place(scene, bomb.source), (20, 20), spots.bomb(bomb, scene))


class Spots:
    """Where badges stand, seen from the centre of a factory that stands upright."""

    def __init__(self, r: float):
        self.r = r
        self.inc = (-r * 0.86, r * 0.8)
        self.far = (r * 0.86, r * 0.8)

    def number_of(self, factory: Factory) -> Point:
        """Outside the arcs of a halt."""
        return (-self.r * 1.06, -self.r * 0.98) if factory.halted else (-self.r * 0.94, -self.r * 0.74)

    def halt_of(self, at: Point) -> Point:
        """Above, unless the map ends there."""
        off = self.r * 1.3 + 4
        return (0.0, -off if at[1] - off > 14 else off)

    def bomb(self, bomb: Bomb, scene: Scene) -> Point:
        """Bombs of one source stand one below the other."""
        before = [other for other in scene.hidden if other.source == bomb.source].index(bomb)
        return (self.r * 1.14, 6.0) if before else (self.r * 1.06, -self.r * 0.78)


def take_order(scene: Scene, room: Room, order: Order) -> Point:
    half = pill_half(str(order.cyborgs), str(order.turns)) if order.cyborgs else DISC
    return take(room, route(scene, order.source, order.target, side=0), 0.5, half)


def take_bomb(scene: Scene, room: Room, bomb: Bomb) -> Point:
    return take(room, route(scene, bomb.source, bomb.target), progress(scene, bomb), DISC)


def take(room: Room, way: Route, part: float, half: Point) -> Point:
    at, _ = room.seek(way, part, half)
    room.taken.append(boxes(at, half))
    return at


def progress(scene: Scene, flight: Troop | Bomb) -> float:
    """How much of its way is behind a troop or a bomb: the middle of the turn that it is in."""
    turns = scene.distance[flight.source][flight.target]
    return (turns - flight.left + 0.5) / turns


def squads(scene: Scene) -> Iterator[Pill]:
    """Troops of one side that arrive together, one pill for those that would touch; the strongest one leads."""
    for _, group in groupby(scene.troops, key=lambda troop: troop[:3]):
        found: list[Pill] = []
        for troop in sorted(group, key=lambda troop: (-troop.cyborgs, troop.source)):
            one = Pill([troop], natural(scene, troop))
            near = next((pill for pill in found if touch(pill.boxes, one.boxes)), None)
            if near:
                near.troops.append(troop)
            else:
                found.append(one)
        yield from found


def natural(scene: Scene, troop: Troop) -> Point:
    return route(scene, troop.source, troop.target).at(progress(scene, troop))


def take_pill(scene: Scene, room: Room, placed: list[Pill], squad: Pill) -> None:
    """Give a pill the first free place: its own, one shared with a pill of its kin, one far away; or the least bad."""
    tries = [(None, NEAR), *((host, NEAR) for host in kin(placed, squad)), (None, SLIDES)]
    best, least, joined = squad, inf, None
    for host, slides in tries:
        pill = Pill(sorted(host.troops + squad.troops)) if host else squad
        at, lack = seek_place(scene, room.without(host.boxes) if host else room, pill, slides)
        if lack < least:
            best, least, joined = replace(pill, at=at), lack, host
        if not lack:
            break
    if joined:
        placed.remove(joined)
        room.taken.remove(joined.boxes)
    placed.append(best)
    room.taken.append(best.boxes)


def seek_place(scene: Scene, room: Room, pill: Pill, slides: Numbers) -> tuple[Point, float]:
    lead = pill.lead
    return room.seek(route(scene, lead.source, lead.target), progress(scene, lead), pill.half, slides)


def kin(placed: Sequence[Pill], squad: Pill) -> list[Pill]:
    """The pills of the same side to the same factory, the nearest first."""
    whose = squad.lead.seat, squad.lead.target
    same = [pill for pill in placed if (pill.lead.seat, pill.lead.target) == whose]
    return sorted(same, key=lambda pill: hypot(pill.at[0] - squad.at[0], pill.at[1] - squad.at[1]))
