"""Ratings: worked examples whose answer is known or found in another way, and intervals by simulation."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy import optimize

from bench.ratings import coverage
from ludotheque.arena.ladder import Ladder
from ludotheque.arena.ratings import Row, fit
from ludotheque.game import GameError

pytestmark = pytest.mark.slow

ELO = 400 / math.log(10)


def pair_rows(wins: int, draws: int, losses: int) -> list[Row]:
    ranks = [(1, 2)] * wins + [(1, 1)] * draws + [(2, 1)] * losses
    return [(("a", "b"), rank, None, place) for place, rank in enumerate(ranks)]


def test_two_bots_have_the_odds_of_their_wins() -> None:
    found = fit(pair_rows(300, 200, 100))
    assert found.value["a"] - found.value["b"] == pytest.approx(400 * math.log10(3), abs=0.5)
    assert found.ties[2] == pytest.approx(200 / math.sqrt(300 * 100), rel=0.01)  # Davidson's estimate
    assert sum(found.value.values()) == pytest.approx(0, abs=1e-5)


def test_the_interval_of_two_bots_is_that_of_their_odds() -> None:
    found = fit(pair_rows(300, 0, 100))
    error = 1.96 * math.sqrt(1 / 300 + 1 / 100) * ELO  # of the logarithm of odds, the textbook's
    middle, low, high = found.difference("a", "b")
    assert (high - low) / 2 == pytest.approx(error, rel=0.01)
    assert found.low["a"] < middle / 2 < found.high["a"]


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "c")])
def test_groups_that_all_go_alike_are_no_certainty(names: tuple[str, ...]) -> None:
    """In each group everybody wins once, from the first seat: rounded, the variance between groups is below 0."""
    orders = [names[first:] + names[:first] for first in range(len(names))]
    ranks = (1,) + (2,) * (len(names) - 1)
    found = fit([(order, ranks, None, group) for group in range(6) for order in orders])
    assert all(found.high[name] - found.low[name] > 100 for name in names)
    _, low, high = found.difference("a", "b")
    assert high - low > 100


def test_one_group_that_goes_another_way_is_too_few_to_learn_from() -> None:
    """As a group of which one match is not played yet, between bots that are equal."""
    rows: list[Row] = [(order, (1, 2), None, group) for group in range(100) for order in (("a", "b"), ("b", "a"))]
    whole, more = fit(rows), fit([*rows, (("a", "b"), (1, 2), None, 100)])
    assert more.high["a"] - more.low["a"] == pytest.approx(whole.high["a"] - whole.low["a"], rel=0.1)


def test_a_bot_against_itself_has_a_rating_without_doubt() -> None:
    found = fit([(("a", "a"), (1, 2), None, group) for group in range(3)])
    assert found.value == found.low == found.high == {"a": 0}


def test_the_textbook_example_of_bradley_and_terry() -> None:
    """Seven baseball teams in a season (Agresti, Categorical Data Analysis), against the last one."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    rows: list[Row] = []
    for i, j in combinations(range(7), 2):
        rows += [((teams[i], teams[j]), (1, 2), None, len(rows) + n) for n in range(wins[i][j])]
        rows += [((teams[j], teams[i]), (1, 2), None, len(rows) + n) for n in range(wins[j][i])]
    found = fit(rows)
    expected = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    measured = [(found.value[team] - found.value["Baltimore"]) / ELO for team in teams]
    assert measured == pytest.approx(expected, abs=0.015)


def plain_probability(ranks: Sequence[int], worths: Sequence[float], weight: dict[int, float]) -> float:
    """Return the probability of a ranking by the definition, one choice after the other."""
    left, probability = list(range(len(ranks))), 1.0
    while left:
        best = min(ranks[seat] for seat in left)
        chosen = [seat for seat in left if ranks[seat] == best]

        def value(members: Sequence[int]) -> float:
            return weight[len(members)] * math.prod(worths[seat] for seat in members) ** (1 / len(members))

        sets = [members for size in weight for members in combinations(left, size)]
        probability *= value(chosen) / sum(map(value, sets))
        left = [seat for seat in left if seat not in chosen]
    return probability


RANKINGS = [(1, 2, 3)] * 5 + [(2, 1, 3)] * 3 + [(1, 1, 3)] * 4 + [(3, 1, 1)] * 2 + [(1, 1, 1)] * 2 + [(3, 2, 1)] * 2


