"""Win rates of each bot of a game against the next weaker one, with the seats swapped.

    python bench/strength.py emile --games 400 --seats 2
    python bench/strength.py meduris --old ../earlier --games 40

With `--old`, a checkout of an earlier version, the strongest two levels also meet its `medium` and `hard`. These run as
programs with the code of that checkout.

For every seed the stronger bot takes each seat once, and the weaker one takes all others. First place alone counts as a
win, a shared first place as half a win, also with more than two seats. If neither bots nor game are random, the same
match would be played again and again: `--opening 6` plays the first six turns at random.
"""

import argparse
import math
import multiprocessing
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ludotheque as lt
from ludotheque.game import Game
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
    table = make_table(f"{game.title}, {seats} seats")
    faults: list[str] = []
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for strong, weak in [*pairs(list(game.bots)), *old_pairs(list(game.bots), args.old)]:
            pairings = list(make_pairings(game.name, strong, weak, seats, args))
            played = pool.map(play, pairings, chunksize=4)
            bar = track(played, f"{strong} – {weak}", len(pairings), console=Console(stderr=True))
            results = list(bar)
            table.add_row(strong, weak, *row_of(results))
            faults += first_fault(strong, [fault for result in results for fault in result.strong_faults])
            faults += first_fault(weak, [fault for result in results for fault in result.weak_faults])
    note = f"equal bots would win {1 / seats:.1%}; ends: number of different final positions"
    table.caption = "\n".join([note, *faults])
    Console().print(table)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("--games", type=int, default=400, help="matches for each pair, at least (400)")
    parser.add_argument("--opening", type=int, default=0, help="turns that are played at random before the bots start")
    parser.add_argument("--old", type=Path, help="a checkout of an earlier version to play against")
    parser.add_argument("--seats", type=int, help="number of seats (the game's default)")
    return parser.parse_args()


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
    """Yield every seat for every seed from 0 on."""
    for seed in range(math.ceil(args.games / seats)):
        for seat in range(seats):
            yield Pairing(game, strong, weak, seats, seat, seed, args.opening, str(args.old or ""))


def play(pairing: Pairing) -> Result:
    """Play one match, in a worker process."""
    game = lt.load(pairing.game)
    names = [pairing.strong if seat == pairing.seat else pairing.weak for seat in range(pairing.seats)]
    players = [make_bot(game, name, pairing.old) for name in names]
    match = lt.run(play_opening(lt.Match(game, pairing.seats, pairing.seed, {}), pairing.opening), players)
    strong_faults = [v for seat, v in enumerate(match.verdicts) if v != OK and seat == pairing.seat]
    weak_faults = [v for seat, v in enumerate(match.verdicts) if v != OK and seat != pairing.seat]
    return Result(points(match.ranks, pairing.seat), strong_faults, weak_faults, match.ply, match.checksum())


def make_bot(game: Game, name: str, old: str) -> Player:
    """Return a bot of this version, or one of the earlier version as a program."""
    if not name.startswith(OLD):
        return make_player(game, name)
    folder, level = Path(old).resolve(), name.removeprefix(OLD)
    runner = Path(__file__).with_name("old_bot.py").resolve()
    command = f"{sys.executable} {runner} {folder} ludotheque.games.{game.name}.bots.{level}"
    return make_player(game, command, "lines", OLD_CLOCK_SCALE)


def play_opening(match: lt.Match, turns: int) -> lt.Match:
    """Play `turns` random turns; they depend on the seed only, not on the bots."""
    rng, first = random.Random(match.seed), turn_of(match)
    while not match.over and turn_of(match) < first + turns:
        seat = match.active[0]
        match.play(rng.choice(match.legal(seat)), seat)
    return match


def turn_of(match: lt.Match) -> int:
    return int(match.view().turn)


def points(ranks: Sequence[int], seat: int) -> float:
    """Return 1 for first place alone, 0.5 for a shared one, else 0."""
    if ranks[seat] != 1:
        return 0.0
    return 1.0 if ranks.count(1) == 1 else 0.5


def row_of(results: Sequence[Result]) -> Iterable[str]:
    """Yield the numbers of a row of the table."""
    matches = len(results)
    won = sum(result.points for result in results)
    low, high = wilson(won / matches, matches)
    yield f"{won / matches:.1%}"
    yield f"{low:.1%} – {high:.1%}"
    yield str(matches)
    yield str(len({result.checksum for result in results}))
    yield f"{sum(result.plies for result in results) / matches:.0f}"
    yield str(sum(len(result.strong_faults) for result in results))
    yield str(sum(len(result.weak_faults) for result in results))


def first_fault(bot: str, faults: Sequence[str]) -> list[str]:
    """Return a line about the first fault of a bot, or nothing."""
    return [f"{bot} at fault: {faults[0]}"] if faults else []


def wilson(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    width = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - width), min(1.0, middle + width)


def make_table(title: str) -> Table:
    table = Table(title=title, box=None, pad_edge=False)
    table.add_column("bot", no_wrap=True)
    table.add_column("against", no_wrap=True)
    for heading in ("wins", "95 %", "matches", "ends", "plies", "faults", "theirs"):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


if __name__ == "__main__":
    main()
