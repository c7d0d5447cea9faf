"""Keys of contests in a browser: kept in its session, and typed in once where somebody uses another browser."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from ludotheque.contest import keys
from ludotheque.contest.contests import Contest
from ludotheque.contest.keys import Holder, NotAllowed
from ludotheque.contest.teams import Team, find_contest
from ludotheque.web.contest_api import WRONG_CODE, contests_of
from ludotheque.web.form import read_field
from ludotheque.web.limits import address_of
from ludotheque.web.registry import registry_of
from ludotheque.web.session import check_origin

router = APIRouter(include_in_schema=False)

SEE_OTHER = 303
MOST_KEYS = 20  # of contests in one browser's session


def keep_key(request: Request, place: str, key: str) -> None:
    """Keep a key in the browser's signed cookie, for one contest or as the organiser's."""
    known = {**request.session.get("keys", {}), place: key}
    request.session["keys"] = dict(list(known.items())[-MOST_KEYS:])


def kept_key(request: Request, place: str) -> str:
    return str(request.session.get("keys", {}).get(place, ""))


async def is_organiser(request: Request) -> bool:
    holder = await contests_of(request).find_holder(kept_key(request, keys.ORGANISER))
    return holder is not None and holder.kind == keys.ORGANISER


async def organiser_of(request: Request) -> Holder:
    return await contests_of(request).require(kept_key(request, keys.ORGANISER), keys.ORGANISER)


async def member_of(request: Request, contest: Contest) -> tuple[Holder, Team]:
    """Return whose browser this is, and their team; NotAllowed if they have not joined."""
    service = contests_of(request)
    holder = await service.require(kept_key(request, contest.id), keys.MEMBER)
    return holder, await service.team_of(contest, holder)


async def find_team(request: Request, contest: Contest) -> Team | None:
    try:
        return (await member_of(request, contest))[1]
    except NotAllowed:
        return None


@router.post("/contests/key", dependencies=[Depends(check_origin)])
async def use_key(request: Request) -> Response:
    """Let this browser act for whom a key belongs to, and show them what they can do."""
    service, key = contests_of(request), read_field(await request.form(), "key").strip()
    joins, address = registry_of(request).joins, address_of(request)
    await joins.take(address)
    holder = await service.find_holder(key)
    if holder is not None and holder.kind == keys.ORGANISER:
        keep_key(request, keys.ORGANISER, key)
        return RedirectResponse("/contests", SEE_OTHER)
    if holder is not None and holder.kind == keys.MEMBER:
        contest = await service.read(lambda connection: find_contest(connection, holder))
        keep_key(request, contest, key)
        return RedirectResponse(f"/contests/{contest}/team", SEE_OTHER)
    await joins.charge(address, WRONG_CODE)
    raise NotAllowed("This is no key of an organiser or a participant here.")
