"""The lists of tables, without a server."""

import asyncio
import time
from pathlib import Path

import pytest

from ludotheque.store.store import Store, TableRow
from ludotheque.table import Table
from ludotheque.web.limits import TooMuch
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.settings import Settings
from ludotheque.web.table_request import OPEN_INVITE, TableRequest

ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


def test_the_lists_say_whose_turn_it_is_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # so the test does not wait for the compiler
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def work() -> None:
        wanted = TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada")
        table = await TableRegistry(store).open(wanted, ADA)
        await table.sit(next(iter(table.invitations(ADA).values())), BOB, "Bob")
        (adas,), (bobs,) = [await TableRegistry(store).tables_of(person) for person in (ADA, BOB)]
        assert (adas.seat, adas.awaited) == (0, (0,))
        assert (bobs.seat, bobs.awaited) == (1, (0,))
        (listed,) = await TableRegistry(store).public_tables()
        assert (listed.seat, listed.awaited) == (-1, (0,))

    asyncio.run(work())
    store.close()


def test_the_lobby_has_open_live_and_finished_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def work() -> None:
        registry = TableRegistry(store)

        async def open_table(*seats: str) -> LiveTable:
            return await registry.open(TableRequest("alchemy", seats, {"first": 0}, "Ada"), ADA)

        by_link, joined, ended = [await open_table("me", "friend") for _ in range(3)]
        free = await open_table("me", "anyone")
        bots = await open_table("me", "random")
        await joined.sit(joined.invitations(ADA)[1], BOB, "Bob")
        await ended.sit(ended.invitations(ADA)[1], BOB, "Bob")
        await ended.act(ADA, Table.resign)
        lobby = await registry.lobby()
        assert [table.id for table in lobby.open] == [free.row.id]
        assert [table.id for table in lobby.live] == [joined.row.id, bots.row.id]  # more people first
        (finished,) = lobby.finished
        assert finished.id == ended.row.id and finished.winners == (1,)
        assert finished.day == time.strftime("%Y-%m-%d", time.gmtime((await stored(ended)).touched))
        await free.sit(OPEN_INVITE, BOB, "Bob")
        assert (await registry.lobby()).open == []
        with pytest.raises(Forbidden):
            await by_link.sit(OPEN_INVITE, BOB, "Bob")
        await registry.stop()

    async def stored(table: LiveTable) -> TableRow:
        row = await store.table(table.row.id)
        assert row is not None
        return row

    asyncio.run(work())
    store.close()


def test_tables_at_which_nobody_has_moved_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    settings = Settings(tables_per_person=2, tables_per_day=3)

    async def work() -> None:
        registry = TableRegistry(store, settings=settings)
        wanted = TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada")

        async def open_and_move(person: Person) -> None:
            table = await registry.open(wanted, person)
            await table.sit(next(iter(table.invitations(person).values())), Person("friend"), "Friend")
            await table.play(person, "END", table.key(0))

        for _ in range(5):
            await registry.open(wanted, ADA)
        await open_and_move(ADA)
        await open_and_move(ADA)
        with pytest.raises(TooMuch, match="2 tables"):
            await registry.open(wanted, ADA)
        await open_and_move(BOB)
        with pytest.raises(TooMuch, match="All tables are taken"):
            await registry.open(wanted, BOB)
        await registry.stop()

    asyncio.run(work())
    store.close()
