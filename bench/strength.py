"""Win rates of each bot of a game against the next weaker one, with the seats swapped.

    python bench/strength.py emile --games 400 --seats 2
    python bench/strength.py meduris --old ../earlier --games 40
    python bench/strength.py meduris --old ../earlier --pair champion "old hard" --seats 3 --jobs 14 --minutes 4

With `--old`, a checkout of an earlier version, the strongest two levels also meet its `medium` and `hard`. These run as
programs with the code of that checkout. `--pair` measures one pair only, and `--minutes` starts no match after that
time: seeds that were not played from all seats are then left out.

For every seed the stronger bot takes each seat once, and the weaker one takes all others; with `--teams` partners are
the same bot. First place alone counts as a win, a shared first place as its share. If neither bots nor game are random,
the same match would be played again and again: `--opening 6` plays the first six turns at random.
"""

import argparse
import math
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque as lt
from ludotheque.arena.matches import play_opening
from ludotheque.game import Game
from ludotheque.intervals import wilson
from ludotheque.record import OK
from ludotheque.referee import Player
from ludotheque.seat import make_player

WEAKEST = "random"
OLD = "old "  # in front of the name of an earlier bot
OLD_LEVELS = ("medium", "hard")
OLD_CLOCK_SCALE = 20.0  # matches are played side by side, and no old bot should lose by time


@dataclass(frozen=True)
class Pairing:
    """A match to play: the stronger bot has `seat`, the weaker one all others."""

    game: str
    strong: str
    weak: str
    seats: int
    seat: int
    seed: int
    opening: int
    old: str  # folder of the earlier version
    has_teams: bool
    end: float  # time.time() after which no match starts


@dataclass(frozen=True)
class Result:
    """The points of the stronger bot, the verdicts of bots at fault, and the plies and checksum of the match."""

    points: float
    strong_faults: Sequence[str]
    weak_faults: Sequence[str]
    plies: int
    checksum: str


def main() -> None:
    args = parse_arguments()
    game = lt.load(args.game)
    seats = args.seats or game.default_seats
    sides = count_sides(args, seats)
    table = make_table(f"{game.title}, {seats} seats")
    faults: list[str] = []
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        for strong, weak in args.pair or [*pairs(list(game.bots)), *old_pairs(list(game.bots), args.old)]:
            play(next(make_pairings(game.name, strong, weak, seats, args)))  # compiles, before many processes would
            pairings = list(make_pairings(game.name, strong, weak, seats, args))
            played = pool.map(play, pairings, chunksize=1 if args.minutes else 4)
            bar = track(played, f"{strong} – {weak}", len(pairings), console=Console(stderr=True))
            results = whole_seeds(list(bar), sides)
            table.add_row(strong, weak, *row_of(results))
            faults += first_fault(strong, [fault for result in results for fault in result.strong_faults])
            faults += first_fault(weak, [fault for result in results for fault in result.weak_faults])
    note = f"equal bots would win {1 / sides:.1%}; ends: number of different final positions"
    table.caption = "\n".join([note, *faults])
    Console().print(table)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("--games", type=int, default=400, help="matches for each pair, at least (400)")
    parser.add_argument("--opening", type=int, default=0, help="turns that are played at random before the bots start")
    parser.add_argument("--old", type=Path, help="a checkout of an earlier version to play against")
    parser.add_argument("--seats", type=int, help="number of seats (the game's default)")
    parser.add_argument("--teams", action="store_true", help="play in teams, if the game can")
    parser.add_argument("--pair", nargs=2, action="append", metavar="BOT", help="a bot and its rival, instead of all")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--jobs", type=int, help="matches at a time (as many as there are cores)")
    parser.add_argument("--minutes", type=float, help="for each pair")
    return parser.parse_args()


def count_sides(args: argparse.Namespace, seats: int) -> int:
    """Return how many seats the stronger bot takes in turn: of two teams each has one, and its partner follows."""
    return 2 if args.teams else seats


