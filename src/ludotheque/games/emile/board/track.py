"""The track half of the board: a lane a seat, and where scores would go."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ludotheque.art import (
    Svg,
    View,
    circle,
    clip,
    el,
    emblem,
    g,
    line,
    number,
    path,
    rect,
    signed,
    target,
    title,
    width,
)
from ludotheque.art import text as words
from ludotheque.games.emile.board.dice import SIDE, chip
from ludotheque.games.emile.board.scene import Landing, Scene, landings, legs, winners
from ludotheque.games.emile.rules import GOAL, standing

TOP, FOOT, TEAM_GAP = 46, 524, 14


class Lane(NamedTuple):
    """Where a seat's lane lies; few seats have tall lanes."""

    seat: int
    y: float
    high: float

    @property
    def is_tall(self) -> bool:
        return self.high > 100

    @property
    def has_room(self) -> bool:
        """For a second line, and for numbers below the rail."""
        return self.high > 140

    @property
    def size(self) -> int:
        return 28 if self.is_tall else 22

    @property
    def baseline(self) -> float:
        return self.y + (36 if self.is_tall else 22)

    @property
    def rail(self) -> float:
        return self.y + (self.high * 0.5 + 24 if self.is_tall else self.high - 15)

    @property
    def radius(self) -> float:
        return 17 if self.is_tall else 12


def lanes(view: View) -> list[Lane]:
    """One lane a seat; partners lie together (EM-22)."""
    seats = [0, 2, 1, 3] if view.teams else list(range(view.seats))
    gap = TEAM_GAP if view.teams else 0
    pitch = (FOOT - TOP - gap) / len(seats)
    return [Lane(seat, TOP + i * pitch + (gap if i >= 2 else 0), pitch - 6) for i, seat in enumerate(seats)]


def x_of(score: int) -> float:
    return 30 + (score + GOAL) * 0.1


def track(scene: Scene) -> Iterator[Svg]:
    """The scale, the lanes, where scores would go, and who stands where."""
    rows, ways = lanes(scene.view), landings(scene)
    at = {lane.seat: lane for lane in rows}
    yield from scale(scene)
    yield from teams(scene, rows)
    for lane in rows:
        yield lane_ground(scene, lane, next((way for way in ways if way.seat == lane.seat), None))
    over = [*rails(scene, rows)]
    for way in ways:
        over += hop(scene, at, way)
    over += [marker(scene, lane, ways) for lane in rows]
    over += [label for lane in rows for label in lane_labels(scene, lane, ways)]
    yield g(*over, *sums(scene, rows), *tixes(scene, at, ways), cls="noclick")
    yield from footer(scene)


def scale(scene: Scene) -> Iterator[Svg]:
    yield words(4, 36, "−2500", "f22 soft")
    yield words(x_of(0), 36, "0", "mid f22 soft")
    yield words(x_of(GOAL) - 10, 36, scene.say("exactly 2500"), "f22 end")
    yield path(f"M{number(x_of(GOAL))} 46 V12 L556 22 L{number(x_of(GOAL))} 33", "goldfill")


def teams(scene: Scene, rows: Sequence[Lane]) -> Iterator[Svg]:
    """A frame around partners (EM-22)."""
    for first, second in (rows[:2], rows[2:]) if scene.view.teams else ():
        yield rect(-5, first.y - 5, SIDE + 10, second.y + second.high - first.y + 10, "em-team", 16)


def sums(scene: Scene, rows: Sequence[Lane]) -> Iterator[Svg]:
    """What partners have together: it decides (EM-22)."""
    for first, second in (rows[:2], rows[2:]) if scene.view.teams else ():
        label = together(scene, first.seat)
        half = width(label, 22) / 2 + 8
        pill = rect(-half, -15, 2 * half, 30, "card-bg", 15)
        yield g(pill, words(0, 8, label, "mid f22"), at=(SIDE / 2, (first.y + first.high + second.y) / 2))


def together(scene: Scene, seat: int) -> str:
    return scene.say("together {score}").format(score=signed(standing(scene.view, seat)))


