"""Meduris: huts and temples around a mountain, and a druid who asks for offerings."""

from collections.abc import Mapping

from ludotheque.game import BadOption, Game, Option, switch


def check_options(options: Mapping[str, int], seats: int) -> BadOption | None:
    """Return an error if the options and the number of seats do not go together."""
    supply = options["supply"]
    if 0 < supply < seats:
        template = (
            "A supply is at least the {seats} tiles of the starting hands, or 0 for no limit, not {supply} (ME-6)."
        )
        return BadOption(template, seats=seats, supply=supply)
    return None


game = Game(
    __name__,
    title="Meduris",
    about="Raise huts and temples around the mountain, and keep something for the druid.",
    seats=range(2, 5),
    version=1,
    outcome=("points", "pieces built", "resources left"),
    options={
        "event": Option(
            0, "Which workers produce at a turn's start: all, or those of one colour.", words=("all", "colour")
        ),
        "great_yield": Option(
            0,
            "What a great yield pays: all of one's own workers, or the plateau just joined.",
            words=("own", "plateau"),
        ),
        "between": switch("A hut between two runs costs one more than their sizes together."),
        "kit2": switch("With two players each has 12 huts and 3 workers, not 8 and 2."),
        "exchange": switch("Any three resources pay for one that is missing."),
        "isolated_both": switch("An isolated hut may offer both of its resources, for the same one point."),
        "supply": Option(0, "Tiles of each resource in all, starting hands included; 0 for no limit.", high=1000),
        "cap": Option(300, "Turns after which the match ends, counting every player's.", low=1, high=10_000),
    },
    presets={
        "seed": {
            "event": "all",
            "great_yield": "own",
            "between": 0,
            "kit2": False,
            "exchange": False,
            "isolated_both": False,
            "supply": 0,
            "cap": 300,
        },
        "official": {
            "event": "colour",
            "great_yield": "plateau",
            "between": 1,
            "kit2": True,
            "exchange": True,
            "isolated_both": True,
            "supply": 18,
            "cap": 300,
        },
    },
    check_options=check_options,
    quick={"cap": 12},
    bots={"easy": "easy", "medium": "medium", "hard": "hard", "champion": "champion"},
    clock_seconds=(5.0, 1.0),
)
