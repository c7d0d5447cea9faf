"""Challenges: people play against the bots of a contest's board, and are rated apart from the ladder.

A challenge is a table like all others, and a job in which a worker plays for the bot. Its result is that of the table.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, insert, select, text

from ludotheque.arena.matches import Task
from ludotheque.contest import jobs
from ludotheque.contest.contests import CLOSED, Contest, read_contest
from ludotheque.contest.jobs import CHALLENGE, LEASED, Job, NoSuchJob
from ludotheque.contest.teams import Team, read_team
from ludotheque.contest.versions import VALID, Version, read_version
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_challenges

RATED = 5000  # the latest results
LOCK = text("SELECT 1 FROM contests WHERE id = :contest FOR UPDATE")


PREFIX = "contest:"  # of what the row of a seat has as its bot; an entrant follows


def name_remote(entrant: str) -> str:
    """Return what the row of a seat has as its bot, if that is one of a contest."""
    return PREFIX + entrant


def is_remote(bot: str | None) -> bool:
    """Return whether a worker plays for this bot."""
    return bot is not None and bot.startswith(PREFIX)


class TooManyChallenges(GameError):
    """A person has a challenge that goes on, or too many people have."""


class Challenged(NamedTuple):
    """A bot of the board."""

    team: Team
    version: Version

    @property
    def name(self) -> str:
        return f"{self.team.name} v{self.version.number}"


def takes_challenges(contest: Contest, now: float) -> bool:
    goes_on = contest.state != CLOSED and not contest.paused and now >= contest.starts
    return contest.limits.challenges and goes_on


def find_challenged(connection: Connection, contest: Contest, team: str, now: float) -> Challenged:
    """Return the bot that plays for a team, by the team's name or id, if people may play against it."""
    if not contest.limits.challenges:
        raise GameError("The organiser has switched challenges off.")
    if not takes_challenges(contest, now):
        raise GameError("Bots can be challenged while the contest goes on.")
    found = read_team(connection, contest, team)
    if found.disqualified is not None or found.active is None:
        raise GameError("{team} has no bot on the board.", team=found.name)
    version = read_version(connection, found.id, found.active)
    if version.state != VALID:
        raise GameError("{team} has no bot on the board.", team=found.name)
    return Challenged(found, version)


def add_challenge(
    connection: Connection, contest: Contest, bot: Challenged, person: str, table: str, seed: int, now: float
) -> None:
    """Store a challenge, in the transaction that stores its table."""
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK, {"contest": contest.id})
    running = connection.execute(RUNNING).all()
    most = jobs.CHALLENGES_PER_SLOT * sum(jobs.list_workers(connection, now).values())
    if any(row.person == person for row in running):
        raise TooManyChallenges("Your last challenge still goes on: finish it first.")
    if most == 0:
        raise TooManyChallenges("No worker is there to play for the bot: try again later.")
    if len(running) >= most:
        raise TooManyChallenges("{most} people play against bots now: try again in a moment.", most=most)
    version = bot.version
    seats = (version.entrant,) * contest.seats
    task = Task(contest.game, contest.rules, contest.options, seed, 0, seats)
    key = jobs.add_challenge(connection, contest, bot.team.id, version.number, table, task, now)
    values = {"table_id": table, "contest": contest.id, "team": bot.team.id, "version": version.number}
    values |= {"entrant": version.entrant, "person": person, "job": key, "created": now}
    connection.execute(insert(contest_challenges), values)


RUNNING = text(
    "SELECT c.person FROM contest_challenges AS c JOIN tables AS t ON t.id = c.table_id"
    " JOIN contest_jobs AS j ON j.key = c.job"
    " WHERE NOT t.over AND j.state IN ('waiting', 'leased')"
)


def find_table(connection: Connection, job: Job) -> str:
    """Return the table at which a job's bot plays."""
    query = select(contest_challenges.c.table_id).where(contest_challenges.c.job == job.key)
    return str(connection.execute(query).scalar() or "")


