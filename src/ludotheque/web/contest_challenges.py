"""Challenges: people play against the bots of a contest's board, by a button or in the JSON API; what workers ask."""

import secrets
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection
from starlette.requests import Request

from ludotheque.contest import jobs
from ludotheque.contest.challenges import (
    PlayerRow,
    add_challenge,
    check_challenge,
    find_challenged,
    is_remote,
    name_remote,
)
from ludotheque.contest.contests import Contest, read_contest
from ludotheque.game import GameError, load
from ludotheque.match import Match, draw_seed
from ludotheque.record import Times, Verdict
from ludotheque.referee import Heard
from ludotheque.seating import Answer, BotFailed, Question, TimeControl
from ludotheque.web.api import ERRORS, TableCreated
from ludotheque.web.contest_api import Id, contests_of
from ludotheque.web.contest_models import Text
from ludotheque.web.contest_staff_api import Name, worker_of
from ludotheque.web.form import read_field
from ludotheque.web.live_table import LiveTable
from ludotheque.web.new_table import make_challenge_row
from ludotheque.web.registry import registry_of
from ludotheque.web.render import name_of
from ludotheque.web.session import Person, check_origin, parse_name, person_of, set_name
from ludotheque.web.stored_matches import NoSuchTable

router = APIRouter(tags=["contests"])

OWN_PAGES = [Depends(check_origin)]
CLOCK = TimeControl(300.0, is_per_turn=True)  # of the person: who leaves does not keep a bot waiting
WAIT_SECONDS = 15.0  # until a worker hears that there is no question
MOST_MOVES = 2000  # of one answer

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Line = Annotated[str, Field(max_length=100)]
Kind = Annotated[str, Field(pattern=r"^[a-z]{0,20}$")]
Seconds = Annotated[float, Field(ge=0, le=10**6, allow_inf_nan=False)]


class NewChallenge(BaseModel):
    """A bot of the board that you want to play against, by the name or the id of its team."""

    model_config = ConfigDict(extra="forbid")

    team: Text
    name: Text = Field("me", description="what you are called")
    seat: int | None = Field(None, ge=0, le=100, description="yours, by default drawn; the bot has all others")


class TurnRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    job: str = Field(pattern=r"^[0-9a-f]{32}$")
    worker: Name


class Turn(BaseModel):
    """What a bot is asked: with `ask` a position, with `wait` nothing yet, with `over` nothing any more."""

    state: Literal["ask", "wait", "over"]
    seat: int = 0
    key: str = ""
    names: list[str] = []
    moves: list[str] = []  # of the whole match, each with its seat in front
    answered: list[int] = []  # plies with which an answer of the seat has ended
    dice: list[tuple[int, int]] = []  # [[first ply, seed], …]
    random_seeds: list[int] = []


class BotAnswer(TurnRequest):
    """What the bot has answered, or the kind of its failure; `fault` and `error` came after its moves."""

    key: str = Field(max_length=100)
    moves: list[Line] = Field([], max_length=MOST_MOVES)
    failed: Kind = ""
    fault: Kind = ""
    error: Kind = ""
    times: tuple[Seconds, Seconds, Seconds] = Field(description="wall, CPU, waiting for a core")


class Heeded(BaseModel):
    """Whether the answer was still asked for."""

    is_open: bool


# People


@router.post("/contests/{id}/challenge", dependencies=OWN_PAGES, include_in_schema=False)
async def challenge(id: str, request: Request) -> Response:
    """Open a table against a bot of the board, and go there."""
    await registry_of(request).count_request(request)
    fields = await request.form()
    person = replace(person_of(request), name=name_of(request))
    contest = await contests_of(request).contest(id)
    table = await open_challenge(request, contest, read_field(fields, "team"), person)
    return RedirectResponse(f"/tables/{table.row.id}", 303)


