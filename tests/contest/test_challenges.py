"""People challenge the bots of a contest's board: a real server, workers and the sandbox."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection, text

from ludotheque.checks.browser_user import wait_for_turn
from ludotheque.checks.clicks import find_clicks, played_kinds
from ludotheque.checks.fixtures import OpenBrowser, new_server
from ludotheque.checks.server import Server
from ludotheque.contest.challenges import Meeting, add_challenge, find_challenged, name_remote, rate_people
from ludotheque.contest.contests import Limits
from ludotheque.contest.keys import ORGANISER
from ludotheque.game import load
from ludotheque.match import new
from ludotheque.playback import play_moves
from ludotheque.record import read
from ludotheque.referee import Heard
from ludotheque.seating import Answer, BotFailed, Question
from ludotheque.web import remote_bots
from ludotheque.web.contest_challenges import CLOCK
from ludotheque.web.new_table import make_challenge_row
from ludotheque.web.remote_bots import RemoteBots
from ludotheque.web.session import Person
from tests.contest.helpers import BOSS, CRASHING, LINES, Sample, open_sample
from tests.contest.workers import PATIENCE, end_leases, worker_process
from tests.web.axe import find_faults
from tests.web.guest import Guest, Socket

COUNTING = "asked = 0\n" + LINES.format(
    answer='asked += 1; sys.stderr.write("my secret plan\\n"); print(legal[asked % len(legal)], flush=True)'
)
LEASE = {"worker": "one", "challenge": True}
BOTS = {"Owls": COUNTING, "Crows": CRASHING}  # a contest each: with two bots in one, the ladder would be played


class Arena:
    """A server that plays nothing itself, and contests with one bot each."""

    def __init__(self, folder: Path) -> None:
        self.server = new_server(folder, LUDOTHEQUE_CONTEST_MATCHES="0")
        self.contests: dict[str, str] = {}
        with ThreadPoolExecutor(1) as thread:  # Playwright's own event loop runs in this one
            thread.submit(self._prepare).result()

    def _prepare(self) -> None:
        with open_sample(self.server.database) as sample:
            sample.clock.now = time.time() - 100
            self.key = sample.run(sample.service.make_worker_key("test", BOSS))
            self.organiser = sample.run(sample.service.make_key(ORGANISER, "ada"))
            for team, text in BOTS.items():
                self.contests[team] = sample.open(limits=Limits(clock_scale=20), options={"rounds": 5}).id
                sample.submit(team, text)
                assert sample.work(1) == 1

    def post(self, path: str, key: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {key}"}
        return httpx.post(f"{self.server.url}{path}", json=body, headers=headers, timeout=PATIENCE)

    def challenge(self, person: Guest, team: str, **more: Any) -> httpx.Response:
        body = {"team": team, "name": person.name, **more}
        return self.post(f"/api/contests/{self.contests[team]}/challenges", person.key, body)

    def finish_old_jobs(self) -> None:
        """Finish the jobs of matches that are over, whose workers were killed before they knew it."""
        for worker in ("one", "two"):
            end_leases(self.server, worker)
        while (answer := self.post("/api/workers/lease", self.key, LEASE)).status_code == 200:
            order = answer.json()
            body = {"job": order["key"], "worker": LEASE["worker"]}
            assert self.post(f"/api/workers/tables/{order['live']}/turn", self.key, body).json()["state"] == "over"

    def end_workers(self) -> None:
        """Let the time pass after which workers that were not heard of count as dead."""
        file = self.server.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as database, database:
            database.execute("DELETE FROM contest_workers")

    def wait_for_worker(self) -> None:
        """Wait until a worker has asked for jobs."""
        headers = {"Authorization": f"Bearer {self.organiser}"}
        path = f"{self.server.url}/api/contests/{self.contests['Owls']}/queue"
        until = time.monotonic() + PATIENCE
        while not httpx.get(path, headers=headers).json()["workers"]:
            assert time.monotonic() < until
            time.sleep(0.1)

    def list_people(self, team: str) -> dict[str, tuple[Any, ...]]:
        rows = httpx.get(f"{self.server.url}/api/contests/{self.contests[team]}/people").json()
        return {row["name"]: (row["kind"], row["won"], row["drawn"], row["lost"]) for row in rows}


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    made = Arena(tmp_path_factory.mktemp("server"))
    with made.server:
        yield made


@pytest.fixture(scope="module")
def server(arena: Arena) -> Server:
    return arena.server


def test_a_visitor_challenges_a_bot_and_plays_a_move(arena: Arena, open_browser: OpenBrowser) -> None:
    ada = open_browser()
    path = f"/contests/{arena.contests['Owls']}"
    with worker_process(arena.server, arena.key, "one"):
        arena.wait_for_worker()
        ada.goto(path)
        ada.page.set_viewport_size({"width": 360, "height": 740})
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360
        expect(ada.page.get_by_role("button", name="Challenge : Owls")).to_be_in_viewport()
        ada.page.set_viewport_size({"width": 1280, "height": 1000})
        ada.page.get_by_role("button", name="Challenge : Owls").click()
        expect(ada.page.locator(".seats")).to_contain_text("Owls v1")
        expect(ada.page.get_by_role("link", name="Autumn cup")).to_be_visible()
        while "Owls v1" not in (ada.page.locator(".log").text_content() or "") or not ada.moves:
            expect(ada.page.locator(".step .hint:not(.wait)")).to_be_visible(timeout=1000 * PATIENCE)
            turn = wait_for_turn(ada)
            assert turn is not None
            find_clicks(load("emile")).turn(*turn, played_kinds(ada))
            ada.read_board()
        assert find_faults(ada.page) == []
        expect(ada.page.locator("[data-hint]")).to_be_hidden()
        ada.page.get_by_role("button", name="Log and more").first.click()
        ada.page.get_by_role("button", name="End this game").click()
        expect(ada.page.locator(".result")).to_be_visible()
    ada.goto(path)
    expect(ada.page.get_by_role("heading", name="People against bots")).to_be_visible()
    expect(ada.page.get_by_role("row").filter(has_text="Guest")).to_be_visible()
    assert find_faults(ada.page) == []
    assert arena.list_people("Owls")["Guest"] == ("person", 0, 0, 1)


def test_a_match_goes_on_after_its_worker_and_the_server_were_killed(arena: Arena) -> None:
    """The bot remembers how often it was asked: the next process is asked everything again, and nothing twice."""
    with Guest(arena.server.url, "Bob") as bob:
        with worker_process(arena.server, arena.key, "one"):
            arena.wait_for_worker()
            opened = arena.challenge(bob, "Owls", seat=1).json()
            assert opened["seat"] == 1
            socket = bob.socket(opened["id"])
            play(socket, 3)
        end_leases(arena.server, "one")
        with worker_process(arena.server, arena.key, "two"):
            play(socket, 3)
            arena.server.kill()
            arena.server.start()
            play(bob.socket(opened["id"]), 1000)
        record = bob.get(f"/api/records/{opened['id']}").json()
    assert "secret" not in str(record) and record["seats"][0]["kind"] == "program"
    match, asked = play_moves(read(json.dumps(record)), 0), 0
    for line in record["moves"]:
        seat, _, move = line.partition(" ")
        if seat == "0":
            asked += 1
            legal = match.legal(0)
            assert move == legal[asked % len(legal)]
        match.play(move, int(seat))
    assert sum(arena.list_people("Owls")["Bob"][1:]) == 1


def play(socket: Socket, turns: int) -> None:
    """Play so many moves, or to the end, and wait until it is this seat's turn again."""
    for _ in range(turns):
        frame = socket.my_turn()
        if frame["over"]:
            return
        socket.play(frame["legal"][-1])
    socket.my_turn()


