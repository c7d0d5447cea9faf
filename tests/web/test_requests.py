"""Requests to take back and offers of a draw: they outlive the process, as long as they are open."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ludotheque.seating import NO_REQUESTS
from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest

ADA, BELA = Person("ada", "Ada"), Person("bela", "Béla")
Restart = Callable[[], Awaitable[LiveTable]]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")


def with_table(database: str, work: Callable[[LiveTable, Restart], Awaitable[None]]) -> None:
    """Let Ada and Béla sit at a table of Alchemy; `restart` loads it into a new registry."""

    async def run() -> None:
        store = Store.open(database)
        registry = TableRegistry(store)
        table = await registry.open(TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada"), ADA)
        await table.sit(table.invitations(ADA)[1], BELA, "Béla")

        async def restart() -> LiveTable:
            nonlocal registry
            await registry.stop()
            registry = TableRegistry(store)
            return await registry.table(table.row.id)

        await work(table, restart)
        await registry.stop()
        store.close()

    asyncio.run(run())


def test_an_undo_can_be_granted_after_a_restart(database: str) -> None:
    async def work(table: LiveTable, restart: Restart) -> None:
        await table.play(ADA, "END", table.key(0))
        await table.act(ADA, Table.request_undo)
        again = await restart()
        assert again.table.requests == table.table.requests != NO_REQUESTS
        await again.act(BELA, lambda its, seat, now: its.answer_undo(seat, True, now))
        assert again.match.ply == 0
        assert (await restart()).table.requests == NO_REQUESTS

    with_table(database, work)


def test_a_draw_can_be_agreed_after_a_restart(database: str) -> None:
    async def work(table: LiveTable, restart: Restart) -> None:
        await table.act(ADA, Table.offer_draw)
        again = await restart()
        assert again.table.requests.draw == {0}
        await again.act(BELA, Table.offer_draw)
        assert again.match.ending is not None and again.match.ending.kind == "draw"
        assert (await restart()).table.requests == NO_REQUESTS

    with_table(database, work)


@pytest.mark.parametrize("how", ["declined", "played on"])
def test_an_offer_that_has_ended_does_not_come_back(database: str, how: str) -> None:
    async def work(table: LiveTable, restart: Restart) -> None:
        await table.play(ADA, "END", table.key(0))
        await table.act(ADA, Table.offer_draw)
        if how == "declined":
            await table.act(BELA, Table.decline_draw)
        else:
            await table.play(BELA, "END", table.key(1))
        assert (await restart()).table.requests == NO_REQUESTS
        stored = await table.registry.store.table(table.row.id)
        assert stored is not None and stored.requests is None

    with_table(database, work)


def test_an_undo_that_a_move_has_ended_does_not_come_back(database: str) -> None:
    async def work(table: LiveTable, restart: Restart) -> None:
        await table.play(ADA, "END", table.key(0))
        await table.act(ADA, Table.request_undo)
        await table.play(BELA, "END", table.key(1))
        assert (await restart()).table.requests == NO_REQUESTS

    with_table(database, work)