@router.post("/api/contests/{id}/challenges", status_code=201, dependencies=OWN_PAGES, responses=ERRORS)
async def add(id: Id, body: NewChallenge, request: Request) -> TableCreated:
    """Challenge a bot of the board: opens a table at which a worker plays for it. Send your API key, as for tables."""
    await registry_of(request).count_request(request)
    person = set_name(request, parse_name(body.name))
    table = await open_challenge(request, await contests_of(request).contest(id), body.team, person, body.seat)
    return TableCreated(id=table.row.id, url=f"/tables/{table.row.id}", seat=table.seat_of(person), invitations={})


async def open_challenge(
    request: Request, contest: Contest, team: str, person: Person, wanted: int | None = None
) -> LiveTable:
    registry, service = registry_of(request), contests_of(request)
    seat = secrets.randbelow(contest.seats) if wanted is None else wanted
    if seat >= contest.seats:
        raise GameError("There is no seat {seat}: seats are 0 to {last}.", seat=seat, last=contest.seats - 1)
    bot = await service.read(lambda connection: find_challenged(connection, contest, team, service.now))
    game, seeds = load(contest.game), [draw_seed() for _ in range(contest.seats)]
    match = Match(
        game, contest.seats, draw_seed(), dict(contest.options), machine=registry.machine(game), random_seeds=seeds
    )
    remote, now = name_remote(bot.version.entrant), registry.store.heartbeat.now()
    row = make_challenge_row(remote, bot.name, seat, match, person, CLOCK, now)

    def add_row(connection: Connection) -> None:
        current = read_contest(connection, contest.id)
        find_challenged(connection, current, bot.team.id, service.now)  # it may be off the board by now
        add_challenge(connection, current, bot, person.id, row.id, match.seed, service.now)

    return await registry.open_challenge(row, match, person, add_row)


@router.get("/api/contests/{id}/people", responses=ERRORS)
async def get_people(id: Id, request: Request) -> list[PlayerRow]:
    """People and the bots that they have challenged, the best first; these ratings are no part of the ladder."""
    service = contests_of(request)
    return await service.people(await service.contest(id))


# Workers


@router.post("/api/workers/tables/{id}/turn", responses=ERRORS)
async def get_turn(id: TableId, body: TurnRequest, request: Request) -> Turn:
    """Wait for the next question to the bot of a challenge, for some seconds."""
    await worker_of(request)
    service = contests_of(request)
    await service.read(lambda connection: check_challenge(connection, id, body.job, body.worker, service.now))
    try:
        table = await registry_of(request).table(id)
    except NoSuchTable:
        table = None
    if table is None or not is_played(table):
        await service.write(lambda connection: jobs.finish_job(connection, body.job, service.now))
        return Turn(state="over")
    question = await table.bots.remote.wait(WAIT_SECONDS)
    if question is None:
        return Turn(state="wait")
    async with table.lock:
        return describe_turn(table.match, question)


def is_played(table: LiveTable) -> bool:
    """Return whether a bot of a worker may still be asked."""
    return table.state == "playing" and any(is_remote(one.bot) and one.withdrawn is None for one in table.table.seats)


def describe_turn(match: Match, question: Question) -> Turn:
    answered = [ply for ply in match.times if match.played[ply - 1].seat == question.seat]
    return Turn(
        state="ask",
        seat=question.seat,
        key=question.key,
        names=list(match.names),
        moves=match.moves,
        answered=sorted(answered),
        dice=[(one.first, one.seed) for one in match.dice_seeds],
        random_seeds=match.random_seeds,
    )


@router.post("/api/workers/tables/{id}/answer", responses=ERRORS)
async def add_answer(id: TableId, body: BotAnswer, request: Request) -> Heeded:
    """Answer for the bot. An answer that is not asked for any more is dropped."""
    await worker_of(request)
    service = contests_of(request)
    await service.read(lambda connection: check_challenge(connection, id, body.job, body.worker, service.now))
    table = await registry_of(request).table(id)
    return Heeded(is_open=table.bots.remote.answer(body.key, read_answer(body)))


def read_answer(body: BotAnswer) -> Heard:
    times = Times(*body.times)
    if body.failed:
        return BotFailed(Verdict(body.failed, ""), times=times)
    fault, error = (Verdict(kind, "") if kind else None for kind in (body.fault, body.error))
    return Answer(body.moves, fault, times, error=error)
