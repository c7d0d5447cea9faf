"""Practice matches of a contest in the JSON API, for the members of a team."""

from dataclasses import asdict

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque.arena.pairing import SEEDS
from ludotheque.contest.contests import Contest
from ludotheque.contest.matches import name_own_replay
from ludotheque.contest.practice import Practice, PracticeRequest, list_practice, read_practice
from ludotheque.web.api import ERRORS
from ludotheque.web.contest_api import Id, Number, contests_of, member_of
from ludotheque.web.contest_models import Text
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api/contests", tags=["contests"])


class NewPractice(BaseModel):
    """A practice match to play: one of your valid versions against a practice bot, or another version by its number."""

    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=1, le=10**6)
    opponent: Text
    seat: int | None = Field(None, ge=0, le=100, description="of your version; by default drawn")
    seed: int | None = Field(None, ge=0, lt=SEEDS, description="by default drawn")


class PracticeCard(BaseModel):
    """A practice match: waiting, leased, finished or failed. Times are in seconds; `match` is known when it is played.

    Only your team can open its replay, in a browser in which you have joined.
    """

    number: int
    version: int
    opponent: str
    seat: int
    seed: int
    state: str
    failure: str
    limit: float
    match: str | None
    result: str | None
    score: int | None
    verdict: str | None
    cause: str | None
    longest: float | None
    replay: str | None


def to_practice(contest: Contest, one: Practice) -> PracticeCard:
    replay = None if one.match is None else f"/replays/{name_own_replay(contest, one.match)}"
    return PracticeCard(**asdict(one), replay=replay)


@router.post("/{id}/practice", status_code=201, responses=ERRORS)
async def add_practice(id: Id, body: NewPractice, request: Request) -> PracticeCard:
    """Ask for a practice match. It is played before the ladder, and never rated."""
    await registry_of(request).count_request(request)
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    return to_practice(contest, await service.practise(contest, holder, PracticeRequest(**body.model_dump())))


@router.get("/{id}/practice", responses=ERRORS)
async def get_practice_matches(id: Id, request: Request) -> list[PracticeCard]:
    """The latest practice matches of your team, the latest first."""
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    team = await service.team_of(contest, holder)
    found = await service.read(lambda connection: list_practice(connection, contest, team))
    return [to_practice(contest, one) for one in found]


@router.get("/{id}/practice/{number}", responses=ERRORS)
async def get_practice(id: Id, number: Number, request: Request) -> PracticeCard:
    """One of the latest practice matches of your team."""
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    team = await service.team_of(contest, holder)
    found = await service.read(lambda connection: read_practice(connection, contest, team, number))
    return to_practice(contest, found)
