"""Matches of contests that are being played, in the JSON API: which ones there are, and what workers send of them."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque.contest.live_plies import MOST_MOVES, Plies
from ludotheque.contest.watching import LiveMatch, check_lease, list_live
from ludotheque.record import BadRecord
from ludotheque.web.api import ERRORS
from ludotheque.web.contest_api import Id, contests_of
from ludotheque.web.contest_staff_api import Name, worker_of
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api", tags=["contests"])

LISTED = 20
LiveId = Annotated[str, Path(pattern=r"^contest-[A-Za-z0-9_-]{1,60}$")]
Line = Annotated[str, Field(max_length=100)]
DiceSeed = tuple[Annotated[int, Field(ge=0, le=10**9)], Annotated[int, Field(ge=-(2**63), lt=2**63)]]


class LiveCard(BaseModel):
    """A match that a worker plays now. `url` is the page that shows it, and `/api/tables/{id}` has the same as JSON."""

    id: str
    kind: str
    bots: list[str]
    url: str


class NewPlies(BaseModel):
    """What a worker has played since: plies after `keep` are replaced by `moves`, each with its seat in front."""

    model_config = ConfigDict(extra="forbid")

    job: str = Field(pattern=r"^[0-9a-f]{32}$")
    worker: Name
    keep: int = Field(ge=0, le=10**9)
    moves: list[Line] = Field(max_length=MOST_MOVES)
    dice: list[DiceSeed] = Field(min_length=1, max_length=1000, description="[[first ply, seed], …]")


class KnownPlies(BaseModel):
    """How many plies the server has now: the next ones follow them. None: nobody watches, and none are needed."""

    plies: int | None


def to_live_card(match: LiveMatch) -> LiveCard:
    return LiveCard(id=match.id, kind=match.kind, bots=list(match.names), url=f"/tables/{match.id}")


@router.get("/contests/{id}/live", responses=ERRORS)
async def get_live_matches(id: Id, request: Request) -> list[LiveCard]:
    """The matches that are being played now; none while the board is frozen."""
    service = contests_of(request)
    contest = await service.contest(id)
    found = await service.read(lambda connection: list_live(connection, contest, service.now, LISTED))
    return [to_live_card(match) for match in found]


@router.post("/workers/tables/{id}/plies", responses=ERRORS)
async def add_plies(id: LiveId, body: NewPlies, request: Request) -> KnownPlies:
    """Send the plies of a match while it is played, about every second; never the last one."""
    await worker_of(request)
    service, registry = contests_of(request), registry_of(request)
    table = registry.find_watched(id)
    if table is None:
        return KnownPlies(plies=None)
    job = await service.read(lambda connection: check_lease(connection, id, body.job, body.worker, service.now))
    if body.keep + len(body.moves) > registry.settings.record_moves:
        raise BadRecord("This record is too long: {moves} moves are the most.", moves=registry.settings.record_moves)
    plies = Plies(body.keep, body.moves, [list(one) for one in body.dice])
    return KnownPlies(plies=await table.add_plies(plies, job.tries))
