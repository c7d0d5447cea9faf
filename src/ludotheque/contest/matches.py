"""The matches of a contest, as lists and as records. What a bot wrote to stderr is its team's alone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from ludotheque.arena.matches import list_results, read_record
from ludotheque.arena.result_rows import number
from ludotheque.contest.contests import Contest, read_contest
from ludotheque.contest.keys import MEMBER, require
from ludotheque.contest.teams import team_of
from ludotheque.contest.versions import Version, list_versions
from ludotheque.game import GameError
from ludotheque.record import Record

KINDS = ("practice", "match", "final")
STDERR_LETTERS = 20_000
REPLAY = "contest-"  # how the names of their replays begin
OWN_REPLAY = "practice-"  # and of those that only the team sees, with its own logs
FOREVER = 1e18


class NoSuchMatch(GameError):
    """There is no match of that number in this contest."""


class ListedMatch(NamedTuple):
    """A match in a list, each seat in its place."""

    id: str
    kind: str  # match or final
    seed: int
    counted: bool
    plies: int
    seconds: float
    finished: float
    entrants: tuple[str, ...]
    ranks: tuple[int, ...]
    results: tuple[str, ...]  # won, drawn or lost
    scores: tuple[int, ...]
    verdicts: tuple[str, ...]


MATCHES = """
    SELECT j.kind, j.finished, j.tasks, m.id, m.seed, m.counted, m.plies, m.seconds, s.rank, s.score, s.verdict
    FROM (SELECT * FROM contest_jobs WHERE contest = :contest AND state = 'finished' AND match_id IS NOT NULL
          AND finished <= :until ORDER BY finished DESC {limit}) AS j
    JOIN arena_matches AS m ON m.id = j.match_id JOIN arena_seats AS s ON s.match_id = m.id
    ORDER BY j.finished DESC, m.id, s.seat
"""


def list_matches(
    connection: Connection, contest: Contest, until: float = FOREVER, most: int | None = None
) -> Iterator[ListedMatch]:
    """Yield the matches of the ladder and of the final, the latest first, up to a moment."""
    query = text(MATCHES.format(limit="LIMIT :most" if most else ""))
    values = {"contest": contest.id, "until": until} | ({"most": most} if most else {})
    teams = contest.setting().teams
    for _, seats in groupby(connection.execute(query, values), key=lambda row: row.id):
        yield _make_listed(list(seats), teams)


def _make_listed(rows: Sequence[Any], teams: Sequence[int]) -> ListedMatch:
    first = rows[0]
    tasks = json.loads(first.tasks) if isinstance(first.tasks, str) else first.tasks  # SQLite has text here
    ranks = tuple(row.rank for row in rows)
    return ListedMatch(
        id=str(first.id),
        kind=first.kind,
        seed=first.seed,
        counted=bool(first.counted),
        plies=first.plies,
        seconds=first.seconds,
        finished=first.finished,
        entrants=tuple(tasks[0]["seats"]),
        ranks=ranks,
        results=tuple(list_results(ranks, teams)),
        scores=tuple(row.score for row in rows),
        verdicts=tuple(row.verdict for row in rows),
    )


def name_entrants(versions: Sequence[Version], names: Mapping[str, str]) -> dict[str, str]:
    """Return what to call the bots of matches: the team and the number of the version."""
    return {version.entrant: f"{names[version.team]} v{version.number}" for version in versions}


# Records


class StoredMatch(NamedTuple):
    """A match with its record, and the numbers of its entrants."""

    kind: str  # one of KINDS
    record: Record
    entrants: tuple[int, ...]

    def seats_of(self, versions: Sequence[Version]) -> list[int]:
        """Return the seats on which one of these versions sat."""
        own = {number(version.entrant) for version in versions}
        return [seat for seat, entrant in enumerate(self.entrants) if entrant in own]


RECORD = text("SELECT data FROM arena_records WHERE match_id = :id")
SEATS = text(
    "SELECT p.series, s.entrant FROM arena_matches AS m JOIN arena_pairings AS p ON p.id = m.pairing"
    " JOIN arena_seats AS s ON s.match_id = m.id WHERE m.id = :id ORDER BY s.seat"
)


def read_match(connection: Connection, contest: Contest, match: str) -> StoredMatch:
    id = int(match) if match.isdecimal() and len(match) < 20 else -1
    series = {number(contest.setting(kind).series): kind for kind in KINDS}
    rows = connection.execute(SEATS, {"id": id}).all() if id < 1 << 63 else []
    data = connection.execute(RECORD, {"id": id}).scalar() if rows and rows[0].series in series else None
    if data is None:
        raise NoSuchMatch("There is no such match in this contest.")
    return StoredMatch(series[rows[0].series], read_record(bytes(data)), tuple(row.entrant for row in rows))


def read_own_match(
    connection: Connection, contest: Contest, match: str, versions: Sequence[Version]
) -> tuple[StoredMatch, list[int]]:
    """Return a match and the seats of these versions, a team's; practice matches of other teams are not there."""
    stored = read_match(connection, contest, match)
    own = stored.seats_of(versions)
    if stored.kind == "practice" and not own:
        raise NoSuchMatch("There is no such match in this contest.")
    return stored, own


