"""How long a whole match between a game's own bots takes, in one process: bench/bots.py [GAME …]."""

import sys
import time

import ludotheque as lt
from ludotheque import referee
from ludotheque.seat import make_player
from ludotheque.terminal import print_table

MATCHES = 3


def seconds(name: str, strength: str) -> tuple[float, int]:
    """The quickest of some matches with as many bots as usual, and its plies; compiling is not counted."""
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
            cpu, plies = seconds(name, strength)
            rows.append([name, strength, str(lt.load(name).default_seats), str(plies), f"{cpu * 1000:.0f} ms"])
    print_table(["game", "bots", "seats", "plies", "CPU"], rows)


if __name__ == "__main__":
    main()
