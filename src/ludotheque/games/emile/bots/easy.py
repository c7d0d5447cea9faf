"""Keeps whatever marks until the turn is worth 300, and scores for itself."""

from ludotheque.compile import for_interpreter
from ludotheque.games.emile import rules
from ludotheque.match import View

ENOUGH = 300


def play(view: View) -> str:
    if view.phase == rules.SETTLING:
        return "OWN"
    state = for_interpreter(view.state)[0]
    points = view.potential + rules.reserve_worth(state) + rules.marks(state)
    if points >= ENOUGH or view.score[view.seat] + points == rules.GOAL:
        return "STOP"
    return max((move for move in view.legal() if move != "STOP"), key=reserve_worth)


def reserve_worth(move: str) -> int:
    """What the reserve of a KEEP is worth."""
    ones, fives, brelan = map(int, move.split()[1:])
    return rules.worth(ones, fives, brelan)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
