"""Time until a first match is played with a cold cache, a warm one and in the interpreter, and until bots are ready."""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

import ludotheque as lt

SCRIPT = """
import time
started = time.perf_counter()
import ludotheque as lt
match = lt.new("{game}", seed=1)
while not match.over and match.ply < 300:
    seat = match.active[0]
    match.play(match.legal(seat)[0], seat)
print(time.perf_counter() - started)
"""


def measure(game: str, cache: str, **environment: str) -> float:
    """Return the seconds that a new process needs for the import and a first match of at most 300 plies."""
    env = {**os.environ, "LUDOTHEQUE_CACHE": cache, **environment}
    command = [sys.executable, "-c", SCRIPT.format(game=game)]
    return float(subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout)


def measure_bot(game: str, bot: str, cache: str) -> float:
    """Return the CPU seconds until a built-in bot as a program could answer; its input ends at once."""
    command = [sys.executable, "-m", "ludotheque.cli", "bot", game, bot]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, env={**os.environ, "LUDOTHEQUE_CACHE": cache}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names())
    print(f"{'game':<10} {'cold, s':>10} {'warm, s (median of 5)':>24} {'interpreted, s':>16} {'best bot, CPU s':>16}")
    for name in parser.parse_args().games:
        with tempfile.TemporaryDirectory() as cache:
            cold = measure(name, cache)
            warm = statistics.median(measure(name, cache) for _ in range(5))
            slow = measure(name, cache, LUDOTHEQUE_INTERPRET="1")
            best = list(lt.load(name).bots)[-1]
            ready = statistics.median([measure_bot(name, best, cache) for _ in range(6)][1:])  # the first one compiles
        print(f"{name:<10} {cold:>10.2f} {warm:>24.2f} {slow:>16.2f} {ready:>16.2f}", flush=True)


if __name__ == "__main__":
    main()
