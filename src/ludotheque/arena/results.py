"""Results of matches in a database: SQLite in the user's data folder, or PostgreSQL by its address.

One thread writes, many results in one transaction; a result that arrives twice or late is the same rows. Sums over the
matches are stored beside them, so that the table of a league with a million matches is made of a few rows.
"""

import json
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from itertools import groupby
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Connection, Engine, text

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.pairing import Setting
from ludotheque.arena.played import Met, Played, SeatTotal, make_played, pattern_parser
from ludotheque.arena.result_rows import Place, number, pairing_number, store_results
from ludotheque.game import GameError
from ludotheque.store.database import StoreError, describe_error, do_nothing, make_data_folder, open_database
from ludotheque.store.writer import Writer, as_store_error

T = TypeVar("T")
Batch = tuple[Sequence[Result], float]  # and the seconds that have passed
COLLECT_SECONDS = 0.5  # a result waits so long for others
MOST_TOGETHER = 5000  # results in one transaction, or a few more
MOST_WAITING = 10_000  # batches: a database that is slower than the matches holds them up


def default_address() -> str:
    """Return the address of a file in the user's data folder; the web server has a file of its own."""
    return f"sqlite:///{make_data_folder() / 'arena.db'}"


class Results:
    """The stored results. Everything that fails is a GameError in one sentence, and leaves nothing half-written.

    What is read is about a series and some bots, named by digest: all matches in which only they sat, or with
    `together` those in which exactly these sat.
    """

    def __init__(self, address: str | None = None, engine: Engine | None = None) -> None:
        """Open the database at an address; or use one that somebody has opened, and closes."""
        logging.getLogger("ludotheque").addHandler(logging.NullHandler())  # the sentence is enough
        if engine is None:
            self._engine, self._release = open_database(address or default_address())
        else:
            self._engine, self._release = engine, do_nothing
        self._is_own = engine is None
        self._writer = Writer(self._engine)
        self._unwritten: deque[Batch] = deque()
        self._waiting: deque[Future[None]] = deque()
        self._hurry = threading.Event()  # somebody waits for what is being collected

    def close(self) -> None:
        """Finish all writes; a second call does nothing."""
        self._hurry.set()
        self._writer.close()
        if self._is_own:
            self._engine.dispose()
        self._release()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def begin(self, setting: Setting, entrants: Iterable[Entrant]) -> None:
        """Store what the results of a series refer to."""
        bots = list(entrants)
        self._wait(self._writer.submit(lambda connection: begin_series(connection, setting, bots)))

    def add(self, results: Sequence[Result], seconds: float = 0.0) -> None:
        """Store results soon, and the seconds that have passed; an error of an earlier call is raised now.

        A job waits a moment and takes all results that have come, so that many share a commit.
        """
        if results:
            self._unwritten.append((results, seconds))
        while self._waiting and (self._waiting[0].done() or len(self._unwritten) > MOST_WAITING):
            self._wait(self._waiting.popleft())
        if self._unwritten and not self._waiting:
            self._submit()

    def _submit(self) -> None:
        taken: list[Batch] = []

        def job(connection: Connection) -> None:
            if not taken:  # the writer may call it twice
                self._hurry.wait(COLLECT_SECONDS)
                taken.extend(_take_some(self._unwritten))
            by_series: dict[str, list[Result]] = defaultdict(list)
            passed: dict[str, float] = defaultdict(float)
            for results, seconds in taken:
                by_series[results[0].series] += results
                passed[results[0].series] += seconds
            for series, some in by_series.items():
                store_results(connection, some, passed[series])

        self._waiting.append(self._writer.submit(job))

    def flush(self) -> None:
        """Return when everything is on the disk."""
        self._hurry.set()
        while self._waiting or self._unwritten:
            if not self._waiting:
                self._submit()
            self._wait(self._waiting.popleft())
        self._hurry.clear()

    def _wait(self, future: "Future[None]") -> None:
        try:
            future.result()
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: Exception) -> NoReturn:
        self._waiting.clear()
        self._unwritten.clear()
        why = describe_error(error.__cause__ or error)
        template = "The results cannot be stored or read: {why} What was stored before is there: try again later."
        raise GameError(template, why=why) from error

    # Reading

    def list_lineups(self, pairing: int, first: int) -> set[tuple[int, str]]:
        """Return the rounds and lineups of the matches of a pairing that are stored now, from a round on."""
        values = {"pairing": pairing, "first": first}
        return self._read(lambda connection: set(map(tuple, connection.execute(LINEUPS, values))), flush=False)

    def count_whole_rounds(self, series: str, orders: int) -> dict[int, int]:
        """Return for each pairing how many of its first rounds have all their `orders` matches."""

        def read(connection: Connection) -> dict[int, int]:
            return {
                row.pairing: _count_whole_rounds(
                    connection, row.pairing, orders, int(row.seats) // len(row.bots.split())
                )
                for row in connection.execute(SEATS_OF_PAIRINGS, {"series": number(series)}).all()
            }

        return self._read(read)

    def seconds(self, series: str) -> float:
        """Return how long a series was played."""
        values = {"series": number(series)}
        return self._read(lambda connection: float(connection.execute(SECONDS, values).scalar() or 0.0))

    def count_groups(self, series: str, bots: Sequence[str]) -> list[Met]:
        """Return how all groups went, equal ones together."""

        def read(connection: Connection) -> list[Met]:
            pairings = _find_pairings(connection, series, bots)
            parsers = {pairing: pattern_parser(together) for pairing, together in pairings.items()}
            rows = connection.execute(PATTERNS, {"series": number(series)})
            return [Met(parsers[row.pairing](row.pattern), row.groups) for row in rows if row.pairing in parsers]

        return self._read(read)

    def sum_seats(self, series: str, bots: Sequence[str], together: bool = False) -> list[SeatTotal]:
        """Return matches, scores and longest answers of each bot, by verdict."""
        names = {number(bot): bot for bot in bots}
        sums: dict[tuple[str, str, bool], list[Any]] = defaultdict(lambda: [0, 0, 0.0])

        def read(connection: Connection) -> None:
            pairings = _find_pairings(connection, series, bots, together)
            for row in connection.execute(TOTALS, {"series": number(series)}):
                if row.pairing in pairings:
                    total = sums[names[row.entrant], row.verdict, bool(row.counted)]
                    total[:] = total[0] + row.matches, total[1] + row.score, max(total[2], row.longest)

        self._read(read)
        return [SeatTotal(*key, *total) for key, total in sorted(sums.items())]

    def matches(
        self,
        series: str,
        bots: Sequence[str],
        together: bool = False,
        first: int = 0,
        most: int | None = None,
        faulty: bool = False,
    ) -> list[Played]:
        """Return the stored matches from the round `first` on, at most so many, or only those with a fault."""
        names = {number(bot): bot for bot in bots}
        query = text(
            MATCHES.format(
                pairings="= :pairing" if together else f"IN {OF_SERIES}",
                faulty=FAULTY if faulty else "",
                limit="LIMIT :most" if most else "",
            )
        )
        values = {"pairing": pairing_number(series, bots)} if together else {"series": number(series)}

        def read(connection: Connection) -> list[Played]:
            pairings = _find_pairings(connection, series, bots, together)
            rows = connection.execute(query, {**values, "first": first} | ({"most": most} if most else {}))
            some = (row for row in rows if row.pairing in pairings)
            return [make_played(list(seats), names) for _, seats in groupby(some, key=lambda row: row.id)]

        return self._read(read)

    def record(self, match: int) -> bytes | None:
        """Return the compressed record of a match."""
        query = text("SELECT data FROM arena_records WHERE match_id = :id")
        return self._read(lambda connection: connection.execute(query, {"id": match}).scalar())

    def _read(self, job: Callable[[Connection], T], flush: bool = True) -> T:
        """Read what is stored now. What is still to be written is written first."""
        if flush:
            self.flush()
        try:
            with self._engine.connect() as connection:
                return job(connection)
        except Exception as error:
            failed = as_store_error(error)
            if not isinstance(failed, StoreError):
                raise
            self._fail(failed)


