"""A ladder: ratings for a contest that goes on, renewed after every match (OpenSkill's Plackett–Luce model).

A bot's rating is two numbers, a mean and its uncertainty; bots are ordered by the mean less three times the
uncertainty, so that a newcomer starts low and climbs. Other than in `ratings.py` the order of the matches matters: new
results count more than old ones, as they should for bots that come and go. A bot's file that changes is a new bot.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from ludotheque.arena.played import Played
from ludotheque.game import GameError


class Rung(NamedTuple):
    """One bot on the ladder."""

    name: str
    mean: float
    uncertainty: float
    matches: int

    @property
    def points(self) -> float:
        """What the bot is worth almost certainly."""
        return self.mean - 3 * self.uncertainty


class Ladder:
    """The ratings so far. Give it every match once, in the order in which they were played."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._rungs: dict[str, Rung] = {}

    def record(self, entrants: Sequence[str], ranks: Sequence[int], teams: Sequence[int] | None = None) -> None:
        """Rate one match; a bot with several seats of a match is rated by the mean of what they change."""
        if not len(entrants) == len(ranks) == len(teams or ranks):
            raise GameError("A match needs a rank for each of its {seats} seats.", seats=len(entrants))
        sides: dict[int, list[int]] = {}
        for seat in range(len(entrants)):
            sides.setdefault(teams[seat] if teams else seat, []).append(seat)
        if len(sides) < 2:
            return
        before = [[self._rating(entrants[seat]) for seat in seats] for seats in sides.values()]
        places = [float(min(ranks[seat] for seat in seats)) for seats in sides.values()]
        after = self._model.rate(before, ranks=places)
        changed: dict[str, list[Any]] = {}
        for seats, ratings in zip(sides.values(), after):
            for seat, rating in zip(seats, ratings):
                changed.setdefault(entrants[seat], []).append(rating)
        for name, ratings in changed.items():
            mean, uncertainty = (sum(values) / len(ratings) for values in zip(*((r.mu, r.sigma) for r in ratings)))
            self._rungs[name] = Rung(name, mean, uncertainty, self._matches(name) + 1)

    def table(self) -> list[Rung]:
        """Return all bots, the best first."""
        return sorted(self._rungs.values(), key=lambda rung: (-rung.points, rung.name))

    def _matches(self, name: str) -> int:
        return self._rungs[name].matches if name in self._rungs else 0

    def _rating(self, name: str) -> Any:
        known = self._rungs.get(name)
        return self._model.rating() if known is None else self._model.rating(known.mean, known.uncertainty)


def climb(matches: Iterable[Played], teams: Sequence[int]) -> list[Rung]:
    """Return the ladder after these matches, in this order; bots are named by digest."""
    ladder = Ladder()
    for match in matches:
        if match.counted:
            ladder.record(match.bots, match.ranks, teams)
    return ladder.table()
