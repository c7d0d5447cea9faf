"""`ludotheque serve --workers`: several processes at one address, started and ended together."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from ludotheque import sandbox
from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import free_port
from tests.processes import left_behind, running
from tests.web import postgres
from tests.web.guest import Frame, Guest
from tests.web.nginx import wait_for


@pytest.mark.server
def test_workers_share_an_address_and_are_started_again(cluster: postgres.Cluster) -> None:
    port = free_port()
    words = ["serve", "--workers", "2", "--port", str(port), "--database", cluster.new_database()]
    words += ["--organiser", "--matches", "1"]
    command = [sys.executable, "-m", "ludotheque.cli", *words]
    parent = subprocess.Popen(command, env={**os.environ, **COMMON_ENVIRONMENT}, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/health/ready", 120)
        while not running(url) and not sandbox.why_not_full():  # the worker that plays the matches of contests
            wait_for(f"{url}/health/live")
        with Guest(url) as ada:
            table = ada.open("alchemy", "me", "easy")
            assert ada.look(table.id)["seat"] == 0
            victim = children_of(parent.pid)[0]
            os.kill(victim, 9)
            assert look_again(ada, table.id)["seat"] == 0
            while victim in children_of(parent.pid) or len(children_of(parent.pid)) < 2:
                wait_for(f"{url}/health/live")
    finally:
        left = children_of(parent.pid)
        parent.terminate()
        parent.wait(60)
    assert len(left) == 2 and not left_behind(url)
    assert not [pid for pid in left if Path(f"/proc/{pid}").exists()]
    with pytest.raises(httpx.ConnectError):
        httpx.get(url)


def look_again(guest: Guest, table: str, seconds: float = 30) -> Frame:
    """Look, as a browser does: again if the connection was to a process that has just died."""
    end = time.monotonic() + seconds
    while True:
        try:
            return guest.look(table)
        except httpx.TransportError:
            assert time.monotonic() < end


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_workers_need_a_shared_database(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque.cli", "serve", "--workers", "2", "--port", "0"]
    environment = {**os.environ, "LUDOTHEQUE_DATA": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("Several processes need PostgreSQL: --database postgresql://USER@HOST/NAME.")
