"""What a table has begun is finished, though whoever asked for it has gone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.store.store import Store
from ludotheque.web.registry import TableRegistry as House
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest as TableAsk

ADA = Person("ada", "Ada")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    yield opened
    opened.close()


def test_a_move_whose_sender_is_gone_is_kept_and_seen_alike(store: Store) -> None:
    async def work() -> None:
        house = House(store)
        table = await house.open(TableAsk("alchemy", ("me", "friend"), {"first": 0}, "Ada"), ADA)
        await table.sit(next(iter(table.invitations(ADA).values())), Person("bob", "Bob"), "Bob")
        for ply in range(1, 9):
            person = ADA if table.match.active == [0] else Person("bob", "Bob")
            asking = asyncio.create_task(table.play(person, "END", table.key(table.match.active[0])))
            await asyncio.sleep(0)  # it has begun,
            await asyncio.sleep(0)  # and waits for the store
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            async with table.lock:
                assert len(await store.plies(table.row.id)) == table.match.ply == ply
        await table.close()

    asyncio.run(work())
