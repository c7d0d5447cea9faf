"""Keeps the reserve of the highest worth until the turn is worth 300, and always scores for itself."""

from ludotheque.games.emile import rules
from ludotheque.view import View

ENOUGH = 300


def play(view: View) -> str:
    return play_until(view, ENOUGH)


def play_until(view: View, enough: int) -> str:
    """Stop once the turn is worth `enough`, or ends on 2500."""
    if view.phase == rules.SETTLING:
        return "OWN"
    points = view.after("STOP").gain
    if points >= enough or view.score[view.seat] + points == rules.GOAL:
        return "STOP"
    return max((move for move in view.legal() if move != "STOP"), key=keep_worth)


def keep_worth(move: str) -> int:
    """Return the worth of the reserve that a KEEP leads to."""
    ones, fives, brelan = map(int, move.split()[1:])
    return rules.worth(ones, fives, brelan)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
