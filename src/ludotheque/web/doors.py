"""Doors: how one comes to a table, by opening one or by a friend's link."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.game import GameError, load
from ludotheque.web.form import TableForm, text_of
from ludotheque.web.house import house_of
from ludotheque.web.look import page
from ludotheque.web.pages import game_form
from ludotheque.web.session import Forbidden, from_our_page, person_of, read_name, rename
from ludotheque.web.words import tongue_of

router = APIRouter(include_in_schema=False)
ours = [Depends(from_our_page)]
SEE_OTHER, UNPROCESSABLE = 303, 422


@router.post("/tables", dependencies=ours)
async def open_table(request: Request) -> Response:
    """A form is a table, or the same form with the sentence that says what is wrong."""
    sent = await request.form()
    game = load(text_of(sent, "game"))
    if text_of(sent, "quick"):
        filled = TableForm.fresh(game, person_of(request).name or tongue_of(request).say("Guest"))
    else:
        filled = TableForm.read(game, sent)
    try:
        ask = filled.ask()
        table = await house_of(request).open(ask, rename(request, ask.name))
    except Forbidden:
        raise
    except GameError as mistake:
        said = tongue_of(request).error(game, str(mistake))
        return game_form(request, filled, mistake=said, status=UNPROCESSABLE)
    return RedirectResponse(f"/tables/{table.id}", SEE_OTHER)


@router.get("/tables/{id}/sit/{invite}")
async def sit_page(request: Request, id: str, invite: str) -> Response:
    """What a friend sees who follows the link."""
    table = await house_of(request).table(id)
    if table.seat_of(person_of(request)) >= 0:
        return RedirectResponse(f"/tables/{id}", SEE_OTHER)
    return _sit_page(request, table, invite, person_of(request).name)


@router.post("/tables/{id}/sit/{invite}", dependencies=ours)
async def sit_down(request: Request, id: str, invite: str) -> Response:
    """Take the seat that the link is for."""
    table = await house_of(request).table(id)
    typed = text_of(await request.form(), "name")
    try:
        name = read_name(typed)
        await table.sit(invite, rename(request, name), name)
    except GameError as mistake:
        said = tongue_of(request).say(str(mistake))
        return _sit_page(request, table, invite, typed, mistake=said, status=UNPROCESSABLE)
    return RedirectResponse(f"/tables/{id}", SEE_OTHER)


def _sit_page(request: Request, table: Table, invite: str, name: str, mistake: str = "", status: int = 200) -> HTMLResponse:
    return page(request, "sit.html", status=status, table=table, invite=invite, name=name, mistake=mistake)