def test_three_seats_with_ties_by_brute_force() -> None:
    rows: list[Row] = [(("a", "b", "c"), ranks, None, place) for place, ranks in enumerate(RANKINGS)]

    def loss(x: Sequence[float]) -> float:
        worths = [math.exp(value) for value in x[:3]]
        weight = {1: 1.0, 2: math.exp(x[3]), 3: math.exp(x[4])}
        prior = sum(value**2 for value in x[:3]) / (800 / ELO) ** 2 + sum(value**2 for value in x[3:]) / 5**2
        return prior / 2 - sum(math.log(plain_probability(ranks, worths, weight)) for ranks in RANKINGS)

    options = {"maxiter": 20_000, "maxfev": 20_000, "xatol": 1e-7, "fatol": 1e-10}
    best = optimize.minimize(loss, np.zeros(5), method="Nelder-Mead", options=options).x
    found = fit(rows)
    assert [found.value[name] for name in "abc"] == pytest.approx((best[:3] - best[:3].mean()) * ELO, abs=0.01)
    assert [found.ties[2], found.ties[3]] == pytest.approx(np.exp(best[3:]), rel=1e-3)


def test_two_teams_of_clones_have_the_odds_of_the_bots() -> None:
    alone = fit(pair_rows(30, 10, 10))
    rows: list[Row] = [
        ((a, b, a, b), (ranks[0], ranks[1], ranks[0], ranks[1]), (0, 1, 0, 1), group)
        for (a, b), ranks, _, group in pair_rows(30, 10, 10)
    ]
    assert fit(rows).value == alone.value


def test_seats_with_ranks_of_their_own_are_no_team() -> None:
    as_team = fit([(("a", "b", "c", "d"), (1, 1, 3, 3), (0, 0, 1, 1), 0)])
    alone = fit([(("a", "b", "c", "d"), (1, 1, 3, 3), None, 0)])
    assert as_team.ties == {} and list(alone.ties) == [2]


def test_the_order_of_matches_does_not_matter() -> None:
    generator = random.Random(5)
    rows: list[Row] = []
    for group in range(60):
        who = generator.sample("abcdef", 4)
        rows += [(tuple(who), tuple(generator.choices(range(1, 4), k=4)), None, group) for _ in range(3)]
    found = fit(rows)
    generator.shuffle(rows)
    again = fit(rows)
    assert (again.value, again.low, again.high) == (found.value, found.low, found.high)


def test_a_bot_that_only_wins_has_a_wide_and_finite_interval() -> None:
    found = fit(pair_rows(20, 0, 0))
    assert 200 < found.value["a"] < 1000
    assert found.low["a"] < 100 * math.log10(39)  # half of 95 % against 1 in 40: what 20 wins cannot exclude
    assert found.high["a"] < 2000


def test_no_matches_and_one_match() -> None:
    assert fit([]).value == {}
    one = fit(pair_rows(1, 0, 0))
    assert one.low["a"] < 0 < one.value["a"] < one.high["a"]


def test_a_row_with_too_few_ranks_is_refused() -> None:
    with pytest.raises(GameError, match="rank for each of its 2 seats"):
        fit([(("a", "b"), (1,), None, 0)])


def test_matches_of_a_group_count_as_one_where_they_are_equal() -> None:
    """Ten copies of each match in its group change nothing about what is known."""
    once = fit(pair_rows(60, 0, 40))
    copied = fit([row for row in pair_rows(60, 0, 40) for _ in range(10)])
    assert copied.difference("a", "b") == pytest.approx(once.difference("a", "b"), rel=0.01)


def test_equal_groups_may_be_counted_before() -> None:
    rows: list[Row] = [(("a", "b"), (1, 2), None, "won"), (("a", "b"), (2, 1), None, "lost")]
    counted = fit(rows, {"won": 60, "lost": 40})
    one_by_one = fit(pair_rows(60, 0, 40))
    assert (counted.value, counted.low, counted.high) == (one_by_one.value, one_by_one.low, one_by_one.high)


def test_the_bootstrap_agrees_with_the_sandwich() -> None:
    rows = pair_rows(120, 30, 60)
    plain, drawn = fit(rows), fit(rows, bootstrap=100)
    assert drawn.value == plain.value
    assert drawn.high["a"] - drawn.low["a"] == pytest.approx(plain.high["a"] - plain.low["a"], rel=0.25)


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_cover_the_truth_as_often_as_they_say(seats: int) -> None:
    assert 0.93 <= coverage(seats, seeds=24 // seats, times=150, luck=1.0) <= 0.97


def test_a_ladder_puts_the_winner_above_and_newcomers_low() -> None:
    ladder = Ladder()
    for _ in range(20):
        ladder.record(("good", "fair", "poor"), (1, 2, 3))
        ladder.record(("fair", "even"), (1, 1))
    ladder.record(("even", "new"), (1, 1))
    names = [rung.name for rung in ladder.table()]
    assert names.index("good") == 0 and names.index("even") < names.index("new")
    assert {rung.name: rung.matches for rung in ladder.table()}["fair"] == 40


def test_a_ladder_rates_teams_and_clones() -> None:
    ladder = Ladder()
    ladder.record(("a", "b", "a", "b"), (1, 3, 1, 3), (0, 1, 0, 1))
    a, b = ladder.table()
    assert (a.name, b.name) == ("a", "b") and a.mean > 25 > b.mean and a.matches == 1
