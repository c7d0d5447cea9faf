"""The search on several cores against the search on one: python -m bench.search_cores [GAME …] --cores 2

Both search the same position for the same time, in turns, so that a busy machine slows both. `speed-up` is how many
times as many playouts there were by the clock; `per CPU s` is the same for each second on the CPU, of all threads
together. Below 1 the threads hinder each other. `got` is how many cores each had, on average: on a busy machine the
speed-up can be no more than the second of them divided by the first.

`--matches 60` also lets the two play each other, for strength in equal time: each core has `--plies` for a move, and so
the search on several cores has that many times as many. This needs no free cores.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

import ludotheque as lt
from bench.against import interval
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.notation import write
from ludotheque.search import ParallelSearch
from ludotheque.seat import FunctionSeat
from ludotheque.view import View

SECONDS, ROUNDS = 0.4, 9
SEATS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--matches", type=int, default=0, help="between the two, with two seats")
    parser.add_argument("--plies", type=int, default=20_000, help="of each core for a move in these matches")
    parser.add_argument("--first", type=int, default=0, help="the first seed of these matches")
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; playouts a second on 1 and on {args.cores} cores")
    print(f"{'game':<10} {'1 core':>10} {args.cores:>4} cores {'speed-up':>9} {'per CPU s':>10} {'got':>10}")
    for name in args.games:
        game = lt.load(name)
        print(f"{name:<10} {describe_speed(game, args.cores)}", flush=True)
        if args.matches:
            seeds = range(args.first, args.first + args.matches // SEATS)
            mean, width = interval([play_seed(game, args.cores, args.plies, seed) for seed in seeds])
            print(f"{'':<10} {args.cores} cores won {100 * mean:.1f} ± {100 * width:.1f} % of {args.matches} matches")


def describe_speed(game: Game, cores: int) -> str:
    searches = [ParallelSearch(game, game.default_seats, count) for count in (1, cores)]
    match = Match(game, game.default_seats, 1, {})
    view = match.view(match.active[0])
    measure(searches[0], view, 0)  # compiles
    rows = [[measure(search, view, seed) for search in searches] for seed in range(ROUNDS)]
    one, many = (statistics.median(row[i][0] for row in rows) for i in range(2))
    speed_up, by_cpu = (statistics.median(row[1][i] / row[0][i] for row in rows) for i in range(2))
    got = [statistics.median(row[i][0] / row[i][1] for row in rows) for i in range(2)]
    return f"{one:>10,.0f} {many:>10,.0f} {speed_up:>9.2f} {by_cpu:>10.2f} {got[0]:>5.2f} {got[1]:.2f}"


def measure(search: ParallelSearch, view: View, seed: int) -> tuple[float, float]:
    """Return playouts a second, by the clock and by CPU time."""
    search.start(view, seed)
    wall, cpu = time.perf_counter(), time.process_time()
    search.run_for(SECONDS)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return search.playouts / wall, search.playouts / cpu


def play_seed(game: Game, cores: int, plies: int, seed: int) -> float:
    """Play one seed from each seat; return the share of first places of the search on several cores."""
    shares = []
    for seat in range(SEATS):
        players = [FunctionSeat("one core", make_play(game, 1, plies)) for _ in range(SEATS)]
        players[seat] = FunctionSeat(f"{cores} cores", make_play(game, cores, plies))
        match = Match(game, SEATS, seed, {})
        lt.run(match, players)
        shares.append(match.shares_of_first[seat])
    return statistics.mean(shares)


def make_play(game: Game, cores: int, plies: int) -> Callable[[View], str]:
    """Return a bot that searches with so many plies on each core."""
    search = ParallelSearch(game, SEATS, cores)

    def play(view: View) -> str:
        if len(view.legal_rows(view.seat)) == 1:
            return view.legal()[0]
        search.start(view, view.random.getrandbits(62))
        search.run(plies=plies * cores)
        return write(game.rules.MOVES, search.best())

    return play


if __name__ == "__main__":
    main()
