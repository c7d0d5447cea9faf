"""Trial matches: played when a contest is opened, to tell how long a match takes. Nobody sees or rates them."""

from sqlalchemy import Connection, text

from ludotheque.arena.entrants import digest_files
from ludotheque.arena.matches import Task
from ludotheque.arena.result_rows import Place
from ludotheque.contest import jobs
from ludotheque.contest.contests import Contest
from ludotheque.contest.upload import make_zip
from ludotheque.contest.versions import add_content, conditions_of

ROUNDS = 2  # the first match may wait until the game is compiled


def plan_trial(connection: Connection, contest: Contest, main: str, source: str, now: float) -> None:
    """Plan matches of a bot against itself; `main` is the name of its file, `source` what is in it."""
    seats = tuple(store_bot(connection, contest, main, source + "\n" * seat) for seat in range(contest.seats))
    setting = contest.setting(jobs.TRIAL)
    named = setting.game, setting.rules, setting.options
    for round in range(ROUNDS):
        task = Task(*named, setting.seed + round, setting.opening, seats, setting.series, round)
        jobs.add_trial(connection, contest, task, now)


def store_bot(connection: Connection, contest: Contest, main: str, source: str) -> str:
    """Store the bot of one seat and return its digest. Each has another line, because a match is of different bots."""
    files = {main: source.encode()}
    digest = digest_files(files, main, conditions_of(contest))
    add_content(connection, digest, make_zip(files))
    return digest


def read_trial_seconds(connection: Connection, contest: Contest) -> float | None:
    """Return how long the quickest trial match took; None if none is played."""
    finished = [job for job in jobs.list_trials(connection, contest.id) if job.state == jobs.FINISHED]
    found = [connection.execute(SECONDS, {"id": Place.of(job.tasks[0]).id}).scalar() for job in finished]
    return min((float(seconds) for seconds in found if seconds is not None), default=None)


SECONDS = text("SELECT seconds FROM arena_matches WHERE id = :id")
