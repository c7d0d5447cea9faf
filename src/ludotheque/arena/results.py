"""Results of matches in a database: SQLite in the user's data folder, or PostgreSQL by its address.

One thread writes, many results in one transaction; a result that arrives twice or late is the same rows. A group of
matches is stored once more as one text (its pattern), so that SQL can count groups: a table over a million matches is
made of a few rows.
"""

import json
import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from itertools import groupby
from typing import Any, NamedTuple, NoReturn, TypeVar

from sqlalchemy import Connection, TextClause, text

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import Result, Task, make_digest
from ludotheque.arena.pairing import Setting
from ludotheque.arena.result_rows import number, store_results
from ludotheque.game import GameError
from ludotheque.store.database import StoreError, describe_error, make_data_folder, open_database
from ludotheque.store.writer import Writer, as_store_error

T = TypeVar("T")
COLLECT_SECONDS = 0.5  # a result waits so long for others
MOST_UNWRITTEN = 10_000  # results: a database that is slower than the matches holds them up


def default_address() -> str:
    """Return the address of a file in the user's data folder; the web server has a file of its own."""
    return f"sqlite:///{make_data_folder() / 'arena.db'}"


class Met(NamedTuple):
    """The counted matches of one group: by match, the bots in the order of the seats, and their ranks."""

    matches: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]
    groups: int  # how many went exactly like this


class SeatTotal(NamedTuple):
    """All counted matches of a bot that ended with one verdict."""

    bot: str
    verdict: str
    matches: int
    score: float  # the sum


class PlayedMatch(NamedTuple):
    """A stored match: who sat where and how they ended; `counted` is False for a repeated or spoiled game."""

    round: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    counted: bool


class BotTotal(NamedTuple):
    """All matches of a bot that ended with one verdict, and its longest turn in them, in seconds."""

    bot: str
    verdict: str
    matches: int
    longest: float


class PlayedSeat(NamedTuple):
    """What one seat of a stored match got."""

    bot: str
    rank: int
    score: int
    verdict: str
    cause: str
    answers: int
    total: float  # seconds of all its answers
    longest: float


class Played(NamedTuple):
    """A stored match with all that its rows say."""

    id: int
    round: int
    seed: int
    counted: bool
    plies: int
    seconds: float
    seats: tuple[PlayedSeat, ...]


