"""Doors: how one comes to a table, by opening one or by a friend's link."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.game import GameError, load
from ludotheque.web.form import TableForm, text_of
from ludotheque.web.live_table import LiveTable
from ludotheque.web.look import page
from ludotheque.web.pages import game_form, name_of
from ludotheque.web.registry import registry_of
from ludotheque.web.session import Forbidden, from_our_page, person_of, read_name, rename
from ludotheque.web.words import tongue_of

router = APIRouter(include_in_schema=False)
ours = [Depends(from_our_page)]
SEE_OTHER, UNPROCESSABLE = 303, 422


@router.post("/tables", dependencies=ours)
async def open_table(request: Request) -> Response:
    """A form is a table, or the same form with the sentence that says what is wrong."""
    registry, sent = registry_of(request), await request.form()
    registry.take(request)
    game = load(text_of(sent, "game"))
    filled = TableForm.fresh(game, name_of(request)) if text_of(sent, "quick") else TableForm.read(game, sent)
    try:
        ask = filled.ask(tongue_of(request))
        table = await registry.open(ask, rename(request, ask.name))
    except GameError as mistake:
        return game_form(request, filled, tongue_of(request).error(game, str(mistake)), status=UNPROCESSABLE)
    return RedirectResponse(f"/tables/{table.row.id}", SEE_OTHER)


@router.get("/tables/{id}/sit/{invite}")
async def sit_page(request: Request, id: str, invite: str) -> Response:
    """What a friend sees who follows the link."""
    table = await registry_of(request).table(id)
    if table.seat_of(person_of(request)) >= 0:
        return RedirectResponse(f"/tables/{id}", SEE_OTHER)
    if table.invited_to(invite) is None:
        raise Forbidden("This chair is taken, or the link is not whole.")
    return chair(request, table, invite, person_of(request).name)


@router.post("/tables/{id}/sit/{invite}", dependencies=ours)
async def sit_down(request: Request, id: str, invite: str) -> Response:
    """Take the chair that the link leads to."""
    registry_of(request).take(request)
    table = await registry_of(request).table(id)
    typed = text_of(await request.form(), "name")
    try:
        name = read_name(typed)
    except GameError as mistake:
        said = tongue_of(request).say(str(mistake))
        return chair(request, table, invite, typed, said, UNPROCESSABLE)
    await table.sit(invite, rename(request, name), name)
    return RedirectResponse(f"/tables/{id}", SEE_OTHER)


def chair(
    request: Request, table: LiveTable, invite: str, name: str, mistake: str = "", status: int = 200
) -> HTMLResponse:
    """The page before an empty chair."""
    facts = {"table": table, "invite": invite, "seat": table.invited_to(invite), "name": name, "mistake": mistake}
    return page(request, "sit.html", status, **facts)
