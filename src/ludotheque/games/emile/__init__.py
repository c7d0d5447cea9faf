"""Émile: five dice, a race from −2500 to exactly 2500."""

from collections.abc import Mapping

from ludotheque.game import Game, Option, switch


def refuse(options: Mapping[str, int], seats: int) -> str | None:
    """What the options and the number of seats do not allow together."""
    if options["teams"] and seats != 4:
        return f"Teams are for four seats, not {seats} (EM-22)."
    if options["anticlockwise"] and seats != 2:
        return f"Playing anticlockwise is for two seats, not {seats} (EM-23)."
    if options["first"] >= seats:
        return f"The first seat is one of 0 to {seats - 1}, or -1 to draw it, not {options['first']} (EM-20)."
    return None


game = Game(
    __name__,
    title="Émile",
    about="Five dice, nerve and spite: from −2500 to exactly 2500.",
    seats=range(2, 9),
    version=1,
    outcome=("share of 840", "score"),
    score=1,
    options={
        "first": Option(-1, "Who starts: a seat, or -1 to draw one.", low=-1, high=7),
        "rounds": Option(200, "Rounds until the highest score wins; 0 for no limit.", low=0, high=100_000),
        "teams": switch("Four seats play as two teams, partners opposite."),
        "anticlockwise": switch("Two seats show their turns the other way round."),
        "toasts": switch("The table drinks at a brelan and before each single die (changes nothing)."),
    },
    refuse=refuse,
    bots={"easy": "easy", "medium": "medium", "hard": "hard"},
)
