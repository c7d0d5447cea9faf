"""Writes results as rows: whatever is there already changes nothing, and a group is stored once more as its pattern."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, TextClause, bindparam, text

from ludotheque.arena.matches import Result, make_digest

Row = dict[str, Any]


def number(digest: str) -> int:
    """Return the number under which the thing with this digest is stored."""
    return int(digest[:16], 16) >> 1


def store_results(connection: Connection, results: Sequence[Result], seconds: float = 0.0) -> None:
    """Write results of one series in the connection's transaction; those that are there already change nothing."""
    series = number(results[0].series)
    if connection.dialect.name == "postgresql":  # somebody else may play the same series: one after the other
        connection.execute(text("SELECT pg_advisory_xact_lock(:series)"), {"series": series})
    tables: dict[str, list[Row]] = defaultdict(list)
    for result in results:
        for table, row in _rows(result):
            tables[table].append(row)
    for table in ("arena_pairings", "arena_matches", "arena_seats", "arena_records"):
        connection.execute(_insert(table, tables[table][0]), tables[table])
    if seconds:
        connection.execute(ADD_SECONDS, {"series": series, "seconds": seconds})
    moved = _count_equal_games_once(connection, [result for result in results if result.content != result.key])
    _write_patterns(connection, {number(result.group) for result in results} | moved)


ADD_SECONDS = text("UPDATE arena_series SET seconds = seconds + :seconds WHERE id = :series")


def _insert(table: str, row: Row) -> TextClause:
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    return text(f"INSERT INTO {table} ({columns}) VALUES ({values}) ON CONFLICT DO NOTHING")


def _rows(result: Result) -> Iterator[tuple[str, Row]]:
    together = sorted(result.seats)
    pairing = number(make_digest(result.series, together))
    bots = " ".join(str(number(bot)) for bot in together)
    yield "arena_pairings", {"id": pairing, "series": number(result.series), "bots": bots}
    id, counted = number(result.key), not result.is_void
    yield (
        "arena_matches",
        {
            "id": id,
            "pairing": pairing,
            "round": result.round,
            "seed": result.seed,
            "seed_group": number(result.group),
            "lineup": " ".join(str(together.index(bot)) for bot in result.seats),
            "ranks": " ".join(map(str, result.ranks)),
            "content": number(result.content),
            "counted": counted,
            "plies": result.plies,
            "seconds": result.seconds,
        },
    )
    for seat, bot in enumerate(result.seats):
        kind, cause = result.verdicts[seat]
        yield (
            "arena_seats",
            {
                "match_id": id,
                "seat": seat,
                "pairing": pairing,
                "entrant": number(bot),
                "rank": result.ranks[seat],
                "score": result.scores[seat],
                "verdict": kind,
                "cause": cause,
                **result.times[seat]._asdict(),
                "counted": counted,
            },
        )
    yield "arena_records", {"match_id": id, "data": result.record}


def _count_equal_games_once(connection: Connection, results: Sequence[Result]) -> set[int]:
    """Of equal games let the one with the lowest round and number count, in whatever order they arrived.

    Return the groups of games that counted before, or did not, and now do.
    """
    contents = {number(result.content) for result in results if not result.is_void}
    first: dict[tuple[int, int], Any] = {}
    changed: list[Any] = []
    for row in connection.execute(EQUAL_GAMES, {"contents": list(contents)}) if contents else ():
        is_first = first.setdefault((row.pairing, row.content), row) is row
        if is_first != bool(row.counted):
            changed.append(row)
    for table, id in (("arena_matches", "id"), ("arena_seats", "match_id")):
        for row in changed:
            query = text(f"UPDATE {table} SET counted = :counted WHERE {id} = :id")
            connection.execute(query, {"counted": not row.counted, "id": row.id})
    return {row.seed_group for row in changed}


EQUAL_GAMES = text(
    "SELECT id, pairing, content, seed_group, counted FROM arena_matches WHERE content IN :contents"
    " AND NOT EXISTS (SELECT 1 FROM arena_seats WHERE match_id = arena_matches.id AND verdict = 'host')"
    " ORDER BY round, id"
).bindparams(bindparam("contents", expanding=True))


def _write_patterns(connection: Connection, groups: Iterable[int]) -> None:
    """Write the pattern of each group, from all of its matches that are stored now."""
    parts: dict[int, list[str]] = defaultdict(list)
    pairings: dict[int, int] = {}
    for row in connection.execute(MATCHES_OF_GROUPS, {"groups": list(groups)}):
        pairings[row.seed_group] = row.pairing
        if row.counted:
            parts[row.seed_group].append(f"{row.lineup}>{row.ranks}")
    rows = [{"id": id, "pairing": pairing, "pattern": "|".join(sorted(parts[id]))} for id, pairing in pairings.items()]
    connection.execute(WRITE_PATTERN, rows)


MATCHES_OF_GROUPS = text(
    "SELECT seed_group, pairing, lineup, ranks, counted FROM arena_matches WHERE seed_group IN :groups"
).bindparams(bindparam("groups", expanding=True))
WRITE_PATTERN = text(
    "INSERT INTO arena_groups (id, pairing, pattern) VALUES (:id, :pairing, :pattern)"
    " ON CONFLICT (id) DO UPDATE SET pattern = excluded.pattern"
)
