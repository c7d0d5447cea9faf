"""What a move of Émile would bring, before it is played."""

from ludotheque.art import Forecast, Say, View, count_words
from ludotheque.games.emile.board.scene import Reserve, Scene, format_risk, list_landings
from ludotheque.games.emile.board.track import describe_landing
from ludotheque.games.emile.rules import DICE


def foresee(view: View, seat: int, move: str, say: Say = str) -> Forecast:
    """Say what the kept dice score and what the next roll risks, or where a score would land."""
    scene = Scene(view, seat, say, view.names)
    kind, *numbers = move.split()
    if kind == "KEEP":
        return Forecast(describe_keep(scene, Reserve(*map(int, numbers))))
    landing = next(one for one in list_landings(scene) if one.move in ("", move))
    return Forecast(describe_landing(scene, landing) + ".")


def describe_keep(scene: Scene, reserve: Reserve) -> str:
    """Say what is safe from no failure yet: the new reserve with the potential, and the chance to lose it."""
    say, points = scene.say, scene.view.potential + reserve.points
    kept = say("This keeps {points} points.").format(points=points)
    if len(reserve.faces) == DICE:
        kept = say("All five dice count: the potential is {points}.").format(points=points)
    dice = count_words(reserve.dice_left, say("one die"), say("{count} dice"))
    risk = say("Next {dice}: {risk} that nothing scores and all of it is lost.")
    return f"{kept} {risk.format(dice=dice, risk=format_risk(scene, reserve.dice_left))}"