def begin_series(connection: Connection, setting: Setting, entrants: Sequence[Entrant]) -> None:
    """Store what the results of a series refer to, in the connection's transaction."""
    about = {**asdict(setting), "options": dict(setting.options)}
    bots = [{"id": number(e.digest), "digest": e.digest, "name": e.name, "kind": e.kind} for e in entrants]
    connection.execute(ADD_SERIES, {"id": number(setting.series), "about": json.dumps(about)})
    if bots:
        connection.execute(ADD_ENTRANT, bots)


class Stored:
    """Which tasks had a result when their pairing was first asked for; a pairing's rounds come in their order."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._lineups: dict[int, set[tuple[int, str]]] = {}

    def __contains__(self, task: Task) -> bool:
        pairing, round, lineup = Place.of(task)
        if pairing not in self._lineups:
            self._lineups[pairing] = self._results.list_lineups(pairing, round)
        return (round, lineup) in self._lineups[pairing]


def _take_some(waiting: deque[Batch]) -> Iterator[Batch]:
    count = 0
    while waiting and count < MOST_TOGETHER:
        batch = waiting.popleft()
        count += len(batch[0])
        yield batch


def _find_pairings(
    connection: Connection, series: str, bots: Collection[str], together: bool = False
) -> dict[int, tuple[str, ...]]:
    """Return the combinations of these bots that have met, by number."""
    if together:
        return {pairing_number(series, bots): tuple(sorted(bots))}
    digests = {number(bot): bot for bot in bots}
    rows = connection.execute(PAIRINGS, {"series": number(series)})
    named = {row.id: [int(bot) for bot in row.bots.split()] for row in rows}
    return {id: tuple(digests[b] for b in sat) for id, sat in named.items() if digests.keys() >= set(sat)}


def _count_whole_rounds(connection: Connection, pairing: int, orders: int, matches: int) -> int:
    """Go back from the last round until nothing is missing before: gaps are mostly at the end."""
    for row in connection.execute(ROUNDS, {"pairing": pairing}):
        if matches == (row.round + 1) * orders:
            return int(row.round) + 1
        matches -= row.matches
    return 0


ADD_SERIES = text("INSERT INTO arena_series (id, about, seconds) VALUES (:id, :about, 0) ON CONFLICT (id) DO NOTHING")
ADD_ENTRANT = text(
    "INSERT INTO arena_entrants (id, digest, name, kind) VALUES (:id, :digest, :name, :kind)"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)
SECONDS = text("SELECT seconds FROM arena_series WHERE id = :series")
OF_SERIES = "(SELECT id FROM arena_pairings WHERE series = :series)"
PAIRINGS = text("SELECT id, bots FROM arena_pairings WHERE series = :series")
LINEUPS = text("SELECT round, lineup FROM arena_matches WHERE pairing = :pairing AND round >= :first")
SEATS_OF_PAIRINGS = text(
    "SELECT pairing, bots, sum(matches) AS seats FROM arena_totals JOIN arena_pairings ON pairing = id"
    " WHERE series = :series GROUP BY pairing, bots"
)
ROUNDS = text(
    "SELECT round, count(*) AS matches FROM arena_matches WHERE pairing = :pairing GROUP BY round ORDER BY round DESC"
)
PATTERNS = text(
    f"SELECT pairing, pattern, groups FROM arena_patterns WHERE pairing IN {OF_SERIES} AND groups > 0"
    " ORDER BY pairing, pattern"
)
TOTALS = text(
    "SELECT pairing, entrant, verdict, counted, matches, score, longest FROM arena_totals"
    f" WHERE pairing IN {OF_SERIES} AND matches > 0"
)
MATCHES = """
    SELECT m.id, m.pairing, m.round, m.seed, m.counted, m.plies, m.seconds,
           s.entrant, s.rank, s.score, s.verdict, s.cause, s.answers, s.total, s.longest
    FROM (SELECT id FROM arena_matches WHERE pairing {pairings} AND round >= :first {faulty} ORDER BY round, id {limit})
         AS wanted JOIN arena_matches AS m ON m.id = wanted.id JOIN arena_seats AS s ON s.match_id = m.id
    ORDER BY m.round, m.id, s.seat
"""
FAULTY = "AND id IN (SELECT match_id FROM arena_seats WHERE verdict NOT IN ('ok', 'host'))"
