"""Bots at a table, without a server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from ludotheque.match import View
from ludotheque.store.store import Store
from ludotheque.web.bots import answer, bot_to_move, play_answer
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.settings import Settings
from ludotheque.web.table_request import TableRequest

ADA = Person("ada", "Ada")
Work = Callable[[LiveTable], Awaitable[None]]


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Work], None]]:
    """Runs something at a table of Alchemy where a bot begins."""
    monkeypatch.setenv("LUDOTHEQUE_PACE_SECONDS", "0")
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # nothing is compiled, so nothing is waited for
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def run(work: Work) -> None:
        table = await TableRegistry(store).open(TableRequest("alchemy", ("me", "random"), {"first": 1}, "Ada"), ADA)
        await work(table)
        await table.close()

    yield lambda work: asyncio.run(run(work))
    store.close()


def test_bots_wait_when_nobody_is_there(at_table: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_ATTENDED_SECONDS", "0")

    async def work(table: LiveTable) -> None:
        assert table.match.active == [1] and bot_to_move(table) is None
        table.registry.settings = Settings()
        assert bot_to_move(table) == 1
        table.visit()
        while table.match.active != [0]:
            async with table.lock:
                await asyncio.sleep(0)

    at_table(work)


def test_a_bot_that_answers_nonsense_plays_its_first_legal_move(at_table: Callable[[Work], None]) -> None:
    async def work(table: LiveTable) -> None:
        async with table.lock:
            first = table.match.legal(1)[0]
            await play_answer(table, 1, ["PLACE 0 1", "PLACE 0 1"], {})
            assert table.match.moves == [f"1 {first}"]
            assert "PLACE 0 1; PLACE 0 1" in table.match.notes[1]["stderr"]

    at_table(work)


def test_a_bot_that_crashes_plays_its_first_legal_move(at_table: Callable[[Work], None]) -> None:
    def crash(view: View) -> str:
        raise RuntimeError("out of ideas")

    async def work(table: LiveTable) -> None:
        moves, note = answer(crash, table.match.view(1))
        assert moves == table.match.legal(1)[:1]
        assert note["stderr"] == "RuntimeError: out of ideas" and note["seconds"] >= 0

    at_table(work)
