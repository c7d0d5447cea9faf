"""Which matches of a contest are worth showing: new leaders, upsets, neighbours at the top, close scores."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ludotheque.contest.board import BoardRow
from ludotheque.contest.matches import ListedMatch
from ludotheque.contest.versions import Version

LEADER, UPSET, TOP, CLOSE, RECENT = "leader", "upset", "top", "close", "recent"
POINTS = {LEADER: 4, UPSET: 3, TOP: 2, CLOSE: 1}  # the strongest reason first
UPSET_GAP = 150  # points of Elo by which the winner was rated lower
CLOSE_SHARE = 0.1  # of the larger score
TOP_RANK = 3  # the best of the neighbours has this rank, or a better one
FADING = 50  # a match is worth one point less for each so many later ones
MOST_HIGHLIGHTS = 12
GOOD_VERDICTS = {"ok", "host"}

History = Sequence[tuple[float, Mapping[str, int | None]]]  # ranks by team at moments, the oldest first


class Highlight(NamedTuple):
    """A match to show, and why."""

    match: ListedMatch
    reason: str


class LeadChange(NamedTuple):
    """Between two moments this team came to the top."""

    after: float
    until: float
    team: str


class Standing(NamedTuple):
    """What everybody may know about the bots of a contest."""

    teams: Mapping[str, str]  # by entrant; a match with any other entrant is not shown
    rows: Mapping[str, BoardRow]  # by entrant, of those that are on the board
    changes: Sequence[LeadChange] = ()


def make_standing(versions: Sequence[Version], rows: Sequence[BoardRow], history: History) -> Standing:
    """Return the standing of the board that everybody sees; bots of disqualified teams are left out."""
    by_team = {row.team: row for row in rows if row.disqualified is None}
    own = [version for version in versions if version.team in by_team]
    active = {one.entrant: by_team[one.team] for one in own if by_team[one.team].version == one.number}
    return Standing({one.entrant: one.team for one in own}, active, find_lead_changes(history))


def find_lead_changes(history: History) -> list[LeadChange]:
    leaders = [(at, next((team for team, rank in ranks.items() if rank == 1), None)) for at, ranks in history]
    known = [(at, leader) for at, leader in leaders if leader is not None]
    return [LeadChange(before, at, new) for (before, old), (at, new) in pairwise(known) if old != new]


def choose_highlights(
    matches: Sequence[ListedMatch], standing: Standing, most: int = MOST_HIGHLIGHTS
) -> list[Highlight]:
    """Return the matches to show, the best first, of those that are listed (the latest first).

    A match that did not count, or in which a bot failed, is never shown.
    """
    found: list[tuple[float, Highlight]] = []
    for age, match in enumerate(filter(lambda one: can_be_shown(one, standing), matches)):
        reasons = find_reasons(match, standing)
        points = sum(POINTS[reason] for reason in reasons) - age / FADING
        found.append((points, Highlight(match, reasons[0] if reasons else RECENT)))
    return [highlight for _, highlight in sorted(_lower_repeated(found), key=_by_points)][:most]


def _by_points(pair: tuple[float, Any]) -> float:
    return -pair[0]


def _lower_repeated(found: Sequence[tuple[float, Highlight]]) -> list[tuple[float, Highlight]]:
    """Take points from matches of the same bots, so that others are shown too: one for each better match."""
    seen: Counter[frozenset[str]] = Counter()
    lowered = []
    for points, highlight in sorted(found, key=_by_points):
        bots = frozenset(highlight.match.entrants)
        lowered.append((points - seen[bots], highlight))
        seen[bots] += 1
    return lowered


def can_be_shown(match: ListedMatch, standing: Standing) -> bool:
    is_clean = match.counted and GOOD_VERDICTS.issuperset(match.verdicts)
    return is_clean and all(entrant in standing.teams for entrant in match.entrants)


def find_reasons(match: ListedMatch, standing: Standing) -> list[str]:
    """Return why a match is interesting, the strongest reason first."""
    checks = {LEADER: is_of_new_leader, UPSET: is_upset, TOP: is_at_top, CLOSE: is_close}
    return [reason for reason in POINTS if checks[reason](match, standing)]


def winners_of(match: ListedMatch) -> list[str]:
    return [entrant for entrant, result in zip(match.entrants, match.results) if result == "won"]


def is_of_new_leader(match: ListedMatch, standing: Standing) -> bool:
    """Return whether a team won this match while it came to the top."""
    teams = {standing.teams[entrant] for entrant in winners_of(match)}
    return any(one.team in teams and one.after < match.finished <= one.until for one in standing.changes)


def is_upset(match: ListedMatch, standing: Standing) -> bool:
    """Return whether all winners are rated much lower than the best of the others."""
    rated = {one: standing.rows[one].rating for one in match.entrants if one in standing.rows}
    ratings = {one: rating for one, rating in rated.items() if rating is not None}
    winners = winners_of(match)
    won = [ratings[one] for one in ratings if one in winners]
    lost = [ratings[one] for one in ratings if one not in winners]
    return bool(won and lost) and len(ratings) == len(match.entrants) and max(lost) - max(won) >= UPSET_GAP


def is_at_top(match: ListedMatch, standing: Standing) -> bool:
    """Return whether neighbours at the top of the board have met."""
    ranks = [standing.rows[one].rank for one in match.entrants if one in standing.rows]
    known = [rank for rank in ranks if rank is not None]
    return len(known) == len(match.entrants) and min(known) <= TOP_RANK and max(known) - min(known) < len(known)


def is_close(match: ListedMatch, standing: Standing) -> bool:
    """Return whether nobody has won, or only by little."""
    won = [score for score, result in zip(match.scores, match.results) if result == "won"]
    lost = [score for score, result in zip(match.scores, match.results) if result != "won"]
    if not won or not lost:
        return True
    return abs(max(won) - max(lost)) <= CLOSE_SHARE * max(map(abs, match.scores))