def name_replay(contest: Contest, match: str) -> str:
    """Return the name of a match among all replays of the site."""
    return f"{REPLAY}{contest.id}-{match}"


def find_replay(connection: Connection, name: str, now: float) -> Record:
    """Return the record of a match that everybody may see, by that name."""
    id, _, match = name.removeprefix(REPLAY).rpartition("-")
    return read_public_record(connection, read_contest(connection, id), match, now)


def name_own_replay(contest: Contest, match: str) -> str:
    """Return the name of a practice match among all replays of the site."""
    return f"{OWN_REPLAY}{contest.id}-{match}"


def contest_of_own(name: str) -> str:
    """Return the id of the contest whose practice match a replay is, or "" for other replays."""
    return name.removeprefix(OWN_REPLAY).rpartition("-")[0] if name.startswith(OWN_REPLAY) else ""


def find_own_replay(connection: Connection, name: str, keys: Mapping[str, str]) -> Record:
    """Return the record of a practice match with its team's logs, for a member; `keys` are theirs by contest."""
    id, match = contest_of_own(name), name.rpartition("-")[2]
    contest = read_contest(connection, id)
    team = team_of(connection, contest, require(connection, keys.get(id, ""), MEMBER))
    stored, own = read_own_match(connection, contest, match, list_versions(connection, team.id))
    if stored.kind != "practice":
        raise NoSuchMatch("There is no such match in this contest.")
    return hide_logs(stored.record, own)


def read_public_record(connection: Connection, contest: Contest, match: str, now: float) -> Record:
    """Return a record without logs; first matches of a version are its team's alone, and so is what is frozen."""
    stored = read_match(connection, contest, match)
    finished = connection.execute(FINISHED, {"id": int(match)}).scalar()
    is_hidden = contest.is_frozen(now) and (finished is None or finished > (contest.freezes or 0.0))
    if stored.kind == "practice" or is_hidden:
        raise NoSuchMatch("There is no such match in this contest.")
    return hide_logs(stored.record)


FINISHED = text("SELECT finished FROM contest_jobs WHERE match_id = :id")


def hide_logs(record: Record, own: Sequence[int] = ()) -> Record:
    """Return a record without what bots wrote to stderr and why they failed, but for these seats.

    A program's last words may quote its source, which belongs to its team.
    """
    notes = {
        ply: note if _mover(record, ply) in own else {key: value for key, value in note.items() if key != "stderr"}
        for ply, note in record.notes.items()
    }
    rows = record.result or []
    result = [row if seat in own else {**row, "cause": ""} for seat, row in enumerate(rows)]
    return replace(record, notes={ply: note for ply, note in notes.items() if note}, result=result or None)


def read_stderr(record: Record, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return what these seats wrote to stderr, ply by ply."""
    return [
        {"ply": ply, "seat": _mover(record, ply), "stderr": str(note["stderr"])[:STDERR_LETTERS]}
        for ply, note in sorted(record.notes.items())
        if note.get("stderr") and _mover(record, ply) in seats
    ]


def _mover(record: Record, ply: int) -> int:
    return int(record.moves[ply - 1].split()[0]) if 0 < ply <= len(record.moves) else -1
