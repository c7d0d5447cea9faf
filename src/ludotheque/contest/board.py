"""The board of a contest: the active version of each team, with its rating and interval."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, select, text, update

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.results import Results
from ludotheque.contest.contests import Contest
from ludotheque.contest.teams import Team
from ludotheque.contest.versions import Version, entrant_of
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_boards

PAST, FROZEN, FINAL = "past", "frozen", "final"


@dataclass(frozen=True)
class BoardRow:
    """One team. A team without matches has no rating, and a disqualified one no rank."""

    rank: int | None
    team: str  # its id
    name: str
    version: int | None
    rating: float | None
    low: float | None
    high: float | None
    games: int
    won: int
    drawn: int
    lost: int
    faults: int
    disqualified: str | None = None


@dataclass(frozen=True)
class VersionRating:
    """How strong one version is; all versions of a contest are rated together."""

    entrant: str
    rating: float | None
    low: float | None
    high: float | None
    games: int
    won: int
    drawn: int
    lost: int
    faults: int


def check_installed() -> None:
    """Raise a GameError where ratings cannot be computed: a web server alone does not need SciPy."""
    try:
        import ludotheque.arena.standings  # noqa: F401
    except ModuleNotFoundError as error:
        raise GameError("Contests need {name}: install ludotheque[arena].", name=error.name) from None


def rate_versions(
    results: Results, contest: Contest, entrants: Sequence[Entrant], kind: str
) -> dict[str, VersionRating]:
    """Return the ratings of versions by entrant, from all matches of the ladder or of the final."""
    check_installed()
    from ludotheque.arena.standings import make_standings

    standings = make_standings(results, contest.setting(kind), entrants)
    return {
        row.digest: VersionRating(
            row.digest, row.rating, row.low, row.high, row.games, row.won, row.drawn, row.lost, sum(row.faults.values())
        )
        for row in standings.rows
    }


def list_entrants(teams: Sequence[Team], versions: Sequence[Version]) -> list[Entrant]:
    """Return all versions as the tables of leagues know them; the same files submitted twice are one."""
    names = {team.id: team.name for team in teams}
    found = {version.entrant: entrant_of(version, names[version.team]) for version in versions}
    return list(found.values())


def active_versions(teams: Sequence[Team], versions: Sequence[Version]) -> dict[str, Version]:
    """Return who plays, by team: the active versions of teams that are not disqualified."""
    found = {(version.team, version.number): version for version in versions}
    return {
        team.id: found[team.id, team.active]
        for team in teams
        if team.active is not None and team.disqualified is None and (team.id, team.active) in found
    }


def make_rows(teams: Sequence[Team], versions: Sequence[Version], ratings: dict[str, VersionRating]) -> list[BoardRow]:
    """Return the board, the best first; then teams without a rating, then disqualified ones."""
    active = active_versions(teams, versions)
    pairs = [(team, ratings.get(active[team.id].entrant) if team.id in active else None) for team in teams]
    order = sorted(pairs, key=lambda pair: (pair[0].disqualified is not None, *_strength(pair[1]), pair[0].created))
    return [_make_row(rank, team, rating) for rank, (team, rating) in enumerate(order, 1)]


def _strength(rating: VersionRating | None) -> tuple[bool, float]:
    known = rating.rating if rating else None
    return known is None, -(known or 0.0)


def _make_row(rank: int, team: Team, rating: VersionRating | None) -> BoardRow:
    is_ranked = rating is not None and rating.rating is not None and team.disqualified is None
    numbers: dict[str, Any] = (
        asdict(rating) if rating else dict.fromkeys(("games", "won", "drawn", "lost", "faults"), 0)
    )
    for name in ("rating", "low", "high"):
        value = numbers.get(name)
        numbers[name] = None if value is None else round(value, 2)
    numbers.pop("entrant", None)
    return BoardRow(
        rank=rank if is_ranked else None,
        team=team.id,
        name=team.name,
        version=team.active,
        disqualified=team.disqualified,
        **numbers,
    )


# Stored boards


ADD_BOARD = text(
    "INSERT INTO contest_boards (contest, kind, at, rows) VALUES (:contest, :kind, :at, :rows) ON CONFLICT DO NOTHING"
)


def store_board(connection: Connection, contest: str, kind: str, at: float, rows: Sequence[BoardRow]) -> None:
    """Store a board; one that is frozen or final is stored once."""
    values = {"contest": contest, "kind": kind, "at": at, "rows": json.dumps([asdict(row) for row in rows])}
    connection.execute(ADD_BOARD, values)


def read_board(connection: Connection, contest: str, kind: str) -> list[BoardRow] | None:
    """Return the board that is frozen or final, if there is one."""
    here = contest_boards.c.contest == contest, contest_boards.c.kind == kind
    rows = connection.execute(select(contest_boards.c.rows).where(*here)).scalar()
    return None if rows is None else [BoardRow(**row) for row in rows]


def remove_frozen(connection: Connection, contest: str) -> None:
    """Forget the board that is frozen: it is to be frozen at another moment, or not at all."""
    here = contest_boards.c.contest == contest, contest_boards.c.kind == FROZEN
    connection.execute(delete(contest_boards).where(*here))


def read_latest(connection: Connection, contest: str) -> list[BoardRow]:
    """Return the last board that was stored for the plot."""
    here = contest_boards.c.contest == contest, contest_boards.c.kind == PAST
    query = select(contest_boards.c.rows).where(*here).order_by(contest_boards.c.at.desc()).limit(1)
    return [BoardRow(**row) for row in connection.execute(query).scalar() or []]


def find_leader(rows: Sequence[BoardRow]) -> BoardRow | None:
    return next((row for row in rows if row.rank == 1), None)


def read_history(
    connection: Connection, contest: str, until: float, since: float = 0.0
) -> list[tuple[float, dict[str, Any]]]:
    """Return the ranks of teams over time, by team, between two moments."""
    boards = contest_boards.c
    here = boards.contest == contest, boards.kind == PAST, boards.at <= until, boards.at >= since
    query = select(boards.at, boards.rows).where(*here).order_by(boards.at)
    return [(at, {row["team"]: row["rank"] for row in rows}) for at, rows in connection.execute(query)]


def forget_team(connection: Connection, contest: str, team: str) -> None:
    """Take a deleted team off all stored boards."""
    boards = contest_boards.c
    for row in connection.execute(select(contest_boards).where(boards.contest == contest)).all():
        rest = [one for one in row.rows if one["team"] != team]
        same = boards.contest == contest, boards.kind == row.kind, boards.at == row.at
        connection.execute(update(contest_boards).where(*same).values(rows=rest))
