"""The JSON API, for programs: the same tables and the same rights as a browser. `/api/openapi.json` describes it."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request

from ludotheque import game as games
from ludotheque.game import Game
from ludotheque.seat import own_bots
from ludotheque.seating import TimeControl
from ludotheque.view import View
from ludotheque.web.registry import TableSummary, registry_of
from ludotheque.web.render import SVG_POLICY
from ludotheque.web.session import check_origin, parse_name, person_of, sessions_of, set_name
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import language_of

router = APIRouter(prefix="/api", tags=["api"])

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Seconds = Annotated[float, Field(ge=0, le=24 * 3600, allow_inf_nan=False)]
TurnSeconds = Annotated[float, Field(ge=60, le=30 * 24 * 3600, allow_inf_nan=False)]
OWN_PAGES = [Depends(check_origin)]


class ErrorMessage(BaseModel):
    """What is wrong, in one sentence."""

    error: str


class Session(BaseModel):
    """Your session; a program sends `key` with every request, in the header `Authorization: Bearer KEY`."""

    name: str
    key: str


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


class ListedTable(BaseModel):
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
    seats: list[str] = Field(description='each "me", "friend", "anyone" or a bot', min_length=1, max_length=8)
    options: dict[str, int | str | bool] = {}
    name: str = "me"
    public: bool = True
    clock: tuple[Seconds, Seconds] | None = Field(None, description="seconds at the start, and added a turn")
    turn_seconds: TurnSeconds | None = Field(None, description="seconds for each turn, in place of a clock")


class TableCreated(BaseModel):
    id: str
    url: str
    seat: int
    invitations: dict[int, str]


class MoveRequest(BaseModel):
    """A move, and the key of the position that it is meant for."""

    model_config = ConfigDict(extra="forbid")

    move: str = Field(max_length=100)
    key: str = Field(max_length=100)


class RecordCreated(BaseModel):
    id: str
    url: str


ERRORS: dict[int | str, dict[str, Any]] = {code: {"model": ErrorMessage} for code in (400, 403, 404, 413, 422, 429)}


@router.get("/session")
def get_session(request: Request) -> Session:
    """Your name, and your API key. Keep the key: it owns your seats. Without a key or a cookie you are new."""
    person = person_of(request)
    return Session(name=person.name, key=sessions_of(request).make_key(person))


@router.get("/games")
def list_games() -> list[GameCard]:
    """Every game."""
    return [make_card(card) for card in games.cards()]


@router.get("/games/{name}", responses=ERRORS)
def get_game(name: str) -> GameCard:
    """One game."""
    return make_card(games.load(name))


def make_card(game: Game) -> GameCard:
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
        bots=own_bots(game),
        options=options,
        presets=list(game.presets),
        moves=moves,
    )


@router.get("/tables")
async def list_tables(request: Request, mine: Annotated[bool, Query()] = False) -> list[ListedTable]:
    """Public tables where a match goes on, or the tables at which you sit."""
    registry = registry_of(request)
    found = await registry.tables_of(person_of(request)) if mine else await registry.public_tables()
    return [to_listed(table) for table in found]


def to_listed(table: TableSummary) -> ListedTable:
    return ListedTable(
        id=table.id,
        game=table.game,
        names=list(table.names),
        over=table.over,
        awaited=list(table.awaited),
        seat=table.seat,
        watchers=table.watchers,
    )


@router.post("/tables", status_code=201, dependencies=OWN_PAGES, responses=ERRORS)
async def open_table(body: NewTable, request: Request) -> TableCreated:
    """Open a table."""
    await registry_of(request).count_request(request)
    person = set_name(request, parse_name(body.name))
    clock = read_clock(body)
    wanted = TableRequest(body.game, tuple(body.seats), body.options, person.name, body.public, clock)
    table = await registry_of(request).open(wanted, person)
    links = {seat: f"/tables/{table.row.id}/sit/{invite}" for seat, invite in table.invitations(person).items()}
    return TableCreated(id=table.row.id, url=f"/tables/{table.row.id}", seat=table.seat_of(person), invitations=links)


def read_clock(body: NewTable) -> TimeControl | None:
    if body.turn_seconds is not None:
        return TimeControl(body.turn_seconds, is_per_turn=True)
    return TimeControl(*body.clock) if body.clock else None


@router.get("/tables/{id}", responses=ERRORS)
async def get_table(id: Id, request: Request) -> dict[str, Any]:
    """Everything that you may know of a table now: the same as a frame of the page's socket."""
    registry = registry_of(request)
    table = await registry.table(id)
    frame = await registry.frames_of(table).get(table.seat_of(person_of(request)), language_of(request))
    return {**frame, "seats": [{**seat, "clock": table.clock(seat["seat"])} for seat in frame["seats"]]}


@router.get("/tables/{id}/view", responses=ERRORS)
async def get_view(id: Id, request: Request) -> dict[str, Any]:
    """The position as you see it, every field."""
    return (await view_of(request, id)).json()


@router.get("/tables/{id}/board.svg", responses=ERRORS, response_class=Response)
async def get_board(id: Id, request: Request) -> Response:
    """The position as you see it, drawn."""
    view, work = await view_of(request, id), registry_of(request).work
    svg = await work.run(person_of(request), view.svg, language_of(request).board(view.game))
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": SVG_POLICY}
    return Response(svg, media_type="image/svg+xml", headers=headers)


async def view_of(request: Request, id: str) -> View:
    """Return the asking person's view; the lock keeps it from showing a move that is not stored yet."""
    table = await registry_of(request).table(id)
    async with table.lock:
        return table.match.view(table.seat_of(person_of(request)))


@router.post("/tables/{id}/moves", status_code=204, dependencies=OWN_PAGES, responses=ERRORS)
async def play(id: Id, body: MoveRequest, request: Request) -> None:
    """Play a move at your seat."""
    await registry_of(request).count_request(request)
    table = await registry_of(request).table(id)
    await table.play(person_of(request), body.move, body.key)


@router.post("/records", status_code=201, dependencies=OWN_PAGES, responses=ERRORS)
async def upload(request: Request) -> RecordCreated:
    """Upload a record to look at; the body is the file."""
    await registry_of(request).count_request(request)
    id = await registry_of(request).replays.add_record(await request.body(), person_of(request))
    return RecordCreated(id=id, url=f"/replays/{id}")


@router.get("/records/{id}", responses=ERRORS, response_class=Response)
async def get_record(id: Id, request: Request) -> Response:
    """The record of a match that is over."""
    registry, person = registry_of(request), person_of(request)
    match = await registry.replays.find_match(id, person)
    text = await registry.work.run(person, lambda: match.record().write())
    return Response(text, media_type="application/json")
