"""Results of matches with people: a row per seat, which stays when the table with its plies is removed."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, literal_column, select, text

from ludotheque.store import schema
from ludotheque.store.leases import Transact

ADD = text("""
    INSERT INTO results (table_id, seat, game, ended, kind, name, person, rank, result, verdict)
    SELECT id, seat, game, touched, kind, name, person, rank, result, verdict
    FROM tables JOIN seats ON seats.table_id = tables.id WHERE id = :table AND rank IS NOT NULL
    AND EXISTS (SELECT 1 FROM seats AS other WHERE other.table_id = :table AND other.person IS NOT NULL)
    ON CONFLICT (table_id, seat) DO NOTHING
""")


@dataclass(frozen=True)
class MatchResult:
    """A match that a person has played, as that person looks back at it."""

    table: str
    game: str
    ended: float
    names: tuple[str, ...]  # of all seats
    kinds: tuple[str, ...]
    seat: int  # the person's
    rank: int
    result: str  # won, lost or drawn
    verdict: str  # "timeout" if the person's time was up
    has_replay: bool  # the table is still stored


class Results:
    """Reads results; `add_results` writes them with the change that ends a match."""

    def __init__(self, transact: Transact):
        self._transact = transact

    async def list_matches(self, person: str, limit: int, before: float | None = None) -> list[MatchResult]:
        """Return a person's matches, the last one first; with `before`, those that ended earlier."""
        return await self._transact(lambda connection: _list_matches(connection, person, limit, before))

    async def count(self, person: str) -> dict[str, dict[str, int]]:
        """Return by game how many matches a person has won, drawn and lost."""
        results = schema.results.c
        query = select(results.game, results.result, func.count()).where(results.person == person)
        grouped = query.group_by(results.game, results.result)
        rows = await self._transact(lambda connection: connection.execute(grouped).all())
        counts: dict[str, dict[str, int]] = defaultdict(lambda: {"won": 0, "drawn": 0, "lost": 0})
        for game, result, number in rows:
            counts[game][result] = number
        return dict(counts)


def add_results(connection: Connection, table: str) -> None:
    """Note the results of a match that is over, unless only bots have played it."""
    connection.execute(ADD, {"table": table})


def _list_matches(connection: Connection, person: str, limit: int, before: float | None) -> list[MatchResult]:
    results, tables = schema.results, schema.tables
    has_replay = select(literal_column("1")).where(tables.c.id == results.c.table_id).exists().label("has_replay")
    own = select(results, has_replay).where(results.c.person == person)
    if before is not None:
        own = own.where(results.c.ended < before)
    rows = connection.execute(own.order_by(results.c.ended.desc()).limit(limit)).all()
    all_seats = select(results).where(results.c.table_id.in_([row.table_id for row in rows]))
    seats: dict[str, list[Any]] = defaultdict(list)
    for seat in connection.execute(all_seats.order_by(results.c.seat)):
        seats[seat.table_id].append(seat)
    return [_match_result(row, seats[row.table_id]) for row in rows]


def _match_result(row: Any, seats: list[Any]) -> MatchResult:
    return MatchResult(
        table=row.table_id,
        game=row.game,
        ended=row.ended,
        names=tuple(seat.name for seat in seats),
        kinds=tuple(seat.kind for seat in seats),
        seat=row.seat,
        rank=row.rank,
        result=row.result,
        verdict=row.verdict,
        has_replay=bool(row.has_replay),
    )
