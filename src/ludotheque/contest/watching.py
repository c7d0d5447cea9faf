"""Matches that workers play now, for those who watch. While the board is frozen there are none."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ludotheque.arena.matches import Task
from ludotheque.arena.result_rows import Place
from ludotheque.contest.contests import Contest, read_contest
from ludotheque.contest.jobs import FINAL, FINISHED, LEASED, MATCH, Job, NoSuchJob, make_task, read_job
from ludotheque.contest.matches import REPLAY, NoSuchMatch, name_replay, read_public_record
from ludotheque.contest.versions import find_versions
from ludotheque.record import Record
from ludotheque.store.contest_schema import contest_jobs


class LiveMatch(NamedTuple):
    """A match that is being played, or was. `id` is the name of its table, and later of its replay."""

    id: str
    contest: Contest
    task: Task
    names: tuple[str, ...]  # of the bots
    kind: str  # match or final
    tries: int  # workers that have begun to play it
    record: Record | None = None  # once it is over


def is_live_name(id: str) -> bool:
    """Return whether a table is a match of a contest: then no row of the store says what is played there."""
    return id.startswith(REPLAY)


def list_live(connection: Connection, contest: Contest, now: float, most: int) -> list[LiveMatch]:
    """Return the matches that are being played, those of the final first."""
    if contest.is_frozen(now):
        return []
    is_played = contest_jobs.c.state == LEASED, contest_jobs.c.until >= now, contest_jobs.c.match_id.is_not(None)
    query = select(contest_jobs).where(contest_jobs.c.contest == contest.id, *is_played)
    rows = connection.execute(query.order_by(contest_jobs.c.rank, contest_jobs.c.created).limit(most)).all()
    return [_make_live(connection, contest, row) for row in rows]


def find_live(connection: Connection, id: str, now: float) -> LiveMatch:
    """Return the match of that name, which goes on or is over; one that may not be watched is not there."""
    name, _, match = id.removeprefix(REPLAY).rpartition("-")
    contest = read_contest(connection, name)
    here = contest_jobs.c.contest == name, contest_jobs.c.match_id == _read_number(match)
    row = connection.execute(select(contest_jobs).where(*here)).first()
    if row is not None and row.state == FINISHED:
        record = read_public_record(connection, contest, match, now)
        return _make_live(connection, contest, row)._replace(record=record)
    if row is None or contest.is_frozen(now):
        raise NoSuchMatch("There is no such match in this contest, or it cannot be watched now.")
    return _make_live(connection, contest, row)


def _read_number(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) < 20 else -1
    return number if number < 1 << 63 else -1


def _make_live(connection: Connection, contest: Contest, row: Any) -> LiveMatch:
    task = make_task(row.tasks[0])
    known = find_versions(connection, {*task.seats})
    names = tuple(f"{known[one][1]} v{known[one][0].number}" if one in known else "–" for one in task.seats)
    return LiveMatch(name_replay(contest, str(row.match_id)), contest, task, names, row.kind, row.tries)


def check_lease(connection: Connection, id: str, key: str, worker: str, now: float) -> Job:
    """Return the job whose match has that name, if this worker has a lease of it."""
    job = read_job(connection, key)
    is_own = job.state == LEASED and job.worker == worker and job.until >= now
    if not is_own or name_table(read_contest(connection, job.contest), job) != id:
        raise NoSuchJob("This job is not yours any more.")
    return job


def name_table(contest: Contest, job: Job) -> str:
    """Return the name of the table at which a job's match can be watched; "" if only its team may see it."""
    return name_replay(contest, str(Place.of(job.tasks[0]).id)) if job.kind in (MATCH, FINAL) else ""
