"""What workers send back: checked, and stored once."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, text

from ludotheque.arena.matches import Result, Task
from ludotheque.arena.result_rows import number, store_results, void_results
from ludotheque.arena.results import begin_series
from ludotheque.contest import jobs
from ludotheque.contest.contests import Contest
from ludotheque.contest.jobs import Job
from ludotheque.contest.log import write_log
from ludotheque.contest.matches import NoSuchMatch
from ludotheque.contest.orders import Report
from ludotheque.contest.validation import apply_report
from ludotheque.contest.versions import entrant_of, find_versions
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_jobs


class BadReport(GameError):
    """A worker has sent something that is no result of its job."""


def accept(connection: Connection, contest: Contest, job: Job, report: Report, now: float) -> bool:
    """Store what came of a job, all of it in this transaction; False if it was stored before."""
    results = read_results(job, report)
    if not jobs.finish_job(connection, job.key, now):
        return False
    if results:
        _begin_series(connection, contest, job)
        store_results(connection, results)
    if job.kind == jobs.VALIDATION:
        apply_report(connection, contest, job, report, results, now)
    return True


def _begin_series(connection: Connection, contest: Contest, job: Job) -> None:
    """Store what the results refer to."""
    found = find_versions(connection, {entrant for task in job.tasks for entrant in task.seats})
    entrants = [entrant_of(version, name) for version, name in found.values()]
    begin_series(connection, contest.setting("practice" if job.kind == jobs.VALIDATION else job.kind), entrants)


def read_results(job: Job, report: Report) -> list[Result]:
    """Return the results of a report; they must be those of the job's matches."""
    try:
        results = [Result.from_json(text) for text in report.results]
        is_good = all(_is_result_of(result, task) for result, task in zip(results, job.tasks))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadReport("This is no result of a match.") from None
    is_whole = len(results) == len(job.tasks) or (job.kind == jobs.VALIDATION and report.problem != "")
    if not is_good or not is_whole or len(results) > len(job.tasks):
        raise BadReport("These are no results of this job.")
    return results


def _is_result_of(result: Result, task: Task) -> bool:
    per_seat = (result.ranks, result.scores, result.teams, result.verdicts, result.times)
    is_same = (result.key, result.series, result.round, result.seats) == (task.key, task.series, task.round, task.seats)
    return is_same and result.seed == task.seed and all(len(values) == len(task.seats) for values in per_seat)


def rerun(connection: Connection, contest: Contest, match: str, who: str, now: float) -> None:
    """Play a match again with another seed; the old one does not count any more."""
    id = int(match) if match.isdecimal() and len(match) < 20 else -1
    here = contest_jobs.c.contest == contest.id, contest_jobs.c.match_id == id
    key = connection.execute(select(contest_jobs.c.key).where(*here)).scalar()
    if key is None or connection.execute(COUNTED, {"id": id}).scalar() is None:
        raise NoSuchMatch("There is no such match in this contest, or it does not count.")
    job = jobs.read_job(connection, key)
    seats = job.tasks[0].seats
    void_results(connection, [id], "re-run by the organiser")
    setting = contest.setting(job.kind)
    round = jobs.next_round(connection, setting.series, seats)
    again = [task for task in setting.make_group(round, seats) if task.seats == seats]
    jobs.add_match(connection, contest, job.kind, again, now, is_urgent=True)
    write_log(connection, contest.id, now, who, "rerun", match=match)


COUNTED = text("SELECT 1 FROM arena_matches WHERE id = :id AND counted")


def remove_records(connection: Connection, entrants: Sequence[str]) -> None:
    """Delete the records of all matches in which one of these entrants sat, and their names."""
    for entrant in entrants:
        connection.execute(REMOVE_RECORDS, {"entrant": number(entrant)})
        connection.execute(REMOVE_NAME, {"entrant": number(entrant)})


REMOVE_RECORDS = text(
    "DELETE FROM arena_records WHERE match_id IN (SELECT match_id FROM arena_seats WHERE entrant = :entrant)"
)
REMOVE_NAME = text("UPDATE arena_entrants SET name = '' WHERE id = :entrant")
