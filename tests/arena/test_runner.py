"""Matches in several processes."""

import os
from pathlib import Path

import pytest

from ludotheque.arena.entrants import Conditions, read_entrants
from ludotheque.arena.matches import play
from ludotheque.arena.pairing import round_robin
from ludotheque.arena.runner import LocalRunner
from ludotheque.game import GameError, load
from tests.arena.samples import FIRST, builtin, quick_setting, without_times, write_bot

pytestmark = pytest.mark.slow


def test_the_processes_give_the_results_of_one() -> None:
    entrants = builtin("random", "greedy", "easy")
    bots = {entrant.digest: entrant for entrant in entrants}
    tasks = [task for group in round_robin(quick_setting(), list(bots), 4) for task in group]
    with LocalRunner(entrants, workers=2) as runner:
        results = list(runner.run(tasks))
        again = list(runner.run(tasks[:1]))
    assert {r.key: without_times(r) for r in results} == {t.key: without_times(play(t, bots)) for t in tasks}
    assert len(results) == len(tasks)
    assert without_times(again[0]) == without_times(play(tasks[0], bots))


def list_children() -> list[str]:
    """Return the ids of the processes that this one has started and that have not ended."""
    return [line for file in Path(f"/proc/{os.getpid()}/task").glob("*/children") for line in file.read_text().split()]


def test_tasks_without_end_can_be_stopped_and_no_process_stays() -> None:
    entrants = builtin("random", "easy")
    groups = round_robin(quick_setting(), [entrant.digest for entrant in entrants])
    before = list_children()
    with LocalRunner(entrants, workers=2) as runner:
        results = runner.run(task for group in groups for task in group)
        assert len({next(results).key for _ in range(3)}) == 3
        results.close()
    assert list_children() == before


def test_programs_are_started_and_waited_for(tmp_path: Path) -> None:
    entrants = read_entrants(load("emile"), [write_bot(tmp_path, "first.py", FIRST), "random"])
    group = quick_setting().make_group(0, [entrant.digest for entrant in entrants])
    with LocalRunner(entrants, workers=1) as runner:
        results = list(runner.run(group))
    assert [result.verdicts for result in results] == [(("ok", ""), ("ok", ""))] * 2
    assert all(times.answers > 0 for result in results for times in result.times)


def test_a_bot_that_ends_its_process_is_named(tmp_path: Path) -> None:
    words = [write_bot(tmp_path, "bad.py", "import os\ndef play(view):\n    os._exit(1)\n"), "random"]
    entrants = read_entrants(load("emile"), words, Conditions(inside=True))
    group = quick_setting().make_group(0, [entrant.digest for entrant in entrants])
    sentence = r"^A match of (bad\.py, random|random, bad\.py) with seed \d+ has ended its process\.$"
    with LocalRunner(entrants, workers=1) as runner, pytest.raises(GameError, match=sentence):
        list(runner.run(group))
