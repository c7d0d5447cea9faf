"""What flies over the map, and what the viewer orders this turn: troops, bombs, their labels and their trails."""

from collections.abc import Iterator
from math import atan2, degrees, hypot, inf

from ludotheque.art import Point, Svg, circle, g, line, ngon, number, path, poly, rect, title
from ludotheque.art import text as words
from ludotheque.games.ghost.board.geometry import (
    TURN_LENGTH,
    Route,
    factory_center,
    factory_radius,
    make_rotated_route,
    make_route,
    rotate,
    rotate_back,
)
from ludotheque.games.ghost.board.labels import (
    BOMB_HALF_SIZE,
    PILL_HALF_HEIGHT,
    BadgeSpots,
    Labels,
    Pill,
    flown_part,
    number_width,
    pill_half_size,
)
from ludotheque.games.ghost.board.scene import (
    Bomb,
    Order,
    Scene,
    Troop,
    format_cyborgs,
    format_turns,
)

# Shapes


def draw_pill(cyborgs: str, turns: str, cls: str, ink: str, is_cut: bool = False) -> Svg:
    """Cyborgs on their side's colour, turns on white; the left end is round, or cut to a point for the second side."""
    half, h, middle = pill_half_size(cyborgs, turns)[0], PILL_HALF_HEIGHT, number(pill_split(cyborgs, turns))
    start = number(-half + (9 if is_cut else h))
    end = f"L{number(-half)} 0 Z" if is_cut else f"A{number(h)} {number(h)} 0 0 1 {start} {number(-h)} Z"
    return g(
        rect(-half + h, -h, 2 * half - h, 2 * h, "card-bg", h),
        path(f"M{start} {number(-h)} H{middle} V{number(h)} H{start} {end}", cls),
        words(pill_split(cyborgs, turns) - number_width(cyborgs) / 2, 7, cyborgs, f"mid f20 {ink}"),
        words(half - number_width(turns) / 2 - 1, 7, turns, "mid f20"),
        cls="gh-up",
    )


def pill_split(cyborgs: str, turns: str) -> float:
    """Return the x at which the coloured part ends."""
    return pill_half_size(cyborgs, turns)[0] - number_width(turns)


def draw_arrowheads(route: Route, half_size: Point, cls: str) -> Svg:
    """An arrowhead that sticks out of a label, once for each layout."""
    turned = draw_arrowhead(rotate(*route.direction), half_size, f"{cls} gh-narrow")
    return g(draw_arrowhead(route.direction, half_size, f"{cls} gh-wide"), turned, cls="gh-up")


def draw_arrowhead(direction: Point, half_size: Point, cls: str) -> Svg:
    far = number(edge_distance(direction, half_size) - 2)
    angle = number(degrees(atan2(direction[1], direction[0])))
    return path(f"M0 -3 H{far} V-9 l14 9 l-14 9 V3 H0 Z", cls, transform=f"rotate({angle})")


def edge_distance(direction: Point, half_size: Point) -> float:
    """Return the distance from the centre of a box to its edge in one direction."""
    (x, y), (w, h), length = direction, half_size, hypot(*direction)
    return min(w * length / abs(x) if x else inf, h * length / abs(y) if y else inf)


def draw_trail(route: Route, part: float) -> Iterator[Svg]:
    """A solid line up to `part` of the route, dots ahead of it."""
    here = route.point_at(part)
    yield line(*route.start, *here, "flight gone")
    yield line(*here, *route.end, "flight")


def draw_bomb_icon(x: float, y: float, scale: float | None = None, cls: str | None = None) -> Svg:
    spark = [tip for pair in zip(ngon(6, 7), ngon(6, 3, 3.1416 / 6)) for tip in pair]
    return g(
        circle(0, 3, 13, "bomb"),
        path("M6 -8 Q9 -17 17 -15", "fuse"),
        path(poly((a + 19, b - 15) for a, b in spark), "spark"),
        path("M-7 0 A8 8 0 0 1 -2 -5", "shine"),
        at=(x, y),
        scale=scale,
        cls=cls,
    )


def draw_bomb_label(turns: int, cls: str) -> Svg:
    """A bomb in a disc, with the turns that it flies."""
    count = g(rect(-16, -13, 32, 26, "card-bg", 13), words(0, 7, turns, "mid f20"), at=(11, 13))
    return g(circle(0, 0, 22, f"card-bg {cls}"), draw_bomb_icon(-5, -1, 0.85), count, cls="gh-up")


# Troops


