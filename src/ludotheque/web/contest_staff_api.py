"""Contests in the JSON API: for organisers and for workers, each with a key of their kind."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque.contest import jobs, keys
from ludotheque.contest.changes import TIMES
from ludotheque.contest.export import make_export
from ludotheque.contest.keys import Holder
from ludotheque.contest.log import read_log
from ludotheque.contest.orders import Report
from ludotheque.contest.times import parse_time
from ludotheque.contest.versions import read_content
from ludotheque.web.api import ERRORS
from ludotheque.web.contest_api import Id, contests_of, key_of
from ludotheque.web.contest_models import ContestCard, ContestLimits, NewContest, NewKey, Text, to_card, to_request
from ludotheque.web.contest_starters import try_starter
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api", tags=["contests"])

JobKey = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_.-]+$")]


class Link(BaseModel):
    model_config = ConfigDict(extra="forbid")

    link: str = Field(max_length=200)


class NewWorker(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name


class Action(BaseModel):
    """What an organiser does. `team` is a team's name or id, `match` the number of a match."""

    model_config = ConfigDict(extra="forbid")

    do: Literal["pause", "resume", "close", "disqualify", "readmit", "delete team", "rerun"]
    team: str = Field("", max_length=100)
    match: str = Field("", max_length=20)
    reason: str = Field("", max_length=500)


class ContestChanges(BaseModel):
    """What is to be different; what is left out stays. null takes the freeze or the invitation away.

    `game`, `options`, `seats` and `limits.clock_scale` are refused: matches before and after would not be comparable.
    """

    model_config = ConfigDict(extra="forbid")

    name: Text = ""
    zone: Text = ""
    starts: Text = ""
    ends: Text = ""
    freezes: Text | None = None
    invitation: Text | None = None
    languages: list[Text] = Field([], max_length=20)
    practice: list[Text] = Field([], max_length=10)
    limits: ContestLimits = Field(default_factory=lambda: ContestLimits.model_validate({}))
    game: Text = ""
    options: dict[str, int | str | bool] = {}
    seats: int = 0

    def read(self, zone: str) -> dict[str, Any]:
        """Return what is to be changed, with times as seconds; `zone` is the contest's."""
        given = self.model_dump(exclude_unset=True)
        times = {name: given[name] for name in TIMES if given.get(name) is not None}
        seconds = {name: parse_time(text, given.get("zone", zone)) for name, text in times.items()}
        return {**given, **seconds, **given.get("limits", {})}


class QueueCard(BaseModel):
    """How much is to be done and who does it. `matches_per_hour` is what the workers that live now can play."""

    waiting: dict[str, int]
    running: dict[str, int]
    finished: dict[str, int]
    failed: dict[str, int]
    failures: list[str]
    workers: dict[str, int]
    seconds_per_match: float | None
    matches_per_hour: int | None


class LogEntry(BaseModel):
    at: float
    who: str
    action: str
    facts: dict[str, Any]


class Lease(BaseModel):
    model_config = ConfigDict(extra="forbid")

    worker: Name
    slots: int = Field(1, ge=1, le=10_000)
    challenge: bool = Field(False, description="take a job in which a bot plays against people, and no other")


class JobOrder(BaseModel):
    """A job: its matches and their bots, built-in ones by name and others by the digest of their files.

    `live` is the table to which plies are sent while the match is played; empty if nobody may watch it.
    """

    key: str
    kind: str
    clock_scale: float
    tasks: list[dict[str, Any]]
    bots: dict[str, list[str]]
    seconds: float
    live: str


class JobReport(BaseModel):
    model_config = ConfigDict(extra="forbid")

    results: list[str] = Field(max_length=100)
    problem: str = Field("", max_length=20_000)
    message: str = Field("", max_length=40_000)


class JobFailure(BaseModel):
    model_config = ConfigDict(extra="forbid")

    why: str = Field(max_length=2000)


async def organiser_of(request: Request) -> Holder:
    return await contests_of(request).require(key_of(request), keys.ORGANISER)


async def worker_of(request: Request) -> Holder:
    return await contests_of(request).require(key_of(request), keys.WORKER)


# Organisers


@router.post("/organisers", status_code=201, responses=ERRORS)
async def use_link(body: Link, request: Request) -> NewKey:
    """Become an organiser by the link that `ludotheque serve --organiser` has printed; it works once."""
    await registry_of(request).count_request(request)
    return NewKey(key=await contests_of(request).use_link(body.link))


