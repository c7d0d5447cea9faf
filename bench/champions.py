"""Champions of Alchemy's contest: the speed of compiled queries, and the time that the platform adds to a turn."""

import statistics
import tempfile
import time
from pathlib import Path

import ludotheque as lt
from ludotheque.games.alchemy.contest import make_champion
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import FunctionSeat

CALLS, TURNS = 100_000, 100
CLOCK_SCALE = 10.0

QUERIES = """
#include "prologin.hh"
#include <chrono>
#include <cstdio>
void partie_init() {}
void jouer_tour()
{
    auto places = placements_possible_echantillon(echantillon_tour(), moi());
    if (!places.empty()) placer_echantillon(places[0].pos1, places[0].pos2);
    auto start = std::chrono::steady_clock::now();
    long sum = 0;
    for (int i = 0; i < CALLS; i++) sum += taille_region({i / 6 % 6, i % 6}, moi());
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%f %ld\\n", seconds.count(), sum);
}
void partie_fin() {}
"""

SCRIPT = """
import sys, time
from api import *
def partie_init(): pass
def jouer_tour():
    start = time.perf_counter()
    for i in range(36):
        if taille_region((i // 6, i % 6), moi()) >= 4: transmuter((i // 6, i % 6))
    places = placements_possible_echantillon(echantillon_tour(), moi())
    if places: placer_echantillon(*places[0])
    donner_echantillon(echantillon_tour())
    sys.stderr.write(f"{time.perf_counter() - start}\\n")
def partie_fin(): pass
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        seconds, cells = query_seconds(Path(folder))
        print(f"{CALLS:,} taille_region calls of a C++ champion, {cells:.1f} cells on average: {seconds:.4f} s")
        own, pipe, whole = turn_seconds(Path(folder))
    print(f"a turn of a Python champion, over {TURNS} turns (medians):")
    print(f"  its own time             {own * 1000:8.3f} ms")
    print(f"  the host's pipe and back {(pipe - own) * 1000:8.3f} ms more")
    print(f"  with the referee's part  {(whole - own) * 1000:8.3f} ms more")


def query_seconds(folder: Path) -> tuple[float, float]:
    """Return seconds and cells per region, as the champion measured them in the turn with the largest regions."""
    (folder / "queries.cpp").write_text(QUERIES.replace("CALLS", str(CALLS)))
    match, _ = play_match(folder / "queries.cpp")
    seconds, cells = max((line.split() for line in stderr_lines(match)), key=lambda words: int(words[1]))
    return float(seconds), int(cells) / CALLS


def turn_seconds(folder: Path) -> tuple[float, float, float]:
    """Return the median time of a turn, measured by the champion, at its pipe, and around the referee's whole round."""
    (folder / "turns.py").write_text(SCRIPT)
    own: list[float] = []
    pipe: list[float] = []
    rounds: list[float] = []
    while len(own) < TURNS:
        match, seconds = play_match(folder / "turns.py")
        own += [float(line) for line in stderr_lines(match)][1:]  # the first turn waits for the champion's start
        pipe += [note["seconds"] for ply, note in sorted(match.notes.items()) if match.played[ply - 1][0] == 0][1:]
        rounds += seconds[1:]
    return statistics.median(own[:TURNS]), statistics.median(pipe[:TURNS]), statistics.median(rounds[:TURNS])


def play_match(file: Path) -> tuple[Match, list[float]]:
    """Play against a bot that only ends its turns; return the match and the whole time of each turn of the champion."""
    match, rounds, since = lt.new("alchemy", seed=1, first=0), [], time.perf_counter()

    def after(match: Match) -> None:
        nonlocal since
        now = time.perf_counter()
        if match.played[-1][0] == 0:
            rounds.append(now - since)
        since = now

    champion = make_champion(file, CLOCK_SCALE)
    assert champion is not None
    lt.run(match, [champion, FunctionSeat("quiet", lambda view: "END")], after)
    assert match.verdicts == [OK, OK], match.verdicts
    return match, rounds


def stderr_lines(match: Match) -> list[str]:
    return "".join(note.get("stderr", "") for _, note in sorted(match.notes.items())).splitlines()


if __name__ == "__main__":
    main()