def draw_troop_trails(scene: Scene, labels: Labels) -> Iterator[Svg]:
    """A line for each route and side, solid up to its foremost troop; a line from each displaced pill to its route."""
    front: dict[tuple[int, int, int], float] = {}
    for pill in labels.pills:
        for troop in pill.troops:
            route = make_route(scene, troop.source, troop.target)
            part = route.part_at(pill.at) if troop is pill.lead else flown_part(scene, troop)
            key = troop.seat, troop.source, troop.target
            front[key] = max(part, front.get(key, 0))
    for (seat, source, target), part in sorted(front.items()):
        yield g(*draw_trail(make_route(scene, source, target), part), cls=f"s{seat}")
    for pill in labels.pills:
        anchor = find_anchor(scene, pill)
        if hypot(anchor[0] - pill.at[0], anchor[1] - pill.at[1]) > PILL_HALF_HEIGHT:
            yield g(line(*anchor, *pill.at, "gh-leash"), cls=f"s{pill.lead.seat}")


def find_anchor(scene: Scene, pill: Pill) -> Point:
    """Return the point on its route that a displaced pill belongs to."""
    route = make_route(scene, pill.lead.source, pill.lead.target)
    return route.point_at(route.part_at(pill.at))


def draw_troops(scene: Scene, labels: Labels) -> Iterator[Svg]:
    """All arrowheads, and above them the pills; those that arrive last are drawn first."""
    for pill in labels.pills:
        route = make_route(scene, pill.lead.source, pill.lead.target)
        yield draw_troop_group(scene, pill, draw_arrowheads(route, pill.half_size, "seatfill"), suffix="-way")
    for pill in reversed(labels.pills):
        label = draw_pill(str(pill.cyborgs), pill.turns, "seatfill", "onseat", is_cut=pill.lead.seat == 1)
        yield draw_troop_group(scene, pill, title(describe_pill(scene, pill)), label)


def draw_troop_group(scene: Scene, pill: Pill, *kids: Svg, suffix: str = "") -> Svg:
    """A group that the page can move: its id stays the same from turn to turn."""
    lead, gid = pill.lead, scene.gid
    name = f"{gid}-t{lead.source}-{lead.target}-{lead.arrival}{suffix}"
    return g(*kids, at=pill.at, id=name, cls=f"s{lead.seat} gh-troop", data_from=f"{gid}-f{lead.source}")


def describe_pill(scene: Scene, pill: Pill) -> str:
    say, lead = scene.say, pill.lead
    if len(pill.troops) == 1:
        return describe_flight(scene, lead)
    name, cyborgs = scene.name_or_you(lead.seat, say("you")), format_cyborgs(scene, pill.cyborgs)
    parts = ", ".join(describe_troop(scene, troop) for troop in sorted(pill.troops))
    sentence = say("{name}: {cyborgs} to {target}: {parts}.")
    sentence = sentence.format(name=name, cyborgs=cyborgs, target=lead.target, parts=parts)
    return sentence + " " + say("Troops to one factory share a pill where they would touch.")


def describe_flight(scene: Scene, troop: Troop) -> str:
    """Describe one troop in full: whose it is, its size, its way and its turns left."""
    facts = {"name": scene.name_or_you(troop.seat, scene.say("you")), "source": troop.source, "target": troop.target}
    cyborgs, turns = format_cyborgs(scene, troop.cyborgs), format_turns(scene, troop.left)
    template = scene.say("{name}: {cyborgs} from {source} to {target}, {turns} left")
    return template.format(cyborgs=cyborgs, turns=turns, **facts)


def describe_troop(scene: Scene, troop: Troop) -> str:
    return scene.say("{cyborgs} from {source} in {turns}").format(
        cyborgs=troop.cyborgs, source=troop.source, turns=format_turns(scene, troop.left)
    )


# Bombs


def draw_bomb_trails(scene: Scene, labels: Labels) -> Iterator[Svg]:
    for bomb, at in labels.bombs:
        route = make_route(scene, bomb.source, bomb.target)
        yield g(*draw_trail(route, route.part_at(at)), cls=f"s{bomb.seat}")


def draw_bombs(scene: Scene, labels: Labels) -> Iterator[Svg]:
    for bomb, at in labels.bombs:
        head = draw_arrowheads(make_route(scene, bomb.source, bomb.target), BOMB_HALF_SIZE, "seatfill")
        label = draw_bomb_label(bomb.left, "gh-own")
        kids = title(describe_bomb(scene, bomb)), head, label
        yield g(*kids, at=at, id=bomb_id(scene, bomb), cls=f"s{bomb.seat}", data_from=f"{scene.gid}-f{bomb.source}")


