"""Random legal matches on one core, with all legal moves listed at every ply: compiled and interpreted."""

import argparse

import ludotheque as lt
from ludotheque.rl.speed import measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names())
    print(f"{'game':<10} {'compiled, plies/s':>20} {'by CPU time':>16} {'interpreted':>14} {'ratio':>8}")
    for name in parser.parse_args().games:
        speed = measure(lt.load(name))
        ratio = speed.compiled / speed.interpreted
        row = f"{speed.compiled:>20,.0f} {speed.compiled_cpu:>16,.0f} {speed.interpreted:>14,.0f} {ratio:>8,.0f}"
        print(f"{name:<10} {row}", flush=True)


if __name__ == "__main__":
    main()
