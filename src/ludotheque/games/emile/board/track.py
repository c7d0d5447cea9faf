"""The track half of the board: one lane per seat, with its score and where the score would land."""

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
    text,
    title,
    width,
)
from ludotheque.games.emile.board.dice import SIDE, draw_pill
from ludotheque.games.emile.board.scene import Landing, Scene, list_landings, list_turning_points
from ludotheque.games.emile.rules import GOAL, team_score

TOP, FOOT, TEAM_GAP = 46, 524, 14


class Lane(NamedTuple):
    """The place of a seat's lane; the fewer seats, the taller the lanes."""

    seat: int
    y: float
    height: float

    @property
    def is_tall(self) -> bool:
        return self.height > 100

    @property
    def has_room(self) -> bool:
        """Return whether a second line and numbers below the rail fit."""
        return self.height > 140

    @property
    def size(self) -> int:
        return 28 if self.is_tall else 22

    @property
    def baseline(self) -> float:
        return self.y + (36 if self.is_tall else 22)

    @property
    def rail(self) -> float:
        return self.y + (self.height * 0.5 + 24 if self.is_tall else self.height - 15)

    @property
    def radius(self) -> float:
        return 17 if self.is_tall else 12


def order_seats(view: View) -> list[int]:
    """Return the seats from top to bottom; partners are neighbours (EM-22)."""
    return [0, 2, 1, 3] if view.teams else list(range(view.seats))


def place_lanes(view: View) -> list[Lane]:
    seats = order_seats(view)
    gap = TEAM_GAP if view.teams else 0
    pitch = (FOOT - TOP - gap) / len(seats)
    return [Lane(seat, TOP + i * pitch + (gap if i >= 2 else 0), pitch - 6) for i, seat in enumerate(seats)]


def track_x(score: int) -> float:
    return 30 + (score + GOAL) * 0.1


def draw_track(scene: Scene) -> Iterator[Svg]:
    """Draw the scale, the lanes, the scores and where they would land."""
    lanes, landings = place_lanes(scene.view), list_landings(scene)
    at = {lane.seat: lane for lane in lanes}
    yield from draw_scale(scene)
    yield from draw_team_frames(scene, lanes)
    for lane in lanes:
        yield draw_lane(scene, lane, next((landing for landing in landings if landing.seat == lane.seat), None))
    over = [*draw_rails(scene, lanes)]
    for landing in landings:
        over += draw_hop(scene, at, landing)
    over += [draw_marker(scene, lane, landings) for lane in lanes]
    over += [label for lane in lanes for label in draw_lane_labels(scene, lane, landings)]
    yield g(*over, *draw_team_scores(scene, lanes), *draw_tixes(scene, at, landings), cls="noclick")
    yield from draw_footer(scene)


def draw_scale(scene: Scene) -> Iterator[Svg]:
    yield text(4, 36, "−2500", "f22 soft")
    yield text(track_x(0), 36, "0", "mid f22 soft")
    yield text(track_x(GOAL) - 10, 36, scene.say("exactly 2500"), "f22 end")
    yield path(f"M{number(track_x(GOAL))} 46 V12 L556 22 L{number(track_x(GOAL))} 33", "goldfill")


def draw_team_frames(scene: Scene, lanes: Sequence[Lane]) -> Iterator[Svg]:
    """Draw a frame around the lanes of partners (EM-22)."""
    for first, second in (lanes[:2], lanes[2:]) if scene.view.teams else ():
        yield rect(-5, first.y - 5, SIDE + 10, second.y + second.height - first.y + 10, "em-team", 16)


def draw_team_scores(scene: Scene, lanes: Sequence[Lane]) -> Iterator[Svg]:
    """Draw the sum of both partners, which decides the match (EM-22)."""
    for first, second in (lanes[:2], lanes[2:]) if scene.view.teams else ():
        label = describe_team_score(scene, first.seat)
        half = width(label, 22) / 2 + 8
        pill = rect(-half, -15, 2 * half, 30, "card-bg", 15)
        yield g(pill, text(0, 8, label, "mid f22"), at=(SIDE / 2, (first.y + first.height + second.y) / 2))


def describe_team_score(scene: Scene, seat: int) -> str:
    return scene.say("together {score}").format(score=signed(team_score(scene.view, seat)))


