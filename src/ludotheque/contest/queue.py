"""How much a contest has to do, who does it, and how many matches are to be expected in an hour.

That is the number of matches that the workers which live now play at the same time, by the mean time of the last
matches; until there are any, by the time of a trial match. It is no more than were played lately: between two matches
of quick bots there is other work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from sqlalchemy import Connection, text

from ludotheque.contest import jobs
from ludotheque.contest.contests import Contest
from ludotheque.contest.trial import read_trial_seconds

RECENT = 200  # matches that the mean is taken of
FEWEST = 20  # matches that tell how many are played
LONGEST_GAP = 5  # times a match's own time: if no match ends for longer, nothing was to be done


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
    played = connection.execute(LATEST, {"contest": contest.id, "most": RECENT}).all()
    seconds = mean([row.seconds for row in played]) if played else read_trial_seconds(connection, contest)
    pace = None if seconds is None else sum(workers.values()) / max(seconds, 1e-3)
    if pace is not None and (lately := measure_pace([row.finished for row in played], seconds or 0.0)):
        pace = min(pace, lately)
    failures = sorted({job.failure for job in jobs.list_failed_jobs(connection, contest.id)})
    return Queue(
        waiting=count(jobs.WAITING),
        running=count(jobs.LEASED),
        finished=count(jobs.FINISHED),
        failed=count(jobs.FAILED),
        failures=failures,
        workers=workers,
        seconds_per_match=None if seconds is None else round(seconds, 3),
        matches_per_hour=None if pace is None else round(3600 * pace),
    )


def measure_pace(finished: Sequence[float], seconds: float) -> float | None:
    """Return how many matches a second were played, without the times in which nothing was to be done."""
    gaps = [late - early for late, early in pairwise(finished)]
    busy = [gap for gap in gaps if gap < LONGEST_GAP * seconds + 1]
    return len(busy) / max(sum(busy), 1e-3) if len(busy) >= FEWEST else None


LATEST = text(
    "SELECT j.finished, m.seconds FROM contest_jobs AS j JOIN arena_matches AS m ON m.id = j.match_id"
    " WHERE j.contest = :contest AND j.state = 'finished' ORDER BY j.finished DESC LIMIT :most"
)
