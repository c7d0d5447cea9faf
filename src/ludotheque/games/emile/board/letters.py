"""The board in letters, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.emile.board.dice import passed, roll_words
from ludotheque.games.emile.board.scene import (
    Landing,
    Scene,
    choices,
    landings,
    reason,
    risk,
    rolled_dice,
    trio_words,
    verdict,
)
from ludotheque.games.emile.board.track import lane_state, lanes, order_words, round_words, settle_title, together
from ludotheque.games.emile.rules import GOAL, marks
from ludotheque.letters import fit, folded

NAME = 14


def text(view: View, seat: int, say: Say = str) -> str:
    """The board in letters: `[1]` marks, `(2)` does not, `o` is where a seat stands, `x` where it would land."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    task = end_lines(scene) if view.over else keep_lines(scene) if scene.is_keeping else settle_lines(scene)
    parts = [head_lines(scene), dice_lines(scene), task, track_lines(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def head_lines(scene: Scene) -> list[str]:
    turn = [scene.player, *([scene.say("your turn")] if scene.mine else []), roll_words(scene)]
    return [f"Émile · {round_words(scene)} · {order_words(scene, 999)}", " · ".join(turn)]


def dice_lines(scene: Scene) -> list[str]:
    """The roll, the reserve and the potential, each with its worth."""
    view, say, dice = scene.view, scene.say, rolled_dice(scene.view)
    trio = [trio_words(dice[0].face)] if dice[0].kind == "brelan" else []
    rest = [f"[{die.face}]" if die.kind == "single" else f"({die.face})" for die in dice[3 * len(trio) :]]
    events = ", ".join(label for label, _ in passed(scene))
    rows = [
        (say("Rolled"), " ".join(trio + rest), marks(view)),
        (say("Reserve"), str(scene.reserve), scene.reserve.points),
        (say("Potential"), events, view.potential),
    ]
    return [f"{label:<12}{value:>11}   {what}".rstrip() for label, what, value in rows]


def keep_lines(scene: Scene) -> list[str]:
    """STOP with what it is worth and where it leads, then every KEEP."""
    stop = f"{scene.say('Stop'):<12}{signed(scene.stop):>11}   {settle_title(scene, landings(scene)[0])}"
    rows = [
        f"  {choice.move:<12}{choice.points:>9}   {choice!s:<20} ×{choice.rolls} · {risk(scene, choice.rolls)}"
        for choice in choices(scene)
        if scene.mine
    ]
    return [*folded(stop, 26), *rows]


def settle_lines(scene: Scene) -> list[str]:
    turn = f"{scene.say('Turn'):<12}{signed(scene.view.gain):>11}   {scene.say('Whose score changes?')}"
    ways = [f"  {way.move:<10}{settle_title(scene, way)}" for way in landings(scene)]
    return [turn, *(line for way in ways for line in folded(way, 12))]


def end_lines(scene: Scene) -> list[str]:
    return [*folded(verdict(scene), 2), reason(scene)]


def track_lines(scene: Scene) -> list[str]:
    """A line a seat, from −2500 to 2500, a column for every hundred."""
    view, ways, lines = scene.view, landings(scene), []
    for i, seat in enumerate(lane.seat for lane in lanes(view)):
        lines.append(seat_line(scene, seat, next((way for way in ways if way.seat == seat), None)))
        if view.teams and i % 2:
            lines.append(f"  {together(scene, seat)}")
    return lines


def seat_line(scene: Scene, seat: int, way: Landing | None) -> str:
    rail = ["-"] * 51
    rail[25] = ":"
    if way:
        rail[column_of(way.score)] = "x"
    rail[column_of(scene.view.score[seat])] = "o"
    mark = ">" if lane_state(scene, seat) else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    return f"{mark} {fit(name, NAME)} {signed(scene.view.score[seat]):>5} |{''.join(rail)}|"


def column_of(score: int) -> int:
    return (score + GOAL) // 100
