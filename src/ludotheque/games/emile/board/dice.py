"""The dice half of the board, from top to bottom: who plays, the roll, the reserve, the sum, what may be done."""

from collections.abc import Iterator
from math import ceil
from textwrap import wrap
from typing import Any

from ludotheque.art import Point, Svg, circle, clip, emblem, g, number, path, rect, signed, target, title, width
from ludotheque.art import text as words
from ludotheque.games.emile.board.scene import (
    FAILURES,
    Reserve,
    Scene,
    choices,
    dice_count,
    landings,
    reason,
    risk,
    rolled_dice,
    verdict,
    winners,
)
from ludotheque.games.emile.rules import DICE, marks, worth

SIDE = 560  # both halves are as wide; the left one is drawn 700 high
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def turn_header(scene: Scene) -> Iterator[Svg]:
    view, say = scene.view, scene.say
    yield emblem(view.player, 22, 24, 15)
    yield words(50, 34, clip(scene.player, 28, 250), "serif f28")
    roll = roll_words(scene)
    yield words(SIDE - 6, 33, say("your turn") + " · " + roll if scene.mine else roll, "soft f22 end")


def roll_words(scene: Scene) -> str:
    return scene.say("last turn") if scene.view.over else scene.say("roll {count}").format(count=scene.view.rolls)


def die(face: int, x: float, y: float, size: float, kind: str, **attributes: Any) -> Svg:
    half, corner = size / 2, size * 0.2
    body = (
        rect(-half, -half + size * 0.07, size, size, "die-side", corner),
        rect(-half, -half, size, size, "die", corner),
    )
    pips = (circle(px * size * 0.25, py * size * 0.25, size * 0.092, "pip") for px, py in PIPS[face])
    return g(*body, *pips, at=(x, y), cls=kind, **attributes)


def bracket(x: float, y: float, reach: float, drop: float = 16) -> Svg:
    """The gold bracket that joins the three dice of a brelan."""
    start, side, across = f"M{number(x - reach)} {number(y + drop)}", number(drop - 8), number(2 * reach - 16)
    return path(f"{start} v-{side} q0 -8 8 -8 h{across} q8 0 8 8 v{side}", "goldline")


def chip(x: float, y: float, label: str, cls: str = "", says: str | None = None) -> Svg:
    """A word on a pill, centred."""
    half = width(label, 22) / 2 + 10
    pill = rect(-half, -18, 2 * half, 36, "card-bg", 18)
    return g(title(says) if says else None, pill, words(0, 8, label, f"mid f22 {cls}".strip()), at=(x, y))


def rolled(scene: Scene) -> Iterator[Svg]:
    """The roll: what each die marks is written below it (EM-3)."""
    say, dice = scene.say, rolled_dice(scene.view)
    yield rect(1, 56, SIDE - 2, 186, "felt", 22)
    yield words(22, 88, say("Rolled"), "soft f22")
    yield from notes(scene)
    for i, (face, kind) in enumerate(dice):
        yield die(face, 68 + 106 * i, 170, 76, kind, id=f"{scene.gid}-d{i}")
    for i, one in enumerate(dice):
        if one.kind != "brelan":
            yield words(68 + 106 * i, 233, one.points, "mid f22" if one.points else "mid soft f22")
    if dice and dice[0].kind == "brelan":
        yield bracket(174, 112, 144)
        label = say("brelan {points}").format(points=worth(0, 0, dice[0].face))
        yield chip(174, 112, label)


def notes(scene: Scene) -> Iterator[Svg]:
    """What went by since the last move: why the potential jumped (EM-5, EM-6), and the toasts (EM-24)."""
    x = SIDE - 14.0
    for label, says in passed(scene):
        half = width(label, 22) / 2 + 10
        yield chip(x - half, 80, label, says=says)
        x -= 2 * half + 8


def passed(scene: Scene) -> list[tuple[str, str]]:
    """Each event as a short label and a whole sentence."""
    view, say, events = scene.view, scene.say, []
    if view.suites:
        points = signed(1000 * view.suites)
        why = say("Suite: 1000 for the potential, and all five dice again.")
        events.append((say("suite {points}").format(points=points), why))
    if view.deubeuls:
        why = say("Deubeul: potential, reserve and die are doubled, and all five dice roll again.")
        events.append((say("deubeul ×{factor}").format(factor=2**view.deubeuls), why))
    if drinks_words(scene):
        events.append((say("cheers!"), drinks_words(scene)))
    return events


