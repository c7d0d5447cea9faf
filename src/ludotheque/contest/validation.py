"""A new version is compiled and meets every practice opponent once, before it may play for its team."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from ludotheque.arena.entrants import digest_builtin, name_builtins
from ludotheque.arena.matches import Result, Task, list_results, make_digest
from ludotheque.arena.pairing import SEEDS
from ludotheque.arena.result_rows import Place
from ludotheque.contest import webhooks
from ludotheque.contest.contests import CLOSED, Contest
from ludotheque.contest.jobs import VALIDATION, Job, add_validation
from ludotheque.contest.orders import Report
from ludotheque.contest.versions import (
    INVALID,
    VALID,
    NoSuchVersion,
    Version,
    change_version,
    find_versions,
    read_version,
    set_active,
)
from ludotheque.game import load


def plan_validation(connection: Connection, contest: Contest, version: Version, now: float) -> None:
    tasks = [make_first_match(contest, version, opponent) for opponent in contest.practice]
    add_validation(connection, contest, version.team, version.number, tasks, now)


def make_first_match(contest: Contest, version: Version, opponent: str) -> Task:
    """Return the match of a version at the first seat against one practice opponent on all others."""
    setting = contest.setting("practice")
    bot = digest_builtin(load(contest.game), opponent)
    seed = int(make_digest(setting.series, opponent), 16) % SEEDS
    seats = (version.entrant, *[bot] * (contest.seats - 1))
    return Task(setting.game, setting.rules, setting.options, seed, setting.opening, seats, setting.series)


def apply_report(
    connection: Connection, contest: Contest, job: Job, report: Report, results: Sequence[Result], now: float
) -> None:
    """Write what a validation has found; a version that its team wants to play does so now."""
    assert job.team is not None and job.version is not None
    try:
        version = read_version(connection, job.team, job.version)
    except NoSuchVersion:  # its team was deleted meanwhile
        return
    state = INVALID if report.problem else VALID
    names = name_builtins(load(contest.game))  # the contest's practice bots may have been changed meanwhile
    matches = [describe_match(contest, result, names[result.seats[1]]) for result in results]
    message = report.message or report.problem
    change_version(connection, version, state=state, message=message.replace("\0", ""), report=matches)
    if state == VALID and version.wants_active and contest.state != CLOSED:
        set_active(connection, version)
    announce_version(connection, contest.id, version, state, now)


def announce_version(connection: Connection, contest: str, version: Version, state: str, now: float) -> None:
    """Let webhooks know whether a version is valid; the compiler's words are for its team alone."""
    event = webhooks.VALID if state == VALID else webhooks.INVALID
    _, name = find_versions(connection, [version.entrant])[version.entrant]
    team = {"id": version.team, "name": name}
    webhooks.announce(connection, contest, event, now, team=team, version=version.number)


def describe_match(contest: Contest, result: Result, opponent: str) -> dict[str, Any]:
    """Return what a team is told of a first match; times are in seconds."""
    limit = load(contest.game).clock_seconds[1] * contest.limits.clock_scale
    return {
        "opponent": opponent,
        "result": list_results(result.ranks, result.teams)[0],
        "score": result.scores[0],
        "verdict": result.verdicts[0][0],
        "longest": round(result.times[0].longest, 4),
        "limit": limit,
        "match": str(Place.of(result).id),
    }


def give_up_validation(connection: Connection, job: Job, why: str, now: float) -> None:
    """A version that no worker could validate does not wait for ever."""
    if job.kind == VALIDATION and job.team is not None and job.version is not None:
        version = read_version(connection, job.team, job.version)
        change_version(connection, version, state=INVALID, message=why)
        announce_version(connection, job.contest, version, INVALID, now)
