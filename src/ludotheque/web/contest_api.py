"""Contests in the JSON API: for participants and everybody who looks. A key goes into `Authorization: Bearer KEY`."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from starlette.requests import HTTPConnection, Request

from ludotheque.contest import keys
from ludotheque.contest.board import BoardRow
from ludotheque.contest.contests import Contest
from ludotheque.contest.keys import Holder, NotAllowed
from ludotheque.contest.matches import (
    FOREVER,
    list_matches,
    name_entrants,
    name_replay,
    read_own_match,
    read_public_record,
    read_stderr,
)
from ludotheque.contest.service import ContestService
from ludotheque.contest.teams import Joined, list_members, list_teams, new_code
from ludotheque.contest.versions import list_all_versions, list_versions, read_content, read_version
from ludotheque.web.api import ERRORS
from ludotheque.web.contest_models import (
    ContestCard,
    LogLine,
    MemberJoined,
    NewCode,
    NewKey,
    NewMember,
    PlayedMatch,
    TeamCard,
    VersionCard,
    to_card,
    to_version,
)
from ludotheque.web.limits import address_of
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api/contests", tags=["contests"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Number = Annotated[int, Path(ge=1, le=10**6)]
MatchId = Annotated[str, Path(pattern=r"^[0-9]{1,19}$")]
LISTED_MATCHES = 50
WRONG_CODE = 4.0  # tries to join that one with a wrong code counts for, besides itself


def contests_of(request: HTTPConnection) -> ContestService:
    service: ContestService = request.app.state.contests
    return service


def key_of(request: HTTPConnection) -> str:
    """Return the key that was sent: in the header, or by a browser in its session."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


async def member_of(request: Request) -> Holder:
    return await contests_of(request).require(key_of(request), keys.MEMBER)


@router.get("")
async def list_contests(request: Request) -> list[ContestCard]:
    """All contests, the one opened last first."""
    return [to_card(contest) for contest in await contests_of(request).contests()]


@router.get("/{id}", responses=ERRORS)
async def get_contest(id: Id, request: Request) -> ContestCard:
    """One contest."""
    return to_card(await contests_of(request).contest(id))


@router.get("/{id}/board", responses=ERRORS)
async def get_board(id: Id, request: Request) -> list[BoardRow]:
    """The board: ratings in Elo's unit, each with the interval that has the true value in 95 of 100 cases."""
    service = contests_of(request)
    return await service.board(await service.contest(id), await is_organiser(request))


async def is_organiser(request: Request) -> bool:
    holder = await contests_of(request).find_holder(key_of(request))
    return holder is not None and holder.kind == keys.ORGANISER


@router.get("/{id}/matches", responses=ERRORS)
async def get_matches(
    id: Id, request: Request, most: Annotated[int, Query(ge=1, le=500)] = LISTED_MATCHES
) -> list[PlayedMatch]:
    """The latest matches; while the board is frozen, those before that moment."""
    service = contests_of(request)
    contest = await service.contest(id)
    is_hidden = contest.is_frozen(service.now) and not await is_organiser(request)
    until = contest.freezes if is_hidden and contest.freezes is not None else FOREVER

    def read(connection: Any) -> list[PlayedMatch]:
        teams = {team.id: team.name for team in list_teams(connection, id)}
        names = name_entrants(list_all_versions(connection, id), teams)
        return [
            PlayedMatch(
                id=match.id,
                kind=match.kind,
                finished=match.finished,
                bots=[names.get(entrant, "–") for entrant in match.entrants],
                results=list(match.results),
                scores=list(match.scores),
                verdicts=list(match.verdicts),
                plies=match.plies,
                counted=match.counted,
                replay=f"/replays/{name_replay(contest, match.id)}",
            )
            for match in list_matches(connection, contest, until, most)
        ]

    return await service.read(read)


@router.post("/{id}/members", status_code=201, responses=ERRORS)
async def join_contest(id: Id, body: NewMember, request: Request) -> MemberJoined:
    """Join a contest."""
    await registry_of(request).count_request(request)
    joined = await join_counted(request, await contests_of(request).contest(id), body)
    return MemberJoined(team=joined.team.name, key=joined.key, code=joined.code)


