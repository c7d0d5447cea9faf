"""What is to be played next: matches of the ladder while a contest is open, rounds of the final while it closes."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations

from sqlalchemy import Connection, Engine, update

from ludotheque.arena.matches import Task
from ludotheque.arena.results import Results
from ludotheque.contest import board, jobs, webhooks
from ludotheque.contest.board import BoardRow, VersionRating
from ludotheque.contest.contests import CLOSED, CLOSING, OPEN, Contest, begin_closing, read_contest
from ludotheque.contest.draw import WIDEST, Candidate, draw_group, rotate
from ludotheque.contest.final import is_decided, plan_round
from ludotheque.contest.log import CLOCK, write_log
from ludotheque.contest.teams import Team, list_teams
from ludotheque.contest.versions import COMPILING, WAITING, Version, list_all_versions
from ludotheque.store.contest_schema import contests

FRESH_SECONDS = 2.0  # ratings of the ladder may be so old
OLDEST_SECONDS = 30.0
SHARE = 10  # making ratings takes at most one part in so many of the time
PAST_SECONDS = 60.0  # between two boards that are kept for the plot


@dataclass
class Ladder:
    """The ratings of a contest at one moment, and what was planned since."""

    made: float
    seconds: float  # that it took
    teams: list[Team]
    versions: list[Version]
    ratings: dict[str, VersionRating]
    planned: Counter[str] = field(default_factory=Counter)  # matches by entrant, not played when this was made
    met: Counter[frozenset[str]] = field(default_factory=Counter)

    def rows(self) -> list[BoardRow]:
        return board.make_rows(self.teams, self.versions, self.ratings)


class Planner:
    """Plans the matches of all contests of one database. One thread at a time may use it."""

    def __init__(self, engine: Engine, fresh_seconds: float = FRESH_SECONDS) -> None:
        self._engine = engine
        self._fresh_seconds = fresh_seconds  # 0: ratings are made anew every time
        self.results = Results(engine=engine)
        self._ladders: dict[str, Ladder] = {}
        self._kept: dict[str, float] = {}  # when a board was last stored for the plot
        self._chance = random.Random()

    def close(self) -> None:
        self.results.close()

    def ladder(self, contest: Contest, fresh: bool = False) -> Ladder:
        """Return the ratings now, or those of a moment ago; who takes part is always read anew."""
        known = self._ladders.get(contest.id)
        is_usable = known is not None and not fresh and self._fresh_seconds > 0
        if known and is_usable and time.monotonic() - known.made < self._find_age(known):
            teams, versions = self._read_teams(contest)
            self._ladders[contest.id] = replace(known, teams=teams, versions=versions)
            return self._ladders[contest.id]
        made = self._ladders[contest.id] = self._make_ladder(contest, "match")
        with self._engine.connect() as connection:
            for job in jobs.list_open_jobs(connection, contest.id, jobs.MATCH):
                for task in job.tasks:
                    note_planned(made, task)
        return made

    def _find_age(self, known: Ladder) -> float:
        """Return for how long ratings are used: the longer, the more work they are, within reason."""
        return min(max(self._fresh_seconds, SHARE * known.seconds), OLDEST_SECONDS)

    def _make_ladder(self, contest: Contest, kind: str) -> Ladder:
        board.check_installed()  # imports SciPy the first time, which is no measure of the work
        started = time.monotonic()
        teams, versions = self._read_teams(contest)
        entrants = board.list_entrants(teams, versions)
        ratings = board.rate_versions(self.results, contest, entrants, kind)
        return Ladder(started, time.monotonic() - started, teams, versions, ratings)

    def _read_teams(self, contest: Contest) -> tuple[list[Team], list[Version]]:
        with self._engine.connect() as connection:
            return list_teams(connection, contest.id), list_all_versions(connection, contest.id)

    def forget(self, contest: str) -> None:
        """Make the ratings anew the next time: other matches count now."""
        self._ladders.pop(contest, None)

    # The ladder

    def draw(self, contest: Contest, groups: int) -> list[Task]:
        """Return the matches of the next groups of the ladder."""
        ladder = self.ladder(contest)
        active = board.active_versions(ladder.teams, ladder.versions)
        with self._engine.connect() as connection:
            tasks: list[Task] = []
            for _ in range(groups):
                candidates = [make_candidate(ladder, version) for version in active.values()]
                table = draw_group(candidates, contest.seats, ladder.met, self._chance)
                if not table:
                    break
                group = make_ladder_group(connection, contest, table, tasks)
                for task in group:
                    note_planned(ladder, task)
                tasks += group
        return tasks

    def keep_board(self, contest: Contest, now: float) -> list[BoardRow] | None:
        """Return the board if it is time to store one for the plot."""
        if now - self._kept.get(contest.id, 0.0) < PAST_SECONDS:
            return None
        self._kept[contest.id] = now
        return self.ladder(contest).rows()

    # The final

    def plan_final(self, contest: Contest) -> tuple[list[Task], list[BoardRow]]:
        """Return the matches of the next round, or else the final board."""
        ladder = self._make_ladder(contest, "final")
        active = board.active_versions(ladder.teams, ladder.versions)
        entrants = board.list_entrants(ladder.teams, list(active.values()))
        own = {one.digest: ladder.ratings[one.digest] for one in entrants}
        if len(entrants) < contest.seats or is_decided(contest, own):
            return [], ladder.rows()
        return plan_round(self.results, contest, entrants), []


def make_candidate(ladder: Ladder, version: Version) -> Candidate:
    rating = ladder.ratings.get(version.entrant)
    planned = ladder.planned[version.entrant]
    if rating is None or rating.rating is None or rating.low is None or rating.high is None:
        return Candidate(version.entrant, planned)
    error = min(WIDEST, (rating.high - rating.low) / 2)
    return Candidate(version.entrant, rating.games + planned, rating.rating, error)


def note_planned(ladder: Ladder, task: Task) -> None:
    ladder.planned.update(task.seats)
    ladder.met.update(map(frozenset, combinations(task.seats, 2)))


def make_ladder_group(
    connection: Connection, contest: Contest, table: Sequence[str], planned: Sequence[Task]
) -> list[Task]:
    """Return one seed with everybody on every seat once; `planned` are matches that are not stored yet."""
    setting = contest.setting()
    same = {task.round for task in planned if sorted(task.seats) == sorted(table)}
    round = max([jobs.next_round(connection, setting.series, table), *(number + 1 for number in same)])
    orders = set(rotate(table))
    return [task for task in setting.make_group(round, table) if task.seats in orders]


# What is written


def advance_clock(connection: Connection, contest: Contest, now: float) -> Contest:
    """Begin to close a contest whose end has come."""
    if contest.state == OPEN and now >= contest.ends:
        close_contest(connection, contest, now)
    return read_contest(connection, contest.id)


def close_contest(connection: Connection, contest: Contest, now: float, who: str = CLOCK) -> None:
    """Take no more uploads, withdraw the ladder's matches, and let the final begin."""
    if begin_closing(connection, contest, now, who):
        jobs.withdraw_jobs(connection, jobs.list_open_jobs(connection, contest.id, jobs.MATCH))


