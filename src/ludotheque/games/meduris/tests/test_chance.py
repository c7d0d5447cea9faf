"""What is true in every position of Meduris, checked in random matches with random options (ME-3 … ME-18)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.meduris.tests.position import run_lengths
from ludotheque.view import View

MATCHES = 16


def make_match(number: int) -> lt.Match:
    """Return a match with random seats and options, among them small supplies and short caps."""
    rng = random.Random(number)
    seats = rng.choice([2, 3, 4])
    switches = ("event", "great_yield", "between", "kit2", "exchange", "isolated_both")
    options: dict[str, Any] = {name: rng.randint(0, 1) for name in switches}
    options["supply"] = rng.choice([0, seats, 6, 18])
    options["cap"] = rng.choice([10, 60, 120])
    return lt.new("meduris", seats=seats, seed=number, **options)


def play_views(number: int) -> Iterator[View]:
    """Play a match that prefers builds, so that the ring fills, and yield all positions."""
    match, rng = make_match(number), random.Random(number)
    while not match.over:
        yield match.view()
        moves = match.legal()
        builds = [move for move in moves if move.startswith(("HUT", "TEMPLE"))]
        match.play(rng.choice(builds if builds and rng.random() < 0.7 else moves))
    yield match.view()


def hut_sites(view: View) -> set[int]:
    return {site for site, length in enumerate(view.run) if length > 0}


each_match = pytest.mark.parametrize("number", range(MATCHES))


@each_match
def test_every_position_is_sound(number: int) -> None:
    """ME-4, ME-6, ME-8, ME-12: tiles, workers, pieces and runs are consistent at every ply."""
    for view in play_views(number):
        check_tiles(view)
        check_workers(view)
        check_pieces(view)
        check_stones(view)
        lengths = run_lengths(hut_sites(view), view.sites)
        assert view.run == [lengths.get(site, 0) for site in range(40)]
        assert min(view.points) >= 0


def check_tiles(view: View) -> None:
    """ME-6: no hand is negative, and all hands together never exceed the supply."""
    assert min(map(min, view.hand)) >= 0
    if view.supply:
        assert max(map(sum, zip(*view.hand))) <= view.supply


def check_workers(view: View) -> None:
    """ME-4: at most three on a plateau, without a gap; after set-up each seat has the workers of its kit."""
    for pile, height in zip(view.pile, view.height):
        assert 0 <= height <= 3
        assert [seat >= 0 for seat in pile] == [place < height for place in range(3)]
    workers_placed = sorted(seat for pile in view.pile for seat in pile if seat >= 0)
    if view.phase > 0:
        workers = 3 if view.kit2 and view.seats == 2 else 2
        assert workers_placed == sorted(list(range(view.seats)) * workers)


def check_pieces(view: View) -> None:
    """ME-3: pieces left and pieces on the ring together are the kit."""
    kit, huts, owner = 12 if view.kit2 and view.seats == 2 else 8, hut_sites(view), view.owner
    for seat in range(view.seats):
        own = {site for site in range(40) if owner[site] == seat}
        assert view.huts_left[seat] + len(own & huts) == kit
        assert view.temples_left[seat] + len(own - huts) == 2


def check_stones(view: View) -> None:
    """ME-8: a stone is held by an owner of a hut in its district, and is free only where there is none."""
    owners: dict[int, set[int]] = {district: set() for district in range(9)}
    for site in hut_sites(view):
        owners[view.district[site]].add(view.owner[site])
    assert all(holder in (owners[district] or {-1}) for district, holder in enumerate(view.rune))


@each_match
def test_a_shift_can_always_be_played_when_it_is_time_to_act(number: int) -> None:
    """ME-7: so no player has to pass."""
    match, rng = make_match(number), random.Random(number)
    while not match.over:
        moves = match.legal()
        assert moves
        if any(move.startswith(("SHIFT", "HUT", "TEMPLE")) for move in moves):
            assert any(move.startswith("SHIFT") for move in moves)
        match.play(rng.choice(moves))


@each_match
def test_a_match_ends_after_its_cap_or_one_round_after_its_finisher(number: int) -> None:
    """ME-14, ME-18: and the druid has made the last lap."""
    final: View | None = None
    for view in play_views(number):
        final = view
    assert final is not None and final.lap == 1
    assert final.turn <= final.cap
    if final.turn < final.cap:
        assert final.finisher >= 0
        assert final.huts_left[final.finisher] == final.temples_left[final.finisher] == 0
        assert final.player == final.finisher
