"""The lists of tables, without a server."""

import asyncio
from pathlib import Path

import pytest

from ludotheque.store.store import Store
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest

ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


def test_who_comes_back_after_a_restart_sees_where_it_is_his_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # nothing is compiled, so nothing is waited for
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def work() -> None:
        ask = TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada")
        table = await TableRegistry(store).open(ask, ADA)
        await table.sit(next(iter(table.invitations(ADA).values())), BOB, "Bob")
        (mine,), (his,) = [await TableRegistry(store).tables_of(person) for person in (ADA, BOB)]
        assert (mine.seat, mine.awaited) == (0, (0,))
        assert (his.seat, his.awaited) == (1, (0,))
        (listed,) = await TableRegistry(store).public_tables()
        assert listed.seat == -1 and listed.awaited == (), (
            "whose turn it is at a table that rests is not worth the work"
        )

    asyncio.run(work())
    store.close()
