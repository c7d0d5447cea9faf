"""Contests in the JSON API: for participants and everybody who looks. A key goes into `Authorization: Bearer KEY`."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection, Request

from ludotheque.contest import keys
from ludotheque.contest.contests import Contest, ContestRequest, Limits
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
from ludotheque.contest.times import format_time, parse_time
from ludotheque.contest.versions import Version, list_all_versions, list_versions, read_content, read_version
from ludotheque.web.api import ERRORS
from ludotheque.web.limits import address_of
from ludotheque.web.registry import registry_of

router = APIRouter(prefix="/api/contests", tags=["contests"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Number = Annotated[int, Path(ge=1, le=10**6)]
MatchId = Annotated[str, Path(pattern=r"^[0-9]{1,19}$")]
Text = Annotated[str, Field(max_length=500)]
LISTED_MATCHES = 50
WRONG_CODE = 4.0  # tries to join that one with a wrong code counts for, besides itself


class ContestLimits(BaseModel):
    model_config = ConfigDict(extra="forbid")

    clock_scale: float = Field(1.0, ge=0.1, le=100, allow_inf_nan=False, description="of the time on the game's card")
    uploads_per_hour: int = Field(30, ge=1, le=10_000, description="of a team")
    teams: int = Field(500, ge=1, le=10_000)
    final_rounds: int = Field(50, ge=1, le=10_000, description="at most")
    challenges: bool = Field(True, description="people may play against the bots of the board")
    final_error: float = Field(40.0, ge=1, le=10_000, allow_inf_nan=False, description="ratings as sure as this end it")


class NewContest(BaseModel):
    """A contest to open. Times are written 2026-11-20 14:00, in the time zone."""

    model_config = ConfigDict(extra="forbid")

    name: Text
    game: Text
    options: dict[str, int | str | bool] = {}
    seats: int | None = Field(None, ge=1, le=100)
    languages: list[Text] = Field([], max_length=20, description="by default all that are installed")
    practice: list[Text] = Field([], max_length=10, description="built-in bots that a new version meets first")
    limits: ContestLimits = Field(default_factory=lambda: ContestLimits.model_validate({}))
    zone: Text = "UTC"
    starts: Text | None = None
    ends: Text | None = None
    freezes: Text | None = None
    invitation: Text | None = None


class ContestCard(BaseModel):
    id: str
    name: str
    game: str
    options: dict[str, Any]
    seats: int
    languages: list[str]
    practice: list[str]
    limits: ContestLimits
    zone: str
    starts: str
    ends: str
    freezes: str | None
    by_invitation: bool
    state: str
    paused: bool


class Standing(BaseModel):
    rank: int | None
    team: str
    name: str
    version: int | None
    rating: float | None
    low: float | None
    high: float | None
    games: int
    won: int
    drawn: int
    lost: int
    faults: int
    disqualified: str | None


class PlayedMatch(BaseModel):
    id: str
    kind: str
    finished: float
    bots: list[str]
    results: list[str]
    scores: list[int]
    verdicts: list[str]
    plies: int
    counted: bool
    replay: str


class NewMember(BaseModel):
    """Somebody who joins, with a new team or with the code of one."""

    model_config = ConfigDict(extra="forbid")

    name: Text
    team: Text
    code: Text = ""
    invitation: Text = ""


class MemberJoined(BaseModel):
    """Your key, and the code with which others join your team. Keep both: they are shown once."""

    team: str
    key: str
    code: str


class NewKey(BaseModel):
    key: str


class NewCode(BaseModel):
    code: str


class VersionCard(BaseModel):
    """A version: waiting, compiling, invalid or valid. `message` has the compiler's words."""

    number: int
    name: str
    language: str
    state: str
    message: str
    first_matches: list[dict[str, Any]]
    active: bool
    submitted: float
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    games: int = 0


class TeamCard(BaseModel):
    team: str
    members: list[str]
    versions: list[VersionCard]


class LogLine(BaseModel):
    ply: int
    seat: int
    stderr: str


def contests_of(request: HTTPConnection) -> ContestService:
    service: ContestService = request.app.state.contests
    return service


def key_of(request: HTTPConnection) -> str:
    """Return the key that was sent: in the header, or by a browser in its session."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


async def member_of(request: Request) -> Holder:
    return await contests_of(request).require(key_of(request), keys.MEMBER)


def to_card(contest: Contest) -> ContestCard:
    def show(seconds: float) -> str:
        return format_time(seconds, contest.zone)

    values = asdict(contest)
    times = {"starts": show(contest.starts), "ends": show(contest.ends)}
    freezes = None if contest.freezes is None else show(contest.freezes)
    named = {name: values[name] for name in ContestCard.model_fields if name in values}
    more = {"options": dict(contest.options), "by_invitation": contest.invitation is not None}
    return ContestCard(**{**named, **times, **more, "freezes": freezes})


def to_request(body: NewContest) -> ContestRequest:
    def read(text: str | None) -> float | None:
        return None if text is None else parse_time(text, body.zone)

    return ContestRequest(
        name=body.name,
        game=body.game,
        options=body.options,
        seats=body.seats,
        languages=tuple(body.languages),
        practice=tuple(body.practice),
        limits=Limits(**body.limits.model_dump()),
        zone=body.zone,
        starts=read(body.starts),
        ends=read(body.ends),
        freezes=read(body.freezes),
        invitation=body.invitation,
    )


@router.get("")
async def list_contests(request: Request) -> list[ContestCard]:
    """All contests, the one opened last first."""
    return [to_card(contest) for contest in await contests_of(request).contests()]


@router.get("/{id}", responses=ERRORS)
async def get_contest(id: Id, request: Request) -> ContestCard:
    """One contest."""
    return to_card(await contests_of(request).contest(id))


@router.get("/{id}/board", responses=ERRORS)
async def get_board(id: Id, request: Request) -> list[Standing]:
    """The board: ratings in Elo's unit, each with the interval that has the true value in 95 of 100 cases."""
    service = contests_of(request)
    rows = await service.board(await service.contest(id), await is_organiser(request))
    return [Standing(**asdict(row)) for row in rows]


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


def to_version(version: Version, active: int | None, rating: Any = None) -> VersionCard:
    numbers = {} if rating is None else {name: getattr(rating, name) for name in ("rating", "low", "high", "games")}
    return VersionCard(
        number=version.number,
        name=version.name,
        language=version.language,
        state=version.state,
        message=version.message,
        first_matches=version.report or [],
        active=version.number == active,
        submitted=version.submitted,
        **numbers,
    )


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
