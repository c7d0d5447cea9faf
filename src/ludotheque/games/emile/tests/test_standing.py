"""Chances of more than two seats: the duels, corrected by a small network that learned from turns."""

from typing import Any

import numpy as np
import pytest

from ludotheque.compile import is_interpreted
from ludotheque.games.emile.bots import champion, learn, self_play
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.race import TOP, Race, rate_turn
from ludotheque.games.emile.bots.standing import Weights, load_weights, new_weights, rate_seats
from ludotheque.games.emile.bots.turn import make_turn, solve_turn
from ludotheque.games.emile.tests.test_bots import make_view

too_slow = pytest.mark.skipif(is_interpreted(), reason="it takes long in the interpreter")


def some_standings(seats: int, count: int = 40) -> Any:
    return np.random.default_rng(5).integers(0, TOP, (count, seats))


def any_weights() -> Weights:
    rng = np.random.default_rng(6)
    return new_weights(4, 3)._replace(last=rng.normal(0, 0.3, 16), bias=rng.normal(0, 0.3, 16))


def make_race(seats: int, has_teams: bool) -> Race:
    return Race(seats, load_duel(), has_teams, weights=load_weights(seats, has_teams))


def test_new_weights_leave_the_chances_of_the_duels() -> None:
    standings = some_standings(3)
    plain, corrected = (Race(3, load_duel(), weights=weights) for weights in (None, new_weights(3)))
    assert np.abs(corrected.worth(standings) - plain.worth(standings)).max() < 0.1  # these add up to 1, those nearly


@pytest.mark.parametrize(("seats", "has_teams"), learn.TABLES)
def test_the_chances_of_all_seats_add_up_to_one(seats: int, has_teams: bool) -> None:
    race, standings = make_race(seats, has_teams), some_standings(seats)
    standings[0, 1] = TOP
    chances = race.rate_all(standings)
    assert np.allclose(chances[:, :2].sum(axis=1) if has_teams else chances.sum(axis=1), 1)
    assert not has_teams or np.allclose(chances[:, 0], chances[:, 2])
    assert set(chances[0].tolist()) == {0.0, 1.0}
    assert np.allclose(chances[:, 0], race.worth(standings))


@pytest.mark.parametrize("has_teams", [False, True])
@pytest.mark.parametrize("field", Weights._fields)
def test_learning_follows_the_slope_of_the_loss(field: str, has_teams: bool) -> None:
    """Each derivative is compared with the change of the loss for a small change of one weight."""
    standings, weights = some_standings(4), any_weights()
    base = Race(4, load_duel(), has_teams).rate_duels(standings)
    targets = rate_seats(new_weights(4, 8)._replace(last=np.full(16, 0.2)), standings, base, has_teams).chances
    slopes = getattr(learn.find_slopes(weights, standings, base, targets, has_teams)[1], field)
    at = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
    losses = []
    for change in (1e-5, -1e-5):
        changed = getattr(weights, field).copy()
        changed[at] += change
        other = weights._replace(**{field: changed})
        losses.append(learn.find_slopes(other, standings, base, targets, has_teams)[0])
    assert slopes[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-7)


def test_learning_finds_who_wins() -> None:
    """In these made-up positions the seat with the lowest score wins: the opposite of what the duels say."""
    standings = some_standings(3, 600)
    learner = learn.Learner(Race(3, load_duel()))
    targets = np.eye(3)[standings.argmin(axis=1)]
    losses = [learner.step(standings, targets, learn.RATE) for _ in range(120)]
    assert losses[-1] < 0.7 * losses[0]


@too_slow
@pytest.mark.parametrize(("seats", "has_teams"), [(3, False), (4, True)])
def test_the_outcomes_of_a_turn_are_as_likely_as_its_value_says(seats: int, has_teams: bool) -> None:
    """The mean chance over all outcomes is the value of the turn, whose potential is not limited."""
    race, standings = make_race(seats, has_teams), some_standings(seats, 20)
    prospect = self_play.foresee(race, standings)
    assert np.allclose(prospect.odds.sum(axis=1), 1)
    means = np.einsum("mo,om->m", prospect.odds, prospect.chances[:, :, 0])
    values = solve_turn(rate_turn(race, standings))[0, make_turn().start]
    assert np.abs(means - values).max() < 1e-3


@too_slow
@pytest.mark.parametrize("has_teams", [False, True])
def test_matches_are_played_to_their_end(has_teams: bool) -> None:
    """The same seed gives the same matches."""
    race = make_race(4, has_teams)
    won = self_play.play_matches((race, race), 8, 1)
    assert set(won.tolist()) <= {0.0, 1.0}
    assert (self_play.play_matches((race, race), 8, 1) == won).all()


@too_slow
def test_self_play_learns_weights() -> None:
    weights = learn.learn(learn.Task(3, False, 0.5, 0.0))
    assert all(np.isfinite(one).all() for one in weights)
    assert weights.orders.shape == (3, 16)


def test_the_champion_uses_them_with_more_than_two_seats() -> None:
    assert champion.make_race(make_view(0, 0, gain=100)).weights is None
    assert champion.make_race(make_view(0, 0, 0, gain=100)).weights is load_weights(3, False)
    assert champion.make_race(make_view(0, 0, 0, 0, gain=100, teams=True)).weights is load_weights(4, True)
