"""Bzzz: bees that forage, block and fight, on a field whose nectar nobody sees."""

from collections.abc import Mapping

from ludotheque.game import Game, Option, OptionValue, switch


def refuse(options: Mapping[str, int], seats: int) -> str | None:
    """What the constants and the number of seats do not allow together."""
    ncases, nfleurs = options["ncases"], options["nfleurs"]
    most = min(32, (ncases // 2) ** 2 - 16)
    if nfleurs > most:
        return f"A board of {ncases} cells a side has room for {most} flowers a quadrant, not {nfleurs} (BZ-2)."
    if options["nectar_initial"] < options["cout_ponte"]:
        price = options["cout_ponte"]
        return f"A hive starts with the price of a bee at least, {price}, not with {options['nectar_initial']} (BZ-3)."
    if options["time_out"] < seats:
        return f"With {seats} seats time_out is at least {seats}, a turn for each, not {options['time_out']} (BZ-11)."
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
    usual=4,
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
    refuse=refuse,
    bots={"easy": "easy", "medium": "medium", "hard": "hard"},
    fault="REST",
    champion="champion",
    clock_seconds=(3.0, 3.0),
)
