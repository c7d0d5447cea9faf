"""Chances of more than two seats: the duels, corrected by a small network that learned from matches."""

from typing import Any

import numpy as np
import pytest

from ludotheque.compile import is_interpreted
from ludotheque.games.emile.bots import champion, learn
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.learn import Played
from ludotheque.games.emile.bots.race import TOP, Race
from ludotheque.games.emile.bots.standing import Weights, load_weights, new_weights, rate_seats
from ludotheque.games.emile.tests.test_bots import make_view


def some_standings(seats: int, count: int = 40) -> Any:
    return np.random.default_rng(5).integers(0, TOP, (count, seats))


def any_weights() -> Weights:
    rng = np.random.default_rng(6)
    return new_weights(3)._replace(last=rng.normal(0, 0.3, 16), bias=rng.normal(0, 0.3, 16))


def test_new_weights_leave_the_chances_of_the_duels() -> None:
    standings = some_standings(3)
    plain, corrected = (Race(3, load_duel(), weights=weights) for weights in (None, new_weights(1)))
    assert np.abs(corrected.worth(standings) - plain.worth(standings)).max() < 0.1  # these add up to 1, those nearly


@pytest.mark.parametrize(("seats", "has_teams"), [(3, False), (8, False), (4, True)])
def test_the_chances_of_all_seats_add_up_to_one(seats: int, has_teams: bool) -> None:
    weights, standings = load_weights(has_teams), some_standings(seats)
    base = Race(seats, load_duel(), has_teams).rate_duels(standings)
    chances = rate_seats(weights, standings, base, has_teams).chances
    assert np.allclose(chances[:, :2].sum(axis=1) if has_teams else chances.sum(axis=1), 1)
    assert not has_teams or np.allclose(chances[:, 0], chances[:, 2])


@pytest.mark.parametrize("has_teams", [False, True])
@pytest.mark.parametrize("field", Weights._fields)
def test_learning_follows_the_slope_of_the_loss(field: str, has_teams: bool) -> None:
    """Each derivative is compared with the change of the loss for a small change of one weight."""
    standings, weights = some_standings(4), any_weights()
    winners = np.random.default_rng(7).integers(0, 4, len(standings))
    base = Race(4, load_duel(), has_teams).rate_duels(standings)
    slopes = getattr(learn.find_slopes(weights, standings, base, winners, has_teams)[1], field)
    at = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
    losses = []
    for change in (1e-5, -1e-5):
        changed = getattr(weights, field).copy()
        changed[at] += change
        other = weights._replace(**{field: changed})
        losses.append(learn.find_slopes(other, standings, base, winners, has_teams)[0])
    assert slopes[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-7)


def test_learning_finds_who_wins() -> None:
    """In these made-up matches the seat with the lowest score wins: the opposite of what the duels say."""
    standings = some_standings(3, 600)
    learner, played = learn.Learner(has_teams=False), Played(standings, standings.argmin(axis=1))
    losses = [learner.learn([played], np.random.default_rng(1)) for _ in range(40)]
    assert losses[-1] < 0.7 * losses[0]


@pytest.mark.skipif(is_interpreted(), reason="it takes long in the interpreter")
@pytest.mark.parametrize("has_teams", [False, True])
def test_matches_are_played_to_their_end(has_teams: bool) -> None:
    matches = list(learn.play_matches(4, has_teams, [load_weights(has_teams), None], 4, 1, 0.0))
    assert len(matches) == 4
    for positions, (_, winner) in matches:
        last = np.roll(positions[-1], (len(positions) - 1) % 4)  # the seat that played last comes first
        assert (positions[:-1] < TOP).all()
        assert (last == TOP).sum() == 1
        assert has_teams or last[winner] == TOP
        assert not has_teams or last[winner % 2 :: 2].sum() >= last[1 - winner % 2 :: 2].sum()


def test_the_champion_uses_them_with_more_than_two_seats() -> None:
    assert champion.make_race(make_view(0, 0, gain=100)).weights is None
    assert champion.make_race(make_view(0, 0, 0, gain=100)).weights is load_weights(False)
    assert champion.make_race(make_view(0, 0, 0, 0, gain=100, teams=True)).weights is load_weights(True)
