"""Replays: finished matches and uploaded records, shown ply by ply, and tables that play on from a position."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from ludotheque.contest.matches import contest_of_own
from ludotheque.game import BadOption
from ludotheque.record import BadRecord
from ludotheque.web.form import describe_options, read_field, read_seats, seat_choices
from ludotheque.web.player_names import name_players
from ludotheque.web.registry import registry_of
from ludotheque.web.render import SVG_POLICY, name_of, render_page
from ludotheque.web.replay_log import Viewpoint, describe_match, describe_position
from ludotheque.web.script_words import translate_all
from ludotheque.web.session import check_origin, parse_name, person_of, set_name
from ludotheque.web.table_request import NOBODY, TableRequest
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)

OWN_PAGES = [Depends(check_origin)]
Seat = Annotated[str, Query(pattern=r"^(open|-1|\d)$")]
Ply = Annotated[int, Path(ge=0, le=10**9)]
A_DAY = "private, max-age=86400"  # a finished match does not change
SPEEDS = ((0.5, "½"), (1, "1"), (2, "2"), (4, "4"), (8, "8"))


@router.get("/replays/{id}")
async def show_replay(id: str, request: Request, ply: int = 0, seat: Seat = "open") -> Response:
    registry, person, language = registry_of(request), person_of(request), language_of(request)
    match = await registry.replays.find_match(id, person)
    viewpoint = Viewpoint.parse(match, seat)
    start = max(0, min(ply, match.ply))
    return render_page(
        request,
        "replay.html",
        here="watch",
        id=id,
        own_contest=contest_of_own(id),
        game=match.game,
        names=name_players(match, language),
        viewpoint=viewpoint,
        plies=match.ply,
        over=match.over,
        speeds=SPEEDS,
        has_secrets=match.game.rules.observe is not None,
        options=describe_options(match.game, match.options, language),
        score=language.score_name(match.game),
        choices=[one for one in seat_choices(match.game, registry.programs) if one != NOBODY],
        name=name_of(request),
        first=await registry.work.run(person, describe_position, match, start, viewpoint, language),
        words=translate_all(language),
    )


@router.get("/replays/{id}/story")
async def send_match(id: str, request: Request) -> Response:
    registry, person, language = registry_of(request), person_of(request), language_of(request)
    match = await registry.replays.find_match(id, person)
    return await registry.work.run(person, lambda: to_json(describe_match(match, language)))


@router.get("/replays/{id}/plies/{ply}.svg")
async def download_svg(id: str, ply: Ply, request: Request, seat: Seat = "open") -> Response:
    registry, person, language = registry_of(request), person_of(request), language_of(request)
    match = await registry.replays.find_match(id, person)
    viewpoint = Viewpoint.parse(match, seat)
    svg = await registry.work.run(person, lambda: viewpoint.view(match, ply, language).svg(language.board(match.game)))
    headers = {**attachment(f"{match.game.name}-{ply}.svg"), "Content-Security-Policy": SVG_POLICY}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/replays/{id}/plies/{ply}")
async def send_position(id: str, ply: Ply, request: Request, seat: Seat = "open") -> Response:
    registry, person, language = registry_of(request), person_of(request), language_of(request)
    match = await registry.replays.find_match(id, person)
    viewpoint = Viewpoint.parse(match, seat)
    return await registry.work.run(person, lambda: to_json(describe_position(match, ply, viewpoint, language)))


@router.get("/replays/{id}/record")
async def download_record(id: str, request: Request) -> Response:
    registry, person = registry_of(request), person_of(request)
    match = await registry.replays.find_match(id, person)
    text = await registry.work.run(person, lambda: match.record().write())
    return Response(text, media_type="application/json", headers=attachment(f"{match.game.name}-{id}.json"))


def to_json(facts: dict[str, Any]) -> Response:
    """Return the response; called in the thread that made the facts, because many moves take long to encode too."""
    return JSONResponse(facts, headers={"Cache-Control": A_DAY})


def attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@router.post("/replays", dependencies=OWN_PAGES)
async def upload(request: Request) -> Response:
    """Store an uploaded record: the file of a form, or the body of a script's request."""
    await registry_of(request).count_request(request)
    is_form = request.headers.get("Content-Type", "").startswith("multipart/form-data")
    data = await read_file(request) if is_form else await request.body()
    id = await registry_of(request).replays.add_record(data, person_of(request))
    url = f"/replays/{id}"
    return RedirectResponse(url, 303) if is_form else JSONResponse({"url": url}, 201)


async def read_file(request: Request) -> bytes:
    file = (await request.form()).get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BadRecord("Choose a record's file first.")
    return await file.read()


@router.post("/replays/{id}/play", dependencies=OWN_PAGES)
async def play_on(id: str, request: Request) -> Response:
    """Open a table that goes on from a position of this match."""
    registry = registry_of(request)
    await registry.count_request(request)
    match, fields = await registry.replays.find_match(id, person_of(request)), await request.form()
    person = set_name(request, parse_name(read_field(fields, "name")))
    wanted = TableRequest(
        match.game.name,
        read_seats(fields, match.seats),
        match.options,
        person.name,
        public=bool(read_field(fields, "public")),
    )
    table = await registry.open(wanted, person, start=match.record(), ply=read_ply(fields))
    return RedirectResponse(f"/tables/{table.row.id}", 303)


def read_ply(fields: FormData) -> int:
    try:
        return int(read_field(fields, "ply")[:9])
    except ValueError:
        raise BadOption("Say from which ply to play on.") from None