def test_a_bot_that_crashes_loses_and_says_nothing_of_its_source(arena: Arena) -> None:
    with Guest(arena.server.url, "Cleo") as cleo, worker_process(arena.server, arena.key, "one"):
        arena.wait_for_worker()
        opened = arena.challenge(cleo, "Crows", seat=0).json()
        socket = cleo.socket(opened["id"])
        play(socket, 1000)
        record = cleo.get(f"/api/records/{opened['id']}").json()
        assert record["result"][1]["verdict"] == "crash" and record["result"][1]["cause"] == ""
        assert "secret" not in str(record) and "secret" not in "".join(socket.raw)
        assert arena.list_people("Crows") == {"Cleo": ("person", 1, 0, 0), "Crows v1": ("bot", 0, 0, 1)}
        board = httpx.get(f"{arena.server.url}/api/contests/{arena.contests['Crows']}/board").json()
        assert [(row["games"], row["rating"]) for row in board] == [(0, None)]  # the ladder knows nothing of it


def test_limits_and_refusals(arena: Arena) -> None:
    id, url = arena.contests["Owls"], arena.server.url
    with Guest(url, "Eve") as eve, Guest(url, "Zoe") as zoe:
        arena.finish_old_jobs()
        arena.end_workers()
        assert "No worker" in arena.challenge(eve, "Owls").json()["error"]
        assert arena.post("/api/workers/lease", arena.key, LEASE).status_code == 204
        first = arena.challenge(eve, "Owls").json()
        again = arena.challenge(eve, "Owls")
        assert again.status_code == 429 and "still goes on" in again.json()["error"]
        assert arena.challenge(zoe, "Owls", seat=2).status_code == 400
        assert arena.post(f"/api/contests/{id}/challenges", zoe.key, {"team": "Nobody"}).status_code == 404
        assert httpx.post(f"{url}/api/contests/{id}/challenges", json={"team": "Owls"}).status_code == 403
        change = {"Authorization": f"Bearer {arena.organiser}"}
        for is_on, status in ((False, 400), (True, 201)):
            body = {"limits": {"challenges": is_on}}
            assert httpx.patch(f"{url}/api/contests/{id}", json=body, headers=change).status_code == 200
            assert ("Challenge" in zoe.get(f"/contests/{id}").text) == is_on
            assert arena.challenge(zoe, "Owls").status_code == status

        order = arena.post("/api/workers/lease", arena.key, LEASE).json()
        assert order["kind"] == "challenge" and order["live"] == first["id"]
        assert arena.post("/api/workers/lease", arena.key, {"worker": "one"}).status_code == 204  # no other job
        own = {"job": order["key"], "worker": "one"}
        path = f"/api/workers/tables/{first['id']}"
        assert arena.post(f"{path}/turn", eve.key, own).status_code == 403
        for wrong in ({**own, "worker": "two"}, {**own, "job": "0" * 32}):
            assert arena.post(f"{path}/turn", arena.key, wrong).status_code == 404
            answer = {**wrong, "key": "x", "moves": ["STOP"], "times": [0, 0, 0]}
            assert arena.post(f"{path}/answer", arena.key, answer).status_code == 404
        stale = arena.post(f"{path}/answer", arena.key, {**own, "key": "x", "moves": ["STOP"], "times": [0, 0, 0]})
        assert stale.json() == {"is_open": False}
        socket = eve.socket(first["id"])
        socket.until(lambda frame: True)
        socket.ask(do="resign")
        socket.until(lambda frame: frame["over"])
        assert arena.post(f"{path}/turn", arena.key, own).json()["state"] == "over"
        assert arena.post(f"{path}/turn", arena.key, own).status_code == 404  # the job is done
        assert arena.challenge(eve, "Owls").status_code == 201


