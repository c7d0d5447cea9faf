"""How long a bot that plays by the clock needs for its answers: python -m bench.answers ghost champion medium

It plays as in a program of its own; the times are those of its function alone. On a busy machine it also waits for the
processor, which is in the wall time and not in the CPU time.
"""

import argparse
import time
from collections.abc import Sequence

import ludotheque as lt
from ludotheque.commands.bot import find_bot, find_program, warm_up
from ludotheque.referee import Player
from ludotheque.seat import FunctionSeat, make_player
from ludotheque.view import View

PERCENTILES = (50, 90, 99, 100)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("bot")
    parser.add_argument("rival")
    parser.add_argument("--matches", type=int, default=6)
    args = parser.parse_args()
    game = lt.load(args.game)
    play = find_program(find_bot(game, args.bot))
    warm_up(game, play)
    times: list[tuple[float, float]] = []

    def measured(view: View) -> str | Sequence[str]:
        wall, cpu = time.perf_counter(), time.thread_time()
        answer = play(view)
        times.append((1000 * (time.perf_counter() - wall), 1000 * (time.thread_time() - cpu)))
        return answer

    for seed in range(args.matches):
        seats: list[Player] = [make_player(game, args.rival) for _ in range(game.default_seats)]
        seats[seed % len(seats)] = FunctionSeat(args.bot, measured)
        lt.run(lt.Match(game, len(seats), seed, {}), seats)
    print(f"{len(times)} answers of {args.bot}, in ms of {1000 * game.clock_seconds[1]:.0f}")
    for column, name in enumerate(("wall", "CPU")):
        ordered = sorted(row[column] for row in times)
        shown = (f"{one} % {ordered[min(len(ordered) - 1, len(ordered) * one // 100)]:.1f}" for one in PERCENTILES)
        print(f"{name:>5}  {'  '.join(shown)}")


if __name__ == "__main__":
    main()
