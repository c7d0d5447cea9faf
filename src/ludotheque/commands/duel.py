"""The command `duel`: is one bot better than another?"""

import sys
from typing import Any

from ludotheque import game as games
from ludotheque.commands.parser import Arguments, Commands, Parser, options_of
from ludotheque.commands.playing import BOT_HELP, add_match_options
from ludotheque.game import GameError

ACCEPTED, REJECTED, UNDECIDED = 0, 1, 4  # exit codes; 2 is a user's mistake, 3 a bot's fault in `match`


def add(commands: Commands) -> None:
    made = commands.add("duel", run_duel, "test whether bot A is better than bot B, with as few matches as possible")
    made.add_argument("game")
    made.add_argument("first", metavar="A", help=BOT_HELP)
    made.add_argument("second", metavar="B", help="the bot that A should beat")
    made.add_argument("--elo0", type=float, default=0.0, help="reject A if it is only so many points stronger")
    made.add_argument("--elo1", type=float, default=10.0, help="accept A if it is so many points stronger")
    made.add_argument("--alpha", type=float, default=0.05, help="how often an A of --elo0 may be accepted")
    made.add_argument("--beta", type=float, default=0.05, help="how often an A of --elo1 may be rejected")
    made.add_argument("--games", type=int, default=20_000, help="stop undecided after so many matches")
    made.add_argument("--seats", type=int, help="number of seats; as few as possible if left out")
    made.add_argument("--fill", metavar="BOT", help="who sits on all further seats")
    add_place_options(made)
    add_match_options(made, commands.words)


def add_place_options(made: Parser) -> None:
    """Add where matches are played and stored."""
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; by default a file of yours")
    made.add_argument("--cluster", metavar="ADDRESS", help="play on this Ray cluster, as 10.0.0.1:6379 or auto")
    made.add_argument("--workers", type=int, help="matches at the same time; by default one per core")


def run_duel(arguments: Arguments) -> int:
    try:
        from ludotheque.arena.duel import duel
        from ludotheque.arena.duel_state import Duel, describe, live_line
    except ModuleNotFoundError as error:
        raise GameError("A duel needs {name}: install ludotheque[arena].", name=error.name) from None

    def show(state: Duel) -> None:
        if sys.stderr.isatty():
            print(f"\r{live_line(state)}\x1b[K", end="", file=sys.stderr, flush=True)

    names = ("seats", "fill", "elo0", "elo1", "alpha", "beta", "games", "database", "cluster", "workers", "protocol")
    how: dict[str, Any] = {name: getattr(arguments, name) for name in (*names, "clock_scale", "inside", "strict")}
    game = games.load(arguments.game).name
    how |= {"seed": arguments.seed or 0, **options_of(arguments)}
    found = duel(game, arguments.first, arguments.second, after=show, **how)
    show(found)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(describe(found)))
    return {"accepted": ACCEPTED, "rejected": REJECTED, "undecided": UNDECIDED}[found.verdict]
