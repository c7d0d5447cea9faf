"""How long a built-in bot needs for its answers as a program: python -m bench.answers ghost champion medium

The referee measures from the question to the answer, so reading and writing lines are part of it. On a busy machine
the bot also waits for the processor, which is in the wall time and not in the CPU time. With `--beside 1` all of it
runs on one core, beside another process that computes without end.
"""

import argparse
import os
import sys
from collections.abc import Sequence

import ludotheque as lt
from bench.neighbours import share_core
from ludotheque.game import Game
from ludotheque.record import Times
from ludotheque.seat import make_player

PERCENTILES = (50, 90, 99, 100)
CLOCK_SCALE = 20.0  # a late answer should not end the match


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("bot")
    parser.add_argument("rival")
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="processes that compute on the same core")
    args = parser.parse_args()
    game = lt.load(args.game)
    seeds = range(args.first, args.first + args.matches)
    with share_core(args.beside):
        times = [one for seed in seeds for one in measure(game, args.bot, args.rival, seed)]
    print(f"{len(times)} answers of {args.bot}, in ms of {1000 * game.clock_seconds[1]:.0f};", end=" ")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, seconds in (("wall", [one.wall for one in times]), ("CPU", [one.cpu or 0.0 for one in times])):
        print(f"{name:>5}  {describe(sorted(seconds))}")


def describe(ordered: Sequence[float]) -> str:
    """Return how long so many percent of the answers took at most, in milliseconds."""
    last = len(ordered) - 1
    return "  ".join(f"{part} % {1000 * ordered[min(last, len(ordered) * part // 100)]:.1f}" for part in PERCENTILES)


def measure(game: Game, bot: str, rival: str, seed: int) -> list[Times]:
    """Play a match; return the times of all answers of `bot` but the first, which has a longer clock."""
    program = f"{sys.executable} -m ludotheque.cli bot {game.name} {bot}"
    seat = seed % game.default_seats
    players = [make_player(game, rival) for _ in range(game.default_seats)]
    players[seat] = make_player(game, program, "lines", CLOCK_SCALE)
    match = lt.Match(game, len(players), seed, {})
    lt.run(match, players)
    return [times for ply, times in sorted(match.times.items()) if match.played[ply - 1].seat == seat][1:]


if __name__ == "__main__":
    main()
