"""Bombs in flight: where they go if that is known, how far they can be if it is not."""

from collections.abc import Iterator

from ludotheque.art import Svg, circle, g, ngon, path, poly, rect, title
from ludotheque.art import text as words
from ludotheque.games.ghost.board.layout import DISC, Plan, Spots
from ludotheque.games.ghost.board.pill import dart
from ludotheque.games.ghost.board.scene import Bomb, Scene, side_name, turn_count
from ludotheque.games.ghost.board.space import SPEED, place, radius, route
from ludotheque.games.ghost.board.troops import trail


def icon(x: float, y: float, scale: float | None = None, cls: str | None = None) -> Svg:
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


def bomb_label(turns: int, cls: str) -> Svg:
    """A bomb in a disc, and how many turns it flies."""
    count = g(rect(-16, -13, 32, 26, "card-bg", 13), words(0, 7, turns, "mid f20"), at=(11, 13))
    return g(circle(0, 0, 22, f"card-bg {cls}"), icon(-5, -1, 0.85), count, cls="gh-up")


def bomb_lines(scene: Scene, plan: Plan) -> Iterator[Svg]:
    for bomb, at in plan.bombs:
        way = route(scene, bomb.source, bomb.target)
        yield g(*trail(way, way.part(at)), cls=f"s{bomb.seat}")


def bomb_discs(scene: Scene, plan: Plan) -> Iterator[Svg]:
    for bomb, at in plan.bombs:
        head = dart(route(scene, bomb.source, bomb.target), DISC, "seatfill")
        label = bomb_label(bomb.left, "gh-own")
        kids = title(bomb_title(scene, bomb)), head, label
        yield g(*kids, at=at, id=bomb_id(scene, bomb), cls=f"s{bomb.seat}", data_from=f"{scene.gid}-f{bomb.source}")


def bomb_id(scene: Scene, bomb: Bomb) -> str:
    return f"{scene.gid}-b{bomb.seat}-{bomb.slot}"


def waves(scene: Scene) -> Iterator[Svg]:
    """How far a bomb with a hidden target can be at the end of this turn: it grows until it goes off."""
    circles = [circle(*place(scene, bomb.source), radius(scene) + SPEED * bomb.flown, "wave") for bomb in scene.hidden]
    if circles and not scene.view.over:
        yield g(*circles, cls="noclick", clip_path=f"url(#{scene.gid}-field)")


def hidden_bombs(scene: Scene) -> Iterator[Svg]:
    """At its source, with a question mark."""
    spots = Spots(radius(scene))
    for bomb in scene.hidden:
        badge = g(
            circle(0, 0, 20, "card-bg"),
            circle(0, 0, 20, "warnline"),
            icon(-6, 2, 0.75),
            words(10, 8, "?", "mid f24 warntext"),
            at=spots.bomb(bomb, scene),
        )
        kids = title(bomb_title(scene, bomb)), g(badge, cls="gh-up")
        yield g(*kids, at=place(scene, bomb.source), id=bomb_id(scene, bomb), cls=f"s{bomb.seat}")


def bomb_title(scene: Scene, bomb: Bomb) -> str:
    """What can be known of a bomb."""
    say, facts = scene.say, {"name": side_name(scene, bomb.seat), "source": bomb.source}
    if bomb.target >= 0:
        sentence = say("{name}: bomb from {source} to {target}, {turns} left")
        return sentence.format(target=bomb.target, turns=turn_count(scene, bomb.left), **facts)
    sentence = say("{name}: bomb that left {source} {turns} ago; its target is unknown, it may still be {targets}")
    targets = ", ".join(map(str, scene.may_hit(bomb)))
    return sentence.format(turns=turn_count(scene, bomb.flown), targets=targets, **facts)
