"""Ghost in the Cell: cyborgs, factories and bombs, both sides moving at once."""

from collections.abc import Mapping

from ludotheque.game import BadOption, Contest, Game, Option


def check_options(options: Mapping[str, int], seats: int) -> BadOption | None:
    """Return an error if an option has a value that the rules do not allow."""
    factories, cyborgs = options["factories"], options["cyborgs"]
    if factories and (factories < 7 or factories % 2 == 0):
        template = "The factories are an odd number from 7 to 15, or 0 to draw it, not {factories} (GC-1)."
        return BadOption(template, factories=factories)
    if cyborgs and cyborgs < 15:
        return BadOption("The first cyborgs are 15 to 30, or 0 to draw them, not {cyborgs} (GC-1).", cyborgs=cyborgs)
    return None


game = Game(
    __name__,
    title="Ghost in the Cell",
    about="Factories, cyborgs and two bombs: both sides give their orders at once.",
    seats=range(2, 3),
    version=1,
    outcome=("cyborgs",),
    options={
        "league": Option(3, "How much of the game is in play: 0 one troop a turn, 1 any, 2 bombs, 3 all.", high=3),
        "factories": Option(0, "How many factories: an odd number from 7 to 15, or 0 to draw it.", high=15),
        "cyborgs": Option(0, "Cyborgs in each side's first factory: 15 to 30, or 0 to draw them.", high=30),
        "map": Option(
            0,
            "The number that the map is drawn from; the match's seed if not given.",
            -(2**63),
            2**63 - 1,
            is_seed=True,
        ),
    },
    check_options=check_options,
    quick={"factories": 7},
    bots={"easy": "easy", "medium": "medium", "hard": "hard", "champion": "champion"},
    fault="OUT",
    rules_rank_faults=True,
    contest=Contest(protocol="ContestProtocol"),
    clock_seconds=(1.0, 0.05),
)
