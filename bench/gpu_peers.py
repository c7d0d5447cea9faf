"""Random legal play on one GPU in one run: our games, and the nearest games of pgx (which needs jax with CUDA).

python bench/gpu_peers.py --matches 131072 --seconds 5
"""

import argparse
import importlib.util
import time
from collections.abc import Iterator

import numba.cuda

import ludotheque as lt
from bench.gpu import play
from bench.peers import Rate, count_per_second, measure_pgx

PLIES = 64  # in one call


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=131_072)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    for rate in measure_all(chosen.matches, chosen.seconds):
        print(f"{rate.library:<12} {rate.way:<26} {rate.game:<14} {rate.plies / 1e6:>10,.1f} million/s", flush=True)


def measure_all(matches: int, seconds: float) -> Iterator[Rate]:
    for name in lt.names():
        for way, observes in (("masks", False), ("masks and observations", True)):
            yield Rate("Ludothèque", way, name, measure_batch(name, matches, seconds, observes))
    if importlib.util.find_spec("pgx") is not None:
        yield from measure_pgx(seconds, matches, time.perf_counter)


def measure_batch(name: str, matches: int, seconds: float, observes: bool) -> float:
    batch = lt.batch(name, matches, "cuda", restart=True)
    batch.reset(1)
    if observes:
        batch.observe()

    def play_all() -> int:
        play(batch, PLIES, observes)
        numba.cuda.synchronize()
        return PLIES * matches

    return count_per_second(play_all, seconds, time.perf_counter)


if __name__ == "__main__":
    main()
