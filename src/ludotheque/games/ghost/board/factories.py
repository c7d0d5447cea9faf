"""Factories: owner, cyborgs, production, halt, and the buttons and distances beside them."""

from collections.abc import Iterator
from math import cos, pi, sin

from ludotheque.art import Point, Svg, circle, g, number, path, rect, seat_path, target, title
from ludotheque.art import text as words
from ludotheque.games.ghost.board.geometry import factory_center, factory_radius
from ludotheque.games.ghost.board.labels import BadgeSpots
from ludotheque.games.ghost.board.scene import Factory, Scene, format_cyborgs, format_owner, format_turns
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import HALT, INC_COST


def draw_factories(scene: Scene) -> Iterator[Svg]:
    for factory in scene.factories:
        yield draw_factory(scene, factory)


def draw_factory(scene: Scene, factory: Factory) -> Svg:
    """One factory, with the arguments of legal moves that it can be as data attributes."""
    i, r, legal = factory.id, factory_radius(scene), scene.legal
    kids = [
        circle(0, 0, r + 8, "ring"),
        g(*draw_body(scene, factory, r), *draw_details(scene, factory, r), cls="gh-up"),
    ]
    says = describe_factory(scene, factory)
    cls = f"s{factory.owner} fg f{i}" if factory.owner != NEUTRAL else f"sn fg f{i}"
    data = {
        "data_source": i if i in legal.sources else None,
        "data_target": i if i in legal.targets else None,
        "data_most": factory.stock - factory.spent if i in legal.sources else None,  # cyborgs that can be sent
    }
    if all(value is None for value in data.values()):
        why = scene.why_not(f"MOVE {i} {(i + 1) % scene.count} 1")
        return g(title(says), *kids, at=factory_center(scene, i), id=f"{scene.gid}-f{i}", cls=cls, data_why=why)
    return target(*kids, says=says, at=factory_center(scene, i), id=f"{scene.gid}-f{i}", cls=cls, **data)


def draw_body(scene: Scene, factory: Factory, r: float) -> Iterator[Svg]:
    """A circle, or a striped diamond; a dotted red circle around it if a hidden bomb may hit it this turn."""
    if factory.id in scene.threatened:
        yield circle(0, 0, r * 1.3 + 8 if factory.halted else r + 14, "gh-threat")
    if factory.owner == 1:
        yield path(seat_path(1, r * 0.98), "fac")
        yield path(seat_path(1, r * 0.98), "gh-stripes", fill=f"url(#{scene.gid}-pat1)")
    else:
        yield circle(0, 0, r, "fac")


def draw_details(scene: Scene, factory: Factory, r: float) -> Iterator[Svg]:
    """The numbers and signs on a factory and beside it, upright in both layouts."""
    spots = BadgeSpots(r)
    yield from draw_stock(factory)
    yield g(*draw_production(factory), at=(0, 20))
    if factory.halted:
        yield from draw_halt(factory, r * 1.3, spots.halt_spot(factory_center(scene, factory.id)))
    x, y = spots.number_spot(factory)
    yield words(x, y + 6, factory.id, "mid f18 soft halo gh-id")


def draw_stock(factory: Factory) -> Iterator[Svg]:
    """The cyborgs; if some have orders, the number before and below it those that are left."""
    if factory.spent:
        yield words(0, -19, factory.stock, "mid fnum gh-was f18")
    left = str(factory.stock - factory.spent)
    yield words(0, 6, left, f"mid fnum f{28 if len(left) < 3 else 24 if len(left) == 3 else 20}")


def draw_production(factory: Factory) -> Iterator[Svg]:
    """Three squares: present production, what this turn's INCs add, what could still be added."""
    for i in range(TOP_PRODUCTION):
        made, planned = factory.production, factory.production + factory.raised
        cls = "ppip" if i < made else "ppip plan" if i < planned else "ppip no"
        yield rect(-5 + (i - 1) * 16, -5, 10, 10, cls, 2)


def draw_halt(factory: Factory, r: float, at: Point) -> Iterator[Svg]:
    """An arc for each turn until it makes cyborgs again, and a pause sign (GC-12)."""
    for i in range(HALT):
        start, end = (2 * pi * (i + gap) / HALT for gap in (0.08, 0.92))
        tip = f"{number(r * sin(end))} {number(-r * cos(end))}"
        arc = f"M{number(r * sin(start))} {number(-r * cos(start))} A{number(r)} {number(r)} 0 0 1 {tip}"
        yield path(arc, "haltseg on" if i < factory.halted else "haltseg")
    pause = path("M-14 -6 V6 M-7 -6 V6", "warnline")
    yield g(rect(-26, -14, 52, 28, "card-bg", 14), pause, words(11, 7, factory.halted, "mid f20"), at=at)


def describe_factory(scene: Scene, factory: Factory) -> str:
    facts = scene.say("Factory {id}, {owner}: {cyborgs}, production {production}").format(
        id=factory.id,
        owner=format_owner(scene, factory.owner),
        cyborgs=format_cyborgs(scene, factory.stock),
        production=factory.production,
    )
    return ", ".join([facts, *describe_state(scene, factory)])


def describe_state(scene: Scene, factory: Factory) -> list[str]:
    """Say what is special about a factory this turn."""
    say, facts = scene.say, []
    if factory.spent:
        facts.append(say("{count} with orders").format(count=factory.spent))
    if factory.halted:
        facts.append(say("halted, makes cyborgs again in {turns}").format(turns=format_turns(scene, factory.halted)))
    if factory.id in scene.threatened:
        facts.append(say("a bomb may hit it this turn"))
    return facts


def draw_inc_buttons(scene: Scene) -> Iterator[Svg]:
    """A plus beside each factory that may raise its production; a pale one where cyborgs are missing for it."""
    for i in scene.with_plus:
        button = draw_inc_button(scene, i) if i in scene.legal.incs else draw_refused_inc(scene, i)
        yield g(g(button, cls="gh-up"), at=factory_center(scene, i))


def draw_inc_button(scene: Scene, i: int) -> Svg:
    return target(
        circle(0, 0, 14, "gh-plus"),
        circle(0, 0, 19, "ring"),
        path("M-7 0 H7 M0 -7 V7", "gh-cross"),
        says=scene.say("Raise the production of factory {id} for {cost} cyborgs").format(id=i, cost=INC_COST),
        at=BadgeSpots(factory_radius(scene)).inc,
        cls="gh-inc",
        id=f"{scene.gid}-inc{i}",
        data_move=f"INC {i}",
    )


def draw_refused_inc(scene: Scene, i: int) -> Svg:
    plus = circle(0, 0, 14, "gh-plus"), path("M-7 0 H7 M0 -7 V7", "gh-cross")
    at = BadgeSpots(factory_radius(scene)).inc
    return g(*plus, at=at, cls="gh-inc ghosted", id=f"{scene.gid}-inc{i}", data_why=scene.why_not(f"INC {i}"))


def draw_distances(scene: Scene) -> Iterator[Svg]:
    """The turns between all factories; board.css shows those from the factory that is selected or pointed at."""
    for i in range(scene.count):
        (x, y), ways = BadgeSpots(factory_radius(scene)).distance, scene.distance[i]
        numbers = (words(x, y + 7, ways[j], f"mid f20 gh-d d{j}") for j in range(scene.count) if j != i)
        badge = g(rect(x - 15, y - 13, 30, 26, "card-bg", 9), *numbers, cls="gh-up")
        yield g(badge, at=factory_center(scene, i), cls=f"gh-far far{i} noclick")
