"""The JSON API, for programs: the same tables, the same rights as a browser. `/api/openapi.json` describes it."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque import game as games
from ludotheque.game import Game
from ludotheque.match import View
from ludotheque.web.look import PICTURE_POLICY
from ludotheque.web.registry import TableAsk, TableLine, registry_of
from ludotheque.web.session import csrf_of, from_our_page, person_of, read_name, rename
from ludotheque.web.words import tongue_of

router = APIRouter(prefix="/api", tags=["api"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
Seconds = Annotated[float, Field(ge=0, le=24 * 3600, allow_inf_nan=False)]
Changing = Depends(from_our_page)


class Refusal(BaseModel):
    """Why not, in one sentence."""

    error: str


class Me(BaseModel):
    """The session: `csrf` goes into the header X-CSRF-Token of whatever changes something."""

    name: str
    csrf: str


class OptionCard(BaseModel):
    default: int | str | bool
    choices: str
    about: str


class GameCard(BaseModel):
    name: str
    title: str
    about: str
    seats: tuple[int, int]
    bots: list[str]
    options: dict[str, OptionCard]
    presets: list[str]
    moves: dict[str, list[str]]


class Line(BaseModel):
    id: str
    game: str
    names: list[str]
    over: bool
    awaited: list[int]
    seat: int
    watchers: int


class NewTable(BaseModel):
    """A table to open."""

    model_config = ConfigDict(extra="forbid")

    game: str
    seats: list[str] = Field(description='each "me", "friend" or a bot', min_length=1, max_length=8)
    options: dict[str, int | str | bool] = {}
    name: str = "me"
    public: bool = True
    clock: tuple[Seconds, Seconds] | None = Field(None, description="seconds at the start, and added a turn")


class Opened(BaseModel):
    id: str
    url: str
    seat: int
    invitations: dict[int, str]


class Played(BaseModel):
    """A move, and the key of the position that it is meant for."""

    model_config = ConfigDict(extra="forbid")

    move: str = Field(max_length=100)
    key: str = Field(max_length=100)


class Kept(BaseModel):
    id: str
    url: str


REFUSALS: dict[int | str, dict[str, Any]] = {code: {"model": Refusal} for code in (400, 403, 404, 413, 422, 429)}


@router.get("/session")
def session(request: Request) -> Me:
    return Me(name=person_of(request).name, csrf=csrf_of(request))


@router.get("/games")
def all_games() -> list[GameCard]:
    return [card(games.load(name)) for name in games.names()]


@router.get("/games/{name}", responses=REFUSALS)
def one_game(name: str) -> GameCard:
    return card(games.load(name))


def card(game: Game) -> GameCard:
    options = {
        name: OptionCard(default=one.to_value(one.default), choices=str(one.describe_range()), about=one.about)
        for name, one in game.options.items()
    }
    moves = {kind: list(arguments) for kind, arguments in game.rules.MOVES.items() if arguments is not None}
    return GameCard(
        name=game.name,
        title=game.title,
        about=game.about,
        seats=(game.seats[0], game.seats[-1]),
        bots=list(game.bots),
        options=options,
        presets=list(game.presets),
        moves=moves,
    )


@router.get("/tables")
async def tables(request: Request, mine: Annotated[bool, Query()] = False) -> list[Line]:
    """Public tables that go on, or those at which you sit."""
    registry = registry_of(request)
    return [line(one) for one in (await registry.mine(person_of(request)) if mine else await registry.live())]


def line(one: TableLine) -> Line:
    return Line(
        id=one.id,
        game=one.game,
        names=list(one.names),
        over=one.over,
        awaited=list(one.awaited),
        seat=one.seat,
        watchers=one.watchers,
    )


@router.post("/tables", status_code=201, dependencies=[Changing], responses=REFUSALS)
async def open_table(asked: NewTable, request: Request) -> Opened:
    registry_of(request).take(request)
    person = rename(request, read_name(asked.name))
    ask = TableAsk(asked.game, tuple(asked.seats), asked.options, person.name, asked.public, asked.clock)
    table = await registry_of(request).open(ask, person)
    links = {seat: f"/tables/{table.row.id}/sit/{invite}" for seat, invite in table.invitations(person).items()}
    return Opened(id=table.row.id, url=f"/tables/{table.row.id}", seat=table.seat_of(person), invitations=links)


@router.get("/tables/{id}", responses=REFUSALS)
async def look_at(id: Id, request: Request) -> dict[str, Any]:
    """All that you may know of a table now, as the page's socket tells it."""
    registry = registry_of(request)
    table = await registry.table(id)
    return await registry.seen(table).frame(table.seat_of(person_of(request)), tongue_of(request))


@router.get("/tables/{id}/view", responses=REFUSALS)
async def view(id: Id, request: Request) -> dict[str, Any]:
    """The position as you see it, every field."""
    return (await seen_by(request, id)).json()


@router.get("/tables/{id}/board.svg", responses=REFUSALS, response_class=Response)
async def board(id: Id, request: Request) -> Response:
    """The position as you see it, drawn."""
    seen = await seen_by(request, id)
    drawn = await asyncio.to_thread(seen.svg, tongue_of(request).board(seen.game))
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


async def seen_by(request: Request, id: str) -> View:
    """The position as who asks sees it; a move that is not kept yet is not shown."""
    table = await registry_of(request).table(id)
    async with table.lock:
        return table.match.view(table.seat_of(person_of(request)))


@router.post("/tables/{id}/moves", status_code=204, dependencies=[Changing], responses=REFUSALS)
async def play(id: Id, asked: Played, request: Request) -> None:
    """Play a move at your seat."""
    registry_of(request).take(request)
    table = await registry_of(request).table(id)
    await table.play(person_of(request), asked.move, asked.key)


@router.post("/records", status_code=201, dependencies=[Changing], responses=REFUSALS)
async def upload(request: Request) -> Kept:
    """A record to look at; the body is the file."""
    registry_of(request).take(request)
    text = (await request.body()).decode("utf-8", errors="replace")
    id = await registry_of(request).keep_record(text, person_of(request))
    return Kept(id=id, url=f"/replays/{id}")


@router.get("/records/{id}", responses=REFUSALS, response_class=Response)
async def record(id: Id, request: Request) -> Response:
    """The record of a match that is over."""
    match = await registry_of(request).match_of(id)
    return Response(match.record().write(), media_type="application/json")
