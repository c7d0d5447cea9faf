"""The state of the match in one sentence: what the viewer may click, who has to move, or who has won."""

from ludotheque.art import Say, View, signed
from ludotheque.games.emile.board.scene import Scene, list_choices
from ludotheque.games.emile.rules import team_score


def hint(view: View, seat: int, say: Say = str) -> str:
    """Tell the seat to move what to click, and every other viewer what is going on."""
    scene = Scene(view, seat, say, view.names)
    return describe_task(scene) if scene.mine else describe_situation(scene)


def describe_task(scene: Scene) -> str:
    say = scene.say
    if not scene.is_keeping:
        sentence = say("Your turn is worth {points}: click the card or the lane that gets it.")
        return sentence.format(points=signed(scene.view.gain))
    if list_choices(scene):
        sentence = say("Click the rolled dice to keep, then roll the rest; or stop with {points}.")
    else:
        sentence = say("Nothing can be kept: click to stop with {points}.")
    return sentence.format(points=scene.stop_points)


def describe_situation(scene: Scene) -> str:
    """Say who has to decide what, or who has won."""
    if scene.view.over:
        return describe_winners(scene)
    if scene.is_keeping:
        sentence = scene.say("{name} may stop with {points}, or keep dice and roll on.")
        return sentence.format(name=scene.player_name, points=scene.stop_points)
    sentence = scene.say("{name} settles a turn of {points}.")
    return sentence.format(name=scene.player_name, points=signed(scene.view.gain))


def is_team_win(scene: Scene) -> bool:
    """Return whether the winners are one team; at the last round two level teams share the win (EM-22)."""
    return bool(scene.view.teams) and len(scene.winners) == 2


def describe_winners(scene: Scene) -> str:
    names = ", ".join(scene.names[seat] for seat in scene.winners)
    if len(scene.winners) == 1:
        return scene.say("{name} wins").format(name=names)
    if is_team_win(scene):
        return scene.say("{names} win").format(names=names)
    return scene.say("{names} share the win").format(names=names)


def describe_reason(scene: Scene) -> str:
    """Say why the match is over (EM-18, EM-21, EM-22)."""
    view, say = scene.view, scene.say
    if view.teams:
        winner = scene.winners[0]
        ours, theirs = (signed(team_score(view, seat)) for seat in (winner, (winner + 1) % 4))
        return say("together {ours} against {theirs}").format(ours=ours, theirs=theirs)
    if view.winner >= 0:
        return say("on exactly 2500")
    return say("highest score after {rounds} rounds").format(rounds=view.rounds)
