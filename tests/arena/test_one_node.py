"""A real Ray node that loses its worker: the same table as on this machine. two_nodes.py has more, and is slower."""

import importlib.util
from pathlib import Path

import pytest

from tests.arena.ray_nodes import send_kill, start_nodes
from tests.arena.two_nodes import list_tasks, make_bots, play

is_missing = importlib.util.find_spec("ray") is None  # not imported: Ray reads the token of a cluster only once
pytestmark = [
    pytest.mark.clock,  # alone: Ray gives up where one of its parts takes more than 15 s to start
    pytest.mark.skipif(is_missing, reason="Ray is not installed (requirements/cluster.txt)"),
]


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    bots = make_bots(tmp_path)
    tasks = list_tasks(bots, 12)
    killed: list[int] = []
    with start_nodes(1) as (address, nodes):

        def kill(played: int) -> None:
            if not killed and (workers := nodes[0].workers()):
                send_kill(workers[0])
                killed.append(played)

        found = play(tmp_path, "cluster", bots, tasks, address, kill)
    assert killed
    assert found == play(tmp_path, "local", bots, tasks, None, lambda played: None)
