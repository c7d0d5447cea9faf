"""Writes results as rows. What is there already changes nothing, and the sums over matches change with the matches.

A match is stored under its pairing (who sat together), its round and its lineup. The matches of one pairing and round
are a group; its pattern is the results of all of them as one text.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, TextClause, bindparam, text

from ludotheque.arena.matches import Result, Task, make_digest

Row = dict[str, Any]
Group = tuple[int, int]  # pairing and round
SPAN = 1 << 24  # of the numbers of a group's matches: enough for all lineups of eight seats
NUMBERS = 1 << 63


def number(digest: str) -> int:
    """Return the number under which the thing with this digest is stored."""
    return int(digest[:16], 16) >> 1


def pairing_number(series: str, bots: Iterable[str]) -> int:
    """Return the number of those who sit together in a match, in whatever order."""
    return number(make_digest(series, sorted(bots)))


class Place(NamedTuple):
    """Which match of a series: who sits together, in which round, and who sits where."""

    pairing: int
    round: int
    lineup: str  # places among the bots sorted by digest: 1 0

    @classmethod
    def of(cls, match: Task | Result) -> "Place":
        together = sorted(match.seats)
        lineup = " ".join(str(together.index(bot)) for bot in match.seats)
        return cls(pairing_number(match.series, together), match.round, lineup)

    @property
    def group(self) -> Group:
        return self.pairing, self.round

    @property
    def id(self) -> int:
        """Return the match's number: that of the pairing, which comes from a digest, and a little more.

        So numbers of different pairings are far apart, and those of one pairing are neighbours in the file.
        """
        places = [int(place) for place in self.lineup.split()]
        span = min(len(places) ** len(places), SPAN)
        code = sum(place * len(places) ** seat for seat, place in enumerate(places))
        within = code if code < SPAN else number(make_digest(self.lineup)) % SPAN
        return (self.pairing + self.round * span + within) % NUMBERS


def store_results(connection: Connection, results: Sequence[Result], seconds: float = 0.0) -> None:
    """Write results of one series in the connection's transaction; those that are there already change nothing."""
    series = number(results[0].series)
    if connection.dialect.name == "postgresql":  # somebody else may play the same series: one after the other
        connection.execute(text("SELECT pg_advisory_xact_lock(:series)"), {"series": series})
    if seconds:
        connection.execute(ADD_SECONDS, {"series": series, "seconds": seconds})
    places: dict[Place, Result] = {}
    for result in results:
        places.setdefault(Place.of(result), result)
    before = _read_groups(connection, {place.group for place in places})
    stored = {Place(row.pairing, row.round, row.lineup) for rows in before.values() for row in rows}
    fresh = {place: result for place, result in places.items() if place not in stored}
    if not fresh:
        return
    _insert_rows(connection, fresh)
    changed = _find_equal_games(connection, fresh.values())
    before |= _read_groups(connection, {(row.pairing, row.round) for row in changed} - before.keys())
    _write_totals(connection, [*_sum_seats(fresh), *_move_seats(connection, changed)])
    for row in changed:
        connection.execute(SET_COUNTED, {"counted": not row.counted, "id": row.id})
    _write_patterns(connection, before, _read_groups(connection, before))


def void_results(connection: Connection, matches: Sequence[int], why: str) -> None:
    """Let matches count no more, as if this machine had spoiled them; their records stay."""
    found = [connection.execute(MATCH, {"id": id}).one() for id in matches]
    before = _read_groups(connection, {(row.pairing, row.round) for row in found})
    moved: list[Added] = []
    for match in found:
        for seat in connection.execute(SEATS, {"id": match.id}):
            was = bool(match.counted)
            moved.append(Added(match.pairing, seat.entrant, seat.verdict, was, -1, -seat.score, 0.0))
            moved.append(Added(match.pairing, seat.entrant, "host", False, 1, seat.score, seat.longest))
        connection.execute(VOID_SEATS, {"id": match.id, "why": why})
        connection.execute(SET_COUNTED, {"counted": False, "id": match.id})
    _write_totals(connection, moved)
    _write_patterns(connection, before, _read_groups(connection, before))


MATCH = text("SELECT id, pairing, round, counted FROM arena_matches WHERE id = :id")
VOID_SEATS = text("UPDATE arena_seats SET verdict = 'host', cause = :why WHERE match_id = :id")
ADD_SECONDS = text("UPDATE arena_series SET seconds = seconds + :seconds WHERE id = :series")
SET_COUNTED = text("UPDATE arena_matches SET counted = :counted WHERE id = :id")


# Rows


def _insert_rows(connection: Connection, fresh: dict[Place, Result]) -> None:
    tables: dict[str, list[Row]] = defaultdict(list)
    for place, result in fresh.items():
        for table, row in _rows(place, result):
            tables[table].append(row)
    for table, rows in tables.items():
        connection.execute(_insert(table, rows[0]), rows)


def _insert(table: str, row: Row) -> TextClause:
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    again = " ON CONFLICT DO NOTHING" if table == "arena_pairings" else ""
    return text(f"INSERT INTO {table} ({columns}) VALUES ({values}){again}")