async def join_counted(request: Request, contest: Contest, body: NewMember) -> Joined:
    """Join a contest. Who tries codes that are wrong may try less often, so that nobody guesses one."""
    joins, address = registry_of(request).joins, address_of(request)
    await joins.take(address)
    try:
        return await contests_of(request).join(contest, body.name, body.team, body.invitation, body.code)
    except NotAllowed:
        await joins.charge(address, WRONG_CODE)
        raise


@router.post("/{id}/key", status_code=201, responses=ERRORS)
async def replace_key(id: Id, request: Request) -> NewKey:
    """Replace your key: the one that you send now is worthless afterwards."""
    await registry_of(request).count_request(request)
    return NewKey(key=await contests_of(request).replace_key(await member_of(request)))


@router.post("/{id}/code", status_code=201, responses=ERRORS)
async def replace_code(id: Id, request: Request) -> NewCode:
    """Make a new code with which others join your team; the old one is worthless afterwards."""
    await registry_of(request).count_request(request)
    service, holder = contests_of(request), await member_of(request)
    team = await service.team_of(await service.contest(id), holder)
    return NewCode(code=await service.write(lambda connection: new_code(connection, team)))


@router.get("/{id}/team", responses=ERRORS)
async def get_team(id: Id, request: Request) -> TeamCard:
    """Your team and its versions, the latest first, with their ratings."""
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    team = await service.team_of(contest, holder)
    ratings = (await service.ladder(contest)).ratings if not contest.is_frozen(service.now) else {}

    def read(connection: Any) -> TeamCard:
        found = list_versions(connection, team.id)
        members = [member.name for member in list_members(connection, team.id)]
        versions = [to_version(one, team.active, ratings.get(one.entrant)) for one in found]
        return TeamCard(team=team.name, members=members, versions=versions)

    return await service.read(read)


@router.post("/{id}/versions", status_code=201, responses=ERRORS)
async def submit_version(
    id: Id, request: Request, name: Annotated[str, Query(max_length=200)], activate: Annotated[bool, Query()] = True
) -> VersionCard:
    """Submit a version; the body is a file, or an archive of a folder (.zip, .tar.gz), and `name` says which."""
    await registry_of(request).count_request(request)
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    version = await service.submit(contest, holder, name, await request.body(), activate)
    return to_version(version, None)


@router.get("/{id}/versions/{number}", responses=ERRORS)
async def get_version(id: Id, number: Number, request: Request) -> VersionCard:
    """One of your versions."""
    service, holder = contests_of(request), await member_of(request)
    team = await service.team_of(await service.contest(id), holder)
    found = await service.read(lambda connection: read_version(connection, team.id, number))
    return to_version(found, team.active)


@router.post("/{id}/versions/{number}/activate", status_code=204, responses=ERRORS)
async def activate_version(id: Id, number: Number, request: Request) -> None:
    """Let one of your valid versions play, a new one or an earlier one."""
    await registry_of(request).count_request(request)
    service, holder = contests_of(request), await member_of(request)
    await service.activate(await service.contest(id), holder, number)


@router.get("/{id}/versions/{number}/files", responses=ERRORS, response_class=Response)
async def get_files(id: Id, number: Number, request: Request) -> Response:
    """The files of one of your versions, as a zip archive."""
    service, holder = contests_of(request), await member_of(request)
    team = await service.team_of(await service.contest(id), holder)
    data = await service.read(lambda c: read_content(c, read_version(c, team.id, number).digest))
    return Response(data, media_type="application/zip")


@router.get("/{id}/matches/{match}/log", responses=ERRORS)
async def get_log(id: Id, match: MatchId, request: Request) -> list[LogLine]:
    """What your own bot wrote to stderr in a match."""
    service, holder = contests_of(request), await member_of(request)
    contest = await service.contest(id)
    team = await service.team_of(contest, holder)

    def read(connection: Any) -> list[LogLine]:
        stored, own = read_own_match(connection, contest, match, list_versions(connection, team.id))
        return [LogLine(**line) for line in read_stderr(stored.record, own)]

    return await service.read(read)


@router.get("/{id}/matches/{match}/record", responses=ERRORS, response_class=Response)
async def get_match_record(id: Id, match: MatchId, request: Request) -> Response:
    """The record of a match of the board, without what bots wrote to stderr."""
    service = contests_of(request)
    contest = await service.contest(id)
    record = await service.read(lambda connection: read_public_record(connection, contest, match, service.now))
    return Response(record.write(), media_type="application/json")
