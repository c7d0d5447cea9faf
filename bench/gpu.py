"""Every game on the GPU: is it byte for byte the CPU's, and how fast is it? `make gpu` runs this."""

import argparse
import statistics
import sys
import time

import numpy as np

import ludotheque as lt
from ludotheque.rl.batch import Batch, NoDevice

MATCHES, LOOKS, PLIES = 8192, 40, 25  # equality: so many matches, compared so often, so many plies apart
RUNS = 7


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names(), help="games to look at; all by default")
    parser.add_argument("--matches", type=int, default=1 << 20, help="matches side by side when the rate is measured")
    asked = parser.parse_args()
    try:
        lt.batch(asked.games[0], 1, device="cuda")
    except NoDevice as error:
        print(f"{error} Nothing was measured.")
        return 0
    print(f"{'game':<10} {'seats':>5} {'compared':>22} {'equal':>6} {'GPU plies/s':>14} {'runs':>30}")
    return max(report(name, asked.matches) for name in asked.games)


def report(name: str, matches: int) -> int:
    """One line a game; 1 if the two machines differ."""
    seats = lt.load(name).usual_seats
    plies, equal = compare(name, seats)
    rates = measure(name, seats, matches)
    spread = f"{min(rates) / 1e6:,.0f} … {max(rates) / 1e6:,.0f} million"
    compared = f"{MATCHES} matches, {plies / 1e6:.1f} M plies"
    median = f"{statistics.median(rates) / 1e6:,.0f} M"
    print(f"{name:<10} {seats:>5} {compared:>22} {'yes' if equal else 'NO':>6} {median:>14} {spread:>30}", flush=True)
    return int(not equal)


def compare(name: str, seats: int) -> tuple[int, bool]:
    """Play the same random matches on both machines, and compare all that a batch holds."""
    pair = [lt.batch(name, MATCHES, device, seats) for device in ("cpu", "cuda")]
    for one in pair:
        one.reset(np.arange(MATCHES) * 7919 - 12345)
    equal = same(*pair)
    for look in range(LOOKS):
        for one in pair:
            if look % 4 == 3:  # now and then by step, with the first legal move
                one.step(host(one.masks).argmax(axis=1))
            else:
                one.play_random(PLIES)
        equal = equal and same(*pair)
    return int(host(pair[0].plies).sum()), equal


def same(cpu: Batch, gpu: Batch) -> bool:
    """Are states, masks, seats awaited and errors the same bytes?"""
    names = ("states", "masks", "waiting", "errors", "plies")
    return all(host(getattr(cpu, n)).tobytes() == host(getattr(gpu, n)).tobytes() for n in names)


def measure(name: str, seats: int, matches: int) -> list[float]:
    """Plies a second of random legal play, masks included, in several synchronised runs."""
    from numba import cuda

    batch = lt.batch(name, matches, "cuda", seats)
    rates = []
    for run in range(RUNS + 1):
        batch.reset(np.arange(matches) + run * matches)
        cuda.synchronize()
        started = time.perf_counter()
        batch.play_random(4 * PLIES)
        cuda.synchronize()
        rates.append(float(host(batch.plies).sum()) / (time.perf_counter() - started))
    return rates[1:]  # the first one compiles


def host(array: object) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


if __name__ == "__main__":
    sys.exit(main())
