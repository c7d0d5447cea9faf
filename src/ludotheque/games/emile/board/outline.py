"""The position in words, for screen readers."""

from collections.abc import Sequence

from ludotheque.art import Say, Section, View, signed
from ludotheque.games.emile.board.dice import describe_choice, describe_roll_count, list_events
from ludotheque.games.emile.board.scene import Scene, list_choices, list_landings, sort_dice
from ludotheque.games.emile.board.status import describe_reason, describe_situation
from ludotheque.games.emile.board.track import (
    describe_landing,
    describe_order,
    describe_round,
    describe_team_score,
    lane_state,
    order_seats,
)
from ludotheque.games.emile.rules import roll_worth

LONG = 999  # room for a whole name


def outline(view: View, seat: int, say: Say = str) -> list[Section]:
    """Return the match, the scores, the dice and the choices, as `seat` sees them (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names)
    parts = [outline_match(scene), outline_scores(scene), outline_dice(scene)]
    return parts if view.over else [*parts, outline_choices(scene)]


def outline_match(scene: Scene) -> Section:
    lines = [f"{describe_round(scene)}, {describe_order(scene, LONG)}.", describe_situation(scene)]
    if scene.view.over:
        lines.append(f"{describe_reason(scene)}.")
    elif scene.mine:
        lines.append(f"{scene.say('your turn')}, {describe_roll_count(scene)}.")
    else:
        lines.append(f"{describe_roll_count(scene)}.")
    return Section(scene.say("The match"), lines)


def outline_scores(scene: Scene) -> Section:
    """Return a row for each seat: name, score, and what is special about it."""
    view, say = scene.view, scene.say
    notes = {"now": say("plays"), "won": say("wins"), "": ""}
    rows = [[say("Player"), say("Score"), say("Remark")]]
    for seat in order_seats(view):
        remarks = [notes[lane_state(scene, seat)], say("changed last") if seat == view.changed else ""]
        remarks += [describe_team_score(scene, seat)] if view.teams else []
        you = " " + say("(you)") if seat == scene.seat else ""
        rows.append([scene.names[seat] + you, signed(view.score[seat]), ", ".join(filter(None, remarks))])
    return Section(say("Scores"), table=rows)


def outline_dice(scene: Scene) -> Section:
    view, say = scene.view, scene.say
    rows = [
        (say("Rolled"), [die.face for die in sort_dice(view)], roll_worth(view)),
        (say("Reserve"), scene.reserve.faces, scene.reserve.points),
        (say("Potential"), [], view.potential),
    ]
    lines = [f"{join_words(scene, label, describe_dice(faces, points))}." for label, faces, points in rows]
    return Section(say("Dice"), [*lines, *(sentence for _, sentence in list_events(scene))])


def join_words(scene: Scene, one: str, two: str) -> str:
    return scene.say("{one}: {two}").format(one=one, two=two)


def describe_dice(faces: Sequence[int], points: int) -> str:
    return f"{' '.join(map(str, faces))}, {points}" if faces else str(points)


def outline_choices(scene: Scene) -> Section:
    """Return what the player can keep and what a stop would bring, or whose score can change."""
    say = scene.say
    landings = [f"{describe_landing(scene, landing)}." for landing in list_landings(scene)]
    if not scene.is_keeping:
        return Section(say("Whose score changes?"), landings)
    stop = join_words(scene, say("Stop with {points}").format(points=scene.stop_points), landings[0])
    return Section(say("Choices"), [stop, *(describe_choice(scene, choice) for choice in list_choices(scene))])
