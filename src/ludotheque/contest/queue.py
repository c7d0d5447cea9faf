"""How much a contest has to do, who does it, and how many matches are to be expected in an hour.

That is the number of matches that the workers which live now play at the same time, by the mean time of the last
matches; until there are any, by the time of a trial match.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, text

from ludotheque.contest import jobs
from ludotheque.contest.contests import Contest
from ludotheque.contest.trial import read_trial_seconds

RECENT = 200  # matches that the mean is taken of


@dataclass(frozen=True)
class Queue:
    """Jobs by kind, and the workers that live with their number of matches at a time."""

    waiting: dict[str, int]
    running: dict[str, int]
    finished: dict[str, int]
    failed: dict[str, int]
    failures: list[str]
    workers: dict[str, int]
    seconds_per_match: float | None
    matches_per_hour: int | None


def read_queue(connection: Connection, contest: Contest, now: float) -> Queue:
    counts = jobs.count_jobs(connection, contest.id)

    def count(state: str) -> dict[str, int]:
        return {kind: number for (kind, one), number in counts.items() if one == state}

    workers = jobs.list_workers(connection, now)
    seconds = connection.execute(MEAN, {"contest": contest.id, "most": RECENT}).scalar()
    if seconds is None:
        seconds = read_trial_seconds(connection, contest)
    pace = round(sum(workers.values()) * 3600 / max(seconds, 1e-3)) if seconds is not None else None
    failures = sorted({job.failure for job in jobs.list_failed_jobs(connection, contest.id)})
    return Queue(
        waiting=count(jobs.WAITING),
        running=count(jobs.LEASED),
        finished=count(jobs.FINISHED),
        failed=count(jobs.FAILED),
        failures=failures,
        workers=workers,
        seconds_per_match=None if seconds is None else round(seconds, 3),
        matches_per_hour=pace,
    )


MEAN = text(
    "SELECT avg(m.seconds) FROM (SELECT match_id FROM contest_jobs WHERE contest = :contest AND state = 'finished'"
    " AND match_id IS NOT NULL ORDER BY finished DESC LIMIT :most) AS j JOIN arena_matches AS m ON m.id = j.match_id"
)
