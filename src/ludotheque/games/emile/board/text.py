"""The text board, for a terminal of 80 columns."""

from ludotheque.art import Say, View, signed
from ludotheque.games.emile.board.dice import describe_roll_count, list_events
from ludotheque.games.emile.board.scene import (
    Landing,
    Scene,
    format_brelan,
    format_risk,
    list_choices,
    list_landings,
    sort_dice,
)
from ludotheque.games.emile.board.status import describe_reason, describe_winners
from ludotheque.games.emile.board.track import (
    describe_landing,
    describe_order,
    describe_round,
    describe_team_score,
    lane_state,
    order_seats,
)
from ludotheque.games.emile.rules import GOAL, roll_worth
from ludotheque.letters import fit, folded

NAME = 14  # columns of a name


def text(view: View, seat: int, say: Say = str) -> str:
    """Write the board: `[1]` marks, `(2)` does not, `o` is a seat's score, `x` where it would land."""
    scene = Scene(view, seat, say, [fit(name, NAME).rstrip() for name in view.names])
    task = write_end(scene) if view.over else write_choices(scene) if scene.is_keeping else write_landings(scene)
    parts = [write_head(scene), write_dice(scene), task, write_track(scene)]
    return "\n\n".join("\n".join(lines) for lines in parts)


def write_head(scene: Scene) -> list[str]:
    turn = [scene.player_name, *([scene.say("your turn")] if scene.mine else []), describe_roll_count(scene)]
    return [f"Émile · {describe_round(scene)} · {describe_order(scene, 999)}", " · ".join(turn)]


def write_dice(scene: Scene) -> list[str]:
    """Write the roll, the reserve and the potential, each with its worth."""
    view, say, dice = scene.view, scene.say, sort_dice(scene.view)
    brelan = [format_brelan(dice[0].face)] if dice[0].kind == "brelan" else []
    rest = [f"[{die.face}]" if die.kind == "single" else f"({die.face})" for die in dice[3 * len(brelan) :]]
    events = ", ".join(label for label, _ in list_events(scene))
    rows = [
        (say("Rolled"), " ".join(brelan + rest), roll_worth(view)),
        (say("Reserve"), str(scene.reserve), scene.reserve.points),
        (say("Potential"), events, view.potential),
    ]
    return [f"{label:<12}{value:>11}   {what}".rstrip() for label, what, value in rows]


def write_choices(scene: Scene) -> list[str]:
    """Write STOP with its points and where they lead, then for the player every KEEP."""
    landing = describe_landing(scene, list_landings(scene)[0])
    stop = f"{scene.say('Stop'):<12}{signed(scene.stop_points):>11}   {landing}"
    rows = [
        f"  {choice.move:<12}{choice.points:>9}   {choice!s:<20} "
        f"×{choice.dice_left} · {format_risk(scene, choice.dice_left)}"
        for choice in list_choices(scene)
        if scene.mine
    ]
    return [*folded(stop, 26), *rows]


def write_landings(scene: Scene) -> list[str]:
    turn = f"{scene.say('Turn'):<12}{signed(scene.view.gain):>11}   {scene.say('Whose score changes?')}"
    rows = [f"  {landing.move:<10}{describe_landing(scene, landing)}" for landing in list_landings(scene)]
    return [turn, *(line for row in rows for line in folded(row, 12))]


def write_end(scene: Scene) -> list[str]:
    return [*folded(describe_winners(scene), 2), describe_reason(scene)]


def write_track(scene: Scene) -> list[str]:
    """Write one line per seat, from −2500 to 2500, with one column per 100 points."""
    view, lines = scene.view, []
    landings = {landing.seat: landing for landing in list_landings(scene)}
    for i, seat in enumerate(order_seats(view)):
        lines.append(write_seat(scene, seat, landings.get(seat)))
        if view.teams and i % 2:
            lines.append(f"  {describe_team_score(scene, seat)}")
    return lines


def write_seat(scene: Scene, seat: int, landing: Landing | None) -> str:
    rail = ["-"] * 51
    rail[25] = ":"
    if landing:
        rail[track_column(landing.score)] = "x"
    rail[track_column(scene.view.score[seat])] = "o"
    mark = ">" if lane_state(scene, seat) else " "
    you = " " + scene.say("(you)") if seat == scene.seat else ""
    name = fit(scene.names[seat], NAME - len(you)).rstrip() + you
    return f"{mark} {fit(name, NAME)} {signed(scene.view.score[seat]):>5} |{''.join(rail)}|"


def track_column(score: int) -> int:
    return (score + GOAL) // 100
