"""Which matches are played."""

from collections import Counter
from itertools import combinations

import pytest

from ludotheque.arena.pairing import choose_seats, order_seats, round_robin, swiss_round
from ludotheque.game import GameError, load
from tests.arena.samples import quick_setting


@pytest.mark.parametrize(("seats", "orders"), [(2, 2), (3, 6), (4, 24), (5, 5), (8, 8)])
def test_every_bot_has_every_seat_equally_often(seats: int, orders: int) -> None:
    bots = [str(number) for number in range(seats)]
    ordered = order_seats(bots)
    assert len(set(ordered)) == orders
    counts = Counter((seat, bot) for order in ordered for seat, bot in enumerate(order))
    assert len(counts) == seats * seats
    assert set(counts.values()) == {orders // seats}


def test_in_a_round_every_combination_meets_once_with_a_seed_of_its_own() -> None:
    groups = list(round_robin(quick_setting(seats=3), ["d", "a", "c", "b"], 2))
    assert len(groups) == 8
    assert {frozenset(group[0].seats) for group in groups[:4]} == {frozenset(c) for c in combinations("abcd", 3)}
    for group in groups:
        assert len({task.seed for task in group}) == 1
        assert len({task.key for task in group}) == 6
    assert len({group[0].seed for group in groups}) == 8


def test_who_joins_later_finds_the_matches_of_the_others_played() -> None:
    before = {task.key for group in round_robin(quick_setting(), ["a", "b"], 3) for task in group}
    after = {task.key for group in round_robin(quick_setting(), ["c", "b", "a"], 3) for task in group}
    assert before < after
    assert quick_setting(kind="duel").series != quick_setting().series


def test_the_number_of_seats_is_the_games_own_if_there_are_enough_bots() -> None:
    bzzz, ghost = load("bzzz"), load("ghost")
    assert [choose_seats(bzzz, None, bots) for bots in (2, 3, 4, 9)] == [2, 3, 4, 4]
    assert choose_seats(bzzz, 3, 5) == 3
    with pytest.raises(GameError, match=r"^A match of Bzzz has 4 seats, and here are 3 different bots\.$"):
        choose_seats(bzzz, 4, 3)
    with pytest.raises(GameError, match=r"^A match of Ghost in the Cell has 2 seats, and here are 1 different bots\.$"):
        choose_seats(ghost, None, 1)


def test_neighbours_in_the_standings_meet_who_have_not_met() -> None:
    bots = list("abcdef")
    points = {"a": 3.0, "b": 3.0, "c": 2.0, "d": 2.0, "e": 1.0, "f": 1.0}
    assert swiss_round(bots, 2, points, {}) == [("a", "b"), ("c", "d"), ("e", "f")]
    met = {frozenset("ab"): 1, frozenset("cd"): 1}
    assert swiss_round(bots, 2, points, met)[0] == ("a", "c")


def test_sitting_out_goes_round() -> None:
    bots, met = list("abcde"), Counter[frozenset[str]]()
    out = []
    for _ in range(5):
        tables = swiss_round(bots, 2, {}, met)
        out += [bot for bot in bots if all(bot not in table for table in tables)]
        met.update(frozenset(table) for table in tables)
    assert sorted(out) == bots
