"""The picture that messengers show beside a link to a table or a replay: the position, as a spectator sees it."""

from fastapi import APIRouter, Response
from starlette.requests import Request

from ludotheque.contest.matches import OWN_REPLAY
from ludotheque.paint import make_png
from ludotheque.view import View
from ludotheque.web.player_names import view_with_names
from ludotheque.web.registry import registry_of
from ludotheque.web.session import person_of
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)

SECONDS = 10  # that a picture of a table may be old


@router.get("/tables/{id}/picture.png")
async def send_table(id: str, request: Request) -> Response:
    table = await registry_of(request).table(id)
    async with table.lock:
        view = view_with_names(table.match, language_of(request), -1)
    return await send_picture(request, view, SECONDS)


@router.get("/replays/{id}/picture.png")
async def send_replay(id: str, request: Request) -> Response:
    match = await registry_of(request).replays.find_match(id, person_of(request))
    scope = "private" if id.startswith(OWN_REPLAY) else "public"  # may others than this browser keep it
    return await send_picture(request, view_with_names(match, language_of(request), -1), 86400, scope)


async def send_picture(request: Request, view: View, seconds: int, scope: str = "public") -> Response:
    """Draw a view among the expensive requests, in the light theme: nobody knows the reader's."""
    language = language_of(request)
    png = await registry_of(request).work.run(person_of(request), make_png, view, say=language.board(view.game))
    return Response(png, media_type="image/png", headers={"Cache-Control": f"{scope}, max-age={seconds}"})
