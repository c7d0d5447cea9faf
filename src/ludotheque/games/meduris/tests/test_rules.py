"""Set-up, rule sets and open hands of Meduris (ME-3, ME-4, ME-17), and every sentence by which a move is refused."""

import re
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.games.meduris import game, rules
from ludotheque.games.meduris.rules import ERRORS
from ludotheque.games.meduris.tests.position import RICH, FixedDice, Position
from ludotheque.games.meduris.turn import GIFT, LOSS, PLACING
from ludotheque.notation import forms


def place_workers(*plateaus: int, seats: int = 2, **options: Any) -> lt.Match:
    """Return a match in which the first workers were put on these plateaus."""
    match = lt.new("meduris", seats=seats, seed=1, **options)
    for plateau in plateaus:
        match.play(f"WORKER {plateau}")
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_players_start_with_the_same_kit(seats: int) -> None:
    """ME-3: 1 of each resource, 5 points, 8 huts, 2 temples."""
    view = place_workers(seats=seats).view()
    assert view.hand[:seats] == [[1, 1, 1, 1]] * seats
    assert view.points[:seats] == [5] * seats
    assert (view.huts_left[:seats], view.temples_left[:seats]) == ([8] * seats, [2] * seats)
    assert not any(map(any, view.hand[seats:])) and not any(view.points[seats:])


@pytest.mark.parametrize(
    ("seats", "kit2", "huts", "workers"), [(2, False, 8, 2), (2, True, 12, 3), (3, True, 8, 2), (4, True, 8, 2)]
)
def test_kit2_gives_two_players_more(seats: int, kit2: bool, huts: int, workers: int) -> None:
    """ME-3: 12 huts and 3 workers, but the same temples, hands and points."""
    match = place_workers(seats=seats, kit2=kit2)
    view = match.view()
    assert (view.huts_left[:seats], view.temples_left[:seats]) == ([huts] * seats, [2] * seats)
    assert (view.hand[0], view.points[0]) == ([1, 1, 1, 1], 5)
    for ply in range(seats * workers):
        assert match.view().phase == PLACING
        match.play(f"WORKER {ply % 4}")
    assert match.view().phase != PLACING


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 2), (4, 1)])
def test_workers_are_placed_one_at_a_time_round_by_round_in_the_same_order(seats: int, first: int) -> None:
    """ME-4: and the first to place has the first turn."""
    match = next(m for m in (lt.new("meduris", seats=seats, seed=s) for s in range(99)) if m.active == [first])
    order = []
    for ply in range(2 * seats):
        order += match.active
        match.play(f"WORKER {ply % 4}")
    assert order == [(first + place) % seats for place in range(seats)] * 2
    assert (match.view().player, match.view().turn) == (first, 0)


def test_a_worker_goes_on_top_of_the_pile() -> None:
    """ME-4: the first is the lowest."""
    match = place_workers(2, 2, 2)
    first = match.view().first
    assert match.view().pile[2] == [first, 1 - first, first]
    assert match.view().height == [0, 0, 3, 0]


