"""Replayed matches in memory: the number of bytes counts, and the time since their last use."""

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.web.match_cache import MatchCache


def played(plies: int) -> Match:
    match = lt.new("bzzz", seats=4, seed=1, time_out=100_000)
    for _ in range(plies):
        match.play("END", match.active[0])
    return match


def test_the_oldest_matches_leave_when_there_are_too_many_bytes() -> None:
    match = played(10)
    cache = MatchCache(most_bytes=2.5 * match.size, most_seconds=1000)
    for id in "ab":
        cache.put(id, match)
    assert cache.get("a") is match
    cache.put("c", match)
    assert [id in cache for id in "abc"] == [True, False, True]
    cache.put("long", played(3000))
    assert [id in cache for id in ("a", "c", "long")] == [False, False, False], "it is larger than everything allowed"


def test_a_match_that_nobody_uses_leaves() -> None:
    now = 0.0
    cache = MatchCache(most_bytes=1e9, most_seconds=100, clock=lambda: now)
    cache.put("a", played(1))
    cache.put("b", played(1))
    now = 90.0
    cache.get("a")
    now = 110.0
    cache.drop_old()
    assert ["a" in cache, "b" in cache] == [True, False]


def test_a_long_match_needs_little_memory() -> None:
    """Every past state of it, kept whole, would need 14 KB per ply."""
    assert played(2000).size < 1_000_000
