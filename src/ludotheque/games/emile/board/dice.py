"""The dice half of the board, from top to bottom: the player, the roll, the reserve, the sum, the choices."""

from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import wrap
from typing import Any

from ludotheque.art import (
    Point,
    Svg,
    circle,
    clip,
    count_words,
    emblem,
    g,
    number,
    path,
    rect,
    signed,
    target,
    text,
    title,
    width,
)
from ludotheque.games.emile.board.scene import (
    FAILURES,
    Die,
    Landing,
    Reserve,
    Scene,
    format_risk,
    list_choices,
    list_landings,
    sort_dice,
)
from ludotheque.games.emile.board.status import describe_reason, describe_winners
from ludotheque.games.emile.rules import DICE, FAILED, FAILED_ALL, roll_worth, worth

SIDE = 560  # width of each half of the board; the dice half is 700 high
BRELAN = 3  # dice
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def draw_dice(scene: Scene) -> Iterator[Svg]:
    for draw_part in (draw_header, draw_roll, draw_reserve, draw_sum, draw_panel):
        yield from draw_part(scene)


def draw_header(scene: Scene) -> Iterator[Svg]:
    view, say = scene.view, scene.say
    yield emblem(view.player, 22, 24, 15)
    yield text(50, 34, clip(scene.player_name, 28, 250), "serif f28")
    roll = describe_roll_count(scene)
    yield text(SIDE - 6, 33, say("your turn") + " · " + roll if scene.mine else roll, "soft f22 end to-move")


def describe_roll_count(scene: Scene) -> str:
    return scene.say("last turn") if scene.view.over else scene.say("roll {count}").format(count=scene.view.rolls)


def draw_die(face: int, x: float, y: float, size: float, kind: str, **attributes: Any) -> Svg:
    half, corner = size / 2, size * 0.2
    body = (
        rect(-half, -half + size * 0.07, size, size, "die-side", corner),
        rect(-half, -half, size, size, "die", corner),
    )
    pips = (circle(px * size * 0.25, py * size * 0.25, size * 0.092, "pip") for px, py in PIPS[face])
    return g(*body, *pips, at=(x, y), cls=kind, **attributes)


def draw_bracket(x: float, y: float, reach: float, drop: float = 16) -> Svg:
    """Draw the gold bracket over the three dice of a brelan."""
    start, side, across = f"M{number(x - reach)} {number(y + drop)}", number(drop - 8), number(2 * reach - 16)
    return path(f"{start} v-{side} q0 -8 8 -8 h{across} q8 0 8 8 v{side}", "goldline")


def draw_pill(x: float, y: float, label: str, cls: str = "", says: str | None = None) -> Svg:
    """Draw a label in a rounded box, centred at (x, y)."""
    half = width(label, 22) / 2 + 10
    pill = rect(-half, -18, 2 * half, 36, "card-bg", 18)
    return g(title(says) if says else None, pill, text(0, 8, label, f"mid f22 {cls}".strip()), at=(x, y))


def draw_roll(scene: Scene) -> Iterator[Svg]:
    """Draw the last roll, with the points of each die below it (EM-3)."""
    say, dice = scene.say, sort_dice(scene.view)
    yield rect(1, 56, SIDE - 2, 186, "felt", 22)
    yield text(22, 88, say("Rolled"), "soft f22")
    yield from draw_events(scene)
    yield from draw_rolled_dice(scene, dice)
    for i, one in enumerate(dice):
        if one.kind != "brelan":
            yield text(68 + 106 * i, 233, one.points, "mid f22" if one.points else "mid soft f22")
    if dice and dice[0].kind == "brelan":
        yield draw_bracket(174, 112, 144)
        label = say("brelan {points}").format(points=worth(0, 0, dice[0].face))
        yield draw_pill(174, 112, label)


def draw_rolled_dice(scene: Scene, dice: Sequence[Die]) -> Iterator[Svg]:
    """Draw the dice in a row. Those that mark can be picked, a brelan as a whole, and kept with the button below."""
    placed = [draw_rolled_die(scene, i, one, 106 * i) for i, one in enumerate(dice)]
    can_pick = scene.mine and scene.is_keeping
    if can_pick and dice[0].kind == "brelan":
        face, says = dice[0].face, scene.say("Keep the brelan: {points}").format(points=worth(0, 0, dice[0].face))
        more: dict[str, Any] = {"data_kind": "KEEP", "data_pick": "brelan", "data_is": face}
        ring = rect(-46, -46, 304, 91, "ring", 18)
        yield target(ring, *placed[:3], says=says, at=(68, 170), id=f"{scene.gid}-pick0", **more)
    for i, one in enumerate(dice):
        if can_pick and one.kind == "single":
            yield draw_single_pick(scene, i, one)
        elif not can_pick or one.kind != "brelan":
            yield g(placed[i], at=(68, 170), data_why=scene.why_not(refused_keep(scene, one)))