def test_a_plateau_holds_three_workers() -> None:
    """ME-4"""
    match = place_workers(2, 2, 2, seats=3)
    assert match.legal() == ["WORKER 0", "WORKER 1", "WORKER 3"]
    assert match.why("WORKER 2") == "That plateau holds three workers already."


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_drawn_each_with_the_same_chance(seats: int) -> None:
    """ME-4: over numbers that are evenly spread over all that the dice can draw."""
    firsts = []
    for number in range(12):
        array = np.zeros(1, rules.State)
        rules.setup(for_interpreter(array)[0], seats, FixedDice(((number << 32) + (1 << 31)) // 12))
        firsts.append(int(array["first"][0]))
    assert [firsts.count(seat) for seat in range(seats)] == [12 // seats] * seats


def test_everything_is_open() -> None:
    """ME-17: every seat and a spectator see the whole position."""
    for options in ({}, {"rules": "official"}):
        match = lt.new("meduris", seats=3, seed=8, **options)
        for _ in range(60):
            match.play(match.legal()[-1])
        assert {match.view(seat).state.tobytes() for seat in range(-1, 3)} == {match.state.tobytes()}


def test_the_seed_rules_are_the_default() -> None:
    assert lt.new("meduris", seed=1).options == lt.new("meduris", seed=1, rules="seed").options


@pytest.mark.parametrize(
    ("name", "seed", "official"),
    [
        ("event", "all", "colour"),
        ("great_yield", "own", "plateau"),
        ("between", False, True),
        ("kit2", False, True),
        ("exchange", False, True),
        ("isolated_both", False, True),
        ("supply", 0, 18),
        ("cap", 300, 300),
    ],
)
def test_the_two_rule_sets_differ_as_their_table_says(name: str, seed: Any, official: Any) -> None:
    """ME-3, ME-5, ME-6, ME-7, ME-8, ME-10, ME-12, ME-18"""
    assert lt.new("meduris", seed=1, rules="seed").options[name] == seed
    assert lt.new("meduris", seed=1, rules="official").options[name] == official
    assert lt.new("meduris", seed=1, **{name: official}).options[name] == official


def test_the_moves_are_eight_kinds() -> None:
    kinds = ["WORKER plateau", "DROP kind", "TAKE kind", "SHIFT plateau height target", "HUT site", "TEMPLE site"]
    assert forms(game.rules.MOVES) == " or ".join([*kinds, "OFFER what", "GIVE kind"])


def test_a_refused_move_changes_nothing() -> None:
    match = place_workers(2, 2, 2)
    before = match.checksum()
    with pytest.raises(lt.IllegalMove, match="That plateau holds three workers already"):
        match.play("WORKER 2")
    assert match.checksum() == before


def begin_placing(*plateaus: int) -> Position:
    """Return a position in which workers are placed, after these first ones."""
    position = Position(piles=("", "", "", ""))
    position.state.phase, position.state.first = PLACING, 0
    for plateau in plateaus:
        position.play(f"WORKER {plateau}")
    return position


ACT = Position("10:b 12:B", hands=("WC", RICH))
FULL = Position(hands=("", "", ""), piles=("abc", "ab", "c", ""))
DROP = Position(hands=("WC", "")).event(LOSS)
TAKE = Position(hands=("WW", ""), supply=2).event(GIFT)
SPENT = Position(left={0: (0, 0)})
ALONE = Position("9:b", hands=(RICH, "W"), druid=5).play("TEMPLE 3")
COLONY = Position("9:ba", hands=(RICH, "W"), druid=5).play("TEMPLE 3")
OWING = Position(hands=("BBBBBB", ""), exchange=True).play("HUT 0")

REFUSED = [
    (ACT, "SHIFT 0 1 2", 1, "You are not awaited now."),
    (ACT, "SHIFT 0 1 2", -1, "You are not awaited now."),
    (ACT, "SHIFT 0 1 2", 4, "You are not awaited now."),
    (COLONY, "OFFER 0", 0, "You are not awaited now."),
    (begin_placing(), "HUT 3", 0, "Workers are being placed: WORKER."),
    (begin_placing(), "SHIFT 0 1 2", 0, "Workers are being placed: WORKER."),
    (DROP, "TAKE 0", 0, "Everyone gives up a resource: DROP."),
    (DROP, "HUT 0", 0, "Everyone gives up a resource: DROP."),
    (TAKE, "DROP 1", 0, "Everyone takes a resource: TAKE."),
    (TAKE, "SHIFT 0 1 2", 0, "Everyone takes a resource: TAKE."),
    (ACT, "WORKER 3", 0, "It is time for the turn's one action: SHIFT, HUT or TEMPLE."),
    (ACT, "DROP 1", 0, "It is time for the turn's one action: SHIFT, HUT or TEMPLE."),
    (ACT, "TAKE 1", 0, "It is time for the turn's one action: SHIFT, HUT or TEMPLE."),
    (ACT, "OFFER 0", 0, "It is time for the turn's one action: SHIFT, HUT or TEMPLE."),
    (ACT, "GIVE 1", 0, "It is time for the turn's one action: SHIFT, HUT or TEMPLE."),
    (COLONY, "HUT 3", 1, "The druid waits for an offering: OFFER."),
    (COLONY, "GIVE 1", 1, "The druid waits for an offering: OFFER."),
    (OWING, "HUT 0", 0, "The exchange is not paid yet: GIVE."),
    (OWING, "OFFER 0", 0, "The exchange is not paid yet: GIVE."),
    (begin_placing(), "WORKER 4", 0, "There is no such plateau."),
    (begin_placing(), "WORKER -1", 0, "There is no such plateau."),
    (ACT, "SHIFT 4 1 0", 0, "There is no such plateau."),
    (ACT, "SHIFT -1 1 0", 0, "There is no such plateau."),
    (ACT, "SHIFT 0 1 4", 0, "There is no such plateau."),
    (ACT, "SHIFT 0 1 -1", 0, "There is no such plateau."),
    (begin_placing(1, 1, 1), "WORKER 1", 1, "That plateau holds three workers already."),
    (FULL, "SHIFT 1 1 0", 0, "That plateau holds three workers already."),
    (DROP, "DROP 4", 0, "There is no such resource."),
    (DROP, "DROP -1", 0, "There is no such resource."),
    (TAKE, "TAKE 4", 0, "There is no such resource."),
    (TAKE, "TAKE -1", 0, "There is no such resource."),
    (OWING, "GIVE 4", 0, "There is no such resource."),
    (OWING, "GIVE -1", 0, "There is no such resource."),
    (DROP, "DROP 0", 0, "You hold none of that resource."),
    (OWING, "GIVE 1", 0, "You hold none of that resource."),
    (TAKE, "TAKE 1", 0, "The supply has none of that resource left."),
    (ACT, "SHIFT 0 2 2", 0, "You have no worker at that height of that plateau."),
    (ACT, "SHIFT 0 3 2", 0, "You have no worker at that height of that plateau."),
    (ACT, "SHIFT 0 0 2", 0, "You have no worker at that height of that plateau."),
    (ACT, "SHIFT 0 4 2", 0, "You have no worker at that height of that plateau."),
    (ACT, "SHIFT 2 1 0", 0, "You have no worker at that height of that plateau."),
    (ACT, "SHIFT 0 1 0", 0, "The worker must go to another plateau."),
    (FULL, "SHIFT 0 1 0", 0, "The worker must go to another plateau."),
    (ACT, "HUT 32", 0, "There is no such site."),
    (ACT, "HUT -1", 0, "There is no such site."),
    (ACT, "TEMPLE 39", 0, "There is no such site."),
    (ACT, "HUT 10", 0, "That site is occupied."),
    (ACT, "TEMPLE 10", 0, "That site is occupied."),
    (ACT, "HUT 12", 0, "That site is occupied."),
    (SPENT, "HUT 3", 0, "You have no hut left."),
    (SPENT, "TEMPLE 3", 0, "You have no temple left."),
    (ACT, "HUT 1", 0, "You cannot pay for a piece on that site."),
    (ACT, "HUT 11", 0, "You cannot pay for a piece on that site."),
    (ACT, "TEMPLE 5", 0, "You cannot pay for a piece on that site."),
    (COLONY, "OFFER 4", 1, "There is no such offering."),
    (COLONY, "OFFER -1", 1, "There is no such offering."),
    (ALONE, "OFFER 3", 1, "An isolated hut offers one resource, not both."),
    (ALONE, "OFFER 2", 1, "You cannot pay for that offering."),
    (COLONY, "OFFER 3", 1, "You cannot pay for that offering."),
    (ACT, lt.Move(8), 0, "There is no such move."),
    (ACT, lt.Move(-1), 0, "There is no such move."),
]


@pytest.mark.parametrize(("position", "move", "seat", "sentence"), REFUSED)
def test_refused_with_its_sentence(position: Position, move: str | lt.Move, seat: int, sentence: str) -> None:
    assert position.why(move, seat) == sentence


def test_every_error_has_its_test() -> None:
    assert {row[3] for row in REFUSED} | {"ok"} == set(ERRORS)


def test_when_the_match_is_over_no_seat_is_awaited() -> None:
    position = Position(cap=1).play("SHIFT 0 1 2")
    assert position.is_over
    assert {position.why("SHIFT 0 1 2", seat) for seat in range(-1, 4)} == {"You are not awaited now."}


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (5, {}, "Meduris is played with 2 to 4 seats, not 5."),
        (1, {}, "Meduris is played with 2 to 4 seats, not 1."),
        (
            3,
            {"supply": 2},
            "A supply is at least the 3 tiles of the starting hands, or 0 for no limit, not 2 (ME-6).",
        ),
        (2, {"supply": 1001}, "supply is a whole number from 0 to 1000, not 1001."),
        (2, {"cap": 0}, "cap is a whole number from 1 to 10000, not 0."),
        (2, {"event": "some"}, "event is all or colour, not 'some'."),
        (2, {"great_yield": "mine"}, "great_yield is own or plateau, not 'mine'."),
        (2, {"between": 2}, "between is on or off, not 2."),
        (2, {"rules": "house"}, "Meduris has no rule set 'house' (known: seed, official)."),
    ],
)
def test_wrong_options_are_refused(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(lt.BadOption, match=f"^{re.escape(sentence)}$"):
        lt.new("meduris", seats=seats, seed=1, **options)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_smallest_supply_is_that_of_the_starting_hands(seats: int) -> None:
    """ME-6"""
    assert lt.new("meduris", seats=seats, seed=1, supply=seats).view().supply == seats
