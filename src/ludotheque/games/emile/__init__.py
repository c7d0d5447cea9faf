"""Émile: five dice, a race from −2500 to exactly 2500."""

from collections.abc import Mapping

from ludotheque.game import BadOption, Game, Option, switch


def check_options(options: Mapping[str, int], seats: int) -> BadOption | None:
    """Return an error if the options do not fit together or do not fit the number of seats."""
    if options["teams"] and seats != 4:
        return BadOption("Teams are for four seats, not {seats} (EM-22).", seats=seats)
    if options["anticlockwise"] and seats != 2:
        return BadOption("Playing anticlockwise is for two seats, not {seats} (EM-23).", seats=seats)
    if options["first"] >= seats:
        template = "The first seat is one of 0 to {last}, or -1 to draw it, not {first} (EM-20)."
        return BadOption(template, last=seats - 1, first=options["first"])
    return None


def teams(options: Mapping[str, int], seats: int) -> list[int]:
    """With the option `teams` partners sit opposite each other (EM-22)."""
    return [seat % 2 if options["teams"] else seat for seat in range(seats)]


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
    check_options=check_options,
    teams=teams,
    quick={"rounds": 5},
    bots={"easy": "easy", "medium": "medium", "hard": "hard", "champion": "champion"},
)