class Results:
    """The stored results. Everything that fails is a GameError in one sentence, and leaves nothing half-written."""

    def __init__(self, address: str | None = None) -> None:
        logging.getLogger("ludotheque").addHandler(logging.NullHandler())  # the sentence is enough
        self._engine, self._release = open_database(address or default_address())
        self._writer = Writer(self._engine)
        self._unwritten: deque[tuple[Sequence[Result], float]] = deque()
        self._waiting: deque[Future[None]] = deque()
        self._hurry = threading.Event()  # somebody waits for what is being collected

    def close(self) -> None:
        """Finish all writes; a second call does nothing."""
        self._hurry.set()
        self._writer.close()
        self._engine.dispose()
        self._release()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def begin(self, setting: Setting, entrants: Iterable[Entrant]) -> None:
        """Store what the results of a series refer to."""
        about = {**asdict(setting), "options": dict(setting.options)}
        bots = [{"id": number(e.digest), "digest": e.digest, "name": e.name, "kind": e.kind} for e in entrants]

        def job(connection: Connection) -> None:
            connection.execute(ADD_SERIES, {"id": number(setting.series), "about": json.dumps(about)})
            connection.execute(ADD_ENTRANT, bots)

        self._wait(self._writer.submit(job))

    def add(self, results: Sequence[Result], seconds: float = 0.0) -> None:
        """Store results soon, and the seconds that have passed; an error of an earlier call is raised now.

        A job waits a moment and takes all results that have come, so that many share a commit.
        """
        if results:
            self._unwritten.append((results, seconds))
        while self._waiting and (self._waiting[0].done() or len(self._unwritten) > MOST_UNWRITTEN):
            self._wait(self._waiting.popleft())
        if self._unwritten and not self._waiting:
            self._submit()

    def _submit(self) -> None:
        taken: list[tuple[Sequence[Result], float]] = []

        def job(connection: Connection) -> None:
            if not taken:  # the writer may call it twice
                self._hurry.wait(COLLECT_SECONDS)
                taken.extend(self._unwritten.popleft() for _ in range(len(self._unwritten)))
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
        if self._unwritten:
            self._submit()
        self._hurry.set()
        while self._waiting:
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

    def stored(self, series: str) -> set[int]:
        """Return the numbers of the matches of a series that have a result."""
        return self._read(lambda connection: set(_numbers(connection, STORED, series=number(series))))

    def skip_stored(self, tasks: Iterable[Task], series: str) -> Iterator[Task]:
        """Return the tasks that have no result yet."""
        stored = self.stored(series)
        return (task for task in tasks if number(task.key) not in stored)

    def seconds(self, series: str) -> float:
        """Return how long a series was played."""
        found = self._read(lambda connection: list(_numbers(connection, SECONDS, series=number(series))))
        return float(found[0]) if found else 0.0

    def pairings(self, series: str, entrants: Iterable[Entrant]) -> dict[int, tuple[str, ...]]:
        """Return the combinations of these bots that have met, by number."""
        digests = {number(entrant.digest): entrant.digest for entrant in entrants}

        def read(connection: Connection) -> dict[int, tuple[str, ...]]:
            rows = connection.execute(PAIRINGS, {"series": number(series)})
            named = {row.id: [int(bot) for bot in row.bots.split()] for row in rows}
            return {id: tuple(digests[b] for b in bots) for id, bots in named.items() if digests.keys() >= set(bots)}

        return self._read(read)

    def count_groups(self, series: str, entrants: Sequence[Entrant]) -> list[Met]:
        """Return how all groups of these bots went, equal ones together."""
        pairings = self.pairings(series, entrants)

        def read(connection: Connection) -> list[Met]:
            rows = connection.execute(PATTERNS, {"series": number(series)})
            return [
                Met(tuple(_parse_pattern(row.pattern, pairings[row.pairing])), row.number)
                for row in rows
                if row.pairing in pairings and row.pattern
            ]

        return self._read(read)

    def sum_seats(self, series: str, entrants: Sequence[Entrant]) -> list[SeatTotal]:
        """Return matches and scores of each bot, by verdict."""
        pairings = self.pairings(series, entrants)
        names = {number(entrant.digest): entrant.digest for entrant in entrants}
        totals: dict[tuple[str, str], tuple[int, float]] = defaultdict(lambda: (0, 0.0))

        def read(connection: Connection) -> None:
            for row in connection.execute(SCORES, {"series": number(series)}):
                if row.pairing in pairings:
                    count, score = totals[names[row.entrant], row.verdict]
                    totals[names[row.entrant], row.verdict] = count + row.number, score + float(row.score)

        self._read(read)
        return [SeatTotal(bot, verdict, *both) for (bot, verdict), both in sorted(totals.items())]

    def matches(
        self, series: str, entrants: Sequence[Entrant], most: int | None = None, faulty: bool = False
    ) -> list[Played]:
        """Return the stored matches of these bots, or the first `most` of them, or those with a fault."""
        pairings = self.pairings(series, entrants)
        names = {number(entrant.digest): entrant.digest for entrant in entrants}
        query = text(ALL_MATCHES.format(faulty=FAULTY if faulty else "", limit="LIMIT :most" if most else ""))
        values = {"series": number(series)} | ({"most": most} if most else {})

        def read(connection: Connection) -> list[Played]:
            rows = (row for row in connection.execute(query, values) if row.pairing in pairings)
            return [_make_played(list(seats), names) for _, seats in groupby(rows, key=lambda row: row.id)]

        return self._read(read)

    def count_left_out(self, series: str) -> int:
        """Return how many matches do not count: repeated games, and those that this machine has spoiled."""
        return int(self._read(lambda connection: next(_numbers(connection, LEFT_OUT, series=number(series)))))

    def list_matches(self, series: str, bots: Sequence[str], first: int = 0) -> list[PlayedMatch]:
        """Return the matches in which exactly these bots sat together, from the round `first` on, round by round."""
        together = sorted(bots)
        pairing = number(make_digest(series, together))

        def read(connection: Connection) -> list[PlayedMatch]:
            rows = connection.execute(MATCHES_OF_BOTS, {"pairing": pairing, "first": first})
            return [
                PlayedMatch(row.round, *next(_parse_pattern(f"{row.lineup}>{row.ranks}", together)), bool(row.counted))
                for row in rows
            ]

        return self._read(read)

    def list_verdicts(self, series: str, bots: Sequence[str]) -> list[BotTotal]:
        """Return how the bots of such matches ended."""
        names = {number(bot): bot for bot in bots}
        pairing = number(make_digest(series, sorted(bots)))

        def read(connection: Connection) -> list[BotTotal]:
            rows = connection.execute(VERDICTS, {"pairing": pairing})
            return [BotTotal(names[row.entrant], row.verdict, row.number, float(row.longest)) for row in rows]

        return self._read(read)

    def record(self, match: int) -> bytes | None:
        """Return the compressed record of a match."""
        query = text("SELECT data FROM arena_records WHERE match_id = :id")
        return self._read(lambda connection: connection.execute(query, {"id": match}).scalar())

    def _read(self, job: Callable[[Connection], T]) -> T:
        """Read what is stored now. What is still to be written is written first."""
        self.flush()
        try:
            with self._engine.connect() as connection:
                return job(connection)
        except Exception as error:
            failed = as_store_error(error)
            if not isinstance(failed, StoreError):
                raise
            self._fail(failed)


