"""First places of a bot against rivals of its own, around the table in every order.

    python -m bench.against alchemy champion bench/rivals/alchemy_greedy.py --seeds 20 --opening 6
    python -m bench.against bzzz champion bench/rivals/bzzz_{hunter,raider,forager}.py --preset moteur
    python -m bench.against meduris champion "old hard" --old ../earlier

For every seed the bot meets the rivals in every order. With two seats it has each of them once; with more its seat
changes from match to match. A shared first place counts as its share. Matches of one seed are alike, so the interval
is computed from the means of the seeds.
"""

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence
from itertools import permutations

import ludotheque as lt
from bench.strength import OLD, make_bot
from ludotheque.arena.matches import play_opening
from ludotheque.game import Game
from ludotheque.record import OK
from ludotheque.referee import Player
from ludotheque.seat import make_player


def main() -> None:
    args = parse_arguments()
    game = lt.load(args.game)
    by_seed: list[list[tuple[float, float]]] = []
    by_order: dict[str, list[float]] = {}
    for seed in range(args.first, args.first + args.seeds):
        by_seed.append([])
        for seats, seat in arrange(args.bot, args.rivals, seed):
            match = play(game, seats, seed, args)
            share, margin = points(match, seat)
            by_seed[-1].append((share, margin))
            by_order.setdefault(describe(seats, seat), []).append(share)
    for order, shares in by_order.items():
        print(f"{order:60} {statistics.mean(shares):.1%} of {len(shares)}")
    for column, name, factor in ((0, "first", 100.0), (1, "margin", 1.0)):
        mean, width = interval([statistics.mean(row[column] for row in rows) for rows in by_seed])
        print(f"{args.bot} {name}: {factor * mean:.1f} ± {factor * width:.1f} ({sum(map(len, by_seed))} matches)")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("bot")
    parser.add_argument("rivals", nargs="+", help="names of bots, or Python files with play(view)")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--opening", type=int, default=0, help="turns that are played at random before the bots start")
    parser.add_argument("--old", default="", help='a checkout of an earlier version, whose bots are called "old …"')
    parser.add_argument("--preset", help="a preset of the game's options")
    return parser.parse_args()


def arrange(bot: str, rivals: Sequence[str], seed: int) -> Iterator[tuple[list[str], int]]:
    """Yield who sits where, and the bot's seat: the rivals follow it in every order."""
    count = len(rivals) + 1
    for number, order in enumerate(dict.fromkeys(permutations(rivals))):
        for seat in range(2) if count == 2 else [(seed + number) % count]:
            around = [bot, *order]
            yield [around[(i - seat) % count] for i in range(count)], seat


def play(game: Game, seats: Sequence[str], seed: int, args: argparse.Namespace) -> lt.Match:
    options = dict(game.presets[args.preset]) if args.preset else {}
    match = lt.Match(game, len(seats), seed, options)
    play_opening(match, args.opening)
    lt.run(match, [make_seat(game, name, args.old) for name in seats])
    for name, verdict in zip(seats, match.verdicts):
        if verdict != OK:
            print(f"{name} at fault: {verdict}")
    return match


def make_seat(game: Game, name: str, old: str) -> Player:
    return make_bot(game, name, old) if name.startswith(OLD) else make_player(game, name, inside=True)


def points(match: lt.Match, seat: int) -> tuple[float, float]:
    """Return the bot's share of the first place, and by how much it is ahead of the best other seat."""
    values = [outcome[0] for outcome in match.outcome]
    return match.shares_of_first[seat], values[seat] - max(value for other, value in enumerate(values) if other != seat)


def describe(seats: Sequence[str], seat: int) -> str:
    return " ".join(seats[(seat + i) % len(seats)].rpartition("/")[2].removesuffix(".py") for i in range(len(seats)))


def interval(means: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half the width of its 95 % interval."""
    error = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.nan
    return statistics.mean(means), 1.96 * error


if __name__ == "__main__":
    main()
