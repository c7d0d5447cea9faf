"""What a table of scores is worth in the race to exactly 2500.

A standing is the scores of all seats in steps of 50 from the bottom (0 is −2500, 100 is 2500), the player of this turn
first and then in the order of play. Its worth to him is his chance to win once his turn is over.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.turn import STEP, STEPS, Prize
from ludotheque.games.emile.rules import GOAL, PERIOD

TOP = 2 * GOAL // STEP
ZERO = GOAL // STEP

Standings: TypeAlias = npt.NDArray[np.int64]  # [..., seat]
Chances: TypeAlias = npt.NDArray[np.float64]

NEVER = 1e-5  # no chance is smaller, so that two of them can still be compared
NEAR_ROUNDS = 5  # so many rounds before the last one, the race still counts for two thirds and the lead for one
SWING = 300.0  # points by which a lead changes in a round


@dataclass(frozen=True)
class Race:
    """A race between so many seats, in teams or not, with so many turns after this one (None: no last round).

    It is judged by duels: duel[a, b] is the chance of score a, who rolls first, against score b, were they alone.
    """

    seats: int
    duel: Chances = field(compare=False, repr=False)
    teams: bool = False
    turns_left: int | None = None

    @property
    def targets(self) -> list[int]:
        """Whose score a turn may change: one's own, or an opponent's (EM-14, EM-22)."""
        return [0, 1, 3] if self.teams else list(range(self.seats))

    def worth(self, standings: Standings) -> Chances:
        """The chance to win of the player who has just ended his turn, at each of these standings."""
        going = self._team_race(standings) if self.teams else self._race(standings)
        if self.turns_left is not None:
            rounds = self.turns_left / self.seats
            near = np.exp(-rounds / NEAR_ROUNDS)
            going = (1 - near) * going + near * self._lead(standings, rounds)
        over = (standings == TOP).any(axis=-1)
        return np.where(over, self._has_won(standings), going)

    def _race(self, standings: Standings) -> Chances:
        """From his duels, each taken to say how his chance compares with the other's; with two seats it is his duel."""
        duels = self._beats(standings[..., 1:], standings[..., :1])
        return 1 / ((1 / duels).sum(axis=-1) - (self.seats - 2))

    def _team_race(self, standings: Standings) -> Chances:
        """From the odds of the four duels between the teams; the seats roll in the order 1, 2, 3, 0."""
        own, left, partner, right = (standings[..., seat] for seat in range(4))
        wins = [self._beats(left, own), self._beats(right, own), self._beats(left, partner)]
        odds = np.prod([win / (1 - win) for win in wins], axis=0)
        loss = self._beats(partner, right)  # the partner rolls first
        odds = np.sqrt(odds * (1 - loss) / loss)
        return odds / (1 + odds)

    def _beats(self, first: Standings, second: Standings) -> Chances:
        """The chance in a duel of the one who rolls second."""
        return (1 - self.duel[first, second]).clip(NEVER, 1 - NEVER)

    def _lead(self, standings: Standings, rounds_left: float) -> Chances:
        """Who is ahead at the last round: the surer, the fewer rounds are left."""
        scores = standings * (STEP / (1 + SWING * np.sqrt(rounds_left)))
        if self.teams:
            scores = np.stack([scores[..., 0::2].sum(axis=-1), scores[..., 1::2].sum(axis=-1)], axis=-1)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return powers[..., 0] / powers.sum(axis=-1)

    def _has_won(self, standings: Standings) -> Chances:
        """Somebody stands on 2500: is it he, or has his team won (EM-18, EM-22)?"""
        if not self.teams:
            return standings[..., 0] == TOP
        lead = standings[..., 0::2].sum(axis=-1) - standings[..., 1::2].sum(axis=-1)
        return (lead > 0) | ((lead == 0) & (standings[..., 0::2] == TOP).any(axis=-1))


def prize(race: Race, standings: Standings) -> Prize:
    """What each score of a turn is worth to the player of each standing, settled in the best way."""
    worths = landings(race, standings)
    players = np.arange(len(standings))
    points, failures = [], []
    for seat in race.targets:
        to_points, to_failures = settlements(seat == 0)
        points.append(worths[seat][to_points[standings[:, seat]].T, players])
        failures.append(worths[seat][to_failures[standings[:, seat]].T, players])
    return Prize(np.max(points, axis=0), np.max(failures, axis=0))


def landings(race: Race, standings: Standings) -> Chances:
    """[seat, score, ...]: what it is worth to the player that a seat's score becomes this one."""
    return np.stack([race.worth(landed(standings, seat)) for seat in range(race.seats)])


def landed(standings: Standings, seat: int) -> Standings:
    """[score, ..., seat]: these standings after a seat's score has become each score there is (EM-16)."""
    scores = np.arange(TOP + 1).reshape(-1, *(1,) * standings.ndim)
    after = np.where(standings == scores, ZERO, standings)
    after[..., seat] = scores[..., 0]
    return after


@cache
def settlements(own: bool) -> tuple[Standings, Standings]:
    """[score, step] and [score, failure]: where one's own turn takes a score, or another's."""
    gains = range(PERIOD, 2 * PERIOD, STEP)  # a potential of 0 stands for 20000
    assert len(gains) == STEPS
    return _settled(own, gains), _settled(own, (rules.FAILED, rules.WRECKED))


def _settled(own: bool, gains: range | tuple[int, ...]) -> Standings:
    return np.array([[settled(score, gain, own) for gain in gains] for score in range(TOP + 1)])


def settled(score: int, gain: int, own: bool) -> int:
    """Where a turn's score takes a score (EM-14, EM-15)."""
    points = score * STEP - GOAL + (gain if own else rules.given(gain))
    return (rules.bounce(points) + GOAL) // STEP
