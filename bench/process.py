"""The cost of the referee and of the sandbox: a match of Ghost between two C programs that do nothing, beside a bare
loop over their pipes in the same run, and the time until both have given their first answer.

Other processes of a busy machine make times by the clock longer, but not the time on the CPU: both are printed.
"""

import argparse
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import ludotheque as lt
from ludotheque import sandbox
from ludotheque.bot_files import read_bot
from ludotheque.build import build
from ludotheque.seat import make_player, protocol_of

TURNS = 200
PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
static char line[1 << 16];
static int number(void) { return fgets(line, sizeof line, stdin) ? atoi(line) : -1; }
int main(void) {
    number();
    for (int links = number(); links > 0; links--) number();
    for (int count; (count = number()) >= 0;) {
        while (count-- > 0) number();
        puts("WAIT");
        fflush(stdout);
    }
}
"""


class Cost(NamedTuple):
    """Seconds of this process: by the clock, and on the CPU."""

    wall: float
    cpu: float

    def since(self, before: "Cost") -> "Cost":
        return Cost(self.wall - before.wall, self.cpu - before.cpu)


def read_cost() -> Cost:
    return Cost(time.perf_counter(), time.process_time())


def measure_match(bot: str, seed: int) -> tuple[Cost, Cost]:
    """Return the cost until the first answers, and that of one later turn, in which both programs are asked."""
    match = lt.new("ghost", seed=seed)
    players = [make_player(match.game, bot, "contest", clock_scale=20) for _ in range(2)]
    moments = [read_cost()]
    lt.run(match, players, after=lambda _: moments.append(read_cost()))
    assert match.verdicts == ["ok", "ok"], match.verdicts
    assert match.view().turn == TURNS
    return moments[1].since(moments[0]), median_turn(moments[1:])


def measure_pipes(program: list[str], seed: int) -> Cost:
    """Return the cost of a turn with the same programs and bytes, without referee and sandbox."""
    table = protocol_of(lt.load("ghost"), "contest")(lt.new("ghost", seed=seed))
    lines = table.lines(0)
    first, later = "\n".join(lines) + "\n", "\n".join(lines[2 + int(lines[1]) :]) + "\n"
    pipe = subprocess.PIPE
    programs = [subprocess.Popen(program, stdin=pipe, stdout=pipe, bufsize=0) for _ in range(2)]
    moments = []
    for turn in range(TURNS):
        for one in programs:
            assert one.stdin is not None
            one.stdin.write((later if turn else first).encode())
        for one in programs:
            assert one.stdout is not None
            assert one.stdout.readline() == b"WAIT\n"
        moments.append(read_cost())
    for one in programs:
        one.kill()
        one.communicate()
    return median_turn(moments)


def median_turn(moments: Sequence[Cost]) -> Cost:
    turns = [after.since(before) for before, after in pairwise(moments)]
    return Cost(*(statistics.median(column) for column in zip(*turns)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "wait.c"
        source.write_text(PROGRAM)
        command = build(read_bot(source))
        assert command.folder is not None
        program = [str(command.folder / command.words[0])]
        measure_match(str(source), 1)
        pairs = [(measure_match(str(source), seed), measure_pipes(program, seed)) for seed in range(1, runs + 1)]
    ours, pipes = zip(*pairs)
    starts, turns = zip(*ours)
    print(f"sandbox {sandbox.find_tier()}, two programs in C, {runs} matches of {TURNS} turns, medians")
    print(f"until both have answered once: {median(starts, 0) * 1000:.1f} ms")
    for column, name in enumerate(("by the clock", "on the CPU")):
        referee, bare = 1e6 * median(turns, column), 1e6 * median(pipes, column)
        print(f"a turn {name}: referee {referee:.0f} µs, bare pipes {bare:.0f} µs, ", end="")
        print(f"so {referee - bare:.0f} µs more, {referee / bare:.1f} times as much")


def median(costs: Sequence[Cost], column: int) -> float:
    return statistics.median(cost[column] for cost in costs)


if __name__ == "__main__":
    main()
