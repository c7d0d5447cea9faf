"""Bzzz: bees forage, block and fight on a field of hidden nectar."""

from collections.abc import Mapping

from ludotheque.game import BadOption, Contest, Game, Option, OptionValue, switch


def check_options(options: Mapping[str, int], seats: int) -> BadOption | None:
    """Return an error if the constants do not fit each other or the number of seats."""
    ncases, nfleurs = options["ncases"], options["nfleurs"]
    most = min(32, (ncases // 2) ** 2 - 16)
    if nfleurs > most:
        template = "A board of {ncases} cells a side has room for {most} flowers a quadrant, not {nfleurs} (BZ-2)."
        return BadOption(template, ncases=ncases, most=most, nfleurs=nfleurs)
    if options["nectar_initial"] < options["cout_ponte"]:
        template = "A hive starts with the price of a bee at least, {price}, not with {nectar} (BZ-3)."
        return BadOption(template, price=options["cout_ponte"], nectar=options["nectar_initial"])
    if options["time_out"] < seats:
        template = "With {seats} seats time_out is at least {least}, a turn for each, not {time_out} (BZ-11)."
        return BadOption(template, seats=seats, least=seats, time_out=options["time_out"])
    return None


PRESETS: dict[str, dict[str, OptionValue]] = {
    "seed": {},
    "final": {"ncases": 16, "max_nectar": 45, "time_out": 300, "skirmishes": "active"},
    "moteur": {
        "ncases": 16,
        "nectar_initial": 5,
        "skirmishes": "active",
        "yields": "own",
        "blitz": "engine",
        "short_ko": True,
    },
}

game = Game(
    __name__,
    title="Bzzz",
    about="Bees forage a field of hidden nectar, and fight for it.",
    seats=range(2, 5),
    default_seats=4,
    version=1,
    outcome=("nectar",),
    options={
        "ncases": Option(15, "Cells a side of the board.", low=10, high=32),
        "nfleurs": Option(4, "Flowers in each quadrant, mirrored to the others.", low=1, high=32),
        "nectar_initial": Option(10, "Nectar in each hive at the start.", low=1, high=10_000),
        "max_nectar": Option(50, "The most nectar that a flower starts with.", low=1, high=10_000),
        "time_out": Option(250, "Turns until the end, all players' together.", low=2, high=100_000),
        "cout_ponte": Option(5, "The price of a bee, in nectar.", low=1, high=10_000),
        "time_ko": Option(5, "Turns that a bee misses when it is knocked out.", low=1, high=1000),
        "skirmishes": Option(
            0, "Who fights: all in contact, or the active player's contacts.", words=("all", "active")
        ),
        "yields": Option(0, "A flower yields by max_nectar, or by what it started with itself.", words=("max", "own")),
        "blitz": Option(0, "More than half of all nectar ends it, or as the engine counts.", words=("half", "engine")),
        "short_ko": switch("A knocked out bee misses one turn fewer, as in the course's engine."),
    },
    presets=PRESETS,
    check_options=check_options,
    quick={"time_out": 40},
    bots={"easy": "easy", "medium": "medium", "hard": "hard", "champion": "champion"},
    fault="REST",
    rules_rank_faults=True,
    contest=Contest(player="make_champion"),
    clock_seconds=(3.0, 3.0),
)
