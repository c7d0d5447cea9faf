"""All contests of one database, for the web server: what people, organisers and workers ask for, one method each."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection

from ludotheque import sandbox
from ludotheque.arena.entrants import name_builtins
from ludotheque.contest import board, challenges, jobs, keys, webhooks
from ludotheque.contest import contests as contests_of
from ludotheque.contest import results as results_of
from ludotheque.contest.addresses import find_address, parse_url
from ludotheque.contest.board import BoardRow
from ludotheque.contest.challenges import PlayerRow, find_table, list_meetings, rate_people
from ludotheque.contest.changes import change_contest
from ludotheque.contest.contests import CLOSED, CLOSING, OPEN, Contest, ContestRequest
from ludotheque.contest.jobs import Job
from ludotheque.contest.keys import Holder
from ludotheque.contest.log import write_log
from ludotheque.contest.orders import Bot, Order, Report
from ludotheque.contest.planning import (
    FRESH_SECONDS,
    Ladder,
    Planner,
    advance_clock,
    close_contest,
    is_final_due,
    store_final,
    store_past,
)
from ludotheque.contest.practice import Practice, PracticeRequest, ask_practice
from ludotheque.contest.queue import Queue, read_queue
from ludotheque.contest.teams import Joined, Team, disqualify, join, read_team, remove_team, team_of
from ludotheque.contest.trial import plan_trial
from ludotheque.contest.upload import find_language, read_upload
from ludotheque.contest.validation import give_up_validation, plan_validation
from ludotheque.contest.versions import (
    COMPILING,
    Version,
    activate,
    change_version,
    find_versions,
    list_all_versions,
    read_version,
    submit,
)
from ludotheque.contest.watching import name_table
from ludotheque.contest.webhooks import Webhook
from ludotheque.game import GameError, load, names
from ludotheque.store.store import Store

Answer = TypeVar("Answer")
FEWEST_GROUPS = 2  # of the ladder that are drawn at once


class ContestService:
    """The contests. What is written is on disk when a method returns."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        fresh_seconds: float = FRESH_SECONDS,
        webhook_networks: Sequence[str] = (),
    ) -> None:
        self._store, self._clock, self._webhook_networks = store, clock, webhook_networks
        self._planner = Planner(store.engine, fresh_seconds)
        self._planning = asyncio.Lock()
        self._people: dict[str, tuple[object, list[PlayerRow]]] = {}  # by contest, with what they were rated by

    def close(self) -> None:
        self._planner.close()

    @property
    def now(self) -> float:
        return self._clock()

    async def read(self, query: Callable[[Connection], Answer]) -> Answer:
        return await self._store.transact(query)

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        return await self._store.writer.do(job)

    # Keys

    async def find_holder(self, key: str) -> Holder | None:
        return await self.read(lambda connection: keys.find_holder(connection, key)) if key else None

    async def require(self, key: str, kind: str) -> Holder:
        return await self.read(lambda connection: keys.require(connection, key, kind))

    async def make_key(self, kind: str, owner: str) -> str:
        return await self.write(lambda connection: keys.make_key(connection, kind, owner, self._clock()))

    async def replace_key(self, holder: Holder) -> str:
        return await self.write(lambda connection: keys.replace_key(connection, holder, self._clock()))

    async def use_link(self, link: str) -> str:
        return await self.write(lambda connection: keys.use_link(connection, link, self._clock()))

    async def make_worker_key(self, name: str, who: Holder) -> str:
        """Return the key of a worker; an earlier one of the same name is worthless from now on."""

        def job(connection: Connection) -> str:
            write_log(connection, "", self._clock(), str(who), "worker key", worker=name)
            return keys.replace_key(connection, Holder(keys.WORKER, name), self._clock())

        return await self.write(job)

    # Contests

    async def open(self, wanted: ContestRequest, who: Holder) -> Contest:
        board.check_installed()
        return await self.write(lambda c: contests_of.open_contest(c, wanted, str(who), self._clock()))

    async def plan_trial(self, contest: Contest, main: str, source: str) -> None:
        """Let a worker find out how long a match takes, between bots that are one file with this source."""
        await self.write(lambda c: plan_trial(c, contest, main, source, self._clock()))

    async def contest(self, id: str) -> Contest:
        return await self.read(lambda connection: contests_of.read_contest(connection, id))

    async def contests(self) -> list[Contest]:
        return await self.read(contests_of.list_contests)

    async def change(self, contest: Contest, wanted: Mapping[str, Any], who: Holder) -> Contest:
        return await self.write(lambda c: change_contest(c, contest.id, wanted, str(who), self._clock()))

    async def pause(self, contest: Contest, paused: bool, who: Holder) -> None:
        await self.write(lambda c: contests_of.set_paused(c, contest, paused, str(who), self._clock()))

    async def begin_closing(self, contest: Contest, who: Holder) -> None:
        await self.write(lambda c: close_contest(c, contest, self._clock(), str(who)))

    async def act(
        self, contest: Contest, do: str, who: Holder, team: str = "", reason: str = "", match: str = ""
    ) -> None:
        """Do what an organiser asks for by its name."""
        if do in ("pause", "resume"):
            await self.pause(contest, do == "pause", who)
        elif do == "close":
            await self.begin_closing(contest, who)
        elif do in ("disqualify", "readmit"):
            await self.disqualify(contest, team, reason if do == "disqualify" else None, who)
        elif do == "delete team":
            await self.delete_team(contest, team, who)
        elif do == "rerun":
            await self.rerun(contest, match, who)
        else:
            raise GameError("There is no such action.")

    # Webhooks

    async def add_webhook(self, contest: Contest, url: str, who: Holder) -> tuple[Webhook, str]:
        """Return a new webhook and its secret, which is shown once. A private address is refused at once."""
        place = parse_url(url.strip())
        await find_address(place, self._webhook_networks)
        return await self.write(
            lambda c: webhooks.add_webhook(c, contest.id, url.strip(), place.host, str(who), self._clock())
        )

    async def remove_webhook(self, contest: Contest, id: str, who: Holder) -> None:
        await self.write(lambda c: webhooks.remove_webhook(c, contest.id, id, str(who), self._clock()))

    # Teams

    async def join(self, contest: Contest, name: str, team: str, invitation: str = "", code: str = "") -> Joined:
        return await self.write(lambda c: join(c, contest, name, team, self._clock(), invitation, code))

    async def team_of(self, contest: Contest, holder: Holder) -> Team:
        return await self.read(lambda connection: team_of(connection, contest, holder))

    async def disqualify(self, contest: Contest, team: str, reason: str | None, who: Holder) -> None:
        def job(connection: Connection) -> None:
            found = read_team(connection, contest, team)
            disqualify(connection, found, reason, str(who), self._clock())
            if reason is not None:
                self._withdraw_matches(connection, contest, found)

        await self.write(job)
        self._planner.forget(contest.id)

    async def delete_team(self, contest: Contest, team: str, who: Holder) -> None:
        """Delete a team with its people, keys and sources; matches with it do not count any more."""

        def job(connection: Connection) -> None:
            found = read_team(connection, contest, team)
            self._withdraw_matches(connection, contest, found)
            challenges.forget_team(connection, found.id)
            results_of.remove_records(connection, remove_team(connection, found))
            board.forget_team(connection, contest.id, found.id)
            webhooks.forget_team(connection, contest.id, found.id)
            write_log(connection, contest.id, self._clock(), str(who), "delete team", team=found.id)

        await self.write(job)
        self._planner.forget(contest.id)

    def _withdraw_matches(self, connection: Connection, contest: Contest, team: Team) -> None:
        own = {version.entrant for version in list_all_versions(connection, contest.id) if version.team == team.id}
        for kind in jobs.RANKS:
            found = jobs.list_open_jobs(connection, contest.id, kind)
            jobs.withdraw_jobs(connection, [job for job in found if own & {*job.tasks[0].seats}])

    # Versions

    async def submit(self, contest: Contest, holder: Holder, name: str, data: bytes, activate: bool = True) -> Version:
        """Store an upload and let it be validated. Refused where no sandbox is strict enough for strangers' bots."""
        await self._check_sandbox()
        upload = await asyncio.to_thread(read_upload, name, data)
        language = await asyncio.to_thread(find_language, upload)

        def job(connection: Connection) -> Version:
            now = self._clock()
            current = contests_of.read_contest(connection, contest.id)
            team = team_of(connection, current, holder)
            version = submit(connection, current, team, holder.owner, upload, language, now, activate)
            plan_validation(connection, current, version, now)
            return version

        return await self.write(job)

    async def _check_sandbox(self) -> None:
        """Raise NoSandbox unless bots are confined strictly: here, or where a worker runs, which needs the same."""
        if not await self.read(lambda connection: jobs.list_workers(connection, self._clock())):
            await asyncio.to_thread(sandbox.require_tier, True)

    async def activate(self, contest: Contest, holder: Holder, number: int) -> None:
        def job(connection: Connection) -> None:
            version = read_version(connection, team_of(connection, contest, holder).id, number)
            activate(connection, contests_of.read_contest(connection, contest.id), version, self._clock())

        await self.write(job)

    async def practise(self, contest: Contest, holder: Holder, wanted: PracticeRequest) -> Practice:
        """Plan a practice match of the member's team."""
        await self._check_sandbox()

        def job(connection: Connection) -> Practice:
            current = contests_of.read_contest(connection, contest.id)
            return ask_practice(connection, current, team_of(connection, current, holder), wanted, self._clock())

        return await self.write(job)

    # The board

    async def ladder(self, contest: Contest) -> Ladder:
        """Return all ratings as they are now."""
        async with self._planning:
            return await asyncio.to_thread(self._planner.ladder, contest)

    async def board(self, contest: Contest, is_organiser: bool = False) -> list[BoardRow]:
        """Return the board: the final one, the frozen one, or that of now. Organisers always see that of now."""
        kind = board.FINAL if contest.state == CLOSED else board.FROZEN
        if contest.state == CLOSED or (contest.is_frozen(self._clock()) and not is_organiser):
            await self._freeze(contest)
            stored = await self.read(lambda connection: board.read_board(connection, contest.id, kind))
            if stored is not None:
                return stored
        return (await self.ladder(contest)).rows()

    async def _freeze(self, contest: Contest) -> None:
        """Store the board of the moment in which it is frozen: before the first result after that moment."""
        if not contest.is_frozen(self._clock()):
            return
        if await self.read(lambda connection: board.read_board(connection, contest.id, board.FROZEN)) is None:
            async with self._planning:
                ladder = await asyncio.to_thread(self._planner.ladder, contest, True)

            def store(connection: Connection) -> None:
                if contests_of.read_contest(connection, contest.id).is_frozen(self._clock()):  # or it was changed
                    board.store_board(connection, contest.id, board.FROZEN, 0.0, ladder.rows())

            await self.write(store)

    async def rerun(self, contest: Contest, match: str, who: Holder) -> None:
        await self.write(lambda c: results_of.rerun(c, contest, match, str(who), self._clock()))
        self._planner.forget(contest.id)

    async def people(self, contest: Contest) -> list[PlayerRow]:
        """Return people and the bots that they have challenged, with ratings of their own."""
        meetings = await self.read(lambda connection: list_meetings(connection, contest))
        if not meetings:
            return []
        newest = len(meetings), meetings[0].table
        known, rows = self._people.get(contest.id, (None, []))
        if known != newest:
            rows = await asyncio.to_thread(rate_people, meetings)
            self._people[contest.id] = newest, rows
        return rows

    async def queue(self, contest: Contest) -> Queue:
        return await self.read(lambda connection: read_queue(connection, contest, self._clock()))

    # Workers

    async def lease(self, worker: str, slots: int, is_challenge: bool = False) -> Order | None:
        """Return the next job for a worker; plan more if there is none. Challenges are asked for apart."""
        now = self._clock()

        def look(connection: Connection) -> list[Contest]:
            jobs.see_worker(connection, worker, slots, now)
            for job in jobs.give_up(connection, now):
                give_up_validation(connection, job, "It could not be validated: its workers have died.", now)
            installed, found = names(), contests_of.list_contests(connection)
            active = [one for one in found if one.state != CLOSED and not one.paused and one.game in installed]
            return [advance_clock(connection, one, now) for one in active]

        active = await self.write(look)
        order = await self._take(worker, active, now, is_challenge)
        if order is None and active and not is_challenge:
            async with self._planning:
                for contest in active:
                    await self._plan(contest, now)
            order = await self._take(worker, active, now)
        return order

    async def _take(self, worker: str, active: list[Contest], now: float, is_challenge: bool = False) -> Order | None:
        by_id = {contest.id: contest for contest in active}

        def take(connection: Connection) -> Order | None:
            job = jobs.take_job(connection, worker, list(by_id), now, is_challenge)
            return None if job is None else make_order(connection, by_id[job.contest], job)

        return await self.write(take)

    async def _plan(self, contest: Contest, now: float) -> None:
        if contest.state == OPEN and now >= contest.starts:
            await self._plan_ladder(contest, now)
        elif contest.state == CLOSING and await self.read(lambda c: is_final_due(c, contest)):
            tasks, rows = await asyncio.to_thread(self._planner.plan_final, contest)
            await self.write(lambda connection: store_final(connection, contest, tasks, rows, now))

    async def _plan_ladder(self, contest: Contest, now: float) -> None:
        if await self.read(lambda c: jobs.count_jobs(c, contest.id).get((jobs.MATCH, jobs.WAITING), 0)):
            return  # somebody has planned meanwhile
        slots = sum((await self.read(lambda connection: jobs.list_workers(connection, now))).values())
        tasks = await asyncio.to_thread(self._planner.draw, contest, max(FEWEST_GROUPS, slots))
        kept = await asyncio.to_thread(self._planner.keep_board, contest, now) if tasks else None

        def write(connection: Connection) -> None:
            jobs.add_match(connection, contest, jobs.MATCH, tasks, now)
            if kept is not None:
                store_past(connection, contest, kept, now)

        if tasks:
            await self.write(write)

    async def extend(self, key: str, worker: str) -> bool:
        return await self.write(lambda connection: jobs.extend_lease(connection, key, worker, self._clock()))

    async def finish(self, key: str, report: Report) -> bool:
        """Store the report of a job; False if it had one already."""
        job = await self.read(lambda connection: jobs.read_job(connection, key))
        await self._freeze(await self.contest(job.contest))

        def store(connection: Connection) -> bool:
            current = jobs.read_job(connection, key)
            contest = contests_of.read_contest(connection, current.contest)
            return results_of.accept(connection, contest, current, report, self._clock())

        return await self.write(store)

    async def fail(self, key: str, why: str) -> None:
        """Take a job back that a worker cannot do."""

        def give_back(connection: Connection) -> None:
            job = jobs.read_job(connection, key)
            jobs.fail_job(connection, job, why)
            if jobs.read_job(connection, key).state == jobs.FAILED:
                give_up_validation(connection, job, why, self._clock())

        await self.write(give_back)


def make_order(connection: Connection, contest: Contest, job: Job) -> Order:
    """Return what a worker needs to do a job."""
    if job.kind == jobs.VALIDATION and job.team is not None and job.version is not None:
        change_version(connection, read_version(connection, job.team, job.version), state=COMPILING)
    builtin = {digest: Bot(name, name, "", "") for digest, name in name_builtins(load(contest.game)).items()}
    entrants = {entrant for task in job.tasks for entrant in task.seats}
    if job.kind == jobs.TRIAL:
        builtin = {entrant: Bot("trial", "", entrant, "a file") for entrant in entrants}
    own = {
        entrant: Bot(f"{name} v{version.number}", "", version.digest, version.main)
        for entrant, (version, name) in find_versions(connection, entrants - builtin.keys()).items()
    }
    needed = {entrant: list(own.get(entrant) or builtin[entrant]) for entrant in entrants}
    tasks = [asdict(task) for task in job.tasks]
    live = find_table(connection, job) if job.kind == jobs.CHALLENGE else name_table(contest, job)
    return Order(job.key, job.kind, contest.limits.clock_scale, tasks, needed, jobs.LEASE_SECONDS, live)