def _numbers(connection: Connection, query: TextClause, **values: object) -> Iterator[Any]:
    return iter(connection.execute(query, values).scalars())


ADD_SERIES = text("INSERT INTO arena_series (id, about, seconds) VALUES (:id, :about, 0) ON CONFLICT (id) DO NOTHING")
ADD_ENTRANT = text(
    "INSERT INTO arena_entrants (id, digest, name, kind) VALUES (:id, :digest, :name, :kind)"
    " ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)
SECONDS = text("SELECT seconds FROM arena_series WHERE id = :series")
OF_SERIES = "(SELECT id FROM arena_pairings WHERE series = :series)"
STORED = text(f"SELECT id FROM arena_matches WHERE pairing IN {OF_SERIES}")
# All matches less those in a pattern, each with one >: both are read from indexes alone.
LEFT_OUT = text(
    f"SELECT (SELECT count(*) FROM arena_matches WHERE pairing IN {OF_SERIES})"
    " - (SELECT coalesce(sum(length(pattern) - length(replace(pattern, '>', ''))), 0) FROM arena_groups"
    f" WHERE pairing IN {OF_SERIES})"
)
PAIRINGS = text("SELECT id, bots FROM arena_pairings WHERE series = :series")
PATTERNS = text(
    f"SELECT pairing, pattern, count(*) AS number FROM arena_groups WHERE pairing IN {OF_SERIES}"
    " GROUP BY pairing, pattern ORDER BY pairing, pattern"
)
MATCHES_OF_BOTS = text(
    "SELECT round, lineup, ranks, counted FROM arena_matches WHERE pairing = :pairing AND round >= :first"
    " ORDER BY round, id"
)
VERDICTS = text(
    "SELECT entrant, verdict, count(*) AS number, max(longest) AS longest FROM arena_seats WHERE pairing = :pairing"
    " GROUP BY entrant, verdict ORDER BY entrant, verdict"
)
SCORES = text(
    "SELECT pairing, entrant, verdict, count(*) AS number, sum(score) AS score FROM arena_seats"
    f" WHERE counted AND pairing IN {OF_SERIES} GROUP BY pairing, entrant, verdict"
)


ALL_MATCHES = f"""
    SELECT m.id, m.pairing, m.round, m.seed, m.counted, m.plies, m.seconds,
           s.entrant, s.rank, s.score, s.verdict, s.cause, s.answers, s.total, s.longest
    FROM (SELECT * FROM arena_matches WHERE pairing IN {OF_SERIES} {{faulty}} ORDER BY round, id {{limit}}) AS m
    JOIN arena_seats AS s ON s.match_id = m.id ORDER BY m.round, m.id, s.seat
"""
FAULTY = "AND id IN (SELECT match_id FROM arena_seats WHERE verdict NOT IN ('ok', 'host'))"


def _parse_pattern(pattern: str, bots: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    for part in pattern.split("|"):
        lineup, _, ranks = part.partition(">")
        yield tuple(bots[int(place)] for place in lineup.split()), tuple(int(rank) for rank in ranks.split())


def _make_played(rows: Sequence[Any], names: Mapping[int, str]) -> Played:
    seats = [
        PlayedSeat(names[r.entrant], r.rank, r.score, r.verdict, r.cause, r.answers, r.total, r.longest) for r in rows
    ]
    row = rows[0]
    return Played(row.id, row.round, row.seed, bool(row.counted), row.plies, row.seconds, tuple(seats))
