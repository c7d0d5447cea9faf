"""Jobs for workers. A job is leased for a while; if its worker dies, the lease runs out and another worker takes it.

A job's key is its content, so that a job that is planned twice is one row. Its result is stored in the same transaction
in which it becomes finished, so that a result that comes twice counts once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, text, update

from ludotheque.arena.matches import Task, make_digest
from ludotheque.arena.result_rows import Place, pairing_number
from ludotheque.contest.contests import Contest
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_jobs, contest_workers

LEASE_SECONDS = 60.0  # a worker asks for more time before they are over
MOST_TRIES = 10  # leases of one job; more would only repeat the same end
CHALLENGES_PER_SLOT = 4  # a bot that waits for a person needs memory, but no core
ALIVE_SECONDS = 90.0  # a worker that was not heard of for so long does not count
VALIDATION, PRACTICE, FINAL, MATCH = "validation", "practice", "final", "match"
CHALLENGE, TRIAL = "challenge", "trial"
RANKS = {CHALLENGE: 0, VALIDATION: 0, TRIAL: 0, PRACTICE: 1, FINAL: 1, MATCH: 2}
WAITING, LEASED, FINISHED, FAILED = "waiting", "leased", "finished", "failed"


class NoSuchJob(GameError):
    """There is no job with that key; it may have been withdrawn."""


@dataclass(frozen=True)
class Job:
    key: str
    contest: str
    kind: str
    team: str | None
    version: int | None
    tasks: tuple[Task, ...]
    state: str
    worker: str
    until: float
    tries: int
    failure: str
    created: float


def add_match(
    connection: Connection, contest: Contest, kind: str, tasks: Iterable[Task], now: float, is_urgent: bool = False
) -> int:
    """Plan matches of the ladder or of the final, a job each; return how many were not planned before."""
    rows = []
    rank = RANKS[VALIDATION if is_urgent else kind]
    for task in tasks:
        place = Place.of(task)
        key = make_digest(kind, contest.id, task.key)
        named = {"pairing": place.pairing, "round": place.round, "match_id": place.id, "rank": rank}
        rows.append(_row(contest, key, kind, now, [task], **named))
    return _insert(connection, rows)


def add_validation(
    connection: Connection, contest: Contest, team: str, version: int, tasks: Sequence[Task], now: float
) -> None:
    key = make_digest(VALIDATION, contest.id, team, version)
    _insert(connection, [_row(contest, key, VALIDATION, now, tasks, team=team, version=version)])


def add_practice(connection: Connection, contest: Contest, team: str, version: int, task: Task, now: float) -> None:
    """Plan a practice match. Among jobs those of a team are one pairing, and the round is the match's number there.

    It has no `match_id`, so that it is in no list of the contest's matches.
    """
    key = make_digest(PRACTICE, contest.id, team, task.round)
    named = {"pairing": pairing_number(task.series, [team]), "round": task.round}
    _insert(connection, [_row(contest, key, PRACTICE, now, [task], team=team, version=version, **named)])


def add_challenge(
    connection: Connection, contest: Contest, team: str, version: int, table: str, task: Task, now: float
) -> str:
    """Let a worker play for a bot at a table of people, and return the job's key."""
    key = make_digest(CHALLENGE, contest.id, table)
    _insert(connection, [_row(contest, key, CHALLENGE, now, [task], team=team, version=version)])
    return key


def add_trial(connection: Connection, contest: Contest, task: Task, now: float) -> None:
    """Plan a match that tells how long a match takes; it has no `match_id` either."""
    _insert(connection, [_row(contest, make_digest(TRIAL, contest.id, task.round), TRIAL, now, [task])])


def list_trials(connection: Connection, contest: str) -> list[Job]:
    own = contest_jobs.c.contest == contest, contest_jobs.c.kind == TRIAL
    return [_make_job(row) for row in connection.execute(select(contest_jobs).where(*own))]


def list_practice_jobs(connection: Connection, series: str, team: str, most: int) -> list[Job]:
    """Return the practice matches that a team has asked for, the latest first."""
    own = contest_jobs.c.pairing == pairing_number(series, [team])
    query = select(contest_jobs).where(own).order_by(contest_jobs.c.round.desc()).limit(most)
    return [_make_job(row) for row in connection.execute(query)]


def _row(contest: Contest, key: str, kind: str, now: float, tasks: Sequence[Task], **more: Any) -> dict[str, Any]:
    blank: dict[str, Any] = {
        "team": None,
        "version": None,
        "pairing": None,
        "round": None,
        "match_id": None,
        "finished": None,
    }
    blank |= {"worker": "", "until": 0.0, "tries": 0, "failure": ""}
    own = {"key": key, "contest": contest.id, "kind": kind, "rank": RANKS[kind], "state": WAITING, "created": now}
    return {**blank, **own, "tasks": [asdict(task) for task in tasks], **more}


def _insert(connection: Connection, rows: Sequence[dict[str, Any]]) -> int:
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as insert_new
    else:
        from sqlalchemy.dialects.sqlite import insert as insert_new  # type: ignore[assignment]
    statement = insert_new(contest_jobs).on_conflict_do_nothing()
    return sum(connection.execute(statement, row).rowcount for row in rows)


