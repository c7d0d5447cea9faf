"""Rate limits: buckets of tokens, one for each address, that fill up again with time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple, Protocol

from starlette.requests import HTTPConnection

from ludotheque.game import GameError
from ludotheque.web.metrics import REFUSED

A_DAY = 24 * 3600.0
MOST_KEYS = 10_000
NETWORK_BITS = 64  # one customer of a provider has a whole network of IPv6 addresses


class TooMuch(GameError):
    """Too many requests in a short time, or too many tables or records."""


class Rate(NamedTuple):
    """A bucket holds `most` tokens, and gets `per_second` new ones."""

    most: float
    per_second: float


class Buckets(Protocol):
    """Where the tokens of all buckets are counted: in this process, or in a database for several processes.

    A bucket that was never used is full.
    """

    async def take(self, key: str, amount: float, rate: Rate) -> bool:
        """Take `amount` tokens if the bucket has that many, and return whether it had."""
        ...

    async def charge(self, key: str, amount: float, rate: Rate) -> None:
        """Take `amount` tokens in any case; a bucket can have less than none, and then refuses even 0."""
        ...

    async def forget_full(self) -> None:
        """Forget the buckets that are full; called every minute."""
        ...


@dataclass
class Bucket:
    """One bucket, for a single thread."""

    rate: Rate
    left: float
    filled_at: float

    @classmethod
    def full(cls, rate: Rate, now: float) -> "Bucket":
        return cls(rate, rate.most, now)

    def take(self, now: float, amount: float = 1.0) -> bool:
        self._fill(now)
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def charge(self, now: float, amount: float) -> None:
        self._fill(now)
        self.left -= amount

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self.left >= self.rate.most

    def _fill(self, now: float) -> None:
        self.left = min(self.rate.most, self.left + (now - self.filled_at) * self.rate.per_second)
        self.filled_at = now


class MemoryBuckets:
    """The buckets of one process. Full buckets are forgotten; they start full again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    async def take(self, key: str, amount: float, rate: Rate) -> bool:
        return self._bucket(key, rate).take(self._clock(), amount)

    async def charge(self, key: str, amount: float, rate: Rate) -> None:
        self._bucket(key, rate).charge(self._clock(), amount)

    def _bucket(self, key: str, rate: Rate) -> Bucket:
        now = self._clock()
        if key not in self._buckets and len(self._buckets) >= MOST_KEYS:
            self._make_room(now)
        return self._buckets.setdefault(key, Bucket.full(rate, now))

    async def forget_full(self) -> None:
        self._make_room(self._clock())

    def _make_room(self, now: float) -> None:
        active = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._buckets = active if len(active) < MOST_KEYS else {}


class Limit:
    """What every address may do of one kind."""

    def __init__(self, buckets: Buckets, name: str, rate: Rate):
        self._buckets, self._name, self._rate = buckets, name, rate

    async def allows(self, address: str, amount: float = 1.0) -> bool:
        is_allowed = await self._buckets.take(f"{self._name} {address}", amount, self._rate)
        if not is_allowed:
            REFUSED.labels(self._name).inc()
        return is_allowed

    async def take(self, address: str, amount: float = 1.0) -> None:
        """Count `amount`, or raise TooMuch."""
        if not await self.allows(address, amount):
            raise TooMuch("That was too much at once. Wait a moment, then try again.")

    async def charge(self, address: str, amount: float) -> None:
        """Count what was used already: nothing is refused now, but the next `take` may be."""
        await self._buckets.charge(f"{self._name} {address}", amount, self._rate)


def address_of(request: HTTPConnection) -> str:
    """Return the address that a request is counted for."""
    return network_of(request.client.host if request.client else "")


def network_of(host: str) -> str:
    """Return the address of a host, or its network if it has an IPv6 address, because its owner has all of it."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> NETWORK_BITS << NETWORK_BITS))