def lane_ground(scene: Scene, lane: Lane, way: Landing | None) -> Svg:
    """The lane itself: what is clicked to settle a turn."""
    name, score = scene.names[lane.seat], scene.view.score[lane.seat]
    ground = rect(0, lane.y, SIDE, lane.high, f"lane {lane_state(scene, lane.seat)}".rstrip(), 12)
    stands = scene.say("{name} stands at {score}").format(name=name, score=signed(score))
    if not (scene.mine and way and way.move):
        return g(title(stands), ground, id=f"{scene.gid}-lane{lane.seat}")
    ring = rect(2, lane.y + 1, SIDE - 4, lane.high - 2, "ring", 12)
    return target(ground, ring, says=settle_title(scene, way), id=f"{scene.gid}-lane{lane.seat}", data_move=way.move)


def lane_state(scene: Scene, seat: int) -> str:
    """To play, or among the winners."""
    if scene.view.over:
        return "won" if seat in winners(scene.view) else ""
    return "now" if seat == scene.view.player else ""


def settle_title(scene: Scene, way: Landing) -> str:
    """One way to settle the turn, in a sentence."""
    view, say = scene.view, scene.say
    facts = {"name": scene.names[way.seat], "old": signed(view.score[way.seat]), "new": signed(way.score)}
    sentence = say("{name}: {change}, from {old} to {new}").format(change=signed(way.change), **facts)
    caught = ", ".join(scene.names[seat] for seat in way.caught)
    return sentence + (". " + say("Tixe: {names} back to 0").format(names=caught) if caught else "")


def rails(scene: Scene, rows: Sequence[Lane]) -> Iterator[Svg]:
    for lane in rows:
        yield line(x_of(-GOAL), lane.rail, x_of(GOAL), lane.rail, "hair")
        yield from ticks(lane)
        here = x_of(scene.view.score[lane.seat])
        yield g(line(x_of(-GOAL), lane.rail, here, lane.rail, "trail"), cls=f"s{lane.seat}")
    yield line(x_of(0), TOP, x_of(0), FOOT - 6, "em-zero")
    yield line(x_of(GOAL), 14, x_of(GOAL), FOOT - 6, "goldline")


def ticks(lane: Lane) -> Iterator[Svg]:
    """A mark every 500, a number every 1000 where there is room."""
    marks = " ".join(f"M{number(x_of(at))} {number(lane.rail - 4)} v8" for at in range(-GOAL, GOAL, 500))
    yield path(marks, "hair")
    for at in range(-2000, GOAL, 1000) if lane.has_room else ():
        yield words(x_of(at), lane.rail + 43, signed(at), "mid f22 soft")


def hop(scene: Scene, at: dict[int, Lane], way: Landing) -> list[Svg]:
    """From a score to where it would land, by the walls it bounces off; its shadow stands there already."""
    lane, cls = at[way.seat], "hop mine" if scene.mine else "hop"
    turns = [x_of(score) for score in legs(scene.view.score[way.seat], way.change)]
    arcs = [arc(lane, x1, x2, i) for i, (x1, x2) in enumerate(pairwise(turns)) if x1 != x2]
    landing = g(emblem(way.seat, r=lane.radius), at=(x_of(way.score), lane.rail), cls="ghosted")
    return [*(path(d, cls) for d in arcs), landing]


def arc(lane: Lane, x1: float, x2: float, leg: int) -> str:
    """One leg of a hop; each is lower than the one before."""
    room = lane.rail - lane.y - 6
    high = min(room, room * 0.4 + abs(x2 - x1) * 0.3) * 4 / 3 * 0.75**leg
    bend, top = (x2 - x1) * 0.2, number(lane.rail - high)
    rail = number(lane.rail)
    return f"M{number(x1)} {rail} C{number(x1 + bend)} {top} {number(x2 - bend)} {top} {number(x2)} {rail}"


def marker(scene: Scene, lane: Lane, ways: Sequence[Landing]) -> Svg:
    """Where a seat stands; gold where the last change was, dotted red where a tixe threatens."""
    view, seat = scene.view, lane.seat
    caught = any(seat in way.caught for way in ways)
    cls = " ".join(["last"] * (seat == view.changed) + ["threat"] * caught)
    ring = circle(0, 0, lane.radius + 8, "ring")
    at = (x_of(view.score[seat]), lane.rail)
    return g(ring, emblem(seat, r=lane.radius), at=at, id=f"{scene.gid}-m{seat}", cls=cls or None)


