"""Matches of contests that are watched while a worker plays them: a real server, real workers and the sandbox."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from ludotheque.arena.matches import Result, make_result
from ludotheque.checks.fixtures import OpenBrowser, new_server
from ludotheque.checks.server import Server
from ludotheque.contest.contests import Limits
from ludotheque.contest.jobs import make_task
from ludotheque.contest.keys import ORGANISER
from ludotheque.contest.live_plies import Feed, Plies, Reporter
from ludotheque.contest.orders import Order, Report, carry_out
from ludotheque.game import load
from ludotheque.match import Match, new
from ludotheque.web.watched_match import play_plies
from tests.contest.helpers import BOSS, FIRST, LAST, LINES, open_sample
from tests.contest.workers import PATIENCE, end_leases, worker_process
from tests.web.axe import find_faults
from tests.web.guest import Guest

SLOW = LINES.format(answer="import time; time.sleep(0.5); print(legal[0], flush=True)")
SLOW_LIMITS = Limits(clock_scale=20)  # also on a busy machine no bot fails


class Stage:
    """A server that plays nothing itself. The test is its worker, over HTTP."""

    def __init__(self, folder: Path) -> None:
        self.server = new_server(folder, LUDOTHEQUE_CONTEST_MATCHES="0")
        self.contests: dict[str, str] = {}
        with ThreadPoolExecutor(1) as thread:  # Playwright's own event loop runs in this one
            thread.submit(self._prepare).result()
        headers = {"Authorization": f"Bearer {self.key}"}
        self.http = httpx.Client(base_url=self.server.url, headers=headers, timeout=PATIENCE)

    def _prepare(self) -> None:
        """Open contests with two valid bots each."""
        with open_sample(self.server.database) as sample:
            sample.clock.now = time.time() - 100
            self.key = sample.run(sample.service.make_worker_key("test", BOSS))
            self.organiser = sample.run(sample.service.make_key(ORGANISER, "ada"))
            for name, text, more in (
                ("quick", LAST, {}),
                ("slow", SLOW, {"options": {"rounds": 20}}),  # a match takes 10 seconds at least
                ("secrets", LAST, {"game": "bzzz", "options": {}, "seats": 2}),
                ("frozen", LAST, {"freezes": sample.clock.now + 50}),
            ):
                self.contests[name] = sample.open(name=name, limits=SLOW_LIMITS, **more).id
                sample.holders.clear()
                sample.submit("Owls", FIRST if text == LAST else text)
                sample.submit("Bats", text)
                assert sample.work(2) == 2
                sample.run(sample.service.pause(sample.contest, True, BOSS))

    @contextmanager
    def going_on(self, name: str) -> Iterator[str]:
        """Let one contest play, and return its id."""
        path = f"{self.server.url}/api/contests/{self.contests[name]}/actions"
        headers = {"Authorization": f"Bearer {self.organiser}"}
        assert httpx.post(path, json={"do": "resume"}, headers=headers).status_code == 204
        try:
            yield self.contests[name]
        finally:
            assert httpx.post(path, json={"do": "pause"}, headers=headers).status_code == 204

    def lease(self, worker: str = "test") -> Order:
        answer = self.http.post("/api/workers/lease", json={"worker": worker})
        assert answer.status_code == 200
        return Order(**answer.json())

    def play(self, order: Order) -> Report:
        """Play the match in the sandbox, without sending anything."""
        digests = [bot.digest for bot in order.list_bots().values()]
        return carry_out(order, {one: self.http.get(f"/api/workers/bots/{one}").content for one in digests})

    def send(self, order: Order, plies: Plies, worker: str = "test", **other: Any) -> httpx.Response:
        body = {"job": order.key, "worker": worker, **plies._asdict(), **other}
        return self.http.post(f"/api/workers/tables/{order.live}/plies", json=body)

    def report(self, order: Order, report: Report) -> int:
        return self.http.post(f"/api/workers/jobs/{order.key}/report", json=report._asdict()).status_code


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    made = Stage(tmp_path_factory.mktemp("server"))
    with made.server, made.http:
        yield made


@pytest.fixture(scope="module")
def server(stage: Stage) -> Server:
    return stage.server


def moves_of(report: Report) -> Plies:
    """Return all plies of a match that was played."""
    record = Result.from_json(report.results[0]).read_record()
    return Plies(0, record.moves, [list(one) for one in record.dice])


def test_a_match_is_watched_until_its_end(stage: Stage, open_browser: OpenBrowser) -> None:
    ada = open_browser()
    with stage.going_on("quick") as contest:
        order = stage.lease()
    report = stage.play(order)
    keep, moves, dice = moves_of(report)
    assert stage.send(order, Plies(len(moves) // 2, [], dice)).json() == {"plies": None}  # nobody watches yet
    ada.goto(f"/contests/{contest}")
    expect(ada.page.get_by_role("heading", name="Being played now")).to_be_visible()
    assert find_faults(ada.page) == []
    ada.page.get_by_role("link", name="Watch : ").click()
    expect(ada.page.locator(".stage svg.board")).to_be_visible()
    expect(ada.page.locator(".seats")).to_contain_text("Owls v1")
    expect(ada.page.locator(".latest")).to_be_empty()
    half = Plies(keep, moves[: len(moves) // 2], dice)
    assert stage.send(order, Plies(len(half.moves), [], dice)).json() == {"plies": 0}  # from then on all are wanted
    assert stage.send(order, half).json() == {"plies": len(half.moves)}
    expect(ada.page.locator(".latest")).not_to_be_empty()
    assert find_faults(ada.page) == []
    assert stage.send(order, Plies(len(half.moves), moves[len(half.moves) :], dice)).status_code == 422
    assert stage.report(order, report) == stage.report(order, report) == 204
    expect(ada.page.locator(".result")).to_be_visible()
    expect(ada.page.locator(".result tbody")).to_contain_text("Bats v1")
    ada.page.get_by_role("link", name="Watch the replay").click()
    expect(ada.page.locator(".stage svg.board")).to_be_visible()
    assert ada.page.url.partition("?")[0].endswith(f"/replays/{order.live}")
    ada.goto(f"/tables/{order.live}")  # still there, with its result
    expect(ada.page.locator(".result")).to_be_visible()
    ada.page.get_by_role("link", name="quick").click()
    expect(ada.page.get_by_role("heading", name="Latest matches")).to_be_visible()
    rows = stage.http.get(f"/api/contests/{contest}/matches").json()
    assert [row["replay"] for row in rows].count(f"/replays/{order.live}") == 1


def test_a_worker_sends_plies_by_itself_and_another_begins_again(stage: Stage) -> None:
    """The first worker is killed in the middle of a match; the next one plays it from the start."""
    with stage.going_on("slow") as contest, Guest(stage.server.url) as ada:
        with worker_process(stage.server, stage.key, "one"):
            live = wait_for(lambda: stage.http.get(f"/api/contests/{contest}/live").json())[0]
            frames = ada.socket(live["id"])
            seen = frames.until(lambda _: len(frames.log) > 2)
        assert seen["state"] == "playing" and seen["seat"] == -1 and seen["legal"] == []
        end_leases(stage.server, "one")
        order = stage.lease("two")
        assert order.live == live["id"]
        dice = [[0, make_task(order.tasks[0]).seed]]
        assert stage.send(order, Plies(1, [], dice), "one").status_code == 404  # its lease is lost
        assert stage.send(order, Plies(1, [], dice), "two").json() == {"plies": 0}
        frames.until(lambda _: not frames.log)
        assert stage.report(order, make_up_report(order)) == 204
        end = frames.until(lambda frame: frame["over"])
        assert end["replay"] == f"/replays/{live['id']}" and end["result"]


def test_the_projector_shows_a_match_while_it_is_played(stage: Stage, open_browser: OpenBrowser) -> None:
    ada = open_browser(reduced_motion="no-preference")
    with stage.going_on("slow") as contest:
        order = stage.lease("three")
    ada.goto(f"/contests/{contest}/projector?pace=300")
    expect(ada.page.get_by_role("heading", name="Live")).to_be_visible()
    expect(ada.page.locator(".stage svg.board")).to_be_visible()
    assert find_faults(ada.page) == []
    assert stage.report(order, make_up_report(order)) == 204
    expect(ada.page.locator(".seat-box .sub").filter(has_text=re.compile("won|a draw")).first).to_be_visible()


def make_up_report(order: Order) -> Report:
    """Return the report of a match that is played at random, here and now."""
    match = match_of(order)
    while not match.over:
        play_at_random(match, match.ply + 1)
    return Report([make_result(make_task(order.tasks[0]), match, 1.0).to_json()])


def wait_for(ask: Any) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := ask()):
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


def test_what_is_wrong_is_refused_and_nothing_changes(stage: Stage) -> None:
    with stage.going_on("quick"), Guest(stage.server.url) as ada:
        order, other = stage.lease(), stage.lease("another")
        assert ada.send(f"/api/workers/tables/{order.live}/plies", {}).status_code == 422
        match = match_of(order)
        dice = [[0, match.seed]]
        play_at_random(match, 6)
        assert ada.look(order.live)["state"] == "playing"
        assert stage.send(order, Plies(0, match.moves, dice)).json() == {"plies": 6}
        before = ada.look(order.live)
        wrong = [
            (Plies(6, ["0 KEEP 9 9 9"], dice), {}, 422),
            (Plies(6, ["7 STOP"], dice), {}, 422),
            (Plies(6, ["\0"], dice), {}, 422),
            (Plies(2, [*match.moves[2:], "nonsense"], dice), {}, 422),
            (Plies(6, [], [[3, 5]]), {}, 422),
            (Plies(6, [], [[0, 2**64]]), {}, 422),
            (Plies(-1, [], dice), {}, 422),
            (Plies(6, ["0 STOP"] * 1501, dice), {}, 422),
            (Plies(10**8, [], dice), {}, 422),
            (Plies(6, [], dice), {"worker": "another"}, 404),
            (Plies(6, [], dice), {"job": other.key}, 404),
            (Plies(6, [], dice), {"job": "0" * 32}, 404),
        ]
        for plies, changed, status in wrong:
            assert stage.send(order, plies, **changed).status_code == status, (plies, changed)
        headers = {"Authorization": "Bearer worker-none"}
        body = {"job": order.key, "worker": "test", "keep": 0, "moves": [], "dice": dice}
        path = f"{stage.server.url}/api/workers/tables/{order.live}/plies"
        assert httpx.post(path, json=body, headers=headers).status_code == 403
        assert stage.send(order, Plies(9, [], dice)).json() == {"plies": 6}  # there is a gap: it says from where
        assert ada.look(order.live) == before
        assert ada.get(f"/tables/{order.live}0").status_code == 404
        assert ada.send(f"/api/tables/{order.live}/moves", {"move": "STOP", "key": ""}).status_code == 403
        ada.http.post(f"/api/workers/jobs/{order.key}/failure", json={"why": "x"}, headers=dict(stage.http.headers))
        assert stage.send(order, Plies(6, [], dice)).status_code == 404


def test_those_who_watch_see_what_spectators_see(stage: Stage) -> None:
    with stage.going_on("secrets"), Guest(stage.server.url) as ada:
        order = stage.lease()
        ada.look(order.live)
        match = match_of(order)
        play_at_random(match, 40)
        assert stage.send(order, Plies(0, match.moves, [[0, match.seed]])).json() == {"plies": 40}
        seen = ada.get(f"/api/tables/{order.live}/view").json()
        assert seen == match.view(-1).json() != match.full_view().json()
        assert ada.get(f"/replays/{order.live}").status_code == 404
        assert ada.get(f"/replays/{order.live}/record").status_code == 404


def test_while_the_board_is_frozen_nothing_is_watched(stage: Stage) -> None:
    with stage.going_on("frozen") as contest, Guest(stage.server.url) as ada:
        order = stage.lease()
        assert stage.http.get(f"/api/contests/{contest}/live").json() == []
        assert "Being played now" not in ada.get(f"/contests/{contest}").text
        assert ada.get(f"/tables/{order.live}").status_code == 404
        assert ada.socket(order.live).closing_code() == 4404
        assert stage.send(order, Plies(3, [], [[0, 1]])).json() == {"plies": None}


def match_of(order: Order) -> Match:
    task = make_task(order.tasks[0])
    return Match(load(task.game), len(task.seats), task.seed, dict(task.options))


def play_at_random(match: Match, plies: int) -> None:
    while match.ply < plies:
        seat = match.active[0]
        match.play(match.legal(seat)[match.ply % len(match.legal(seat))], seat)


def test_a_turn_that_is_taken_back_is_taken_back_for_those_who_watch() -> None:
    """The whole way of plies without a server: messages come late, and some of them after the match has gone back."""
    match, shown, feed = new("emile", seed=3), new("emile", seed=3), Feed()
    reporter = Reporter(feed.add, clock=iter(range(1000)).__next__)  # a second passes at every look

    def upload(plies: Plies) -> None:
        if plies.keep <= shown.ply:
            play_plies(shown, plies)
        feed.accept(shown.ply)

    reporter(match)
    assert feed.is_empty
    play_at_random(match, 5)
    reporter(match)
    upload(feed.next())
    late = feed.next()
    match.undo_to(3)
    match.roll_anew(4, 99)
    play_at_random(match, 9)
    reporter(match)  # before the server has answered
    upload(late)
    upload(feed.next())
    assert shown.moves == match.moves and shown.checksum() == match.checksum()
    assert shown.dice_seeds == match.dice_seeds
