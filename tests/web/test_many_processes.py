"""Several server processes on one PostgreSQL: tables move when a process stops or dies, and nothing is lost."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.game import load
from ludotheque.match import Match
from ludotheque.store.store import Store
from tests.contest.helpers import BOSS, FIRST, LAST, open_sample
from tests.web import postgres
from tests.web.guest import Guest, Refused
from tests.web.nginx import run_nginx
from tests.web.seated_table import SeatedTable, open_seated_table, random_choice
from tests.web.test_deadlines import let_time_pass, wait_until_over
from tests.web.test_tables import open_timed_table

pytestmark = [pytest.mark.server, pytest.mark.slow]
TABLES = 24
PLIES = 3  # that every table plays before the kill, and again after it


@pytest.fixture(scope="module")
def servers(cluster: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    database = cluster.new_database()
    environment = {**COMMON_ENVIRONMENT, "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1", "LUDOTHEQUE_BOT_PROCESSES": "1"}
    environment["LUDOTHEQUE_CONTEST_MATCHES"] = "0"  # a test is the worker
    with ExitStack() as running:
        folders = [tmp_path_factory.mktemp(f"process{number}") for number in range(3)]
        servers = [Server(database, folder, environment) for folder in folders]
        with ThreadPoolExecutor() as threads:  # they start at the same time: one of them migrates the database
            started = threads.map(lambda server: running.enter_context(server), servers)
        yield list(started)


def test_a_process_that_was_stopped_gives_its_tables_up(servers: list[Server]) -> None:
    """It is stopped for longer than its leases last: the table goes on elsewhere, and then the old process notices."""
    first, second = servers[0], servers[1]
    with Guest(first.url) as ada, Guest(second.url, "Bob") as bob:
        new = ada.open("alchemy", "me", "friend")
        ada.look(new.id)  # from now on the first process has the table, and what Bob does is passed on to it
        table = SeatedTable([ada, bob], new)
        for _ in range(4):
            table.play(random_choice(1))
        assert bob.look(table.id)["seat"] == 1
        assert first.process is not None
        first.process.send_signal(signal.SIGSTOP)
        try:
            assert table.sockets[1].closing_code() == 1012
            table.sockets[1] = bob.socket(table.id)
            assert table.sockets[1].until(lambda frame: True)["seat"] == 1
        finally:
            first.process.send_signal(signal.SIGCONT)
        assert table.sockets[0].closing_code() == 1012
        table.sockets[0] = ada.socket(table.id)  # the first process passes her on to the second now
        table.sockets[0].until(lambda frame: True)
        for _ in range(4):
            table.play(random_choice(2))
        assert len(stored_moves(first.database, [table.id])[0]) == 8


def test_a_match_of_a_contest_is_watched_at_every_process(servers: list[Server]) -> None:
    """Viewers come to any process, and the worker too."""
    with open_sample(servers[0].database) as sample:
        sample.clock.now = time.time()
        sample.open()
        for team, text in (("Owls", FIRST), ("Bats", LAST)):
            sample.submit(team, text)
        assert sample.work(2) == 2
        order = sample.lease("test")
        assert order is not None and order.live
        key = sample.run(sample.service.make_worker_key("test", BOSS))
    match = Match(load("emile"), 2, order.tasks[0]["seed"], dict(order.tasks[0]["options"]))
    match.play(match.legal()[0])
    body = {"job": order.key, "worker": "test", "keep": 0, "moves": match.moves, "dice": [[0, match.seed]]}
    with ExitStack() as watching:
        guests = [watching.enter_context(Guest(server.url)) for server in servers]
        sockets = [guest.socket(order.live) for guest in guests]
        for socket in sockets:
            socket.until(lambda frame: frame["watchers"] == len(servers))
        path = f"{servers[1].url}/api/workers/tables/{order.live}/plies"
        answer = httpx.post(path, json=body, headers={"Authorization": f"Bearer {key}"})
        assert answer.json() == {"plies": 1}
        for socket in sockets:
            while not socket.log:
                socket.read()


def test_a_bot_is_challenged_at_one_process_and_answers_at_another(servers: list[Server]) -> None:
    with open_sample(servers[0].database) as sample:
        sample.clock.now = time.time()
        sample.open()
        sample.submit("Owls", FIRST)
        assert sample.work(1) == 1
        key = sample.run(sample.service.make_worker_key("test", BOSS))
    headers, lease = {"Authorization": f"Bearer {key}"}, {"worker": "test", "challenge": True}
    with Guest(servers[0].url) as ada:
        path = f"/api/contests/{sample.contest.id}/challenges"
        assert httpx.post(f"{servers[2].url}/api/workers/lease", json=lease, headers=headers).status_code == 204
        table = ada.send(path, {"team": "Owls", "seat": 1}).json()["id"]
        socket = ada.socket(table)
        socket.until(lambda frame: frame["legal"] or frame["seats"][0]["awaited"])
        while not socket.frame["seats"][0]["awaited"]:
            socket.play(socket.frame["legal"][0])
        order = httpx.post(f"{servers[1].url}/api/workers/lease", json=lease, headers=headers).json()
        own, place = {"job": order["key"], "worker": "test"}, f"/api/workers/tables/{table}"
        turn = httpx.post(f"{servers[2].url}{place}/turn", json=own, headers=headers, timeout=60).json()
        assert turn["state"] == "ask" and turn["seat"] == 0
        match, known = Match(load("emile"), 2, turn["dice"][0][1], dict(sample.contest.options)), turn["moves"]
        for line in known:
            match.play(line.partition(" ")[2], int(line[0]))
        answer = {**own, "key": turn["key"], "moves": [match.legal(0)[0]], "times": [0.1, 0.1, 0]}
        said = httpx.post(f"{servers[1].url}{place}/answer", json=answer, headers=headers, timeout=60).json()
        assert said == {"is_open": True}
        lines = len(socket.log)
        while len(socket.log) == lines:
            socket.read()


class Play(threading.Thread):
    """A table at which people go on moving, and come back when the connection is lost."""

    def __init__(self, table: SeatedTable, number: int, pause: float = 0.0) -> None:
        super().__init__(name=f"table {number}")
        self.table, self.choose, self.pause = table, random_choice(number), pause
        self.acknowledged: list[str] = []
        self.losses = 0
        self.goal = PLIES
        self.has_reached_goal = threading.Event()
        self.is_done = threading.Event()

    def run(self) -> None:
        while not self.is_done.is_set() and not self.table.sockets[0].frame.get("over"):
            try:
                self.play()
            except (ConnectionClosed, Refused):
                self.losses += 1
                self.come_back()
        self.has_reached_goal.set()

    def play(self) -> None:
        socket = self.table.awaited()
        move = self.choose(socket.frame["legal"])
        socket.play(move)
        self.acknowledged.append(f"{socket.frame['seat']} {move}")
        self.table.follow(socket)
        if len(self.acknowledged) >= self.goal:
            self.has_reached_goal.set()
        if self.pause:
            self.is_done.wait(self.pause)  # seconds, as people think

    def come_back(self) -> None:
        for seat, guest in enumerate(self.table.guests):
            frame = None
            while frame is None and not self.is_done.is_set():
                with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                    self.table.sockets[seat].close()
                    self.table.sockets[seat] = guest.socket(self.table.id)
                    frame = self.table.sockets[seat].until(lambda frame: True)

    def go_on_for(self, plies: int) -> None:
        self.goal = len(self.acknowledged) + plies
        self.has_reached_goal.clear()


def test_every_table_goes_on_when_a_process_is_killed(servers: list[Server], tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o755)
    with ExitStack() as leaving:
        url = leaving.enter_context(run_nginx([server.port for server in servers], tmp_path))
        people = [leaving.enter_context(Guest(url, name)) for name in ("Ada", "Bob")]
        plays = [Play(open_seated_table(people, "alchemy"), number) for number in range(TABLES)]
        for play in plays:
            play.start()
        assert all(play.has_reached_goal.wait(120) for play in plays)
        others = [leaving.enter_context(Guest(servers[2].url, name)) for name in ("Cléo", "Dan")]
        forgotten = open_timed_table(others, "alchemy", (1000, 0))
        servers[2].kill()
        let_time_pass(servers[0].database, 1001)
        for play in plays:
            play.go_on_for(PLIES)
        assert all(play.has_reached_goal.wait(120) for play in plays)
        for play in plays:
            play.is_done.set()
        for play in plays:
            play.join()
        assert 0 < sum(play.losses > 0 for play in plays) < TABLES, "some tables were in the process that was killed"
        check_nothing_is_lost(servers[0].database, plays)
        assert httpx.get(f"{url}/").status_code == 200
        ending = wait_until_over(servers[0].database, forgotten.id)
        assert ending == "time", "another process ends a match at a table that nobody visits"


def check_nothing_is_lost(database: str, plays: list[Play]) -> None:
    for play, stored in zip(plays, stored_moves(database, [play.table.id for play in plays]), strict=True):
        rest = iter(stored)
        assert all(move in rest for move in play.acknowledged), "every acknowledged move is there, in its order"
        assert len(stored) <= len(play.acknowledged) + play.losses, "and those that were under way"


def stored_moves(database: str, tables: list[str]) -> list[list[str]]:
    async def read() -> list[list[str]]:
        store = Store.open(database)
        found = [await store.plies(id) for id in tables]
        store.close()
        return [[f"{row.seat} {row.move}" for row in rows] for rows in found]

    return asyncio.run(read())
