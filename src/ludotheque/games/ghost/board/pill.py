"""The pill: cyborgs on their owner's colour, turns on white, an arrowhead for the direction."""

from math import atan2, degrees, inf

from ludotheque.art import Point, Svg, g, number, path, rect
from ludotheque.art import text as words
from ludotheque.games.ghost.board.layout import PILL, pill_half, pill_part
from ludotheque.games.ghost.board.space import Route


def pill(cyborgs: str, turns: str, cls: str, ink: str, is_cut: bool = False) -> Svg:
    """Two numbers; the end is round, or cut to a point as the second side's shape is."""
    half, h, middle = pill_half(cyborgs, turns)[0], PILL, number(pill_split(cyborgs, turns))
    start = number(-half + (9 if is_cut else h))
    end = f"L{number(-half)} 0 Z" if is_cut else f"A{number(h)} {number(h)} 0 0 1 {start} {number(-h)} Z"
    return g(
        rect(-half + h, -h, 2 * half - h, 2 * h, "card-bg", h),
        path(f"M{start} {number(-h)} H{middle} V{number(h)} H{start} {end}", cls),
        words(pill_split(cyborgs, turns) - pill_part(cyborgs) / 2, 7, cyborgs, f"mid f20 {ink}"),
        words(half - pill_part(turns) / 2 - 1, 7, turns, "mid f20"),
        cls="gh-up",
    )


def pill_split(cyborgs: str, turns: str) -> float:
    """Where the colour ends."""
    return pill_half(cyborgs, turns)[0] - pill_part(turns)


def dart(way: Route, half: Point, cls: str) -> Svg:
    """An arrowhead that looks out of a label in either layout; where the label is low a shaft shows too."""
    across, down = reach(way.way, half), reach(way.way, (half[1], half[0]))
    far, near = number(max(across, down) - 2), number(min(across, down) - 4)
    turn = number(degrees(atan2(way.way[1], way.way[0])))
    head = f"M{near} -3 H{far} V-9 l14 9 l-14 9 V3 H{near} Z"
    return path(head, cls, transform=f"rotate({turn})")


def reach(way: Point, half: Point) -> float:
    """How far the edge of a box is from its centre, in one direction."""
    (x, y), (w, h) = way, half
    return min(w / abs(x) if x else inf, h / abs(y) if y else inf)
