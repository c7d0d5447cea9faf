"""What holds in every position of Meduris, through matches of chance over all options (ME-3 … ME-18)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.meduris.tests.position import run_lengths
from ludotheque.match import View

MATCHES = 16


def tables(number: int) -> lt.Match:
    """A match with drawn seats and options, the tight supplies and the short caps among them."""
    luck = random.Random(number)
    seats = luck.choice([2, 3, 4])
    switches = ("event", "great_yield", "between", "kit2", "exchange", "isolated_both")
    options: dict[str, Any] = {name: luck.randint(0, 1) for name in switches}
    options["supply"] = luck.choice([0, seats, 6, 18])
    options["cap"] = luck.choice([10, 60, 120])
    return lt.new("meduris", seats=seats, seed=number, **options)


def views(number: int) -> Iterator[View]:
    """Every position of a match in which building is preferred, so that the ring fills."""
    match, luck = tables(number), random.Random(number)
    while not match.over:
        yield match.view()
        moves = match.legal()
        builds = [move for move in moves if move.startswith(("HUT", "TEMPLE"))]
        match.play(luck.choice(builds if builds and luck.random() < 0.7 else moves))
    yield match.view()


def huts_of(view: View) -> set[int]:
    return {site for site, length in enumerate(view.run) if length > 0}


each_match = pytest.mark.parametrize("number", range(MATCHES))


@each_match
def test_every_position_is_sound(number: int) -> None:
    """ME-4, ME-6, ME-8, ME-12: tiles, workers, pieces and runs are what they must be, at every ply."""
    for view in views(number):
        keeps_its_tiles(view)
        keeps_its_workers(view)
        keeps_its_pieces(view)
        keeps_its_stones(view)
        lengths = run_lengths(huts_of(view), view.sites)
        assert view.run == [lengths.get(site, 0) for site in range(40)]
        assert min(view.points) >= 0


def keeps_its_tiles(view: View) -> None:
    """ME-6: no hand is negative, and all together never hold more than there is."""
    assert min(map(min, view.hand)) >= 0
    if view.supply:
        assert max(map(sum, zip(*view.hand))) <= view.supply


def keeps_its_workers(view: View) -> None:
    """ME-4: at most three on a plateau, without a gap; once placed, everybody has as many as the kit says."""
    for pile, height in zip(view.pile, view.height):
        assert 0 <= height <= 3
        assert [seat >= 0 for seat in pile] == [place < height for place in range(3)]
    everybody = sorted(seat for pile in view.pile for seat in pile if seat >= 0)
    if view.phase > 0:
        workers = 3 if view.kit2 and view.seats == 2 else 2
        assert everybody == sorted(list(range(view.seats)) * workers)


def keeps_its_pieces(view: View) -> None:
    """ME-3: what is left of a kit and what stands on the ring are the kit."""
    kit, huts, owner = 12 if view.kit2 and view.seats == 2 else 8, huts_of(view), view.owner
    for seat in range(view.seats):
        own = {site for site in range(40) if owner[site] == seat}
        assert view.huts_left[seat] + len(own & huts) == kit
        assert view.temples_left[seat] + len(own - huts) == 2


def keeps_its_stones(view: View) -> None:
    """ME-8: a stone is held by an owner of a hut in its district, and is free only where there is none."""
    owners: dict[int, set[int]] = {district: set() for district in range(9)}
    for site in huts_of(view):
        owners[view.district[site]].add(view.owner[site])
    assert all(holder in (owners[district] or {-1}) for district, holder in enumerate(view.rune))


@each_match
def test_a_shift_can_always_be_played_when_it_is_time_to_act(number: int) -> None:
    """ME-7: so nobody has to pass."""
    match, luck = tables(number), random.Random(number)
    while not match.over:
        moves = match.legal()
        assert moves
        if any(move.startswith(("SHIFT", "HUT", "TEMPLE")) for move in moves):
            assert any(move.startswith("SHIFT") for move in moves)
        match.play(luck.choice(moves))


@each_match
def test_a_match_ends_after_its_cap_or_one_round_after_its_finisher(number: int) -> None:
    """ME-14, ME-18: and the druid has made his lap."""
    final: View | None = None
    for view in views(number):
        final = view
    assert final is not None and final.lap == 1
    assert final.turn <= final.cap
    if final.turn < final.cap:
        assert final.finisher >= 0
        assert final.huts_left[final.finisher] == final.temples_left[final.finisher] == 0
        assert final.player == final.finisher
