"""The search against bare random playouts of the same game: plies a second on one core, by CPU time.

    python -m bench.search [GAME …]

Both run in turns, so that a busy machine slows both. `random` searches without the game's search.py, so that the same
kind of moves is played; `own` with it, where there is one. The last columns are the times of a search that has 50 ms,
by the clock. With `--beside 1` all of it runs on one core, beside another process that computes without end.
"""

import argparse
import time
from collections.abc import Sequence

import ludotheque as lt
from bench.neighbours import share_core
from ludotheque import loops
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.rl.speed import make_benchmark
from ludotheque.search import Search
from ludotheque.view import View

PLIES, ROUNDS = 200_000, 7
BUDGET, TIMES = 0.05, 200


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="processes that compute on the same core")
    args = parser.parse_args()
    with share_core(args.beside):
        measure_all(args.games)


def measure_all(names: Sequence[str]) -> None:
    print(f"{'game':<10} {'bare plies/s':>14} {'random':>12} {'ratio':>6} {'own':>12} {'median':>10} {'p99':>10}")
    for name in names:
        game = lt.load(name)
        bare, plain, own = measure(game)
        times = sorted(measure_times(game))
        shown = f"{1000 * times[TIMES // 2]:>7.2f} ms {1000 * times[TIMES * 99 // 100]:>7.2f} ms"
        print(f"{name:<10} {bare:>14,.0f} {plain:>12,.0f} {plain / bare:>6.2f} {own:>12,.0f} {shown}", flush=True)


def measure(game: Game) -> tuple[float, float, float]:
    """Return plies a second: bare, searching at random, and with the game's own functions; the median of the rounds."""
    bare = make_benchmark(game, loops.machine(game, interpreted=False))
    bare(0, 1000)
    own, plain = make_search(game), make_search(game, is_plain=True)
    rates: list[tuple[float, float, float]] = []
    for number in range(ROUNDS):
        started = time.thread_time()
        bare(number, PLIES)
        rates.append((PLIES / (time.thread_time() - started), rate(game, plain, number), rate(game, own, number)))
    middle = ROUNDS // 2
    return tuple(sorted(one[i] for one in rates)[middle] for i in range(3))  # type: ignore[return-value]


def make_search(game: Game, is_plain: bool = False) -> Search:
    """Return a compiled search, with random playouts if `is_plain`."""
    search = Search(game, game.default_seats, is_plain=is_plain)
    search.start(opening(game), 0)
    search.run(plies=1000)
    return search


def opening(game: Game) -> View:
    match = Match(game, game.default_seats, 1, {})
    return match.view(match.active[0])


def rate(game: Game, search: Search, seed: int) -> float:
    search.start(opening(game), seed)
    started = time.thread_time()
    search.run(plies=PLIES)
    return search.plies / (time.thread_time() - started)


def measure_times(game: Game) -> list[float]:
    """Return the seconds that a search with a budget of BUDGET took, again and again."""
    search, view, times = Search(game, game.default_seats), opening(game), []
    for seed in range(TIMES):
        started = time.perf_counter()
        search.start(view, seed)
        search.run_for(BUDGET)
        search.best()
        times.append(time.perf_counter() - started)
    return times


if __name__ == "__main__":
    main()