def is_final_due(connection: Connection, contest: Contest) -> bool:
    """Return whether all uploads are validated and all matches of the last round are played."""
    if contest.state != CLOSING:
        return False
    versions = list_all_versions(connection, contest.id)
    is_validated = not any(version.state in (WAITING, COMPILING) for version in versions)
    return is_validated and not jobs.list_open_jobs(connection, contest.id, jobs.FINAL)


def store_final(
    connection: Connection, contest: Contest, tasks: Sequence[Task], rows: list[BoardRow], now: float
) -> None:
    """Store the matches of a round, or else the final board, unless somebody has done so meanwhile."""
    same = contests.c.id == contest.id, contests.c.state == CLOSING, contests.c.final_round == contest.final_round
    values = {"final_round": contest.final_round + 1} if tasks else {"state": CLOSED}
    if connection.execute(update(contests).where(*same).values(**values)).rowcount == 0:
        return
    if tasks:
        jobs.add_match(connection, contest, jobs.FINAL, tasks, now)
    else:
        board.store_board(connection, contest.id, board.FINAL, 0.0, rows)
        write_log(connection, contest.id, now, CLOCK, "closed", rounds=contest.final_round)
        final = [asdict(row) for row in rows]
        webhooks.announce(connection, contest.id, webhooks.CLOSED, now, board=final)


def store_past(connection: Connection, contest: Contest, rows: list[BoardRow], now: float) -> None:
    """Store a board for the plot; let webhooks know if another team leads, unless the board is frozen."""
    before = board.find_leader(board.read_latest(connection, contest.id))
    after = board.find_leader(rows)
    board.store_board(connection, contest.id, board.PAST, now, rows)
    is_same = before is not None and after is not None and before.team == after.team
    if after is not None and not is_same and not contest.is_frozen(now):
        team = {"id": after.team, "name": after.name, "rating": after.rating}
        previous = before and {"id": before.team, "name": before.name}
        webhooks.announce(connection, contest.id, webhooks.LEADER, now, team=team, previous=previous)