def test_a_match_that_no_worker_goes_on_with_is_no_fault_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_bots, "ANSWER_SECONDS", 0.01)

    async def ask_in_vain() -> tuple[Heard, Question | None]:
        bots = RemoteBots()
        heard = await bots.ask(Question(0, "key", "contest:x"))
        assert not bots.answer("key", Answer(["STOP"]))  # too late
        return heard, await bots.wait(0)

    heard, question = asyncio.run(ask_in_vain())
    assert isinstance(heard, BotFailed) and heard.verdict.kind == "host" and question is None


@pytest.mark.usefixtures("database")
def test_void_matches_do_not_count_and_deleted_teams_leave_no_name(sample: Sample) -> None:
    sample.submit("Owls", COUNTING)
    assert sample.work(1) == 1
    for number, verdict in enumerate(("ok", "host")):
        store_played_challenge(sample, Person(f"person {number}", f"Ada {number}"), verdict)

    def read_names(connection: Connection) -> set[str]:
        return {
            row.name for table in ("seats", "results") for row in connection.execute(text(f"SELECT name FROM {table}"))
        }

    assert [(row.name, row.won) for row in sample.run(sample.service.people(sample.contest))] == [
        ("Ada 0", 1),
        ("Owls v1", 0),
    ]
    assert "Owls v1" in sample.run(sample.service.read(read_names))
    sample.run(sample.service.delete_team(sample.contest, "Owls", BOSS))
    assert sample.run(sample.service.people(sample.contest)) == []
    assert sample.run(sample.service.read(read_names)) == {"Ada 0", "Ada 1", "–"}


def store_played_challenge(sample: Sample, person: Person, verdict: str) -> None:
    """Store a challenge that the person has won, as the server does."""
    now, match = sample.clock.now, new("emile", 2, 7)
    bot = sample.run(sample.service.read(lambda c: find_challenged(c, sample.contest, "Owls", now)))
    row = make_challenge_row(name_remote(bot.version.entrant), bot.name, 0, match, person, CLOCK, now)

    def add(connection: Connection) -> None:
        add_challenge(connection, sample.contest, bot, person.id, row.id, match.seed, now)

    sample.run(sample.store.add_table(row, also=add))
    ended = [replace(row.seats[0], rank=1, result="won"), replace(row.seats[1], rank=2, result="lost", verdict=verdict)]
    sample.run(sample.store.change_table(row.id, seats=ended, over=True))


def test_people_and_bots_are_rated_together() -> None:
    def meet(person: str, bot: str, result: str, count: int) -> list[Meeting]:
        names = {person: person.title(), bot: f"{bot} v1"}
        return [Meeting(f"{person}{bot}{result}{number}", person, bot, names, result) for number in range(count)]

    rows = rate_people(
        [*meet("ada", "weak", "won", 9), *meet("ada", "weak", "lost", 1), *meet("bob", "weak", "lost", 5)]
    )
    assert [(row.name, row.kind) for row in rows] == [("Ada", "person"), ("weak v1", "bot"), ("Bob", "person")]
    assert rows[0].rating is not None and rows[1].rating is not None and rows[0].rating > rows[1].rating + 100
    assert (rows[1].games, rows[1].won, rows[1].drawn, rows[1].lost) == (15, 6, 0, 9)
