"""Rate limits: how buckets fill and empty, and who shares one."""

import asyncio

import pytest
from starlette.requests import HTTPConnection

from ludotheque.web import limits
from ludotheque.web.limits import Limit, MemoryBuckets, Rate, TooMuch, address_of


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def allowed(limit: Limit, count: int, address: str = "here") -> int:
    async def ask() -> list[bool]:
        return [await limit.allows(address) for _ in range(count)]

    return sum(asyncio.run(ask()))


def test_a_bucket_allows_some_at_once_and_fills_up_again() -> None:
    clock = Clock()
    limit = Limit(MemoryBuckets(clock), "visits", Rate(10, 2))
    assert allowed(limit, 20) == 10
    clock.now = 3
    assert allowed(limit, 20) == 6
    clock.now = 1000
    assert allowed(limit, 20) == 10


def test_addresses_and_kinds_do_not_share_a_bucket() -> None:
    buckets = MemoryBuckets(Clock())
    one, two = (Limit(buckets, name, Rate(1, 1)) for name in ("visits", "work"))
    assert allowed(one, 2) == allowed(one, 2, "there") == allowed(two, 2) == 1


def test_a_debt_is_paid_before_anything_else_is_allowed() -> None:
    clock = Clock()
    limit = Limit(MemoryBuckets(clock), "work", Rate(5, 1))
    asyncio.run(limit.charge("here", 25))
    with pytest.raises(TooMuch):
        asyncio.run(limit.take("here", 0))
    clock.now = 19
    with pytest.raises(TooMuch):
        asyncio.run(limit.take("here", 0))
    clock.now = 20
    asyncio.run(limit.take("here", 0))


def test_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 100)
    clock = Clock()
    limit = Limit(MemoryBuckets(clock), "visits", Rate(2, 1))
    assert allowed(limit, 3, "busy") == 2
    for number in range(99):
        clock.now = 0.001 * number
        allowed(limit, 1, str(number))
    clock.now = 1.5
    allowed(limit, 1, "last")
    assert allowed(limit, 3, "busy") == 1, "its bucket was not full, and so it is still known"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("somewhere", "somewhere"),
    ],
)
def test_an_ipv6_network_is_one_address(host: str, address: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == address