def lane_labels(scene: Scene, lane: Lane, ways: Sequence[Landing]) -> Iterator[Svg]:
    """Who, and the score: as it is, and as it would be."""
    size, state = lane.size, lane_state(scene, lane.seat)
    cls = f"em-halo {state}".rstrip()
    moving = any(lane.seat in (way.seat, *way.caught) for way in ways)
    name = clip(scene.names[lane.seat], size, 190 if moving or lane.seat == scene.seat else 330)
    if state == "now":
        yield path(f"M10 {number(lane.baseline - 16)} l14 8 l-14 8 Z", "inkfill")
    x = 32 if state == "now" else 14
    yield el("text", name, you(scene, lane.seat), x=x, y=lane.baseline, cls=f"f{size} {cls}")
    yield el("text", *score_words(scene, lane.seat, ways), x=516, y=lane.baseline, cls=f"end f{size} {cls}")
    for way in ways:
        if way.seat == lane.seat and lane.has_room:
            yield words(516, lane.baseline + 30, change_words(scene, way), f"end f22 soft {cls}")


def you(scene: Scene, seat: int) -> Svg | None:
    return el("tspan", " " + scene.say("(you)"), cls="soft") if seat == scene.seat else None


def score_words(scene: Scene, seat: int, ways: Sequence[Landing]) -> Iterator[Svg]:
    """−400 → +1350."""
    now = signed(scene.view.score[seat])
    then, cls = outlook(scene, seat, ways)
    yield el("tspan", now + (" → " if then else ""), cls="soft" if then else None)
    if then:
        yield el("tspan", then, cls=cls or None)


def outlook(scene: Scene, seat: int, ways: Sequence[Landing]) -> tuple[str, str]:
    """What a score would become, and how that is meant."""
    for way in ways:
        if way.seat == seat and way.score == GOAL:
            return scene.say("the end") if scene.view.teams else scene.say("wins"), "goodtext"
        if way.seat == seat:
            return signed(way.score), "em-mine" if scene.mine else ""
    if any(seat in way.caught for way in ways):
        return "0", "warntext"
    return "", ""


def change_words(scene: Scene, way: Landing) -> str:
    """What is added or taken, and whether it bounces (EM-15)."""
    if scene.view.score[way.seat] + way.change == way.score:
        return signed(way.change)
    return scene.say("{change}, bounces").format(change=signed(way.change))


def tixes(scene: Scene, at: dict[int, Lane], ways: Sequence[Landing]) -> Iterator[Svg]:
    """A red arrow from where a score would land to each one that it would send back to zero (EM-16)."""
    for way in ways:
        for seat in way.caught:
            yield from tixe(scene, at[way.seat], at[seat], x_of(way.score))


def tixe(scene: Scene, start: Lane, end: Lane, x: float) -> Iterator[Svg]:
    down = 1 if end.rail > start.rail else -1
    tail, tip = start.rail + down * (start.radius + 6), end.rail - down * (end.radius + 11)
    head = f"m-7 {-9 * down} l7 {9 * down} l7 {-9 * down}"
    yield path(f"M{number(x)} {number(tail)} V{number(tip)} {head}", "warnline")
    yield chip(x + (76 if x < SIDE / 2 else -76), end.rail, scene.say("tixe"), "warntext")


def footer(scene: Scene) -> Iterator[Svg]:
    """Which way play goes (EM-19, EM-23), who comes next, and the round (EM-21)."""
    yield turn_arrow(16, 544, bool(scene.view.anticlockwise))
    yield words(38, 552, order_words(scene, 130), "soft f22")
    yield words(SIDE - 4, 552, round_words(scene), "soft f22 end")


def order_words(scene: Scene, room: float) -> str:
    view, say = scene.view, scene.say
    way = say("anticlockwise") if view.anticlockwise else say("clockwise")
    if view.over:
        return way
    following = clip(scene.names[(view.player + 1) % view.seats], 22, room)
    return say("{way}, then {name}").format(way=way, name=following)


def round_words(scene: Scene) -> str:
    """Rounds are counted from one; a finished match names the last."""
    view = scene.view
    turn = view.turn - 1 if view.over else view.turn
    played = turn // view.seats + 1
    if view.rounds:
        return scene.say("round {round}/{rounds}").format(round=played, rounds=view.rounds)
    return scene.say("round {round}").format(round=played)


def turn_arrow(x: float, y: float, anticlockwise: bool) -> Svg:
    clockwise = "M9 -5 A10.5 10.5 0 1 0 10 4 M10 -13 L9 -5 L1 -6"
    mirrored = "M-9 -5 A10.5 10.5 0 1 1 -10 4 M-10 -13 L-9 -5 L-1 -6"
    return g(path(mirrored if anticlockwise else clockwise, "softline"), at=(x, y))
