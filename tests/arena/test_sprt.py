"""The sequential test: its ratio by another way, its error rates by simulation, and the scores of groups."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from bench.sprt import GROUPS, PAIRS, simulate
from ludotheque.arena.sprt import Bounds, Verdict, elo_of_score, find_decision, score_group, score_of_elo, summarize

pytestmark = pytest.mark.slow

SCORES = [0.0] * 10 + [0.25] * 150 + [0.5] * 400 + [0.75] * 180 + [1.0] * 12


def best_likelihood(counts: Any, values: Any, mean: float) -> float:
    """Return the largest logarithm of likelihood of the counts among all probabilities with this mean, by SLSQP."""
    rules = [
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: p @ values - mean},
    ]
    start = counts / counts.sum()
    shares = counts / counts.sum()
    options = {"ftol": 1e-14, "maxiter": 1000}
    found = optimize.minimize(
        lambda p: -shares @ np.log(p), start, bounds=[(1e-9, 1)] * len(values), constraints=rules, options=options
    )
    return float(-found.fun * counts.sum())


def test_the_ratio_is_that_of_the_best_likelihoods() -> None:
    values, counts = np.unique(SCORES, return_counts=True)
    likelihoods = [best_likelihood(counts, values, score_of_elo(elo)) for elo in (0, 5)]
    assert summarize(SCORES, Bounds(0, 5)).llr == pytest.approx(likelihoods[1] - likelihoods[0], abs=0.01)


def test_many_groups_are_like_a_normal_distribution() -> None:
    mean, variance = np.mean(SCORES), np.var(SCORES)
    s0, s1 = score_of_elo(0), score_of_elo(5)
    expected = len(SCORES) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert summarize(SCORES, Bounds(0, 5)).llr == pytest.approx(expected, rel=0.01)


def test_the_bounds_are_walds() -> None:
    assert Bounds().upper == pytest.approx(2.944, abs=1e-3) and Bounds().lower == pytest.approx(-2.944, abs=1e-3)
    assert Bounds(alpha=0.1, beta=0.2).upper == pytest.approx(math.log(0.8 / 0.1))
    assert Bounds().judge(3) == Verdict.ACCEPTED and Bounds().judge(-3) == Verdict.REJECTED
    assert Bounds().judge(2) == Verdict.UNDECIDED


def test_a_bot_that_always_wins_is_accepted_soon_but_not_at_once() -> None:
    assert summarize([1.0] * 20, Bounds()).verdict == Verdict.UNDECIDED
    assert summarize([1.0] * 120, Bounds()).verdict == Verdict.ACCEPTED
    assert summarize([0.0] * 120, Bounds()).verdict == Verdict.REJECTED
    always = summarize([1.0] * 120, Bounds())
    assert 300 < always.low < always.elo < always.high < 2000


def test_the_first_decision_counts_whatever_comes_later() -> None:
    scores = [1.0] * 120 + [0.0] * 500
    decided = find_decision(scores, Bounds())
    assert decided is not None and 100 < decided < 120
    assert summarize(scores[: decided - 1], Bounds()).verdict == Verdict.UNDECIDED
    assert summarize(scores[:decided], Bounds()).verdict == Verdict.ACCEPTED
    assert find_decision(scores, Bounds(), first=decided - 1) == decided
    assert find_decision([0.5, 0.75], Bounds()) is None


def test_nothing_played_decides_nothing() -> None:
    assert summarize([], Bounds()).verdict == Verdict.UNDECIDED


def test_points_and_scores_lead_back() -> None:
    assert elo_of_score(score_of_elo(123)) == pytest.approx(123)
    assert summarize(SCORES, Bounds()).elo == pytest.approx(elo_of_score(float(np.mean(SCORES))), abs=0.1)


@pytest.mark.parametrize("shape", [PAIRS, GROUPS])
@pytest.mark.parametrize("elo", [0, 60])
def test_the_error_rates_hold(shape: Any, elo: int) -> None:
    found = simulate(elo, Bounds(0, 60), 1000, shape)
    wrong = found.rejected if elo else found.accepted
    assert wrong <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / 1000)
    assert found.accepted + found.rejected == pytest.approx(1)


def test_a_pair_of_two_seats_scores_wins_and_draws() -> None:
    assert score_group([(("a", "b"), (1, 2), None), (("b", "a"), (1, 1), None)], "a") == 0.75
    assert score_group([(("a", "b"), (2, 1), None), (("b", "a"), (1, 2), None)], "a") == 0


def test_with_more_seats_a_and_b_share_their_rank_points() -> None:
    match = (("a", "", "b"), (1, 2, 3), None)
    assert score_group([match], "a") == 1
    assert score_group([(("a", "", "b"), (2, 1, 3), None)], "a") == 1
    assert score_group([(("a", "", "b"), (1, 3, 2), None)], "a") == pytest.approx(2 / 3)


def test_clones_and_team_mates_give_each_other_no_points() -> None:
    assert score_group([(("a", "b", "a", "b"), (1, 3, 1, 3), (0, 1, 0, 1))], "a") == 1
    assert score_group([(("a", "a", "b"), (1, 2, 3), None)], "a") == 1
