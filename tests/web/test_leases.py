"""Leases: one process has a table, another takes it when the first is dead, and an old lease writes nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from sqlalchemy import text

from ludotheque.store.leases import LeaseLost, Leases
from ludotheque.store.store import Store
from ludotheque.web.limits import Rate
from ludotheque.web.store_buckets import StoreBuckets
from tests.web import postgres
from tests.web.test_store import ADA, TABLE, ply

pytestmark = pytest.mark.server


@asynccontextmanager
async def two_processes(cluster: postgres.Cluster) -> AsyncIterator[tuple[Store, Store]]:
    address = cluster.new_database()
    stores = [Store.open(address, f"http://{name}") for name in ("left", "right")]
    for store in stores:
        await leases_of(store).beat()
    yield stores[0], stores[1]
    for store in stores:
        store.close()


def leases_of(store: Store) -> Leases:
    assert store.leases is not None
    return store.leases


async def stop_clock_of(store: Store) -> None:
    """Let a process count as dead, as if it had not been heard of for long."""
    query = text("UPDATE processes SET until = 0 WHERE id = :id")
    await store.transact(lambda connection: connection.execute(query, {"id": leases_of(store).process}) and None)


def test_a_table_belongs_to_one_process(cluster: postgres.Cluster) -> None:
    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            await left.add_table(TABLE)
            assert await leases_of(left).take(TABLE.id) is not None
            assert await leases_of(right).take(TABLE.id) is None
            assert await leases_of(right).find_holder(TABLE.id) == "http://left"
            assert await leases_of(left).find_holder(TABLE.id) is None
            await leases_of(left).leave()
            lease = await leases_of(right).take(TABLE.id)
            assert lease is not None
            assert lease.number == 2
            assert await leases_of(right).take("no table") is None

    asyncio.run(work())


def test_a_process_that_was_stopped_cannot_write(cluster: postgres.Cluster) -> None:
    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            await left.add_table(TABLE)
            old = await leases_of(left).take(TABLE.id)
            await stop_clock_of(left)
            await left.change_table(TABLE.id, lease=old, plies=[ply(1)])  # nobody has taken the table yet
            new = await leases_of(right).take(TABLE.id)
            with pytest.raises(LeaseLost):
                await left.change_table(TABLE.id, lease=old, plies=[ply(2)], seats=[replace(ADA, name="Eve")])
            await right.change_table(TABLE.id, lease=new, plies=[ply(2, seat=1)])
            assert not await leases_of(left).beat(), "it was dead for a while"
            assert await leases_of(left).held() == {}
            assert await leases_of(left).beat()
            with pytest.raises(LeaseLost):
                await left.change_table(TABLE.id, lease=old, plies=[ply(3)])
            assert await right.plies(TABLE.id) == [ply(1), ply(2, seat=1)]
            assert await right.table(TABLE.id) == replace(TABLE, touched=2000.5)

    asyncio.run(work())


def test_a_write_and_a_new_lease_do_not_cross(cluster: postgres.Cluster) -> None:
    """Both processes write as fast as they can while the table changes hands: each ply is written once."""

    async def go_on(store: Store, other: Store) -> int:
        count = 0
        while (lease := await leases_of(store).take(TABLE.id)) is None:
            await asyncio.sleep(0)
        number = len(await store.plies(TABLE.id))
        try:
            while number < 300:
                number += 1
                await store.change_table(TABLE.id, lease=lease, plies=[ply(number)])
                count += 1
                if count == 20:
                    await stop_clock_of(store)
        except LeaseLost:
            await leases_of(store).beat()
            return count + await go_on(store, other)
        await leases_of(store).leave()
        return count

    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            await left.add_table(TABLE)
            written = await asyncio.gather(go_on(left, right), go_on(right, left))
            assert [row.ply for row in await left.plies(TABLE.id)] == list(range(1, 301))
            assert sum(written) == 300

    asyncio.run(work())


def test_limits_are_counted_together(cluster: postgres.Cluster) -> None:
    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            here, there, slow = StoreBuckets(left), StoreBuckets(right), Rate(10, 0.001)
            answers = await asyncio.gather(*(one.take("a", 1, slow) for one in [here, there] * 10))
            assert sum(answers) == 10
            assert await there.take("b", 10, slow)
            await here.charge("b", 5, slow)
            assert not await there.take("b", 0, slow), "it has less than nothing"
            assert not await here.take("c", 11, slow)
            await here.charge("quick", 3, Rate(10, 1e9))
            assert await there.take("quick", 10, Rate(10, 1e9))
            await here.forget_full()
            assert not await there.take("a", 1, slow), "only full buckets are forgotten"

    asyncio.run(work())


def test_several_processes_start_at_the_same_time(cluster: postgres.Cluster) -> None:
    """One of them migrates, and one makes the secret."""

    async def work() -> None:
        address = cluster.new_database()
        stores = await asyncio.gather(*(asyncio.to_thread(Store.open, address, f"http://{n}") for n in range(4)))
        assert len(set(await asyncio.gather(*(store.secret() for store in stores)))) == 1
        assert sum(await asyncio.gather(*(store.forget(1e12) for store in stores))) == 0
        for store in stores:
            store.close()

    asyncio.run(work())