def bomb_id(scene: Scene, bomb: Bomb) -> str:
    return f"{scene.gid}-b{bomb.seat}-{bomb.slot}"


def draw_bomb_ranges(scene: Scene) -> Iterator[Svg]:
    """A circle for each bomb with a hidden target: how far it can be at the end of this turn."""
    circles = [
        circle(*factory_center(scene, bomb.source), factory_radius(scene) + TURN_LENGTH * bomb.flown, "wave")
        for bomb in scene.hidden_bombs
    ]
    if circles and not scene.view.over:
        yield g(*circles, cls="noclick", clip_path=f"url(#{scene.gid}-field)")


def draw_hidden_bombs(scene: Scene) -> Iterator[Svg]:
    """Bombs with a hidden target, at their source and with a question mark."""
    spots = BadgeSpots(factory_radius(scene))
    for bomb in scene.hidden_bombs:
        badge = g(
            circle(0, 0, 20, "card-bg"),
            circle(0, 0, 20, "warnline"),
            draw_bomb_icon(-6, 2, 0.75),
            words(10, 8, "?", "mid f24 warntext"),
            at=spots.bomb_spot(bomb, scene),
        )
        kids = title(describe_bomb(scene, bomb)), g(badge, cls="gh-up")
        yield g(*kids, at=factory_center(scene, bomb.source), id=bomb_id(scene, bomb), cls=f"s{bomb.seat}")


def describe_bomb(scene: Scene, bomb: Bomb) -> str:
    say = scene.say
    facts = {"name": scene.name_or_you(bomb.seat, say("you")), "source": bomb.source}
    if bomb.target >= 0:
        sentence = say("{name}: bomb from {source} to {target}, {turns} left")
        return sentence.format(target=bomb.target, turns=format_turns(scene, bomb.left), **facts)
    sentence = say("{name}: bomb that left {source} {turns} ago; its target is unknown, it may still be {targets}")
    targets = ", ".join(map(str, scene.possible_targets(bomb)))
    return sentence.format(turns=format_turns(scene, bomb.flown), targets=targets, **facts)


# The viewer's orders of this turn


def draw_order_arrows(scene: Scene, labels: Labels) -> Iterator[Svg]:
    """A line for each order; its arrowhead touches the target in both layouts."""
    for order, _ in labels.orders:
        route = make_route(scene, order.source, order.target, gap=10, side=0)
        points = route.start, route.point_at(1, -10), route.point_at(1, -14)
        yield g(*draw_order_arrow(order, route.direction, *points), cls="gh-wide")
        route = make_rotated_route(scene, order.source, order.target, gap=10)
        points = rotate_back(*route.start), rotate_back(*route.point_at(1, -10)), rotate_back(*route.point_at(1, -14))
        yield g(*draw_order_arrow(order, route.direction, *points), cls="gh-narrow")


def draw_order_arrow(order: Order, direction: Point, start: Point, end: Point, head: Point) -> Iterator[Svg]:
    yield line(*start, *end, "order" if order.cyborgs else "order gh-bombing")
    yield g(g(draw_arrowhead(direction, (0, 0), "orderhead"), cls="gh-up"), at=head)


def draw_orders(scene: Scene, labels: Labels) -> Iterator[Svg]:
    for order, at in labels.orders:
        label = (
            draw_pill(str(order.cyborgs), str(order.turns), "gh-draft", "onaccent")
            if order.cyborgs
            else draw_bomb_label(order.turns, "gh-ordered")
        )
        name = f"{scene.gid}-o{order.source}-{order.target}"
        yield g(title(describe_order(scene, order)), label, at=at, id=name, cls="noclick")


def describe_order(scene: Scene, order: Order) -> str:
    facts = {"source": order.source, "target": order.target, "turns": format_turns(scene, order.turns)}
    if not order.cyborgs:
        return scene.say("Order: a bomb from {source} to {target}, {turns}").format(**facts)
    cyborgs = format_cyborgs(scene, order.cyborgs)
    return scene.say("Order: {cyborgs} from {source} to {target}, {turns}").format(cyborgs=cyborgs, **facts)


def list_orders(scene: Scene) -> list[str]:
    """Return all orders of the viewer in words, INC included."""
    incs = [factory for factory in scene.factories if factory.raised]
    raised = [scene.say("Order: factory {id} makes {raised} more").format(**factory._asdict()) for factory in incs]
    return [*(describe_order(scene, order) for order in scene.orders), *raised]
