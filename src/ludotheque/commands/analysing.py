"""The command `analyse`: chances over a match, its costliest moves, and how well each seat played."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludotheque import analysis, playback, terminal
from ludotheque.analysis import Analysis
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.match import Match

BARS = "▁▂▃▄▅▆▇█"
COLUMNS = 60  # of a curve


def add(commands: Commands) -> None:
    made = commands.add("analyse", analyse, "show chances over a match, costly moves and each player's accuracy")
    made.add_argument("file", type=Path, help="a record")
    made.add_argument("--moves", type=int, default=5, metavar="N", help="how many costly moves to show (5)")
    made.add_argument("--plies", type=int, help="plies to simulate in all (as many as take some seconds in this game)")
    made.add_argument("--cores", type=int, default=1, metavar="N", help="cores to use; the result is the same (1)")
    made.add_argument("--json", action="store_true", help="print everything as JSON")


def analyse(arguments: Arguments) -> None:
    match = playback.read(terminal.read_file(arguments.file))
    if not match.over:
        raise GameError("This match is not over: an analysis could tell a player more than they may know.")
    with terminal.progress("plies", match.ply) as step:
        found = analysis.analyse(match, arguments.plies, step, arguments.cores)
    if arguments.json:
        print(json.dumps({"game": match.game.name, "names": match.names, **found.json()}))
        return
    for line in describe(match, found, arguments.moves):
        print(line)


def describe(match: Match, found: Analysis, moves: int) -> Iterator[str]:
    yield f"{match.game.title}: {match.ply} plies, {len(found.judgements)} of them judged"
    width = max(map(len, match.names))
    for seat, name in enumerate(match.names):
        accuracy = found.accuracy[seat]
        shown = "    –" if accuracy is None else f"{accuracy:5.1f}"
        chances = [row[seat] for row in found.chances()]
        yield f"{seat} {printable(name):<{width}}  accuracy {shown}  {draw_curve(chances)}"
    for one in found.costliest(moves):
        yield f"ply {one.ply}, {printable(match.names[one.seat])}: {one.move} cost {100 * one.loss:.1f} % of chance"
        yield f"    {one.best} would keep {100 * one.chances[one.seat]:.0f} %, expected: {', '.join(one.expected)}"


def draw_curve(chances: Sequence[float]) -> str:
    """Return a curve of chances from 0 to 1, one character each, at most COLUMNS of them."""
    columns = min(COLUMNS, len(chances))
    picked = [chances[round(i * (len(chances) - 1) / max(1, columns - 1))] for i in range(columns)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in picked)
