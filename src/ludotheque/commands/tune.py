"""The command `tune`: finds better numbers for the parameters of a bot."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque import game as games
from ludotheque.commands.duel import add_place_options
from ludotheque.commands.parser import Arguments, Commands, options_of
from ludotheque.commands.playing import BOT_HELP, add_match_options
from ludotheque.game import GameError

if TYPE_CHECKING:
    from ludotheque.arena.duel_state import Duel
    from ludotheque.arena.tune import Tried, TunePlan, Tuning


def add(commands: Commands) -> None:
    made = commands.add("tune", tune, "find better numbers for the parameters of a bot")
    made.add_argument("game")
    made.add_argument("bot", help="with PARAMS in a Python file, {name} in a command, or params in bot.toml")
    made.add_argument("--param", action="append", default=[], metavar="NAME=LOW:HIGH", help="what is tuned; repeatable")
    made.add_argument(
        "--log", action="append", default=[], metavar="NAME", help="try this one by factors, not by steps"
    )
    made.add_argument("--rivals", nargs="+", default=[], metavar="BOT", help=f"the pool: {BOT_HELP}")
    made.add_argument("--trials", type=int, default=50, help="candidates in all, earlier runs included")
    made.add_argument("--rounds-each", type=int, default=24, help="seeds for each candidate and rival")
    made.add_argument("--final", type=int, default=1000, help="matches at most between the best one and the defaults")
    made.add_argument("--study", type=Path, help="the file in which the study is kept; by default GAME.study")
    made.add_argument("--seats", type=int, help="number of seats; as few as possible if left out")
    made.add_argument("--fill", metavar="BOT", help="who sits on all further seats")
    add_place_options(made)
    add_match_options(made, commands.words)


def tune(arguments: Arguments) -> None:
    try:
        from ludotheque.arena.places import open_runner
        from ludotheque.arena.results import Results
        from ludotheque.arena.tune import Tuning
        from ludotheque.arena.tune_plot import draw
    except ModuleNotFoundError as error:
        raise GameError("Tuning needs {name}: install ludotheque[arena,tune].", name=error.name) from None
    plan = read_plan(arguments)
    file = arguments.study or Path(f"{arguments.game}.study")
    tuning = Tuning(plan, file)
    if tuning.tried:
        print(f"Going on after {len(tuning.tried)} candidates in {file}.", file=sys.stderr)
    with (
        Results(arguments.database) as results,
        open_runner(plan.rivals, arguments.workers, arguments.cluster) as runner,
    ):
        try:
            tuning.run(arguments.trials, results, runner, after=lambda done: print(describe(done), flush=True))
        finally:
            if tuning.tried:
                draw(tuning.tried, tuning.best, file.with_suffix(".png"))
        duel = tuning.compare(arguments.final, results, runner)
    print_best(tuning, duel)
    print(f"Plot: {file.with_suffix('.png')}")


def read_plan(arguments: Arguments) -> "TunePlan":
    from ludotheque.arena.entrants import Conditions
    from ludotheque.arena.parameters import parse_range
    from ludotheque.arena.tune import make_tune_plan

    game = games.load(arguments.game)
    conditions = Conditions(arguments.protocol, arguments.clock_scale, arguments.inside, arguments.strict)
    return make_tune_plan(
        game,
        arguments.bot,
        [parse_range(text, arguments.log) for text in arguments.param],
        arguments.rivals,
        arguments.rounds_each,
        arguments.seats,
        arguments.fill,
        arguments.seed or 0,
        conditions,
        options_of(arguments),
    )


def describe(tried: "Tried") -> str:
    end = "" if tried.is_whole else ", given up"
    if tried.faults:
        end += f"\n      failed in {tried.faults} matches, first by {tried.cause}"
    return (
        f"{tried.number:4}  {tried.score:6.1%} of points in {tried.groups} groups  {format_values(tried.values)}{end}"
    )


def format_values(values: dict[str, float]) -> str:
    return " ".join(f"{name}={value:.4g}" for name, value in values.items())


def print_best(tuning: "Tuning", duel: "Duel | None") -> None:
    from ludotheque.arena.duel_state import describe as describe_duel

    best = tuning.best
    if best is None:
        print("No candidate has played all rounds yet.")
    elif duel is None:
        print(f"Nothing better than the defaults was found: {format_values(tuning.plan.defaults)}.")
    else:
        print(f"Best: {format_values(best.values)}; the defaults are {format_values(tuning.plan.defaults)}.")
        print("\n".join(describe_duel(duel)[:4]))
