"""Random turns of Ghost in the Cell on one core: a few orders for each side, without lists of legal moves."""

import argparse
import time

import numpy as np

import ludotheque as lt
from ludotheque import loops
from ludotheque.dice import LENGTH
from ludotheque.games.ghost.playout import playouts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5, help="the best one counts, because other programs may run too")
    args = parser.parse_args()
    game = lt.load("ghost")
    play = loops.machine(game, interpreted=False)(playouts)
    states, blank = np.zeros(1, game.rules.State), np.zeros(1, game.rules.State)
    blank["league"] = 3
    dice, counts = np.zeros(LENGTH, np.int64), np.zeros(2, np.int64)
    play(states, blank, 10, dice, counts)  # compiles
    rates = []
    for _ in range(args.rounds):
        counts[:] = 0
        wall, cpu = time.perf_counter(), time.thread_time()
        play(states, blank, args.matches, dice, counts)
        rates.append((counts[0] / (time.perf_counter() - wall), counts[0] / (time.thread_time() - cpu)))
    turns, orders = counts.tolist()
    print(f"{max(r[0] for r in rates):,.0f} turns/s, {max(r[1] for r in rates):,.0f} by CPU time; ", end="")
    print(f"{args.matches:,} matches with their maps, {turns:,} turns, {orders / turns:.1f} orders a turn")


if __name__ == "__main__":
    main()