def drinks_words(scene: Scene) -> str:
    """Why the table drinks, or nothing (EM-24)."""
    view = scene.view
    drinks = view.toasts and (view.brelans or view.singles)
    return scene.say("The table drinks: a brelan, or a single die was rolled.") if drinks else ""


def reserve(scene: Scene) -> Iterator[Svg]:
    """The dice put aside; empty places are dice that roll."""
    yield rect(1, 252, SIDE - 2, 92, "felt", 22)
    yield words(22, 305, scene.say("Reserve"), "soft f22")
    for i in range(DICE):
        yield rect(176 + 76 * i - 30, 268, 60, 60, "die-slot", 13)
    held = scene.reserve
    if held.brelan:
        yield bracket(252, 259, 108, 12)
    for i, face in enumerate(held.faces):
        yield die(face, 176 + 76 * i, 298, 58, "kept", id=f"{scene.gid}-d{DICE - len(held.faces) + i}")


def sum_row(scene: Scene) -> Iterator[Svg]:
    """Potential + reserve + roll = what STOP is worth (EM-9), or what a failure left (EM-7)."""
    view, say = scene.view, scene.say
    parts = ((say("Potential"), view.potential), (say("Reserve"), scene.reserve.points), (say("Roll"), marks(view)))
    for i, (label, value) in enumerate(parts):
        yield g(*card(116, label, str(value)), at=(142 * i, 354), cls="lost" if value and not marks(view) else None)
        yield words(142 * i + 129, 406, "+" if i < 2 else "=", "mid soft f26")
    yield stop_card(scene)


def card(wide: float, label: str, value: str, *behind: Svg) -> tuple[Svg, ...]:
    """A labelled number."""
    size = "f32" if len(value) < 6 else "f26" if len(value) < 8 else "f20"
    box = rect(1, 1, wide - 2, 86, "card-bg", 16)
    return (box, *behind, words(wide / 2, 32, label, "mid soft f22"), words(wide / 2, 71, value, f"mid serif {size}"))


def stop_card(scene: Scene) -> Svg:
    """The end of the sum: to be clicked by who may stop."""
    view, say, at, ring = scene.view, scene.say, (426.0, 354.0), rect(1, 1, 132, 86, "ring", 16)
    if not scene.is_keeping:
        return g(*card(134, say("Turn"), signed(view.gain)), at=at, cls=None if view.gain > 0 else "failed")
    kids = card(134, say("Stop"), signed(scene.stop), ring)
    if not scene.mine:
        return g(*kids, at=at)
    says = say("Stop with {points}").format(points=scene.stop)
    return target(*kids, says=says, at=at, id=f"{scene.gid}-stop", data_move="STOP")


def panel(scene: Scene) -> Iterator[Svg]:
    """What may be done now, or what has come of it."""
    if scene.view.over:
        return end_panel(scene)
    if not scene.is_keeping:
        return settle_panel(scene)
    return keep_panel(scene) if scene.mine else risk_panel(scene)