def draw_lane(scene: Scene, lane: Lane, landing: Landing | None) -> Svg:
    """Draw the lane itself, which the player clicks to settle a turn."""
    name, score = scene.names[lane.seat], scene.view.score[lane.seat]
    ground = rect(0, lane.y, SIDE, lane.height, f"lane {lane_state(scene, lane.seat)}".rstrip(), 12)
    label = scene.say("{name} stands at {score}").format(name=name, score=signed(score))
    if not (scene.mine and landing and landing.move):
        why = scene.why_not("OWN" if lane.seat == scene.seat else f"OTHER {lane.seat}")
        return g(title(label), ground, id=f"{scene.gid}-lane{lane.seat}", data_why=why)
    ring = rect(2, lane.y + 1, SIDE - 4, lane.height - 2, "ring", 12)
    says = describe_landing(scene, landing)
    return target(ground, ring, says=says, id=f"{scene.gid}-lane{lane.seat}", data_move=landing.move)


def lane_state(scene: Scene, seat: int) -> str:
    """Return "now" for the player, "won" for a winner, else an empty text; also a CSS class."""
    if scene.view.over:
        return "won" if seat in scene.winners else ""
    return "now" if seat == scene.view.player else ""


def describe_landing(scene: Scene, landing: Landing) -> str:
    """Describe the old and the new score, and the tixe."""
    view, say = scene.view, scene.say
    facts = {"name": scene.names[landing.seat], "old": signed(view.score[landing.seat]), "new": signed(landing.score)}
    sentence = say("{name}: {change}, from {old} to {new}").format(change=signed(landing.change), **facts)
    caught = ", ".join(scene.names[seat] for seat in landing.caught)
    return sentence + (". " + say("Tixe: {names} back to 0").format(names=caught) if caught else "")


def draw_rails(scene: Scene, lanes: Sequence[Lane]) -> Iterator[Svg]:
    for lane in lanes:
        yield line(track_x(-GOAL), lane.rail, track_x(GOAL), lane.rail, "hair")
        yield from draw_ticks(lane)
        here = track_x(scene.view.score[lane.seat])
        yield g(line(track_x(-GOAL), lane.rail, here, lane.rail, "trail"), cls=f"s{lane.seat}")
    yield line(track_x(0), TOP, track_x(0), FOOT - 6, "em-zero")
    yield line(track_x(GOAL), 14, track_x(GOAL), FOOT - 6, "goldline")


def draw_ticks(lane: Lane) -> Iterator[Svg]:
    """Draw a mark every 500 points and, where there is room, a number every 1000."""
    ticks = " ".join(f"M{number(track_x(at))} {number(lane.rail - 4)} v8" for at in range(-GOAL, GOAL, 500))
    yield path(ticks, "hair")
    for at in range(-2000, GOAL, 1000) if lane.has_room else ():
        yield text(track_x(at), lane.rail + 43, signed(at), "mid f22 soft")


def draw_hop(scene: Scene, at: dict[int, Lane], landing: Landing) -> list[Svg]:
    """Draw the path of a score over its bounces, and a shadow of the marker where it would land."""
    lane, cls = at[landing.seat], "hop mine" if scene.mine else "hop"
    turns = [track_x(score) for score in list_turning_points(scene.view.score[landing.seat], landing.change)]
    arcs = [arc_path(lane, x1, x2, i) for i, (x1, x2) in enumerate(pairwise(turns)) if x1 != x2]
    shadow = g(emblem(landing.seat, r=lane.radius), at=(track_x(landing.score), lane.rail), cls="ghosted")
    return [*(path(d, cls) for d in arcs), shadow]


def arc_path(lane: Lane, x1: float, x2: float, leg: int) -> str:
    """Return the path of one part of a hop; each part is lower than the one before."""
    room = lane.rail - lane.y - 6
    height = min(room, room * 0.4 + abs(x2 - x1) * 0.3) * 4 / 3 * 0.75**leg
    bend, top = (x2 - x1) * 0.2, number(lane.rail - height)
    rail = number(lane.rail)
    return f"M{number(x1)} {rail} C{number(x1 + bend)} {top} {number(x2 - bend)} {top} {number(x2)} {rail}"


def draw_marker(scene: Scene, lane: Lane, landings: Sequence[Landing]) -> Svg:
    """Draw a seat's score on the rail: gold if it changed last, dotted red if a tixe threatens."""
    view, seat = scene.view, lane.seat
    caught = any(seat in landing.caught for landing in landings)
    cls = " ".join(["last"] * (seat == view.changed) + ["threat"] * caught)
    ring = circle(0, 0, lane.radius + 8, "ring")
    at = (track_x(view.score[seat]), lane.rail)
    return g(ring, emblem(seat, r=lane.radius), at=at, id=f"{scene.gid}-m{seat}", cls=cls or None)


