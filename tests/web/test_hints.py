"""Hints: what the best bot would play, for a person whose opponents are all bots, from their view alone."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque import thinking
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.store.store import Store
from ludotheque.web import hints
from ludotheque.web.limits import Limit, MemoryBuckets, Rate, TooMuch
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language
from ludotheque.worker_pool import WorkerPool
from tests import jobs
from tests.web.conftest import MakeGuest
from tests.web.guest import Refused, Socket
from tests.web.seated_table import open_seated_table

ENVIRONMENT = {"LUDOTHEQUE_INTERPRET": "1"}  # nothing is compiled, so nothing is waited for
ADA, ENGLISH = Person("ada", "Ada", "a"), Language("en")
PATIENCE = 400_000  # milliseconds: the bots may have to be compiled first


def ask(socket: Socket) -> dict[str, Any]:
    """Ask for a hint and wait for it, or raise Refused."""
    socket.say(do="hint")
    while (message := socket.read())["kind"] != "hint":
        if message["kind"] == "refused":
            raise Refused(message["why"])
    return message


def test_against_bots_a_hint_has_the_best_move_and_exact_chances(guest: MakeGuest) -> None:
    ada = guest()
    socket = ada.socket(ada.open("emile", "me", "easy", first=0).id)
    frame = socket.my_turn()
    assert frame["advice"]
    hint = ask(socket)
    best = hint["moves"][0]["text"]
    assert best in frame["legal"] and hint["key"] == frame["key"]
    assert hint["says"].startswith("The champion would play: ")
    assert not set(re.findall(r"\w+", hint["says"])) & set(lt.load("emile").rules.MOVES)
    says = [one["says"] for one in hint["chances"] if re.fullmatch(r"Keep [1-6 ]+ and roll", one["says"])]
    assert len(says) == sum(move.startswith("KEEP") for move in frame["legal"])  # none after a first roll that fails
    chances = [one["chance"] for one in hint["chances"]]
    assert len(chances) == len(frame["legal"]) and chances == sorted(chances, reverse=True)


def test_there_are_no_hints_at_a_table_with_two_people(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Zoé")], "emile", first=0)
    assert not table.awaited().frame["advice"]
    with pytest.raises(Refused, match="whose opponents are all bots"):
        ask(table.awaited())


def test_a_spectator_and_a_table_that_waits_get_no_hints(guest: MakeGuest) -> None:
    ada, zoe = guest("Ada"), guest("Zoé", "fr")
    table = ada.open("emile", "me", "easy", first=0)
    with pytest.raises(Refused, match="tous les adversaires sont des robots"):
        ask(zoe.socket(table.id))
    with pytest.raises(Refused, match="opponents are all bots"):
        ask(ada.socket(ada.open("emile", "me", "friend", first=0).id))


def at_table(folder: Path, work: Callable[[LiveTable], Awaitable[None]], module: str = thinking.MODULE) -> None:
    """Run something at a table of Ghost in the Cell with one person and a bot that is never asked."""
    store = Store.open(f"sqlite:///{folder / 'tables.db'}")

    async def run() -> None:
        registry = TableRegistry(store)
        registry.pool = WorkerPool(1, module)
        table = await registry.open(TableRequest("ghost", ("me", "random"), {}, "Ada"), ADA)
        try:
            await work(table)
        finally:
            await registry.stop()

    try:
        asyncio.run(run())
    finally:
        store.close()


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and bots do not play."""
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    monkeypatch.setenv("LUDOTHEQUE_ATTENDED_SECONDS", "0")


@pytest.mark.usefixtures("quiet")
def test_the_bot_is_asked_about_the_seats_view_alone(tmp_path: Path) -> None:
    """What the other side has staged in secret changes nothing in the question."""

    async def work(table: LiveTable) -> None:
        before = hints.prepare(table, 0)
        order = next(move for move in table.match.legal(1) if move.startswith("MOVE"))
        table.match.play(order, 1)
        assert table.match.state.tobytes() != before.state
        assert hints.prepare(table, 0) == before

    at_table(tmp_path, work)


@pytest.mark.usefixtures("quiet")
def test_hints_are_limited_and_need_a_turn(tmp_path: Path) -> None:
    async def work(table: LiveTable) -> None:
        setattr(table.registry, "hints", Limit(MemoryBuckets(), "hints", Rate(0, 0)))  # noqa: B010
        with pytest.raises(TooMuch):
            await hints.find_hint(table, ADA, ENGLISH)
        table.match.play("END", 0)
        with pytest.raises(Forbidden, match="your turn"):
            await hints.find_hint(table, ADA, ENGLISH)

    at_table(tmp_path, work)


@pytest.mark.usefixtures("quiet")
def test_a_bot_that_fails_gives_a_sentence(tmp_path: Path) -> None:
    async def work(table: LiveTable) -> None:
        with pytest.raises(Forbidden, match="has failed"):
            await hints.find_hint(table, ADA, ENGLISH)

    at_table(tmp_path, work, jobs.MODULE)


def test_the_button_marks_the_hint_on_the_board(open_browser: OpenBrowser) -> None:
    ada = open_browser(locale="fr-FR")
    ada.ask_for(game="emile", seats=["me", "easy"], options={"first": 0})
    ada.page.locator("[data-hint]").click(timeout=PATIENCE)
    expect(ada.page.locator(".advice")).to_contain_text("Le champion jouerait", timeout=PATIENCE)
    expect(ada.page.locator(".advice")).to_contain_text(re.compile(r"\d,\d\s%"))  # as French writes 42.2 %
    expect(ada.page.locator(".stage .advised").first).to_be_visible()