def keep_panel(scene: Scene) -> Iterator[Svg]:
    """The choices in a grid: few are drawn large."""
    yield words(6, 478, scene.say("Keep, and roll on"), "soft f22")
    kept = choices(scene)
    across = min(len(kept), 2 if len(kept) <= 4 else 3 if len(kept) <= 9 else 4)
    wide, high = (SIDE + 8) / across - 8, min(124, 222 / ceil(len(kept) / across) - 8)
    for i, choice in enumerate(kept):
        at = ((i % across) * (wide + 8), 490 + (i // across) * (high + 8))
        yield keep_choice(scene, choice, at, wide, high)


def keep_choice(scene: Scene, choice: Reserve, at: Point, wide: float, high: float) -> Svg:
    """One reserve: its dice, its worth, and how many dice are rolled next."""
    return target(
        rect(1, 1, wide - 2, high - 2, "card-bg", 14),
        rect(1, 1, wide - 2, high - 2, "ring", 14),
        *mini_dice(choice, min(46, (wide - 20) / 5 - 3, high * 0.36), high * 0.34),
        words(12, high - 12, choice.points, "f24" if wide > 150 else "f22"),
        *next_roll(scene, choice, wide, high),
        says=keep_title(scene, choice),
        at=at,
        cls="em-keep",
        id=f"{scene.gid}-{choice.move.lower().replace(' ', '-')}",
        data_move=choice.move,
    )


def keep_title(scene: Scene, choice: Reserve) -> str:
    """A choice in a sentence."""
    say = scene.say
    if len(choice.faces) == DICE:
        sentence = say("Keep {dice}: all five go to the potential, and five dice roll ({risk} fail).")
    elif choice.rolls == 1:
        sentence = say("Keep {dice}, roll one die: a deubeul or a failure ({risk} fail).")
    else:
        sentence = say("Keep {dice}, roll {count} dice ({risk} fail).")
    dice = " ".join(map(str, choice.faces))
    return sentence.format(dice=dice, count=choice.rolls, risk=risk(scene, choice.rolls))


def mini_dice(choice: Reserve, size: float, y: float) -> Iterator[Svg]:
    """A reserve in small; a gold line joins a brelan."""
    step = size + 3
    if choice.brelan:
        yield bracket(10 + size / 2 + step, y - size / 2 - 4, step + size / 2 - 2, 8)
    for i, face in enumerate(choice.faces):
        yield die(face, 10 + size / 2 + i * step, y, size, "kept mini")


def next_roll(scene: Scene, choice: Reserve, wide: float, high: float) -> Iterator[Svg]:
    """How many dice roll next, and where there is room how often that fails."""
    free = wide - 26 - width("000", 24)  # the same for all, so that all say as much
    short, long = f"×{choice.rolls}", f"×{choice.rolls} · {risk(scene, choice.rolls)}"
    label = long if width(long, 22) <= free else short
    if width(label, 22) + 26 <= free:
        yield rect(wide - 30 - width(label, 22), high - 28, 16, 16, "softline", 4)
    yield words(wide - 10, high - 12, label, "soft f22 end")


def risk_panel(scene: Scene) -> Iterator[Svg]:
    """For who looks on: how often each number of dice fails, and its price (EM-7); those that may come stand out."""
    yield words(6, 478, scene.say("Chance that a roll fails"), "soft f22")
    possible = {choice.rolls for choice in choices(scene)}
    for dice in range(1, DICE + 1):
        yield risk_bar(scene, dice, "now" if dice in possible else None)


def risk_bar(scene: Scene, dice: int, cls: str | None) -> Svg:
    tall = 96 * FAILURES[dice] / 6**dice * 6 / 4
    return g(
        title(dice_count(scene, dice)),
        rect(1, 1, 102, 208, "card-bg", 14),
        words(52, 32, risk(scene, dice), "mid f22"),
        rect(22, 138 - tall, 60, tall, "em-bar", 4),
        words(52, 166, f"×{dice}", "mid f22"),
        words(52, 194, signed(-1000 if dice == DICE else -100), "mid soft f22"),
        at=(114 * (dice - 1), 490),
        cls=cls,
    )


def settle_panel(scene: Scene) -> Iterator[Svg]:
    """The last decision of a turn: one's own score, or an opponent's (EM-14)."""
    view, say = scene.view, scene.say
    ask = say("Whose score? Choose a lane") if scene.mine else say("Whose score changes?")
    yield words(6, 478, ask, "soft f22")
    own, *others = landings(scene)
    yield g(*settle_card(view.player, scene.player, own.change), at=(0, 490))
    sole = len(others) == 1
    name = scene.names[others[0].seat] if sole else say("one opponent")
    yield g(*settle_card(others[0].seat if sole else -1, name, others[0].change), at=(302, 490))
    yield words(280, 606, say("or"), "mid soft f22")


def settle_card(seat: int, name: str, change: int) -> Iterator[Svg]:
    yield rect(1, 1, 256, 208, "card-bg", 16)
    yield emblem(seat, 129, 46, 15) if seat >= 0 else crowd(129, 46)
    yield words(129, 98, clip(name, 22, 230), "mid f22")
    yield words(129, 164, signed(change), f"mid serif f40 {'goodtext' if change > 0 else 'warntext'}")


def crowd(x: float, y: float) -> Svg:
    """Nobody in particular: three shapes without a colour."""
    return g(*(circle(dx, 0, 9, "seatfill") for dx in (-20, 0, 20)), at=(x, y), cls="sn")


def end_panel(scene: Scene) -> Iterator[Svg]:
    """Who won, and why it is over."""
    seats = winners(scene.view)
    yield rect(1, 462, SIDE - 2, 236, "em-end", 22)
    for i, seat in enumerate(seats):
        yield emblem(seat, SIDE / 2 + 52 * (i - (len(seats) - 1) / 2), 520, 22)
    sentence = verdict(scene)
    if width(sentence, 40) <= SIDE - 30:
        yield words(SIDE / 2, 604, sentence, "mid serif f40")
    else:
        for i, part in enumerate(wrap(sentence, 30, max_lines=2, placeholder="…")):
            yield words(SIDE / 2, 588 + 34 * i, clip(part, 26, SIDE - 30), "mid serif f26")
    yield words(SIDE / 2, 664, reason(scene), "mid soft f22")
