"""Rate limits that several processes count together, in PostgreSQL."""

from sqlalchemy import Connection, text

from ludotheque.store.store import Store
from ludotheque.web.limits import Rate

NOW = "extract(epoch FROM clock_timestamp())"
FILLED = f"least(:most, buckets.left + ({NOW} - buckets.filled_at) * :per_second)"
# A new bucket is full. `least` is what is left of an old one after it was filled up to now.
USE = f"""
    INSERT INTO buckets (key, "left", filled_at, full_at)
    VALUES (:key, :most - :amount, {NOW}, {NOW} + :amount / :per_second)
    ON CONFLICT (key) DO UPDATE SET "left" = {FILLED} - :amount, filled_at = {NOW},
    full_at = {NOW} + (:most - {FILLED} + :amount) / :per_second
"""
CHARGE = text(USE)
TAKE = text(f"{USE} WHERE {FILLED} >= :amount RETURNING 1")
FORGET = text(f"DELETE FROM buckets WHERE full_at < {NOW}")


class StoreBuckets:
    """The buckets of all processes. A full bucket can be forgotten."""

    def __init__(self, store: Store):
        self._store = store

    async def take(self, key: str, amount: float, rate: Rate) -> bool:
        """Take `amount` tokens if the bucket has that many, and return whether it had."""
        if amount > rate.most:
            return False
        return await self._store.transact(lambda one: one.execute(TAKE, _values(key, amount, rate)).scalar() == 1)

    async def charge(self, key: str, amount: float, rate: Rate) -> None:
        await self._store.transact(lambda one: one.execute(CHARGE, _values(key, amount, rate)) and None)

    async def forget_full(self) -> None:
        await self._store.transact(_forget)


def _forget(connection: Connection) -> None:
    connection.execute(FORGET)


def _values(key: str, amount: float, rate: Rate) -> dict[str, object]:
    return {"key": key, "amount": amount, "most": rate.most, "per_second": rate.per_second}
