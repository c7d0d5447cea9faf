"""Joining a table: by opening a new one, or by the link that a friend has sent."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ludotheque.game import GameError, load
from ludotheque.web import leaving
from ludotheque.web.clocks import explain_clock
from ludotheque.web.form import TableForm, read_field
from ludotheque.web.lessons import read_lesson
from ludotheque.web.live_table import LiveTable
from ludotheque.web.pages import render_form
from ludotheque.web.player_names import name_players
from ludotheque.web.registry import registry_of
from ludotheque.web.render import name_of, render_page
from ludotheque.web.session import Forbidden, check_origin, parse_name, person_of, set_name
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)
OWN_PAGES = [Depends(check_origin)]
SEE_OTHER, UNPROCESSABLE = 303, 422


@router.post("/tables", dependencies=OWN_PAGES)
async def open_table(request: Request) -> Response:
    """Open the table that a form asks for, or show the form again with an error message."""
    registry, fields = registry_of(request), await request.form()
    await registry.count_request(request)
    game, language = load(read_field(fields, "game")), language_of(request)
    is_quick = bool(read_field(fields, "quick"))
    form = (
        TableForm.default(game, name_of(request), read_field(fields, "bot"))
        if is_quick
        else TableForm.read(game, fields)
    )
    try:
        wanted = form.to_request()
        table = await registry.open(wanted, set_name(request, wanted.name))
    except GameError as error:
        return render_form(request, form, language.error(game, error), status=UNPROCESSABLE)
    return RedirectResponse(f"/tables/{table.row.id}", SEE_OTHER)


@router.post("/games/{name}/first", dependencies=OWN_PAGES)
async def open_first_game(request: Request, name: str) -> Response:
    """Open the table of a game's lesson. It is in no public list."""
    registry = registry_of(request)
    await registry.count_request(request)
    game, person = load(name), set_name(request, name_of(request))
    lesson = read_lesson(game)
    if lesson is None:
        raise GameError("This game has no first game to learn it by.")
    wanted = TableRequest(name, lesson.seats, lesson.options, person.name, public=False, seed=lesson.seed)
    table = await registry.open(wanted, person)
    return RedirectResponse(f"/tables/{table.row.id}", SEE_OTHER)


@router.get("/tables/{id}/sit/{invite}")
async def show_invitation(request: Request, id: str, invite: str) -> Response:
    table = await registry_of(request).table(id)
    if table.seat_of(person_of(request)) >= 0:
        return RedirectResponse(f"/tables/{id}", SEE_OTHER)
    if table.invited_to(invite) is None:
        raise Forbidden("This chair is taken, or the link is not whole.")
    return render_invitation(request, table, invite, person_of(request).name)


@router.post("/tables/{id}/sit/{invite}", dependencies=OWN_PAGES)
async def sit_down(request: Request, id: str, invite: str) -> Response:
    """Take the seat of an invitation."""
    await registry_of(request).count_request(request)
    table = await registry_of(request).table(id)
    typed = read_field(await request.form(), "name")
    try:
        name = parse_name(typed)
    except GameError as error:
        sentence = language_of(request).error(table.game, error)
        return render_invitation(request, table, invite, typed, sentence, UNPROCESSABLE)
    await table.sit(invite, set_name(request, name), name)
    return RedirectResponse(f"/tables/{id}", SEE_OTHER)


@router.post("/tables/{id}/leave", dependencies=OWN_PAGES)
async def leave_table(request: Request, id: str) -> Response:
    """Give one's seat up, and go to the first page."""
    await registry_of(request).count_request(request)
    table = await registry_of(request).table(id)
    await leaving.leave_seat(table, person_of(request))
    return RedirectResponse("/", SEE_OTHER)


@router.post("/tables/{id}/delete", dependencies=OWN_PAGES)
async def delete_table(request: Request, id: str) -> Response:
    """Delete a table at which nobody has played yet."""
    await registry_of(request).count_request(request)
    table = await registry_of(request).table(id)
    await leaving.delete_table(table, person_of(request))
    return RedirectResponse("/", SEE_OTHER)


def render_invitation(
    request: Request, table: LiveTable, invite: str, name: str, error: str = "", status: int = 200
) -> HTMLResponse:
    facts = {"table": table, "invite": invite, "seat": table.invited_to(invite), "name": name, "error": error}
    facts["clock"] = explain_clock(table.row.clock, language_of(request))
    return render_page(request, "sit.html", status, names=name_players(table.match, language_of(request)), **facts)
