"""The chance to win the race to exactly 2500 with given scores.

A standing holds the scores of all seats in steps of 50 from the bottom (0 is −2500, 100 is 2500), the player of this
turn first and then in the order of play. Its worth is the player's chance to win after this turn.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.standing import Weights, rate_seats
from ludotheque.games.emile.bots.turn import STEP, STEPS, Payoff
from ludotheque.games.emile.rules import GOAL, PERIOD

TOP = 2 * GOAL // STEP
ZERO = GOAL // STEP

Standings: TypeAlias = npt.NDArray[np.int64]  # [..., seat]
Chances: TypeAlias = npt.NDArray[np.float64]

SMALLEST_CHANCE = 1e-5  # so that small chances can still be compared
NEAR_ROUNDS = 5  # with this many rounds left, the race counts for two thirds and the lead for one third
SWING = 300.0  # typical change of a lead in one round, in points


@dataclass(frozen=True)
class Race:
    """A race from the end of this turn on, rated by the chances of duels between two of the seats.

    With weights these are corrected for more seats (standing.py).
    """

    seats: int
    duel: Chances = field(compare=False, repr=False)  # [a, b]: the chance of score a, which rolls first, against b
    teams: bool = False
    turns_left: int | None = None  # after this turn; None: there is no last round
    weights: Weights | None = field(default=None, compare=False, repr=False)

    @property
    def targets(self) -> list[int]:
        """The seats that this turn may change: the player and the opponents (EM-14, EM-22)."""
        return [0, 1, 3] if self.teams else list(range(self.seats))

    def worth(self, standings: Standings) -> Chances:
        """Return the chance to win of the player who has just ended the turn, for each standing."""
        chances = self._estimate(standings) if self.weights is None else self._correct(standings, self.weights)
        if self.turns_left is not None:
            rounds = self.turns_left / self.seats
            near = np.exp(-rounds / NEAR_ROUNDS)
            chances = (1 - near) * chances + near * self._lead(standings, rounds)
        is_over = (standings == TOP).any(axis=-1)
        return np.where(is_over, self._has_won(standings), chances)

    def rate_all(self, standings: Standings) -> Chances:
        """Return the chances of all seats after the turn, if there is no last round: [..., seat]. It takes weights."""
        assert self.weights is not None
        flat = standings.reshape(-1, self.seats)
        chances = rate_seats(self.weights, flat, self.rate_duels(flat), self.teams).chances
        is_over = (flat == TOP).any(axis=-1)
        chances[is_over] = self.share_win(flat[is_over])
        return chances.reshape(standings.shape)

    def share_win(self, standings: Standings) -> Chances:
        """Return 1 for each seat that has won, else 0, where a score is 2500."""
        if not self.teams:
            return (standings == TOP).astype(np.float64)
        first = self._has_won(standings).astype(np.float64)
        return np.stack([first, 1 - first, first, 1 - first], axis=-1)

    def _estimate(self, standings: Standings) -> Chances:
        return self._team_race(standings) if self.teams else self._race(standings)

    def _correct(self, standings: Standings, weights: Weights) -> Chances:
        flat = standings.reshape(-1, self.seats)
        chances = rate_seats(weights, flat, self.rate_duels(flat), self.teams).chances
        return chances[:, 0].reshape(standings.shape[:-1])

    def rate_duels(self, standings: Standings) -> Chances:
        """Return for each seat of each standing the logarithm of what its duels say: [standing, seat]."""
        if self.teams:
            chances = self._team_race(standings)
            rated = np.zeros(standings.shape)
            rated[:, 0] = np.log(chances / (1 - chances))
            return rated
        return np.log(np.stack([self._race(standings, seat) for seat in range(self.seats)], axis=-1))

    def _race(self, standings: Standings, seat: int = 0) -> Chances:
        """Combine the duels of a seat: each gives the ratio of two chances. With two seats, this is the duel itself.

        Seats roll in the order 1, 2, …, 0.
        """
        first, second = self._inverse
        inverse: Chances = np.full(standings.shape[:-1], 2.0 - self.seats)
        for other in range(self.seats):
            if other != seat:
                is_first = 0 < seat < other or other == 0
                inverse += (first if is_first else second)[standings[..., seat], standings[..., other]]
        return 1 / inverse

    @cached_property
    def _inverse(self) -> tuple[Chances, Chances]:
        """One divided by the chance of a seat with a score against another one: if it rolls first, and if second."""
        places = np.arange(len(self.duel))
        first = 1 - self._beats(places[:, None], places[None])
        second = self._beats(places[None], places[:, None])
        return 1 / first, 1 / second

    def _team_race(self, standings: Standings) -> Chances:
        """Combine the odds of the four duels between the teams; the seats roll in the order 1, 2, 3, 0."""
        own, left, partner, right = (standings[..., seat] for seat in range(4))
        wins = [self._beats(left, own), self._beats(right, own), self._beats(left, partner)]
        odds = np.prod([win / (1 - win) for win in wins], axis=0)
        loss = self._beats(partner, right)  # the partner rolls first
        odds = np.sqrt(odds * (1 - loss) / loss)
        return odds / (1 + odds)

    def _beats(self, first: Standings, second: Standings) -> Chances:
        """Return the chance of the score that rolls second in a duel."""
        return (1 - self.duel[first, second]).clip(SMALLEST_CHANCE, 1 - SMALLEST_CHANCE)

    def _lead(self, standings: Standings, rounds_left: float) -> Chances:
        """Return the chance to lead after the last round; the fewer rounds are left, the more a lead counts."""
        scores = standings * (STEP / (1 + SWING * np.sqrt(rounds_left)))
        if self.teams:
            scores = np.stack([scores[..., 0::2].sum(axis=-1), scores[..., 1::2].sum(axis=-1)], axis=-1)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers[..., 0] / powers.sum(axis=-1)

    def _has_won(self, standings: Standings) -> Chances:
        """Return whether the player or their team has won, where a score is 2500 (EM-18, EM-22)."""
        if not self.teams:
            return standings[..., 0] == TOP
        lead = standings[..., 0::2].sum(axis=-1) - standings[..., 1::2].sum(axis=-1)
        return (lead > 0) | ((lead == 0) & (standings[..., 0::2] == TOP).any(axis=-1))


def rate_turn(race: Race, standings: Standings) -> Payoff:
    """Return the best chance after each score of a turn, for the player of each standing."""
    chances = rate_landings(race, standings)
    players = np.arange(len(standings))
    points, failures = [], []
    for seat in race.targets:
        after_points, after_failures = tabulate_changes(seat == 0)
        points.append(chances[seat][after_points[standings[:, seat]].T, players])
        failures.append(chances[seat][after_failures[standings[:, seat]].T, players])
    return Payoff(np.max(points, axis=0), np.max(failures, axis=0))


def rate_landings(race: Race, standings: Standings) -> Chances:
    """Return the player's chance after a seat's score becomes each possible score: [seat, score, ...]."""
    return np.stack([race.worth(land_everywhere(standings, seat)) for seat in range(race.seats)])


def land_everywhere(standings: Standings, seat: int) -> Standings:
    """Return the standings after the score of `seat` becomes each possible score (EM-16): [score, ..., seat]."""
    scores = np.arange(TOP + 1).reshape(-1, *(1,) * standings.ndim)
    after = np.where(standings == scores, ZERO, standings)
    after[..., seat] = scores[..., 0]
    return after


@cache
def tabulate_changes(is_own: bool) -> tuple[Standings, Standings]:
    """Return the new score for each old score and turn's score: [score, step] and [score, failure]."""
    gains = range(PERIOD, 2 * PERIOD, STEP)  # step 0 is a turn of 20000: no turn scores 0
    assert len(gains) == STEPS
    return _tabulate(gains, is_own), _tabulate((rules.FAILED, rules.FAILED_ALL), is_own)


def _tabulate(gains: Iterable[int], is_own: bool) -> Standings:
    return np.array([[change_score(score, gain, is_own) for gain in gains] for score in range(TOP + 1)])


def change_score(score: int, gain: int, is_own: bool) -> int:
    """Return where a turn's score takes the player's own score or an opponent's (EM-14, EM-15)."""
    points = score * STEP - GOAL + (gain if is_own else rules.opponent_change(gain))
    return (rules.bounce(points) + GOAL) // STEP