def _rows(place: Place, result: Result) -> Iterator[tuple[str, Row]]:
    bots = " ".join(str(number(bot)) for bot in sorted(result.seats))
    yield "arena_pairings", {"id": place.pairing, "series": number(result.series), "bots": bots}
    id = place.id
    yield (
        "arena_matches",
        {
            "id": id,
            **place._asdict(),
            "seed": result.seed,
            "ranks": " ".join(map(str, result.ranks)),
            "content": number(result.content) if result.has_content else 0,
            "counted": not result.is_void,
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
                "entrant": number(bot),
                "rank": result.ranks[seat],
                "score": result.scores[seat],
                "verdict": kind,
                "cause": cause,
                **result.times[seat]._asdict(),
            },
        )
    yield "arena_records", {"match_id": id, "data": result.record}


# Equal games


def _find_equal_games(connection: Connection, results: Iterable[Result]) -> list[Any]:
    """Return the matches that count now and should not, or the other way round.

    Of equal games the one with the lowest round and number counts, in whatever order they arrived.
    """
    contents = {number(result.content) for result in results if result.has_content and not result.is_void}
    first: dict[tuple[int, int], Any] = {}
    changed: list[Any] = []
    for row in connection.execute(EQUAL_GAMES, {"contents": list(contents)}) if contents else ():
        is_first = first.setdefault((row.pairing, row.content), row) is row
        if is_first != bool(row.counted):
            changed.append(row)
    return changed


EQUAL_GAMES = text(
    "SELECT id, pairing, round, content, counted FROM arena_matches WHERE content IN :contents AND content <> 0"
    " AND NOT EXISTS (SELECT 1 FROM arena_seats WHERE match_id = arena_matches.id AND verdict = 'host')"
    " ORDER BY round, id"
).bindparams(bindparam("contents", expanding=True))


# Totals


class Added(NamedTuple):
    """What one seat adds to a total, or takes from it."""

    pairing: int
    entrant: int
    verdict: str
    counted: bool
    matches: int
    score: int
    longest: float


def _sum_seats(fresh: dict[Place, Result]) -> Iterator[Added]:
    for place, result in fresh.items():
        counted = not result.is_void
        for bot, (verdict, _), score, times in zip(result.seats, result.verdicts, result.scores, result.times):
            yield Added(place.pairing, number(bot), verdict, counted, 1, score, times.longest)


def _move_seats(connection: Connection, changed: Iterable[Any]) -> Iterator[Added]:
    """Move the seats of matches that begin or cease to count from one total to the other."""
    for match in changed:
        for seat in connection.execute(SEATS, {"id": match.id}):
            was = bool(match.counted)
            yield Added(match.pairing, seat.entrant, seat.verdict, was, -1, -seat.score, 0.0)
            yield Added(match.pairing, seat.entrant, seat.verdict, not was, 1, seat.score, seat.longest)


SEATS = text("SELECT entrant, verdict, score, longest FROM arena_seats WHERE match_id = :id")


def _write_totals(connection: Connection, added: Iterable[Added]) -> None:
    sums: dict[tuple[int, int, str, bool], list[Any]] = {}
    for one in added:
        total = sums.setdefault(one[:4], [0, 0, 0.0])
        total[0] += one.matches
        total[1] += one.score
        total[2] = max(total[2], one.longest)
    connection.execute(ADD_TOTAL, [Added(*key, *total)._asdict() for key, total in sorted(sums.items())])


ADD_TOTAL = text(
    "INSERT INTO arena_totals (pairing, entrant, verdict, counted, matches, score, longest)"
    " VALUES (:pairing, :entrant, :verdict, :counted, :matches, :score, :longest)"
    " ON CONFLICT (pairing, entrant, verdict, counted) DO UPDATE SET matches = arena_totals.matches + excluded.matches,"
    " score = arena_totals.score + excluded.score, longest = CASE WHEN excluded.longest > arena_totals.longest"
    " THEN excluded.longest ELSE arena_totals.longest END"
)


# Patterns


def _read_groups(connection: Connection, groups: Iterable[Group]) -> dict[Group, list[Any]]:
    """Return the stored matches of these groups; a query for each pairing, because SQLite reads it from an index."""
    found: dict[Group, list[Any]] = {group: [] for group in groups}
    rounds: dict[int, list[int]] = defaultdict(list)
    for pairing, round in found:
        rounds[pairing].append(round)
    for pairing, some in rounds.items():
        for row in connection.execute(MATCHES_OF_GROUPS, {"pairing": pairing, "rounds": some}):
            found[row.pairing, row.round].append(row)
    return found


MATCHES_OF_GROUPS = text(
    "SELECT pairing, round, lineup, ranks, counted FROM arena_matches WHERE pairing = :pairing AND round IN :rounds"
).bindparams(bindparam("rounds", expanding=True))


def _write_patterns(connection: Connection, before: dict[Group, list[Any]], after: dict[Group, list[Any]]) -> None:
    change: Counter[tuple[int, str]] = Counter()
    for groups, difference in ((before, -1), (after, 1)):
        for (pairing, _), rows in groups.items():
            if pattern := _make_pattern(rows):
                change[pairing, pattern] += difference
    rows = [{"pairing": pairing, "pattern": pattern, "groups": n} for (pairing, pattern), n in change.items() if n]
    if rows:
        connection.execute(ADD_GROUPS, sorted(rows, key=lambda row: (row["pairing"], row["pattern"])))


def _make_pattern(matches: Iterable[Any]) -> str:
    return "|".join(sorted(f"{match.lineup}>{match.ranks}" for match in matches if match.counted))


ADD_GROUPS = text(
    "INSERT INTO arena_patterns (pairing, pattern, groups) VALUES (:pairing, :pattern, :groups)"
    " ON CONFLICT (pairing, pattern) DO UPDATE SET groups = arena_patterns.groups + excluded.groups"
)
