"""The analysis of a finished match on the web: in the pool, limited, kept; and in a real browser."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, expect

import ludotheque as lt
from ludotheque import loops, thinking
from ludotheque.analysis import Analysis
from ludotheque.checks.server import Server
from ludotheque.game import GameError
from ludotheque.judge import Judgement
from ludotheque.match import Match, draw_seed
from ludotheque.seating import Kind, Seat
from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web import analyses
from ludotheque.web.analyses import Analyses, AnalysisFailed
from ludotheque.web.analysing import describe_analysis
from ludotheque.web.limits import Limit, MemoryBuckets, Rate, TooMuch
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.words import Language
from ludotheque.worker_pool import WorkerPool
from tests import jobs
from tests.web.conftest import MakeGuest
from tests.web.guest import Guest

ENVIRONMENT = {"LUDOTHEQUE_INTERPRET": "1"}  # nothing is compiled, so nothing is waited for
T = TypeVar("T")
ADA = Person("ada", "Ada", "a")
PLIES = 12
PATIENCE = 400_000  # milliseconds: the bots may have to be compiled first


@cache
def play_badly() -> Match:
    """Play the beginning of a match of Émile at random, until one player gives up: most moves are mistakes."""
    game, luck = lt.load("emile"), random.Random(40)
    match = Match(game, 2, 40, {"first": 0}, machine=loops.machine(game, interpreted=True))
    while match.ply < PLIES:
        match.play(luck.choice(match.legal()))
    table = Table(match, [Seat(Kind.PERSON, name) for name in ("Ada", "Zoé")], now=0.0, new_seed=draw_seed)
    table.commit(table.resign(0, 0.0), 0.0)
    assert match.over
    return match


def upload(guest: Guest, match: Match) -> str:
    answer = guest.http.post("/api/records", content=match.record().write().encode())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_programs_get_chances_accuracy_and_costly_moves(guest: MakeGuest) -> None:
    ada, match = guest(), play_badly()
    id = upload(ada, match)
    answer = ada.send(f"/api/records/{id}/analysis", None)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["curve"]["plies"][-1] == match.ply
    assert [row[-1] for row in found["curve"]["chances"]] == [float(rank == 1) for rank in match.ranks]
    assert all(sum(column) == pytest.approx(1, abs=1e-3) for column in zip(*found["curve"]["chances"]))
    assert all(accuracy < 99 for accuracy in found["accuracy"])
    losses = [move["loss"] for move in found["costly"]]
    assert losses == sorted(losses, reverse=True) and losses[0] > 0.01
    lines = [json.loads(line) for line in ada.send(f"/replays/{id}/analysis", None).text.splitlines()]
    assert lines[-1] == {"analysis": found}  # kept, and the same


def test_a_match_that_goes_on_is_not_analysed(guest: MakeGuest) -> None:
    ada = guest()
    answer = ada.send(f"/api/records/{upload(ada, lt.new('emile', seed=3))}/analysis", None)
    assert (answer.status_code, answer.json()["error"]) == (400, "Only a match that is over can be analysed.")
    table = ada.open("emile", "me", "easy")
    assert ada.send(f"/replays/{table.id}/analysis", None).status_code == 404


def test_pages_of_other_sites_cannot_start_an_analysis(guest: MakeGuest) -> None:
    ada = guest()
    id = upload(ada, play_badly())
    assert ada.http.post(f"/replays/{id}/analysis", headers={"Origin": "http://elsewhere"}).status_code == 403


def with_analyses(folder: Path, work: Callable[[Analyses], Awaitable[T]], most: int = 100) -> T:
    """Run something with a registry whose pool has one process and interpreted games."""
    store = Store.open(f"sqlite:///{folder / 'tables.db'}")

    async def run() -> T:
        registry = TableRegistry(store)
        registry.pool = WorkerPool(1, thinking.MODULE)
        found = Analyses(registry, Limit(MemoryBuckets(), "analyses", Rate(most, 0)), plies=1)
        try:
            return await work(found)
        finally:
            await found.close()
            await registry.stop()

    try:
        return asyncio.run(run())
    finally:
        store.close()


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")


@pytest.mark.usefixtures("interpreted")
def test_a_process_that_ends_gives_a_sentence_and_the_next_try_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "list_decisions", jobs.end_process)

    async def work(found: Analyses) -> None:
        first = await found.start("id", play_badly(), ADA)
        with pytest.raises(AnalysisFailed, match="has ended"):
            await first.task
        assert await found.start("id", play_badly(), ADA) is not first

    with_analyses(tmp_path, work)


@pytest.mark.usefixtures("interpreted")
def test_one_address_has_a_limited_number_at_once_and_later(tmp_path: Path) -> None:
    async def at_once(found: Analyses) -> None:
        running = [await found.start(id, play_badly(), ADA) for id in ("one", "two", "two")]
        assert running[1] is running[2]
        with pytest.raises(TooMuch):
            await found.start("three", play_badly(), ADA)
        await found.start("three", play_badly(), Person("zoe", address="b"))

    async def later(found: Analyses) -> None:
        await found.start("one", play_badly(), ADA)
        with pytest.raises(TooMuch):
            await found.start("two", play_badly(), ADA)

    with_analyses(tmp_path, at_once)
    with_analyses(tmp_path, later, most=1)


@pytest.mark.usefixtures("interpreted")
def test_a_long_match_is_refused_and_old_results_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(found: Analyses) -> None:
        monkeypatch.setattr(analyses, "MOST_DECISIONS", 3)
        with pytest.raises(GameError, match="too long"):
            await (await found.start("one", play_badly(), ADA)).task

    async def dropped(found: Analyses) -> None:
        monkeypatch.setattr(analyses, "KEPT_DECISIONS", 0)
        monkeypatch.setattr(analyses, "list_decisions", jobs.no_decisions)
        first = await found.start("one", play_badly(), ADA)
        await first.task
        assert await found.start("one", play_badly(), ADA) is first
        first.total = 1
        await (await found.start("two", play_badly(), ADA)).task
        assert await found.start("one", play_badly(), ADA) is not first

    with_analyses(tmp_path, refused)
    with_analyses(tmp_path, dropped)


def test_a_turn_is_described_in_words_and_an_expected_line_after_it() -> None:
    match = play_badly()
    one = Judgement(1, 0, "STOP", 0.4, "KEEP 1 0 0", (0.5, 0.5), 0.1, ("0 KEEP 1 0 0", "0 STOP", "1 OWN"))
    found = describe_analysis(match, Analysis([one], [99.0, None], (1.0, 0.0)), Language("fr"))
    (costly,) = found["costly"]
    assert costly["moves"][0]["values"] == {"ones": "1", "fives": "0", "brelan": "0"}
    assert [line["seat"] for line in costly["later"]] == [0, 1]
    assert (costly["played"], costly["best"]) == ("S’arrêter", "Garder 1 et relancer")
    assert [line["says"] for line in costly["later"]] == ["S’arrêter", "Changer votre propre score"]


def test_a_click_on_a_costly_move_shows_what_was_better(browser: Browser, server: Server, guest: MakeGuest) -> None:
    id = upload(guest(), play_badly())
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/replays/{id}")
    page.click("[data-analyse]")
    moves = page.locator(".costly button")
    expect(moves.first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".analysis svg .edge")).to_have_count(2)
    expect(page.locator("[data-accuracy]").first).not_to_have_text("")
    ply = int(moves.first.locator(".n").inner_text())
    moves.first.click()
    expect(page.locator(".where")).to_contain_text(f"move {ply - 1} of")
    expect(page.locator(".happened")).to_contain_text("Better:")
    expect(page.locator(".stage .advised").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".happened")).not_to_contain_text("Better:")
    assert page.locator(".stage .advised").count() == 0
    page.context.close()


@pytest.mark.parametrize(
    ("chances", "found"),
    [
        ([[0.5, 0.4, 0.6, 1], [0.5, 0.6, 0.4, 0]], {"seat": 0, "ply": 3}),  # behind for the last time before move 4
        ([[0.2, 0.6, 0.7, 0], [0.8, 0.4, 0.3, 1]], {"seat": 1, "ply": 5}),  # until the very end
        ([[0.5, 0.6, 0.7, 1], [0.5, 0.4, 0.3, 0]], {"seat": 0, "ply": None}),  # never
        ([[0.5, 0.6, 0.5, 0.5], [0.5, 0.4, 0.5, 0.5]], None),  # nobody has won
    ],
)
def test_the_turning_point_is_where_the_winner_went_ahead_for_good(
    browser: Browser, server: Server, chances: list[list[float]], found: object
) -> None:
    page = browser.new_page()
    page.goto(f"{server.url}/rules")
    find = "async (curve) => (await import('/static/turning.js')).findTurningPoint(curve)"
    assert page.evaluate(find, {"plies": [0, 3, 5, 8], "chances": chances}) == found
    page.close()


def test_the_result_of_a_match_leads_to_its_analysis(browser: Browser, server: Server, guest: MakeGuest) -> None:
    id = upload(guest(), play_badly())
    page = browser.new_context(reduced_motion="reduce", locale="fr-FR").new_page()
    page.goto(f"{server.url}/replays/{id}#analysis")
    expect(page.locator(".costly")).to_contain_text("mieux", timeout=PATIENCE)
    page.context.close()
