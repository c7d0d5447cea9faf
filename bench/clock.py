"""False timeouts: as many matches at once as `ludotheque clock` allows, with programs that use half of their time."""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import ludotheque as lt
from ludotheque import clock_check, cores
from ludotheque.match import Match
from ludotheque.process import Clock, ProcessSeat
from ludotheque.protocol import LineProtocol

LIMIT = 0.05
PROGRAM = """
import sys, time
for line in sys.stdin:
    if line == "go\\n":
        end = time.thread_time() + THINK
        while time.thread_time() < end:
            pass
        sys.stdout.write("END\\n")
        sys.stdout.flush()
"""


def play(file: str, seed: int) -> tuple[int, int, int]:
    """Play a match of Ghost; return its turns, the answers that were excused, and the false timeouts."""
    match = lt.new("ghost", seed=seed)
    players = [ProcessSeat(f"{sys.executable} -S {file}", LineProtocol, Clock(5.0, LIMIT)) for _ in range(2)]
    lt.run(match, players)
    excused = sum("host" in note for note in match.notes.values())
    return count_answers(match), excused, sum(verdict.kind == "timeout" for verdict in match.verdicts)


def count_answers(match: Match) -> int:
    return sum(times is not None for times in match.times.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--matches", type=int, help="at once; as many as the cores allow if left out")
    arguments = parser.parse_args()
    at_once = arguments.matches or max(1, len(cores.usable()) // 2)
    print(f"{len(cores.usable())} cores, load {os.getloadavg()[0]:.1f}, {at_once} matches at once")
    print("; ".join(clock_check.find_warnings()) or "nothing that makes times uncertain")
    total = [0, 0, 0]
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(at_once) as workers:
        file = Path(folder) / "half.py"
        file.write_text(PROGRAM.replace("THINK", str(LIMIT / 2)))
        seed = 1
        while total[0] < arguments.turns:
            results = workers.map(play, [str(file)] * at_once, range(seed, seed + at_once))
            total = [sum(column) for column in zip(total, *results)]
            seed += at_once
    minutes = (time.monotonic() - started) / 60
    print(
        f"{total[0]} answers in {minutes:.1f} min: {total[1]} late because the machine was busy and excused, ", end=""
    )
    print(f"{total[2]} false timeouts")


if __name__ == "__main__":
    main()