def draw_rolled_die(scene: Scene, i: int, die: Die, x: float) -> Svg:
    """Draw a die that the page rolls when this is a new roll."""
    roll = f"{scene.view.turn}-{scene.view.rolls}"
    return draw_die(die.face, x, 0, 76, die.kind, id=f"{scene.gid}-d{i}", data_roll=roll)


def refused_keep(scene: Scene, die: Die) -> str:
    """Return the move that would keep a die that does not mark: as a brelan, or else the reserve as it is."""
    ones, fives, brelan = scene.reserve
    is_lone = not brelan and scene.view.count[die.face] < BRELAN
    return f"KEEP {ones} {fives} {die.face if is_lone else brelan}"


def draw_single_pick(scene: Scene, i: int, die: Die) -> Svg:
    """Draw a 1 or a 5 that is kept beside the dice of the reserve."""
    name, over = ("ones", scene.view.ones) if die.face == 1 else ("fives", scene.view.fives)
    return target(
        rect(-46, -46, 92, 91, "ring", 18),
        draw_rolled_die(scene, i, die, 0),
        says=scene.say("Keep this {face}: {points}").format(face=die.face, points=die.points),
        at=(68 + 106 * i, 170),
        id=f"{scene.gid}-pick{i}",
        data_kind="KEEP",
        data_pick=name,
        data_over=over,
    )


def draw_events(scene: Scene) -> Iterator[Svg]:
    """Draw what happened since the last move: suites and deubeuls (EM-5, EM-6), and toasts (EM-24)."""
    x = SIDE - 14.0
    for label, says in list_events(scene):
        half = width(label, 22) / 2 + 10
        yield draw_pill(x - half, 80, label, says=says)
        x -= 2 * half + 8


def list_events(scene: Scene) -> list[tuple[str, str]]:
    """Return each event as a short label and a whole sentence."""
    view, say, events = scene.view, scene.say, []
    if view.suites:
        points = signed(1000 * view.suites)
        why = say("Suite: 1000 for the potential, and all five dice again.")
        events.append((say("suite {points}").format(points=points), why))
    if view.deubeuls:
        why = say("Deubeul: potential, reserve and die are doubled, and all five dice roll again.")
        events.append((say("deubeul ×{factor}").format(factor=2**view.deubeuls), why))
    toast = describe_toast(scene)
    if toast:
        events.append((say("cheers!"), toast))
    return events


def describe_toast(scene: Scene) -> str:
    """Return why the table drinks, or an empty text (EM-24)."""
    view = scene.view
    has_toast = view.toasts and (view.brelans or view.singles)
    return scene.say("The table drinks: a brelan, or a single die was rolled.") if has_toast else ""


def draw_reserve(scene: Scene) -> Iterator[Svg]:
    """Draw the dice of the reserve, with an empty place for each other die."""
    yield rect(1, 252, SIDE - 2, 92, "felt", 22)
    yield text(22, 305, scene.say("Reserve"), "soft f22")
    for i in range(DICE):
        yield rect(176 + 76 * i - 30, 268, 60, 60, "die-slot", 13)
    reserve = scene.reserve
    if reserve.brelan:
        yield draw_bracket(252, 259, 108, 12)
    why = scene.why_not(reserve.move)  # a die of the reserve stays there
    for i, face in enumerate(reserve.faces):
        name = f"{scene.gid}-d{DICE - len(reserve.faces) + i}"
        yield draw_die(face, 176 + 76 * i, 298, 58, "kept", id=name, data_why=why)


def draw_sum(scene: Scene) -> Iterator[Svg]:
    """Draw potential + reserve + roll = the score of STOP (EM-9); after a failure the parts are lost (EM-7)."""
    say, roll = scene.say, roll_worth(scene.view)
    parts = ((say("Potential"), scene.view.potential), (say("Reserve"), scene.reserve.points), (say("Roll"), roll))
    for i, (label, points) in enumerate(parts):
        yield g(*draw_number(116, label, str(points)), at=(142 * i, 354), cls="lost" if points and not roll else None)
        yield text(142 * i + 129, 406, "+" if i < 2 else "=", "mid soft f26")
    yield draw_stop(scene)


def draw_number(box_width: float, label: str, value: str, *behind: Svg) -> tuple[Svg, ...]:
    """Draw a number with its label in a box; `behind` is drawn between the box and the number."""
    size = "f32" if len(value) < 6 else "f26" if len(value) < 8 else "f20"
    box = rect(1, 1, box_width - 2, 86, "card-bg", 16)
    middle = box_width / 2
    return (box, *behind, text(middle, 32, label, "mid soft f22"), text(middle, 71, value, f"mid serif {size}"))