def pairs(strengths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each strength with the one below it, strongest first; random is the weakest, and also meets the second."""
    ladder = [*reversed(strengths), WEAKEST]
    yield from pairwise(ladder)
    if len(strengths) > 1:
        yield strengths[1], WEAKEST


def old_pairs(strengths: Sequence[str], old: Path | None) -> Iterator[tuple[str, str]]:
    """Yield the two strongest levels with each level of the earlier version."""
    if old is not None:
        yield from ((strong, OLD + level) for strong in reversed(strengths[-2:]) for level in reversed(OLD_LEVELS))


def make_pairings(game: str, strong: str, weak: str, seats: int, args: argparse.Namespace) -> Iterator[Pairing]:
    """Yield every seat for every seed from the first on."""
    end = time.time() + 60 * args.minutes if args.minutes else math.inf
    sides = count_sides(args, seats)
    for seed in range(args.first, args.first + math.ceil(args.games / sides)):
        for seat in range(sides):
            yield Pairing(game, strong, weak, seats, seat, seed, args.opening, str(args.old or ""), args.teams, end)


def play(pairing: Pairing) -> Result | None:
    """Play one match, in a worker process; None if its time is over before it starts."""
    if time.time() > pairing.end:
        return None
    game = lt.load(pairing.game)
    match = lt.Match(game, pairing.seats, pairing.seed, {"teams": True} if pairing.has_teams else {})
    is_strong = [team == match.team_numbers[pairing.seat] for team in match.team_numbers]
    players = [make_bot(game, pairing.strong if strong else pairing.weak, pairing.old) for strong in is_strong]
    play_opening(match, pairing.opening)
    lt.run(match, players)
    strong_faults = [v for v, strong in zip(match.verdicts, is_strong) if v != OK and strong]
    weak_faults = [v for v, strong in zip(match.verdicts, is_strong) if v != OK and not strong]
    return Result(match.shares_of_first[pairing.seat], strong_faults, weak_faults, match.ply, match.checksum())


def whole_seeds(results: Sequence[Result | None], sides: int) -> list[Result]:
    """Return the results of seeds that were played from all sides."""
    found: list[Result] = []
    for start in range(0, len(results), sides):
        rows = [result for result in results[start : start + sides] if result is not None]
        found += rows if len(rows) == sides else []
    return found


def make_bot(game: Game, name: str, old: str) -> Player:
    """Return a bot of this version, or one of the earlier version as a program."""
    if not name.startswith(OLD):
        return make_player(game, name)
    folder, level = Path(old).resolve(), name.removeprefix(OLD)
    runner = Path(__file__).with_name("old_bot.py").resolve()
    command = f"{sys.executable} {runner} {folder} ludotheque.games.{game.name}.bots.{level}"
    return make_player(game, command, "lines", OLD_CLOCK_SCALE)


def row_of(results: Sequence[Result]) -> Iterable[str]:
    """Yield the numbers of a row of the table."""
    matches = len(results)
    won = sum(result.points for result in results) / max(1, matches)
    low, high = wilson(won, matches)
    yield f"{won:.1%}" if matches else "–"
    yield f"{low:.1%} – {high:.1%}"
    yield str(matches)
    yield str(len({result.checksum for result in results}))
    yield f"{sum(result.plies for result in results) / max(1, matches):.0f}"
    yield str(sum(len(result.strong_faults) for result in results))
    yield str(sum(len(result.weak_faults) for result in results))


def first_fault(bot: str, faults: Sequence[str]) -> list[str]:
    """Return a line about the first fault of a bot, or nothing."""
    return [f"{bot} at fault: {faults[0]}"] if faults else []


def make_table(title: str) -> Table:
    table = Table(title=title, box=None, pad_edge=False)
    table.add_column("bot", no_wrap=True)
    table.add_column("against", no_wrap=True)
    for heading in ("wins", "95 %", "matches", "ends", "plies", "faults", "theirs"):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


if __name__ == "__main__":
    main()