@router.post("/contests", status_code=201, responses=ERRORS)
async def open_contest(body: NewContest, request: Request) -> ContestCard:
    """Open a contest."""
    who, service = await organiser_of(request), contests_of(request)
    contest = await service.open(to_request(body), who)
    await try_starter(service, contest)
    return to_card(contest)


@router.patch("/contests/{id}", responses=ERRORS)
async def change_contest(id: Id, body: ContestChanges, request: Request) -> ContestCard:
    """Change a contest while it is open: times, who may join, languages, practice bots, limits."""
    who, service = await organiser_of(request), contests_of(request)
    contest = await service.contest(id)
    return to_card(await service.change(contest, body.read(contest.zone), who))


@router.post("/contests/{id}/actions", status_code=204, responses=ERRORS)
async def act(id: Id, body: Action, request: Request) -> None:
    """Pause or resume, close with a final tournament, disqualify or readmit, delete a team, play a match again."""
    who, service = await organiser_of(request), contests_of(request)
    await service.act(await service.contest(id), body.do, who, body.team, body.reason, body.match)


@router.get("/contests/{id}/queue", responses=ERRORS)
async def get_queue(id: Id, request: Request) -> QueueCard:
    """The queue and the workers."""
    await organiser_of(request)
    service = contests_of(request)
    contest = await service.contest(id)
    return QueueCard(**asdict(await service.queue(contest)))


@router.get("/contests/{id}/log", responses=ERRORS)
async def get_actions(id: Id, request: Request) -> list[LogEntry]:
    """What was done to this contest and by whom, the latest first."""
    await organiser_of(request)
    contest = await contests_of(request).contest(id)
    entries = await contests_of(request).read(lambda connection: read_log(connection, contest.id))
    return [LogEntry(**entry._asdict()) for entry in entries]


@router.get("/contests/{id}/export/{what}", responses=ERRORS, response_class=Response)
async def export(id: Id, what: str, request: Request) -> Response:
    """Standings and matches: board.csv, matches.csv, contest.json; with records and bots: archive.zip."""
    await organiser_of(request)
    service = contests_of(request)
    contest = await service.contest(id)
    rows = await service.board(contest, is_organiser=True)
    data, kind = await service.read(lambda connection: make_export(connection, contest, rows, what))
    return Response(data, media_type=kind)


# Workers


@router.post("/workers", status_code=201, responses=ERRORS)
async def add_worker(body: NewWorker, request: Request) -> NewKey:
    """Make the key of a worker; an earlier one of the same name is worthless afterwards."""
    who = await organiser_of(request)
    return NewKey(key=await contests_of(request).make_worker_key(body.name, who))


@router.post("/workers/lease", response_model=JobOrder, responses={**ERRORS, 204: {"description": "nothing to do"}})
async def lease_job(body: Lease, request: Request) -> Response:
    """Take the next job, for as many seconds as it says."""
    await worker_of(request)
    order = await contests_of(request).lease(body.worker, body.slots, body.challenge)
    return Response(status_code=204) if order is None else JSONResponse(order._asdict())


@router.post("/workers/jobs/{key}/lease", status_code=204, responses=ERRORS)
async def renew_lease(key: JobKey, body: Lease, request: Request) -> None:
    """Ask for more time for a job."""
    await worker_of(request)
    if not await contests_of(request).extend(key, body.worker):
        raise jobs.NoSuchJob("This job is not yours any more.")


@router.post("/workers/jobs/{key}/report", status_code=204, responses=ERRORS)
async def finish_job(key: JobKey, body: JobReport, request: Request) -> None:
    """Send what came of a job; what comes twice counts once."""
    await worker_of(request)
    await contests_of(request).finish(key, Report(body.results, body.problem, body.message))


@router.post("/workers/jobs/{key}/failure", status_code=204, responses=ERRORS)
async def fail_job(key: JobKey, body: JobFailure, request: Request) -> None:
    """Give a job back that cannot be done here."""
    await worker_of(request)
    await contests_of(request).fail(key, body.why)


@router.get("/workers/bots/{digest}", responses=ERRORS, response_class=Response)
async def get_bot(digest: Digest, request: Request) -> Response:
    """The files of a bot, as a zip archive."""
    await worker_of(request)
    data = await contests_of(request).read(lambda connection: read_content(connection, digest))
    return Response(data, media_type="application/zip")
