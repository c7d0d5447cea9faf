"""The lists of tables, without a server."""

import asyncio
from pathlib import Path

import pytest

from ludotheque.store.store import Store
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest

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
        assert listed.seat == -1 and listed.awaited == (), (
            "a table that is not in memory is not loaded for the public list"
        )

    asyncio.run(work())
    store.close()
