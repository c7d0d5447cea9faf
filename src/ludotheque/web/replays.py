"""Replays: matches that are over, and uploaded records, to look at ply by ply and to play on from."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.datastructures import UploadFile
from starlette.requests import Request

from ludotheque.game import BadOption
from ludotheque.match import Match
from ludotheque.record import BadRecord
from ludotheque.web import scripts
from ludotheque.web.form import NOBODY, called, who
from ludotheque.web.look import PICTURE_POLICY, page
from ludotheque.web.pages import name_of
from ludotheque.web.registry import TableAsk, registry_of
from ludotheque.web.room import chosen, score_name
from ludotheque.web.session import from_our_page, person_of, read_name, rename
from ludotheque.web.story import Eye, ply_facts, story
from ludotheque.web.words import tongue_of

router = APIRouter(include_in_schema=False)

Changing = Depends(from_our_page)
Seat = Annotated[str, Query(pattern=r"^(open|-1|\d)$")]
A_DAY = "private, max-age=86400"  # what has happened stays as it is
SPEEDS = ((0.5, "½"), (1, "1"), (2, "2"), (4, "4"), (8, "8"))


@router.get("/replays/{id}")
async def replay(id: str, request: Request, ply: int = 0, seat: Seat = "open") -> Response:
    match, tongue = await registry_of(request).match_of(id), tongue_of(request)
    eye = Eye.of(match, seat)
    start = max(0, min(ply, match.ply))
    return page(
        request,
        "replay.html",
        here="watch",
        id=id,
        game=match.game,
        names=match.names,
        eye=eye,
        plies=match.ply,
        speeds=SPEEDS,
        hides=match.game.rules.observe is not None,
        options=chosen(match.game, match.options, tongue),
        score=score_name(match.game, tongue),
        who=[one for one in who(match.game) if one != NOBODY],
        name=name_of(request),
        first=await asyncio.to_thread(ply_facts, match, start, eye, tongue),
        words=scripts.words(tongue),
    )


@router.get("/replays/{id}/story")
async def whole_story(id: str, request: Request) -> Response:
    match = await registry_of(request).match_of(id)
    told = await asyncio.to_thread(story, match, tongue_of(request))
    return JSONResponse(told, headers={"Cache-Control": A_DAY})


@router.get("/replays/{id}/plies/{ply:int}.svg")
async def picture(id: str, ply: int, request: Request, seat: Seat = "open") -> Response:
    """A position as a drawing that stands alone."""
    match, say = await registry_of(request).match_of(id), tongue_of(request).board
    view = Eye.of(match, seat).view(match, ply)
    drawn = await asyncio.to_thread(view.svg, say(match.game))
    headers = {**attached(f"{match.game.name}-{ply}.svg"), "Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/replays/{id}/plies/{ply:int}")
async def position(id: str, ply: int, request: Request, seat: Seat = "open") -> Response:
    match = await registry_of(request).match_of(id)
    facts = await asyncio.to_thread(ply_facts, match, ply, Eye.of(match, seat), tongue_of(request))
    return JSONResponse(facts, headers={"Cache-Control": A_DAY})


@router.get("/replays/{id}/record")
async def record(id: str, request: Request) -> Response:
    match = await registry_of(request).match_of(id)
    text = await asyncio.to_thread(lambda: match.record().write())
    return Response(text, media_type="application/json", headers=attached(f"{match.game.name}-{id}.json"))


def attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@router.post("/replays", dependencies=[Changing])
async def upload(request: Request) -> Response:
    """A record to look at: a form's file, or from a script the body itself."""
    registry_of(request).take(request)
    is_form = request.headers.get("Content-Type", "").startswith("multipart/form-data")
    data = await uploaded(request) if is_form else await request.body()
    id = await registry_of(request).keep_record(decoded(data), person_of(request))
    url = f"/replays/{id}"
    return RedirectResponse(url, 303) if is_form else JSONResponse({"url": url}, 201)


async def uploaded(request: Request) -> bytes:
    file = (await request.form()).get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BadRecord("Choose a record's file first.")
    return await file.read()


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord("This is no record: it is not text in UTF-8.") from None


@router.post("/replays/{id}/play", dependencies=[Changing])
async def play_on(id: str, request: Request) -> Response:
    """Open a table from a position of this match."""
    registry = registry_of(request)
    registry.take(request)
    match = await registry.match_of(id)
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    person = rename(request, read_name(form.get("name", "")))
    ask = TableAsk(
        match.game.name,
        seats_asked(form, match),
        match.options,
        person.name,
        public="public" in form,
        called=called(tongue_of(request)),
    )
    table = await registry.open(ask, person, start=match.record(), ply=ply_asked(form))
    return RedirectResponse(f"/tables/{table.row.id}", 303)


def seats_asked(form: Mapping[str, Any], match: Match) -> tuple[str, ...]:
    return tuple(form.get(f"seat{seat}", "") for seat in range(match.seats))


def ply_asked(form: Mapping[str, str]) -> int:
    try:
        return int(form.get("ply", "")[:9])
    except ValueError:
        raise BadOption("Say from which ply to play on.") from None
