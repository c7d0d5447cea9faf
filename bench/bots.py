"""CPU time of a whole match between a game's own bots, in one process: bench/bots.py [GAME …]."""

import sys
import time

import ludotheque as lt
from ludotheque import referee
from ludotheque.seat import make_player
from ludotheque.terminal import print_table

MATCHES = 3


def measure_match(name: str, strength: str) -> tuple[float, int]:
    """Return seconds and plies of the fastest of a few matches; the first one compiles and is not counted."""
    taken = []
    for seed in range(MATCHES + 1):
        match = lt.new(name, seed=seed)
        players = [make_player(match.game, strength) for _ in range(match.seats)]
        started = time.process_time()
        referee.run(match, players)
        taken.append((time.process_time() - started, match.ply))
    return min(taken[1:])


def main() -> None:
    rows = []
    for name in sys.argv[1:] or lt.names():
        for strength in lt.load(name).bots:
            cpu, plies = measure_match(name, strength)
            rows.append([name, strength, str(lt.load(name).default_seats), str(plies), f"{cpu * 1000:.0f} ms"])
    print_table(["game", "bots", "seats", "plies", "CPU"], rows)


if __name__ == "__main__":
    main()
