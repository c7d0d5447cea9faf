"""False timeouts: as many matches at once as `ludotheque clock` allows, with programs that use half of their time."""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import ludotheque as lt
from ludotheque import clock_check, cores
from ludotheque.process import Clock, ProcessSeat
from ludotheque.protocol import LineProtocol

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


class Count(NamedTuple):
    """What happened in some matches."""

    answers: int = 0
    late: int = 0  # because the machine was busy, and excused
    host_faults: int = 0  # verdicts of programs that were late for this reason too often
    timeouts: int = 0
    others: int = 0

    def plus(self, more: "Count") -> "Count":
        return Count(*(one + other for one, other in zip(self, more)))


def play(file: str, seed: int, limit: float) -> Count:
    """Play a match of Ghost."""
    match = lt.new("ghost", seed=seed)
    players = [ProcessSeat(f"{sys.executable} -S {file}", LineProtocol, Clock(5.0, limit)) for _ in range(2)]
    lt.run(match, players)
    late = sum("host" in note for note in match.notes.values())
    verdicts = Counter(verdict.kind for verdict in match.verdicts)
    others = len(match.verdicts) - sum(verdicts[kind] for kind in ("ok", "host", "timeout"))
    return Count(len(match.times), late, verdicts["host"], verdicts["timeout"], others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--matches", type=int, help="at once; as many as the cores allow if left out")
    parser.add_argument("--limit", type=float, default=50.0, help="milliseconds for an answer; programs use half of it")
    arguments = parser.parse_args()
    limit = arguments.limit / 1000
    at_once = arguments.matches or max(1, len(cores.usable()) // 2)
    print(f"{len(cores.usable())} cores, load {os.getloadavg()[0]:.1f}, {at_once} matches at once")
    print("; ".join(clock_check.find_warnings()) or "nothing that makes times uncertain")
    total = Count()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(at_once) as workers:
        file = Path(folder) / "half.py"
        file.write_text(PROGRAM.replace("THINK", str(limit / 2)))
        seed = 1
        while total.answers < arguments.turns:
            for result in workers.map(play, [str(file)] * at_once, range(seed, seed + at_once), [limit] * at_once):
                total = total.plus(result)
            seed += at_once
    minutes = (time.monotonic() - started) / 60
    print(f"{total.answers} answers of {1000 * limit:g} ms in {seed - 1} matches and {minutes:.1f} min: ", end="")
    print(f"{total.late} late because the machine was busy and excused, {total.host_faults} verdicts host, ", end="")
    print(f"{total.timeouts} false timeouts, {total.others} other verdicts; load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
