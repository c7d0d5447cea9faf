"""A contest as files: its board and matches as CSV and JSON, and with records and bots as an archive."""

import csv
import io
import json
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, text

from ludotheque.contest.board import BoardRow
from ludotheque.contest.contests import Contest
from ludotheque.contest.matches import ListedMatch, list_matches, name_entrants
from ludotheque.contest.teams import list_members, list_teams
from ludotheque.contest.versions import list_all_versions, read_content
from ludotheque.game import GameError

RECORD = text("SELECT data FROM arena_records WHERE match_id = :id")


KINDS = {"json": "application/json", "csv": "text/csv", "zip": "application/zip"}


def make_export(
    connection: Connection, contest: Contest, rows: Sequence[BoardRow], what: str
) -> tuple[str | bytes, str]:
    """Return a file by its name, and its media type."""
    kind = KINDS.get(what.rpartition(".")[2], "")
    if what == "contest.json":
        return make_json(connection, contest, rows), kind
    if what in ("board.csv", "matches.csv"):
        return make_csv(connection, contest, rows)[what], kind
    if what == "archive.zip":
        return make_archive(connection, contest, rows), kind
    raise GameError("An export is board.csv, matches.csv, contest.json or archive.zip.")


def make_csv(connection: Connection, contest: Contest, rows: Sequence[BoardRow]) -> dict[str, str]:
    """Return board.csv and matches.csv; a match has a line for each seat."""
    names = _names(connection, contest)
    board = [asdict(row) for row in rows]
    seats = [line for match in list_matches(connection, contest) for line in _seat_lines(match, names)]
    return {"board.csv": write_csv(board), "matches.csv": write_csv(seats)}


def make_json(connection: Connection, contest: Contest, rows: Sequence[BoardRow]) -> str:
    names = _names(connection, contest)
    matches = [
        {**match._asdict(), "bots": [names.get(one, "") for one in match.entrants]}
        for match in list_matches(connection, contest)
    ]
    about = {**asdict(contest), "invitation": None, "options": dict(contest.options)}
    return json.dumps(
        {"contest": about, "board": [asdict(row) for row in rows], "matches": matches}, ensure_ascii=False
    )


def make_archive(connection: Connection, contest: Contest, rows: Sequence[BoardRow]) -> bytes:
    """Return everything: the tables, the teams, the record of each match, and the files of each version."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in make_csv(connection, contest, rows).items():
            archive.writestr(name, data)
        archive.writestr("contest.json", make_json(connection, contest, rows))
        archive.writestr("teams.csv", write_csv(_list_people(connection, contest)))
        for match in list_matches(connection, contest):
            record = connection.execute(RECORD, {"id": int(match.id)}).scalar()
            if record is not None:  # else one of its teams was deleted
                archive.writestr(f"records/{match.id}.json", zlib.decompress(bytes(record)))
        for version in list_all_versions(connection, contest.id):
            archive.writestr(f"bots/{version.team}/{version.number}.zip", read_content(connection, version.digest))
    return target.getvalue()


def _names(connection: Connection, contest: Contest) -> dict[str, str]:
    teams = {team.id: team.name for team in list_teams(connection, contest.id)}
    return name_entrants(list_all_versions(connection, contest.id), teams)


def _seat_lines(match: ListedMatch, names: dict[str, str]) -> list[dict[str, Any]]:
    common = {"match": match.id, "kind": match.kind, "seed": match.seed, "counted": match.counted}
    return [
        {
            **common,
            "seat": seat,
            "bot": names.get(entrant, ""),
            "rank": match.ranks[seat],
            "result": match.results[seat],
            "score": match.scores[seat],
            "verdict": match.verdicts[seat],
            "finished": match.finished,
        }
        for seat, entrant in enumerate(match.entrants)
    ]


def _list_people(connection: Connection, contest: Contest) -> list[dict[str, Any]]:
    return [
        {"team": team.name, "id": team.id, "member": member.name, "active version": team.active}
        for team in list_teams(connection, contest.id)
        for member in list_members(connection, team.id)
    ]


def write_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as CSV. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    target = io.StringIO()
    if rows:
        writer = csv.DictWriter(target, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _plain(value) for name, value in row.items()} for row in rows)
    return target.getvalue()


def _plain(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value
