"""Practice matches: a team tries a valid version against a practice bot, or against another version of its own.

They are jobs like all others, and their results are stored beside the first matches of versions, in a series that
nobody rates. Only the team sees them.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from ludotheque.arena.entrants import digest_builtin, name_builtins
from ludotheque.arena.matches import Task, list_results
from ludotheque.arena.pairing import SEEDS
from ludotheque.arena.result_rows import Place
from ludotheque.contest import jobs
from ludotheque.contest.contests import Contest
from ludotheque.contest.jobs import Job
from ludotheque.contest.teams import Team, lock_team
from ludotheque.contest.versions import AN_HOUR, VALID, TooManyUploads, Version, list_versions, read_version
from ludotheque.game import GameError, load, quote

MOST_WAITING = 3  # practice matches of a team
MOST_PER_HOUR = 60
LISTED = 10


class NoSuchPractice(GameError):
    """The team has no practice match of that number, or a very old one."""


@dataclass(frozen=True)
class PracticeRequest:
    """A practice match that a member wants. What is None is drawn."""

    version: int
    opponent: str  # a practice bot of the contest, or the number of another version
    seat: int | None = None  # the opponent sits on all others
    seed: int | None = None


@dataclass(frozen=True)
class Practice:
    """A practice match as its team sees it; times are in seconds. The last ones have no value until it is played."""

    number: int
    version: int
    opponent: str
    seat: int
    seed: int
    state: str  # waiting, leased, finished or failed
    failure: str
    limit: float
    match: str | None = None
    result: str | None = None  # won, drawn or lost
    score: int | None = None
    verdict: str | None = None
    cause: str | None = None
    longest: float | None = None


def ask_practice(connection: Connection, contest: Contest, team: Team, wanted: PracticeRequest, now: float) -> Practice:
    """Plan a practice match; a worker plays it after the validations and before the ladder."""
    if not contest.takes_uploads(now):
        raise GameError("This contest plays no more practice matches.")
    if team.disqualified is not None:
        raise GameError("Your team is disqualified: {reason}", reason=team.disqualified)
    _check_pace(connection, contest, team, now)
    version = _find_valid(connection, team, wanted.version)
    task = _make_task(connection, contest, team, version, wanted)
    jobs.add_practice(connection, contest, team.id, version.number, task, now)
    return read_practice(connection, contest, team, task.round)


def _check_pace(connection: Connection, contest: Contest, team: Team, now: float) -> None:
    lock_team(connection, team)
    latest = jobs.list_practice_jobs(connection, contest.setting("practice").series, team.id, MOST_PER_HOUR)
    if sum(job.state in (jobs.WAITING, jobs.LEASED) for job in latest) >= MOST_WAITING:
        raise TooManyUploads("{most} practice matches of your team are still to be played.", most=MOST_WAITING)
    if sum(job.created > now - AN_HOUR for job in latest) >= MOST_PER_HOUR:
        template = "Your team has asked for {most} practice matches in an hour: wait a while."
        raise TooManyUploads(template, most=MOST_PER_HOUR)


def _find_valid(connection: Connection, team: Team, number: int) -> Version:
    version = read_version(connection, team.id, number)
    if version.state != VALID:
        raise GameError("Version {number} is not valid: it cannot play.", number=number)
    return version


def _make_task(connection: Connection, contest: Contest, team: Team, version: Version, wanted: PracticeRequest) -> Task:
    """Return the match. Its round is never 0: that is the round of first matches, in the same series."""
    setting = contest.setting("practice")
    seat = secrets.randbelow(contest.seats) if wanted.seat is None else wanted.seat
    seed = secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed
    if not 0 <= seat < contest.seats:
        raise GameError("There is no seat {seat}: seats are 0 to {last}.", seat=seat, last=contest.seats - 1)
    if not 0 <= seed < SEEDS:
        raise GameError("A seed is a number from 0 to {last}.", last=SEEDS - 1)
    seats = [_find_opponent(connection, contest, team, version, wanted.opponent)] * contest.seats
    seats[seat] = version.entrant
    round = max(1, jobs.next_round(connection, setting.series, [team.id]))
    return Task(
        setting.game, setting.rules, setting.options, seed, setting.opening, tuple(seats), setting.series, round
    )


def _find_opponent(connection: Connection, contest: Contest, team: Team, version: Version, name: str) -> str:
    """Return the entrant of that name."""
    if name in contest.practice:
        return digest_builtin(load(contest.game), name)
    if not (name.isdecimal() and len(name) < 7):
        known = ", ".join(contest.practice)
        template = "{name} is no practice bot here: there are {known}, and the numbers of your own versions."
        raise GameError(template, name=quote(name), known=known)
    other = _find_valid(connection, team, int(name))
    if other.entrant == version.entrant:
        raise GameError("A version does not practise against itself.")
    return other.entrant


# What came of it


def list_practice(connection: Connection, contest: Contest, team: Team, most: int = LISTED) -> list[Practice]:
    """Return the latest practice matches of a team, the latest first."""
    found = jobs.list_practice_jobs(connection, contest.setting("practice").series, team.id, most)
    versions = list_versions(connection, team.id)
    names = name_builtins(load(contest.game)) | {version.entrant: str(version.number) for version in versions}
    own = {version.number: version.entrant for version in versions}
    return [_describe(connection, contest, job, own, names) for job in found if job.version in own]


def read_practice(connection: Connection, contest: Contest, team: Team, number: int) -> Practice:
    """Return one practice match, unless it is older than all that a team may ask for in an hour."""
    for one in list_practice(connection, contest, team, MOST_PER_HOUR):
        if one.number == number:
            return one
    raise NoSuchPractice("Your team has no practice match {number}, or it is too old.", number=number)


def _describe(
    connection: Connection, contest: Contest, job: Job, own: dict[int, str], names: dict[str, str]
) -> Practice:
    assert job.version is not None
    task, entrant = job.tasks[0], own[job.version]
    seat = task.seats.index(entrant)
    opponent = next((names.get(other, "") for other in task.seats if other != entrant), "")
    limit = load(contest.game).clock_seconds[1] * contest.limits.clock_scale
    id = Place.of(task).id
    played = _read_result(connection, contest, id, seat) if job.state == jobs.FINISHED else {}
    return Practice(task.round, job.version, opponent, seat, task.seed, job.state, job.failure, limit, **played)


def _read_result(connection: Connection, contest: Contest, id: int, seat: int) -> dict[str, Any]:
    rows = connection.execute(SEATS, {"id": id}).all()
    own = rows[seat]
    result = list_results([row.rank for row in rows], contest.setting("practice").teams)[seat]
    values = {"score": own.score, "verdict": own.verdict, "cause": own.cause, "longest": round(own.longest, 4)}
    return {"match": str(id), "result": result, **values}


SEATS = text("SELECT rank, score, verdict, cause, longest FROM arena_seats WHERE match_id = :id ORDER BY seat")
