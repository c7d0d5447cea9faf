"""Leagues: what a match costs besides itself, how busy the cores are, and a table over a million matches.

    python bench/league.py
    python bench/league.py table --matches 100000

All but the table count time on the CPU, so that other work on the machine changes little.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

from ludotheque import referee
from ludotheque.arena.entrants import Conditions, Entrant, read_entrants
from ludotheque.arena.league import League, Length
from ludotheque.arena.matches import Result, SeatTimes, Task, choose_options, play
from ludotheque.arena.pairing import Setting, round_robin
from ludotheque.arena.report import make_report
from ludotheque.arena.results import Results
from ludotheque.arena.runner import LocalRunner
from ludotheque.arena.standings import make_standings
from ludotheque.game import load
from ludotheque.match import Match

BUSY_SECONDS = 20.0
BATCH = 2000  # results that are stored together
CHANCE = random.Random(1)
BUSY = """import time
def play(view):
    end = time.thread_time() + 0.01
    while time.thread_time() < end:
        pass
    return view.legal()[0]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS))
    parser.add_argument("--matches", type=int, default=1_000_000, help="of the table (1000000)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for part in arguments.parts or PARTS:
            PARTS[part](Path(folder), arguments.matches)


def make_setting(kind: str) -> Setting:
    game = load("emile")
    return Setting("emile", game.version, choose_options(game, game.quick, 2), 0, 2, 0, kind)


def list_tasks(setting: Setting, entrants: list[Entrant], count: int) -> Iterator[Task]:
    groups = round_robin(setting, [entrant.digest for entrant in entrants])
    return islice(chain.from_iterable(groups), count)


# What a match costs besides itself


def measure_overhead(folder: Path, _: int) -> None:
    """Add what a worker does besides the match, and what the process does that hands out tasks and stores results."""
    count = 1500
    entrants = read_entrants(load("emile"), ["random", "easy"])
    bots = {entrant.digest: entrant for entrant in entrants}
    setting = make_setting("overhead")
    tasks = list(list_tasks(setting, entrants, count))
    for task in tasks[:50]:
        play(task, bots)
    bare = whole = 0.0
    for task in tasks:  # in turns, so that a change of the clock's frequency does not matter
        started = time.thread_time()
        play_bare(task, bots)
        middle = time.thread_time()
        play(task, bots)
        bare, whole = bare + middle - started, whole + time.thread_time() - middle
    with Results(f"sqlite:///{folder / 'overhead.db'}") as results, LocalRunner(entrants) as runner:
        results.begin(setting, entrants)
        for _result in runner.run(list_tasks(make_setting("warm up"), entrants, 200)):
            pass
        started = time.process_time()
        for result in runner.run(tasks):
            results.add([result])
        results.flush()
        home = time.process_time() - started
    alone, worker, main = (1000 * seconds / count for seconds in (bare, whole - bare, home))
    print(f"{count} matches of Émile, random against easy, in SQLite: {alone:.2f} ms on the CPU for the match alone,")
    print(f"  {worker:.3f} ms for result and record, {main:.3f} ms to hand out and store: {worker + main:.3f} ms more")


def play_bare(task: Task, bots: dict[str, Entrant]) -> None:
    game = load(task.game)
    match = Match(game, len(task.seats), task.seed, dict(task.options))
    referee.run(match, [bots[digest].make_player(game) for digest in task.seats])


# How busy the cores are


def measure_busy(folder: Path, _: int) -> None:
    """Let bots think all the time, and see how long the workers had nothing to do.

    A worker that waits for a core is busy, too: only other programs make it wait.
    """
    words = []
    for number in (1, 2):
        file = folder / f"busy{number}.py"
        file.write_text(f"NUMBER = {number}\n{BUSY}")
        words.append(str(file))
    entrants = read_entrants(load("emile"), words, Conditions(inside=True))
    with Results(f"sqlite:///{folder / 'busy.db'}") as results, LocalRunner(entrants) as runner:
        results.begin(make_setting("busy"), entrants)
        playing = runner.run(list_tasks(make_setting("busy"), entrants, 10**9))
        for _result in islice(playing, 2 * runner.workers):  # all processes are there
            pass
        started, before, count = time.monotonic(), busy_seconds(runner), 0
        for result in playing:
            results.add([result])
            count += 1
            if time.monotonic() - started > BUSY_SECONDS:
                break
        wall, busy = time.monotonic() - started, busy_seconds(runner) - before
        playing.close()
    share = busy / (wall * runner.workers)
    print(f"{runner.workers} workers with bots that only think: busy {share:.1%} of {wall:.0f} s ({count} matches)")


def busy_seconds(runner: LocalRunner) -> float:
    """Return how long the workers have run or waited for a core."""
    template = runner._pool._template
    assert template is not None
    workers = Path(f"/proc/{template.pid}/task/{template.pid}/children").read_text().split()
    fields = [Path(f"/proc/{worker}/schedstat").read_text().split() for worker in workers]
    return sum(int(ran) + int(waited) for ran, waited, _ in fields) / 1e9


# A table over many matches


def measure_table(folder: Path, count: int) -> None:
    """Store made-up results of two seats as a league does, and read them as the command does."""
    words = ["random", "greedy", "easy", "medium", "hard"]
    league = League.make("emile", words, length=Length(games=count), options=load("emile").quick)
    with Results(f"sqlite:///{folder / 'table.db'}") as results:
        fill(results, league, count)
        started = time.monotonic()
        standings = make_standings(results, league.setting, league.entrants)
        print(f"table over {standings.games} matches: {time.monotonic() - started:.2f} s")
        started = time.monotonic()
        missing = sum(map(len, league.list_groups(results)))
        print(f"finding that {missing} matches are missing: {time.monotonic() - started:.2f} s")
        started = time.monotonic()
        size = len(make_report(league, results).encode())
        print(f"report of {size / 1e6:.1f} MB: {time.monotonic() - started:.1f} s")


def fill(results: Results, league: League, count: int) -> None:
    """Store in batches, and print for each tenth how long that took: it must not take longer and longer."""
    results.begin(league.setting, league.entrants)
    tasks = list_tasks(league.setting, league.entrants, count)
    first = league.setting.make_group(0, league.bots[:2])[0]
    record = play(first, {entrant.digest: entrant for entrant in league.entrants}).record
    for tenth in range(1, 11):
        cpu = clock = 0.0
        for _ in range(0, count // 10, BATCH):
            batch = [make_up(task, record) for task in islice(tasks, min(BATCH, count // 10))]
            before, started = time.process_time(), time.monotonic()
            results.add(batch)
            results.flush()
            cpu, clock = cpu + time.process_time() - before, clock + time.monotonic() - started
        each, rate = 1e6 * cpu / (count // 10), count / 10 / clock
        print(f"{tenth * count // 10} stored: {each:.0f} µs on the CPU a match, {rate:.0f} a second", flush=True)


def make_up(task: Task, record: bytes) -> Result:
    """Return a result by chance: bots with a lower digest are a little better, and every tenth match is a draw."""
    seats = range(len(task.seats))
    scores = [CHANCE.randrange(1000) - 50 * sorted(task.seats).index(bot) for bot in task.seats]
    is_draw = CHANCE.random() < 0.1
    ranks = [1 if is_draw else 1 + sum(other > score for other in scores) for score in scores]
    return Result(
        task.key, task.series, task.round, task.seed, task.seats, tuple(ranks), tuple(scores), tuple(seats),
        (("ok", ""),) * len(seats), (SeatTimes(9, 0.1, 0.02),) * len(seats), 20, 0.2, task.key, record,
    )  # fmt: skip


PARTS: dict[str, Callable[[Path, int], None]] = {
    "overhead": measure_overhead,
    "busy": measure_busy,
    "table": measure_table,
}

if __name__ == "__main__":
    main()
