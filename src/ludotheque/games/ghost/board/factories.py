"""Factories: whose shape, how many cyborgs, what is made, and what is said beside them."""

from collections.abc import Iterator
from math import cos, pi, sin

from ludotheque.art import Point, Svg, circle, g, number, path, rect, seat_path, target, title
from ludotheque.art import text as words
from ludotheque.games.ghost.board.layout import Spots
from ludotheque.games.ghost.board.scene import Factory, Scene, cyborg_count, owner_name, turn_count
from ludotheque.games.ghost.board.space import place, radius
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import HALT, INC_COST


def factories(scene: Scene) -> Iterator[Svg]:
    for factory in scene.factories:
        yield draw_factory(scene, factory)


def draw_factory(scene: Scene, factory: Factory) -> Svg:
    """One factory; what it can be in a legal move, it carries."""
    i, r, legal = factory.id, radius(scene), scene.legal
    kids = [circle(0, 0, r + 8, "ring"), *body(scene, factory, r), g(*upright(scene, factory, r), cls="gh-up")]
    says = factory_title(scene, factory)
    cls = f"s{factory.owner} fg f{i}" if factory.owner != NEUTRAL else f"sn fg f{i}"
    data = {
        "data_source": i if i in legal.sources else None,
        "data_target": i if i in legal.targets else None,
        "data_most": factory.stock - factory.spent if i in legal.sources else None,  # cyborgs that can be sent
    }
    if all(value is None for value in data.values()):
        return g(title(says), *kids, at=place(scene, i), id=f"{scene.gid}-f{i}", cls=cls)
    return target(*kids, says=says, at=place(scene, i), id=f"{scene.gid}-f{i}", cls=cls, **data)


def body(scene: Scene, factory: Factory, r: float) -> Iterator[Svg]:
    """A circle, or a striped diamond; dotted red around it where a hidden bomb may hit this turn."""
    if factory.id in scene.threatened:
        yield circle(0, 0, r * 1.3 + 8 if factory.halted else r + 14, "gh-threat")
    if factory.owner == 1:
        yield path(seat_path(1, r * 0.98), "fac")
        yield path(seat_path(1, r * 0.98), "gh-stripes", fill=f"url(#{scene.gid}-pat1)")
    else:
        yield circle(0, 0, r, "fac")


def upright(scene: Scene, factory: Factory, r: float) -> Iterator[Svg]:
    """What is written on a factory and beside it."""
    spots = Spots(r)
    yield from stock(factory)
    yield g(*pips(factory), at=(0, 20))
    if factory.halted:
        yield from halt(factory, r * 1.3, spots.halt_of(place(scene, factory.id)))
    x, y = spots.number_of(factory)
    yield words(x, y + 6, factory.id, "mid f18 soft halo")


def stock(factory: Factory) -> Iterator[Svg]:
    """The cyborgs; once some have orders those that are left, below the number that was."""
    if factory.spent:
        yield words(0, -19, factory.stock, "mid fnum gh-was f18")
    left = str(factory.stock - factory.spent)
    yield words(0, 6, left, f"mid fnum f{28 if len(left) < 3 else 24 if len(left) == 3 else 20}")


def pips(factory: Factory) -> Iterator[Svg]:
    """Three squares: what is made, what this turn's INCs will add, what is left to add."""
    for i in range(TOP_PRODUCTION):
        made, planned = factory.production, factory.production + factory.raised
        cls = "ppip" if i < made else "ppip plan" if i < planned else "ppip no"
        yield rect(-5 + (i - 1) * 16, -5, 10, 10, cls, 2)


def halt(factory: Factory, r: float, at: Point) -> Iterator[Svg]:
    """An arc a turn until it makes cyborgs again, and a pause sign (GC-12)."""
    for i in range(HALT):
        start, end = (2 * pi * (i + gap) / HALT for gap in (0.08, 0.92))
        tip = f"{number(r * sin(end))} {number(-r * cos(end))}"
        arc = f"M{number(r * sin(start))} {number(-r * cos(start))} A{number(r)} {number(r)} 0 0 1 {tip}"
        yield path(arc, "haltseg on" if i < factory.halted else "haltseg")
    pause = path("M-14 -6 V6 M-7 -6 V6", "warnline")
    yield g(rect(-26, -14, 52, 28, "card-bg", 14), pause, words(11, 7, factory.halted, "mid f20"), at=at)


def factory_title(scene: Scene, factory: Factory) -> str:
    """All that is known of a factory, in one line."""
    say = scene.say
    facts = [
        say("Factory {id}, {owner}: {cyborgs}, production {production}").format(
            id=factory.id,
            owner=owner_name(scene, factory.owner),
            cyborgs=cyborg_count(scene, factory.stock),
            production=factory.production,
        )
    ]
    if factory.spent:
        facts.append(say("{count} with orders").format(count=factory.spent))
    if factory.halted:
        facts.append(say("halted, makes cyborgs again in {turns}").format(turns=turn_count(scene, factory.halted)))
    if factory.id in scene.threatened:
        facts.append(say("a bomb may hit it this turn"))
    return ", ".join(facts)


def inc_buttons(scene: Scene) -> Iterator[Svg]:
    """A plus beside each factory whose production may be raised."""
    for i in sorted(scene.legal.incs):
        says = scene.say("Raise the production of factory {id} for {cost} cyborgs").format(id=i, cost=INC_COST)
        button = target(
            circle(0, 0, 14, "gh-plus"),
            circle(0, 0, 19, "ring"),
            path("M-7 0 H7 M0 -7 V7", "gh-cross"),
            says=says,
            at=Spots(radius(scene)).inc,
            cls="gh-inc",
            id=f"{scene.gid}-inc{i}",
            data_move=f"INC {i}",
        )
        yield g(g(button, cls="gh-up"), at=place(scene, i))


def distances(scene: Scene) -> Iterator[Svg]:
    """The turns from every factory to every other; the style shows those from the one that is chosen or pointed at."""
    for i in range(scene.count):
        (x, y), ways = Spots(radius(scene)).far, scene.distance[i]
        numbers = (words(x, y + 7, ways[j], f"mid f20 gh-d d{j}") for j in range(scene.count) if j != i)
        badge = g(rect(x - 15, y - 13, 30, 26, "card-bg", 9), *numbers, cls="gh-up")
        yield g(badge, at=place(scene, i), cls=f"gh-far far{i} noclick")
