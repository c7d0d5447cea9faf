"""The cost of the referee and of the sandbox: a match of Ghost between two C programs that do nothing, a bare loop over
their pipes, and the time until both have given their first answer."""

import argparse
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

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


def time_match(bot: str, seed: int) -> tuple[float, float]:
    """Return the seconds until the first answers, and those of the turns after it."""
    match = lt.new("ghost", seed=seed)
    players = [make_player(match.game, bot, "contest", clock_scale=20) for _ in range(2)]
    moments = [time.perf_counter()]
    lt.run(match, players, after=lambda _: moments.append(time.perf_counter()))
    assert match.verdicts == ["ok", "ok"], match.verdicts
    assert match.view().turn == TURNS
    return moments[1] - moments[0], moments[-1] - moments[1]


def time_pipes(program: list[str], seed: int) -> float:
    """Return the seconds of the same turns with the same programs and bytes, without referee and sandbox."""
    table = protocol_of(lt.load("ghost"), "contest")(lt.new("ghost", seed=seed))
    lines = table.lines(0)
    first, later = "\n".join(lines) + "\n", "\n".join(lines[2 + int(lines[1]) :]) + "\n"
    pipe = subprocess.PIPE
    programs = [subprocess.Popen(program, stdin=pipe, stdout=pipe, bufsize=0) for _ in range(2)]
    started = 0.0
    for turn in range(TURNS):
        for one in programs:
            assert one.stdin is not None
            one.stdin.write((later if turn else first).encode())
        for one in programs:
            assert one.stdout is not None
            assert one.stdout.readline() == b"WAIT\n"
        started = started or time.perf_counter()
    seconds = time.perf_counter() - started
    for one in programs:
        one.kill()
        one.communicate()
    return seconds


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
        time_match(str(source), 1)
        ours = [time_match(str(source), seed) for seed in range(1, runs + 1)]
        theirs = [time_pipes(program, seed) for seed in range(1, runs + 1)]
    starts, turns = zip(*ours)
    extra = statistics.median(a - b for a, b in zip(turns, theirs)) / (TURNS - 1)
    print(f"sandbox {sandbox.find_tier()}, two programs in C, {runs} matches of {TURNS} turns")
    print(f"until both have answered once: {statistics.median(starts) * 1000:.1f} ms at the median")
    print(f"a turn: referee {statistics.median(turns) / (TURNS - 1) * 1e6:.0f} µs, ", end="")
    print(f"bare pipes {statistics.median(theirs) / (TURNS - 1) * 1e6:.0f} µs, so {extra * 1e6:.0f} µs more")


if __name__ == "__main__":
    main()
