"""A real Ray cluster of two nodes that lose a worker, then a node: the same table as on this machine.

`make cluster-test` runs it. `make test` has test_one_node.py instead, which takes less than a minute.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludotheque.arena.duel import play_duel
from ludotheque.arena.duel_plan import make_plan
from ludotheque.arena.entrants import Conditions, Entrant, read_entrants
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.pairing import round_robin
from ludotheque.arena.places import open_runner
from ludotheque.arena.played import Met
from ludotheque.arena.results import Results
from ludotheque.arena.sprt import Bounds
from ludotheque.game import GameError, load
from tests.arena.ray_nodes import Node, send_kill, start_nodes
from tests.arena.samples import LAST, quick_setting, without_times, write_bot

INSIDE = Conditions(inside=True)
SLOW = "import time\n\ndef play(view):\n    time.sleep(0.01)\n    return view.legal()[0]\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[str, list[Node]]]:
    with start_nodes(2) as running:
        yield running


def make_bots(folder: Path) -> list[Entrant]:
    words = ["random", write_bot(folder / "a", "slow.py", SLOW), write_bot(folder / "b", "last.py", LAST)]
    return read_entrants(load("emile"), words, INSIDE)


def list_tasks(bots: list[Entrant], rounds: int) -> list[Task]:
    groups = round_robin(quick_setting(), [bot.digest for bot in bots], rounds)
    return [task for group in groups for task in group]


def play(
    folder: Path, name: str, bots: list[Entrant], tasks: list[Task], address: str | None, after: Callable[[int], None]
) -> tuple[list[Result], list[Met]]:
    setting = quick_setting()
    played = []
    with Results(f"sqlite:///{folder / name}.db") as results, open_runner(bots, cluster=address) as runner:
        results.begin(setting, bots)
        for result in runner.run(tasks):
            results.add([result])
            played.append(result)
            after(len(played))
        return sorted(map(without_times, played), key=lambda one: one.key), results.count_groups(
            setting.series, [bot.digest for bot in bots]
        )


def test_a_killed_worker_and_a_killed_node_change_nothing(cluster: tuple[str, list[Node]], tmp_path: Path) -> None:
    address, nodes = cluster
    bots = make_bots(tmp_path)
    tasks = list_tasks(bots, 60)
    killed: list[str] = []

    def kill(played: int) -> None:
        if played >= 20 and not killed and (workers := nodes[0].workers() or nodes[1].workers()):
            send_kill(workers[0])
            killed.append("worker")
        if played >= 60 and len(killed) == 1:
            nodes[1].kill()
            killed.append("node")

    found = play(tmp_path, "cluster", bots, tasks, address, kill)
    assert killed == ["worker", "node"]
    assert len(found[0]) == len(tasks)
    assert found == play(tmp_path, "local", bots, tasks, None, lambda played: None)


def test_a_duel_on_a_cluster_has_the_same_verdict(cluster: tuple[str, list[Node]], tmp_path: Path) -> None:
    words = [write_bot(tmp_path / "b", "last.py", LAST), "random"]
    plan = make_plan(load("emile"), words, None, Bounds(-300, 300), 60, conditions=INSIDE, options={"rounds": 2})
    found = []
    for place in (cluster[0], None):
        with (
            Results(f"sqlite:///{tmp_path / str(place is None)}.db") as results,
            open_runner(plan.entrants, cluster=place) as runner,
        ):
            ended = play_duel(plan, results, runner)
            found.append((ended.verdict, ended.pairs, ended.games))
    assert found[0] == found[1]


def test_a_wrong_token_is_one_sentence(cluster: tuple[str, list[Node]], tmp_path: Path) -> None:
    """In a process of its own: Ray reads the token once."""
    words = ["duel", "emile", "random", "greedy", "--cluster", cluster[0], "--database", f"sqlite:///{tmp_path}/a.db"]
    wrong = {**os.environ, "RAY_AUTH_TOKEN": "0" * 64}
    command = [sys.executable, "-m", "ludotheque.cli", *words]
    done = subprocess.run(command, env=wrong, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and "cannot be reached" in done.stderr and "Traceback" not in done.stderr


def test_a_command_does_not_travel(cluster: tuple[str, list[Node]]) -> None:
    bots = read_entrants(load("emile"), ["python3 -c pass"])
    with pytest.raises(GameError, match="cannot travel"), open_runner(bots, cluster=cluster[0]):
        pass