def check_challenge(connection: Connection, table: str, key: str, worker: str, now: float) -> Job:
    """Return the job of a table, if this worker has a lease of it."""
    job = jobs.read_job(connection, key)
    is_own = job.kind == CHALLENGE and job.state == LEASED and job.worker == worker and job.until >= now
    if not is_own or find_table(connection, job) != table:
        raise NoSuchJob("This job is not yours any more.")
    return job


def contest_of_table(connection: Connection, table: str) -> Contest | None:
    """Return the contest whose bot is challenged at a table."""
    query = select(contest_challenges.c.contest).where(contest_challenges.c.table_id == table)
    id = connection.execute(query).scalar()
    return None if id is None else read_contest(connection, id)


def forget_team(connection: Connection, team: str) -> None:
    """Take the name of a team that is to be deleted off the tables at which its bots have played."""
    for table in ("results", "seats"):
        connection.execute(text(FORGET.format(table=table)), {"team": team})


FORGET = (
    "UPDATE {table} SET name = '–' WHERE kind = 'program'"
    " AND table_id IN (SELECT table_id FROM contest_challenges WHERE team = :team)"
)


# People against bots


@dataclass(frozen=True)
class PlayerRow:
    """A person or a bot, rated by the challenges of this contest alone, with the interval of 95 %."""

    name: str
    kind: Literal["person", "bot"]
    rating: float | None
    low: float | None
    high: float | None
    games: int
    won: int
    drawn: int
    lost: int


class Meeting(NamedTuple):
    """A challenge that is over. A match that this machine, not a bot, has spoiled is none."""

    table: str
    person: str
    entrant: str
    names: dict[str, str]  # of both
    result: str  # of the person: won, drawn or lost


MEETINGS = text(
    "SELECT c.table_id, c.person, c.entrant, c.version, t.name AS team, r.name, r.result FROM contest_challenges AS c"
    " JOIN contest_teams AS t ON t.id = c.team"
    " JOIN results AS r ON r.table_id = c.table_id AND r.person = c.person"
    " WHERE c.contest = :contest AND NOT EXISTS"
    " (SELECT 1 FROM results AS o WHERE o.table_id = c.table_id AND o.verdict = 'host')"
    " ORDER BY r.ended DESC LIMIT :most"
)


def list_meetings(connection: Connection, contest: Contest) -> list[Meeting]:
    """Return the challenges that count, the latest first."""
    rows = connection.execute(MEETINGS, {"contest": contest.id, "most": RATED})
    return [_make_meeting(row) for row in rows]


def _make_meeting(row: Any) -> Meeting:
    person = f"person {row.person}"
    names = {person: row.name, row.entrant: f"{row.team} v{row.version}"}
    return Meeting(row.table_id, person, row.entrant, names, row.result)


def rate_people(meetings: Sequence[Meeting]) -> list[PlayerRow]:
    """Return people and bots, the best first, rated by their matches against each other alone."""
    from ludotheque.arena.ratings import fit  # needs SciPy

    ranks = {"won": (1, 2), "drawn": (1, 1), "lost": (2, 1)}
    ratings = fit([((one.person, one.entrant), ranks[one.result], None, one.table) for one in meetings])
    names: dict[str, str] = {}
    counts: dict[str, Counter[str]] = {}
    opposite = {"won": "lost", "drawn": "drawn", "lost": "won"}
    for one in meetings:
        names = one.names | names  # the latest name of a person counts
        counts.setdefault(one.person, Counter()).update([one.result])
        counts.setdefault(one.entrant, Counter()).update([opposite[one.result]])
    people = {one.person for one in meetings}
    rows = [
        PlayerRow(
            name=names[id],
            kind="person" if id in people else "bot",
            rating=round(ratings.value[id], 2),
            low=round(ratings.low[id], 2),
            high=round(ratings.high[id], 2),
            games=count.total(),
            won=count["won"],
            drawn=count["drawn"],
            lost=count["lost"],
        )
        for id, count in counts.items()
    ]
    return sorted(rows, key=lambda row: -(row.rating or 0.0))
