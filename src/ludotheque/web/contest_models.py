"""What the JSON API of contests takes and answers."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from ludotheque.contest.contests import Contest, ContestRequest, Limits
from ludotheque.contest.times import format_time, parse_time
from ludotheque.contest.versions import Version

Text = Annotated[str, Field(max_length=500)]


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
