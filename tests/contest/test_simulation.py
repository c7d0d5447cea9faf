"""A small simulated contest: the server and its worker are killed, and nothing is lost or counted twice."""

import pytest

from bench.contest_sim import simulate
from tests.processes import left_behind

pytestmark = [pytest.mark.server, pytest.mark.slow]


def test_kills_lose_nothing_and_leave_nothing() -> None:
    with simulate(participants=3, versions=1, matches=2, kills=1) as simulation:
        simulation.open()
        simulation.submit_all(0)
        simulation.kill("server")
        simulation.play(0)
        simulation.kill("worker")
        simulation.matches = 6
        simulation.play(0)
        simulation.server.stop()
        assert not left_behind(simulation.server.url)
        simulation.check()
        simulation.server.check_log()
