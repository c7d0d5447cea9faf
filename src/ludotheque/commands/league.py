"""The command `league`: bots play each other again and again, and a table says how strong they are."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque import terminal
from ludotheque.commands.parser import Arguments, Commands, add_options, options_of
from ludotheque.commands.playing import BOT_HELP, add_program_options, check_scale
from ludotheque.game import GameError
from ludotheque.letters import printable

if TYPE_CHECKING:
    from ludotheque.arena.league import League
    from ludotheque.arena.results import Results
    from ludotheque.arena.standings import Standings

INTERRUPTED = 130  # exit code
LOOK_SECONDS = 1.0  # between two tables while matches are played
MOST_FAULTY = 1000  # matches that are searched for different faults
SHARE = 20  # making tables takes at most one part in so many of the time


def add(commands: Commands) -> None:
    made = commands.add("league", run_league, "let bots play each other many times, and rate them")
    made.add_argument("game")
    made.add_argument("bots", nargs="+", metavar="BOT", help=BOT_HELP)
    length = made.add_mutually_exclusive_group()
    length.add_argument("--rounds", type=int, metavar="N", help="in a round all combinations of bots meet once (10)")
    length.add_argument("--games", type=int, metavar="N", help="so many matches, rounded up to whole groups")
    length.add_argument("--hours", type=float, metavar="H", help="so long, all starts of the command together")
    made.add_argument("--swiss", action="store_true", help="neighbours in the table meet, not everybody")
    made.add_argument("--seats", type=int, help="seats of a match; by default the game's own, if there are enough bots")
    made.add_argument("--seed", type=int, default=0, help="another number gives other matches (0)")
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://…; by default a file of yours")
    made.add_argument("--workers", type=int, metavar="N", help="matches at the same time; by default one per core")
    made.add_argument("--cluster", metavar="ADDRESS", help="play on this Ray cluster, as 10.0.0.1:6379 or auto")
    made.add_argument("--bootstrap", type=int, default=0, metavar="N", help="intervals from N drawn sets of groups")
    made.add_argument("--ladder", action="store_true", help="also rate match by match: newer ones count more")
    made.add_argument("--report", type=Path, metavar="FILE", help="write everything to one HTML file")
    made.add_argument("--json", action="store_true", help="the table as JSON")
    add_program_options(made)
    add_options(made, commands.words)


def run_league(arguments: Arguments) -> int:
    """Play, show the table, and write the report; Ctrl-C ends it earlier, with the table so far."""
    try:
        from ludotheque.arena.league import play_league
        from ludotheque.arena.places import open_runner
        from ludotheque.arena.results import Results
    except ModuleNotFoundError as error:
        raise GameError("A league needs {name}: install ludotheque[arena].", name=error.name) from None
    league, code = make_league(arguments), 0
    with Results(arguments.database) as results:
        try:
            place = open_runner(league.entrants, arguments.workers, arguments.cluster)
            with place as runner, show_progress(league, results) as watch:
                play_league(league, results, runner, watch)
        except KeyboardInterrupt:
            code = INTERRUPTED
        finish(league, results, arguments)
    if code:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
    return code


def make_league(arguments: Arguments) -> "League":
    from ludotheque.arena.entrants import Conditions
    from ludotheque.arena.league import League, Length

    check_scale(arguments.clock_scale)
    conditions = Conditions(arguments.protocol, arguments.clock_scale, arguments.inside, arguments.strict)
    return League.make(
        arguments.game,
        arguments.bots,
        length=Length(arguments.rounds, arguments.games, arguments.hours),
        swiss=arguments.swiss,
        seats=arguments.seats,
        seed=arguments.seed,
        options=options_of(arguments),
        conditions=conditions,
    )


def finish(league: "League", results: "Results", arguments: Arguments) -> None:
    from ludotheque.arena.standings import make_standings

    standings = make_standings(results, league.setting, league.entrants, arguments.bootstrap)
    ladder = list_ladder(league, results) if arguments.ladder else []
    if arguments.json:
        more = {"ladder": ladder} if arguments.ladder else {}
        print(json.dumps({"about": standings.describe(), "table": standings.list_rows(), **more}, ensure_ascii=False))
    else:
        print_tables(standings, ladder)
        print_faults(league, results, standings)
    if arguments.report:
        write_report(league, results, arguments.report)


def list_ladder(league: "League", results: "Results") -> list[dict[str, Any]]:
    from ludotheque.arena.ladder import climb

    names = {entrant.digest: entrant.name for entrant in league.entrants}
    rungs = climb(results.matches(league.setting.series, league.bots), league.setting.teams)
    return [
        {"bot": names[rung.name], "points": rung.points, "mean": rung.mean, "uncertainty": rung.uncertainty}
        for rung in rungs
    ]


def print_tables(standings: "Standings", ladder: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else 200)
    console.print(draw_table(standings))
    if ladder:
        table = Table(box=None, pad_edge=False, header_style="bold", title="Ladder", title_justify="left")
        for name in ladder[0]:
            table.add_column(name, justify="left" if name == "bot" else "right")
        for rung in ladder:
            name, *numbers = rung.values()
            table.add_row(Text(printable(name)), *(f"{value:.2f}" for value in numbers))
        console.print(table)


def print_faults(league: "League", results: "Results", standings: "Standings") -> None:
    """Say why bots failed: of each bot and verdict the first cause, and how to see it again."""
    if not any(row.faults for row in standings.rows):
        return
    names = {row.digest: row.name for row in standings.rows}
    causes: dict[tuple[str, str], str] = {}
    for match in results.matches(league.setting.series, league.bots, most=MOST_FAULTY, faulty=True):
        for seat in match.seats:
            if seat.verdict not in ("ok", "host"):
                causes.setdefault((names[seat.bot], seat.verdict), f"{seat.cause} (seed {match.seed})")
    for (name, verdict), cause in causes.items():
        print(printable(f"{name}, {verdict}: {cause}"))


def write_report(league: "League", results: "Results", file: Path) -> None:
    try:
        from ludotheque.arena.report import make_report

        terminal.write_file(file, make_report(league, results))
    except ModuleNotFoundError as error:
        raise GameError("A report needs {name}: install ludotheque[arena].", name=error.name) from None
    print(f"The report is in {file}.", file=sys.stderr)


@contextmanager
def show_progress(league: "League", results: "Results") -> Iterator[Callable[[int], None]]:
    """Show the table and a bar while matches are played, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
        yield LiveTable(league, results, live)


class LiveTable:
    """The table while matches are played. It is made again now and then, less often if that takes long."""

    def __init__(self, league: "League", results: "Results", live: Any) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

        self._league, self._results, self._live = league, results, live
        self._bar = Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        self._bar.add_task("", total=league.total)
        self._next = 0.0
        live.update(self._bar)

    def __call__(self, done: int) -> None:
        from rich.console import Group

        from ludotheque.arena.standings import make_standings

        self._bar.update(self._bar.task_ids[0], completed=done)
        started = time.monotonic()
        if started < self._next:
            return
        standings = make_standings(self._results, self._league.setting, self._league.entrants)
        self._live.update(Group(draw_table(standings), self._bar))
        self._next = time.monotonic() + max(LOOK_SECONDS, SHARE * (time.monotonic() - started))


def draw_table(standings: "Standings") -> Any:
    from rich.table import Table
    from rich.text import Text

    from ludotheque.arena.standings import HEAD

    table = Table(box=None, pad_edge=False, header_style="bold", title=Text(standings.describe()), title_justify="left")
    for name in HEAD:
        table.add_column(name, justify="left" if name in ("bot", "faults") else "right")
    for row in standings.rows:
        table.add_row(*map(Text, row.cells()))
    return table
