"""The final tournament: rounds in which neighbours in the table meet, in all orders of the seats, with fixed seeds.

It goes on until all ratings are sure enough, or the most rounds are played. Only the versions that were active when the
contest ended take part.
"""

from collections.abc import Sequence

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import Task
from ludotheque.arena.results import Results
from ludotheque.contest.board import VersionRating
from ludotheque.contest.contests import Contest
from ludotheque.game import load

FEWEST_ROUNDS = 3


def plan_round(results: Results, contest: Contest, entrants: Sequence[Entrant]) -> list[Task]:
    """Return the matches of the next round; they depend on the rounds before it only."""
    from ludotheque.arena.league import League, Length, list_swiss_round  # needs SciPy, which not every server has

    setting = contest.setting("final")
    league = League(load(contest.game), setting, list(entrants), (), Length(rounds=contest.limits.final_rounds), True)
    played = results.matches(setting.series, league.bots)
    return list_swiss_round(league, played, contest.final_round)


def is_decided(contest: Contest, ratings: dict[str, VersionRating]) -> bool:
    """Return whether the final tournament is over."""
    if contest.final_round >= contest.limits.final_rounds:
        return True
    errors = [_half_width(rating) for rating in ratings.values()]
    return contest.final_round >= FEWEST_ROUNDS and max(errors, default=0.0) <= contest.limits.final_error


def _half_width(rating: VersionRating) -> float:
    if rating.low is None or rating.high is None:
        return float("inf")  # it sat out so far
    return (rating.high - rating.low) / 2
