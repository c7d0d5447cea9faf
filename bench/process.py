"""The cost of the referee: a match of Ghost between two programs that do nothing, and a bare loop over their pipes."""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ludotheque as lt
from ludotheque.seat import make_player, protocol_of

TURNS = 200
PROGRAM = """
import sys
lines, out = sys.stdin, sys.stdout
count = int(lines.readline())
for _ in range(int(lines.readline())):
    lines.readline()
while True:
    head = lines.readline()
    if not head:
        break
    for _ in range(int(head)):
        lines.readline()
    out.write("WAIT\\n")
    out.flush()
"""


def time_match(command: str, seed: int) -> float:
    """Return the seconds of a whole match, from the start of the programs to their end."""
    game = lt.load("ghost")
    match = lt.new("ghost", seed=seed)
    started = time.perf_counter()
    lt.run(match, [make_player(game, command, clock_scale=20) for _ in range(2)])
    seconds = time.perf_counter() - started
    assert match.verdicts == ["ok", "ok"], match.verdicts
    assert match.view().turn == TURNS
    return seconds


def time_pipes(command: str, seed: int) -> float:
    """Return the seconds of the same programs and the same number of bytes without a referee."""
    table = protocol_of(lt.load("ghost"), "contest")(lt.new("ghost", seed=seed))
    lines = table.lines(0)
    links = int(lines[1])
    first, later = "\n".join(lines) + "\n", "\n".join(lines[2 + links :]) + "\n"
    started = time.perf_counter()
    pipes = [
        subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) for _ in range(2)
    ]
    for turn in range(TURNS):
        for pipe in pipes:
            assert pipe.stdin is not None
            pipe.stdin.write((later if turn else first).encode())
        for pipe in pipes:
            assert pipe.stdout is not None
            assert pipe.stdout.readline() == b"WAIT\n"
    for pipe in pipes:
        pipe.kill()
        pipe.wait()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "wait.py"
        program.write_text(PROGRAM)
        command = f"{sys.executable} -S {program}"
        time_match(command, 1)
        pairs = [(time_match(command, seed), time_pipes(command, seed)) for seed in range(1, runs + 1)]
    ours, theirs = (statistics.median(column) * 1000 for column in zip(*pairs))
    extra = statistics.median(a - b for a, b in pairs) * 1000
    print(f"{TURNS} turns, two programs, median of {runs}: referee {ours:.0f} ms, bare pipes {theirs:.0f} ms", end="")
    print(f", so {extra:.0f} ms more, {extra * 1000 / TURNS:.0f} µs per turn")


if __name__ == "__main__":
    main()