def draw_stop(scene: Scene) -> Svg:
    """Draw the total of the sum; the player clicks it to stop."""
    view, say, at, ring = scene.view, scene.say, (426.0, 354.0), rect(1, 1, 132, 86, "ring", 16)
    if not scene.is_keeping:
        return g(*draw_number(134, say("Turn"), signed(view.gain)), at=at, cls=None if view.gain > 0 else "failed")
    kids = draw_number(134, say("Stop"), signed(scene.stop_points), ring)
    if not scene.mine:
        return g(*kids, at=at)
    says = say("Stop with {points}").format(points=scene.stop_points)
    return target(*kids, says=says, at=at, id=f"{scene.gid}-stop", data_move="STOP")


def draw_panel(scene: Scene) -> Iterator[Svg]:
    """Draw the choices of the player, the risks for the other viewers, or the end of the match."""
    if scene.view.over:
        return draw_end_panel(scene)
    if not scene.is_keeping:
        return draw_settle_panel(scene)
    return draw_keep_panel(scene) if scene.mine else draw_risk_panel(scene)


def draw_keep_panel(scene: Scene) -> Iterator[Svg]:
    """Draw the choices in a grid; the fewer there are, the larger they are."""
    yield text(6, 480, scene.say("Keep, and roll on"), "soft f22")
    choices = list_choices(scene)
    if not choices:
        return
    yield draw_roll_button(scene)
    across = min(len(choices), 2 if len(choices) <= 4 else 3 if len(choices) <= 9 else 4)
    box_width, box_height = (SIDE + 8) / across - 8, min(124, 206 / ceil(len(choices) / across) - 8)
    for i, choice in enumerate(choices):
        at = ((i % across) * (box_width + 8), 506 + (i // across) * (box_height + 8))
        yield draw_choice(scene, choice, at, box_width, box_height)


def draw_roll_button(scene: Scene) -> Svg:
    """Draw the button that keeps the picked dice and rolls the others."""
    return target(
        rect(0, 0, 276, 44, "em-roll", 14),
        rect(0, 0, 276, 44, "ring", 14),
        text(138, 30, scene.say("Roll the rest"), "mid f22"),
        says=scene.say("Keep the dice that you have clicked, and roll the rest"),
        at=(SIDE - 276, 452),
        cls="em-go",
        id=f"{scene.gid}-roll",
        data_kind="KEEP",
        data_least="",
    )


def draw_choice(scene: Scene, choice: Reserve, at: Point, box_width: float, box_height: float) -> Svg:
    """Draw one reserve: its dice, its worth, and how many dice roll next."""
    return target(
        rect(1, 1, box_width - 2, box_height - 2, "card-bg", 14),
        rect(1, 1, box_width - 2, box_height - 2, "ring", 14),
        *draw_small_dice(
            choice,
            min(46, (box_width - 20) / 5 - 3, box_height * 0.36),
            box_height * (0.34 if box_height > 70 else 0.29),
        ),
        text(12, box_height - 12, choice.points, "f24" if box_width > 150 else "f22"),
        *draw_next_roll(scene, choice, box_width, box_height),
        says=describe_choice(scene, choice),
        at=at,
        cls="em-keep",
        id=f"{scene.gid}-{choice.move.lower().replace(' ', '-')}",
        data_move=choice.move,
    )


def describe_choice(scene: Scene, choice: Reserve) -> str:
    say = scene.say
    if len(choice.faces) == DICE:
        sentence = say("Keep {dice}: all five go to the potential, and five dice roll ({risk} fail).")
    elif choice.dice_left == 1:
        sentence = say("Keep {dice}, roll one die: a deubeul or a failure ({risk} fail).")
    else:
        sentence = say("Keep {dice}, roll {count} dice ({risk} fail).")
    dice = " ".join(map(str, choice.faces))
    return sentence.format(dice=dice, count=choice.dice_left, risk=format_risk(scene, choice.dice_left))


def draw_small_dice(choice: Reserve, size: float, y: float) -> Iterator[Svg]:
    """Draw a reserve with small dice."""
    step = size + 3
    if choice.brelan:
        yield draw_bracket(10 + size / 2 + step, y - size / 2 - 4, step + size / 2 - 2, 8)
    for i, face in enumerate(choice.faces):
        yield draw_die(face, 10 + size / 2 + i * step, y, size, "kept mini")


def draw_next_roll(scene: Scene, choice: Reserve, box_width: float, box_height: float) -> Iterator[Svg]:
    """Draw how many dice roll next and, where there is room, the risk."""
    free = box_width - 26 - width("000", 24)  # three digits in every card, so that all cards show the same facts
    risk = format_risk(scene, choice.dice_left)
    labels = (
        scene.say("{count} dice, {risk} fail").format(count=choice.dice_left, risk=risk),
        scene.say("{risk} fail").format(risk=risk),
    )
    label = next((label for label in labels if width(label, 22) * 0.9 <= free), f"×{choice.dice_left}")
    if width(label, 22) + 26 <= free:
        yield rect(box_width - 30 - width(label, 22), box_height - 28, 16, 16, "softline", 4)
    yield text(box_width - 10, box_height - 12, label, "soft f22 end")


def draw_risk_panel(scene: Scene) -> Iterator[Svg]:
    """Draw for each number of dice the risk and the price of a failure (EM-7); possible next rolls are highlighted."""
    yield text(6, 478, scene.say("Chance that a roll fails"), "soft f22")
    possible = {choice.dice_left for choice in list_choices(scene)}
    for dice in range(1, DICE + 1):
        yield draw_risk_bar(scene, dice, "now" if dice in possible else None)


def draw_risk_bar(scene: Scene, dice: int, cls: str | None) -> Svg:
    height = 96 * FAILURES[dice] / 6**dice * 6 / 4
    count = count_words(dice, scene.say("one die"), scene.say("{count} dice"))
    return g(
        title(count),
        rect(1, 1, 102, 208, "card-bg", 14),
        text(52, 32, format_risk(scene, dice), "mid f22"),
        rect(22, 138 - height, 60, height, "em-bar", 4),
        text(52, 166, f"×{dice}", "mid f22"),
        text(52, 194, signed(FAILED_ALL if dice == DICE else FAILED), "mid soft f22"),
        at=(114 * (dice - 1), 490),
        cls=cls,
    )


def draw_settle_panel(scene: Scene) -> Iterator[Svg]:
    """Draw the last decision of a turn: the own score or an opponent's (EM-14)."""
    view, say = scene.view, scene.say
    ask = say("Whose score? Click a card or a lane") if scene.mine else say("Whose score changes?")
    yield text(6, 478, ask, "soft f22")
    own, *others = list_landings(scene)
    yield draw_settle_choice(scene, own, 0, view.player, scene.player_name)
    opponent = others[0].seat if len(others) == 1 else -1
    name = scene.names[opponent] if opponent >= 0 else say("one opponent")
    yield draw_settle_choice(scene, others[0], 302, opponent, name)
    yield text(280, 606, say("or"), "mid soft f22")


def draw_settle_choice(scene: Scene, landing: Landing, x: float, seat: int, name: str) -> Svg:
    """Draw a card. For the player it is a button; that of several opponents asks for a lane next."""
    card, at = draw_settle_card(seat, name, landing.change), (x, 490)
    if not scene.mine:
        return g(*card, at=at)
    data = {"data_move": landing.move} if seat >= 0 else {"data_kind": landing.move.split()[0]}
    says = scene.say("{name}: {change}").format(name=name, change=signed(landing.change))
    ring = rect(1, 1, 256, 208, "ring", 16)
    return target(*card, ring, says=says, at=at, cls="em-settle", id=f"{scene.gid}-settle{int(x > 0)}", **data)


def draw_settle_card(seat: int, name: str, change: int) -> Iterator[Svg]:
    yield rect(1, 1, 256, 208, "card-bg", 16)
    yield emblem(seat, 129, 46, 15) if seat >= 0 else draw_any_opponent(129, 46)
    yield text(129, 98, clip(name, 22, 230), "mid f22")
    yield text(129, 164, signed(change), f"mid serif f40 {'goodtext' if change > 0 else 'warntext'}")


def draw_any_opponent(x: float, y: float) -> Svg:
    """Draw the sign for any opponent: three circles without a seat's colour."""
    return g(*(circle(dx, 0, 9, "seatfill") for dx in (-20, 0, 20)), at=(x, y), cls="sn")


def draw_end_panel(scene: Scene) -> Iterator[Svg]:
    winners = scene.winners
    yield rect(1, 462, SIDE - 2, 236, "em-end", 22)
    for i, seat in enumerate(winners):
        yield emblem(seat, SIDE / 2 + 52 * (i - (len(winners) - 1) / 2), 520, 22)
    sentence = describe_winners(scene)
    if width(sentence, 40) <= SIDE - 30:
        yield text(SIDE / 2, 604, sentence, "mid serif f40")
    else:
        for i, part in enumerate(wrap(sentence, 30, max_lines=2, placeholder="…")):
            yield text(SIDE / 2, 588 + 34 * i, clip(part, 26, SIDE - 30), "mid serif f26")
    yield text(SIDE / 2, 664, describe_reason(scene), "mid soft f22")