def take_job(
    connection: Connection, worker: str, contests: Sequence[str], now: float, is_challenge: bool = False
) -> Job | None:
    """Lease the job that comes first: validations, practice, the final, the ladder. None if nothing is to be done.

    Challenges are leased apart: they last as long as people think, and hold no core meanwhile.
    """
    jobs = contest_jobs.c
    is_free = (jobs.state == WAITING) | ((jobs.state == LEASED) & (jobs.until < now))
    is_meant = jobs.kind == CHALLENGE if is_challenge else jobs.kind != CHALLENGE
    query = (
        select(jobs.key).where(is_free, is_meant, jobs.contest.in_(contests)).order_by(jobs.rank, jobs.created).limit(1)
    )
    key = connection.execute(query.with_for_update(skip_locked=True)).scalar()  # SQLite has one writer, and no lock
    if key is None:
        return None
    values = {"state": LEASED, "worker": worker, "until": now + LEASE_SECONDS, "tries": jobs.tries + 1}
    connection.execute(update(contest_jobs).where(jobs.key == key).values(**values))
    return read_job(connection, key)


def give_up(connection: Connection, now: float) -> list[Job]:
    """Return the jobs over which too many workers have died; nobody is asked to do them any more."""
    jobs = contest_jobs.c
    is_hopeless = jobs.state == LEASED, jobs.until < now, jobs.tries >= MOST_TRIES
    found = [_make_job(row) for row in connection.execute(select(contest_jobs).where(*is_hopeless))]
    for job in found:
        fail_job(connection, job, "Its workers have died.")
    return found


def read_job(connection: Connection, key: str) -> Job:
    row = connection.execute(select(contest_jobs).where(contest_jobs.c.key == key)).first()
    if row is None:
        raise NoSuchJob("There is no such job: it was withdrawn.")
    return _make_job(row)


def _make_job(row: Any) -> Job:
    values = {name: getattr(row, name) for name in Job.__dataclass_fields__}
    return Job(**{**values, "tasks": tuple(map(make_task, row.tasks))})


def make_task(data: dict[str, Any]) -> Task:
    """Return a task that has travelled as JSON."""
    options = tuple((name, value) for name, value in data["options"])
    return Task(**{**data, "options": options, "seats": tuple(data["seats"])})


def extend_lease(connection: Connection, key: str, worker: str, now: float) -> bool:
    """Give a worker more time; False if the job is not its own any more."""
    own = contest_jobs.c.key == key, contest_jobs.c.worker == worker, contest_jobs.c.state == LEASED
    return connection.execute(update(contest_jobs).where(*own).values(until=now + LEASE_SECONDS)).rowcount > 0


def release_jobs(connection: Connection, worker: str) -> None:
    """Let others do the jobs of a worker that is known to be dead, before its leases run out."""
    own = contest_jobs.c.worker == worker, contest_jobs.c.state == LEASED
    connection.execute(update(contest_jobs).where(*own).values(until=0.0))


def finish_job(connection: Connection, key: str, now: float) -> bool:
    """Mark a job as done; False if it was done before. The first result counts, from any worker."""
    open_one = contest_jobs.c.key == key, contest_jobs.c.state != FINISHED
    values = {"state": FINISHED, "finished": now, "failure": ""}
    return connection.execute(update(contest_jobs).where(*open_one).values(**values)).rowcount > 0


def fail_job(connection: Connection, job: Job, why: str) -> None:
    """Give a job back that this worker cannot do; after some tries nobody is asked any more."""
    state = FAILED if job.tries >= MOST_TRIES else WAITING
    is_open = contest_jobs.c.key == job.key, contest_jobs.c.state != FINISHED
    connection.execute(update(contest_jobs).where(*is_open).values(state=state, failure=why[:2000], until=0.0))


def next_round(connection: Connection, series: str, bots: Iterable[str]) -> int:
    """Return the number of the next round of those who meet."""
    pairing = pairing_number(series, bots)
    last = connection.execute(select(func.max(contest_jobs.c.round)).where(contest_jobs.c.pairing == pairing)).scalar()
    return 0 if last is None else int(last) + 1


def count_jobs(connection: Connection, contest: str) -> dict[tuple[str, str], int]:
    """Return how many jobs there are, by kind and state."""
    jobs = contest_jobs.c
    query = select(jobs.kind, jobs.state, func.count()).where(jobs.contest == contest).group_by(jobs.kind, jobs.state)
    return {(kind, state): count for kind, state, count in connection.execute(query)}


def list_open_jobs(connection: Connection, contest: str, kind: str) -> list[Job]:
    """Return the jobs that wait or are being done."""
    jobs = contest_jobs.c
    is_open = jobs.contest == contest, jobs.kind == kind, jobs.state.in_((WAITING, LEASED))
    return [_make_job(row) for row in connection.execute(select(contest_jobs).where(*is_open))]


def list_failed_jobs(connection: Connection, contest: str) -> list[Job]:
    is_failed = contest_jobs.c.contest == contest, contest_jobs.c.state == FAILED
    return [_make_job(row) for row in connection.execute(select(contest_jobs).where(*is_failed))]


def withdraw_jobs(connection: Connection, jobs: Iterable[Job]) -> None:
    """Remove jobs; a result that still comes for one of them is refused."""
    for job in jobs:
        connection.execute(delete(contest_jobs).where(contest_jobs.c.key == job.key))


# Workers


SEE_WORKER = text(
    "INSERT INTO contest_workers (name, seen, slots) VALUES (:name, :seen, :slots)"
    " ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, slots = excluded.slots"
)


def see_worker(connection: Connection, name: str, slots: int, now: float) -> None:
    """Remember that a worker has asked for work."""
    connection.execute(SEE_WORKER, {"name": name, "seen": now, "slots": slots})
    connection.execute(delete(contest_workers).where(contest_workers.c.seen < now - 100 * ALIVE_SECONDS))


def list_workers(connection: Connection, now: float) -> dict[str, int]:
    """Return the workers that live, each with the number of its matches at the same time."""
    alive = contest_workers.c.seen > now - ALIVE_SECONDS
    query = select(contest_workers.c.name, contest_workers.c.slots).where(alive).order_by(contest_workers.c.name)
    return {row.name: row.slots for row in connection.execute(query)}