def draw_lane_labels(scene: Scene, lane: Lane, landings: Sequence[Landing]) -> Iterator[Svg]:
    """Draw the name and the score of a seat, with the score it would have."""
    size, state = lane.size, lane_state(scene, lane.seat)
    cls = f"em-halo {state}".rstrip()
    moving = any(lane.seat in (landing.seat, *landing.caught) for landing in landings)
    name = clip(scene.names[lane.seat], size, 190 if moving or lane.seat == scene.seat else 330)
    if state == "now":
        yield path(f"M10 {number(lane.baseline - 16)} l14 8 l-14 8 Z", "inkfill")
    x = 32 if state == "now" else 14
    yield el("text", name, draw_you(scene, lane.seat), x=x, y=lane.baseline, cls=f"f{size} {cls}")
    yield el("text", *draw_score(scene, lane.seat, landings), x=516, y=lane.baseline, cls=f"end f{size} {cls}")
    for landing in landings:
        if landing.seat == lane.seat and lane.has_room:
            yield text(516, lane.baseline + 30, describe_change(scene, landing), f"end f22 soft {cls}")


def draw_you(scene: Scene, seat: int) -> Svg | None:
    return el("tspan", " " + scene.say("(you)"), cls="soft") if seat == scene.seat else None


def draw_score(scene: Scene, seat: int, landings: Sequence[Landing]) -> Iterator[Svg]:
    """Draw a score as in “−400 → +1350”."""
    now = signed(scene.view.score[seat])
    then, cls = describe_new_score(scene, seat, landings)
    yield el("tspan", now + (" → " if then else ""), cls="soft" if then else None)
    if then:
        yield el("tspan", then, cls=cls or None)


def describe_new_score(scene: Scene, seat: int, landings: Sequence[Landing]) -> tuple[str, str]:
    """Return what a score would become, and the CSS class of that text."""
    for landing in landings:
        if landing.seat == seat and landing.score == GOAL:
            return scene.say("the end") if scene.view.teams else scene.say("wins"), "goodtext"
        if landing.seat == seat:
            return signed(landing.score), "em-mine" if scene.mine else ""
    if any(seat in landing.caught for landing in landings):
        return "0", "warntext"
    return "", ""


def describe_change(scene: Scene, landing: Landing) -> str:
    """Return the points added or taken, and whether the score bounces (EM-15)."""
    if scene.view.score[landing.seat] + landing.change == landing.score:
        return signed(landing.change)
    return scene.say("{change}, bounces").format(change=signed(landing.change))


def draw_tixes(scene: Scene, at: dict[int, Lane], landings: Sequence[Landing]) -> Iterator[Svg]:
    """Draw a red arrow from where a score would land to each seat that would go back to zero (EM-16)."""
    for landing in landings:
        for seat in landing.caught:
            yield from draw_tixe(scene, at[landing.seat], at[seat], track_x(landing.score))


def draw_tixe(scene: Scene, start: Lane, end: Lane, x: float) -> Iterator[Svg]:
    down = 1 if end.rail > start.rail else -1
    tail, tip = start.rail + down * (start.radius + 6), end.rail - down * (end.radius + 11)
    head = f"m-7 {-9 * down} l7 {9 * down} l7 {-9 * down}"
    yield path(f"M{number(x)} {number(tail)} V{number(tip)} {head}", "warnline")
    yield draw_pill(x + (76 if x < SIDE / 2 else -76), end.rail, scene.say("tixe"), "warntext")


def draw_footer(scene: Scene) -> Iterator[Svg]:
    """Draw the direction of play (EM-19, EM-23), the next player and the round (EM-21)."""
    yield draw_turn_arrow(16, 544, bool(scene.view.anticlockwise))
    yield text(38, 552, describe_order(scene, 130), "soft f22")
    yield text(SIDE - 4, 552, describe_round(scene), "soft f22 end")


def describe_order(scene: Scene, room: float) -> str:
    view, say = scene.view, scene.say
    way = say("anticlockwise") if view.anticlockwise else say("clockwise")
    if view.over:
        return way
    following = clip(scene.names[(view.player + 1) % view.seats], 22, room)
    return say("{way}, then {name}").format(way=way, name=following)


def describe_round(scene: Scene) -> str:
    """Return the number of the round, from one; of a match that is over, the last round."""
    view = scene.view
    turn = view.turn - 1 if view.over else view.turn
    played = turn // view.seats + 1
    if view.rounds:
        return scene.say("round {round}/{rounds}").format(round=played, rounds=view.rounds)
    return scene.say("round {round}").format(round=played)


def draw_turn_arrow(x: float, y: float, anticlockwise: bool) -> Svg:
    clockwise = "M9 -5 A10.5 10.5 0 1 0 10 4 M10 -13 L9 -5 L1 -6"
    mirrored = "M-9 -5 A10.5 10.5 0 1 1 -10 4 M-10 -13 L-9 -5 L-1 -6"
    return g(path(mirrored if anticlockwise else clockwise, "softline"), at=(x, y))
