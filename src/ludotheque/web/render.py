"""Pages and the files that they link to: templates, styles, scripts and pictures."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request

from ludotheque import art
from ludotheque import game as games
from ludotheque.game import Game, GameError
from ludotheque.seat import own_bots
from ludotheque.web import words
from ludotheque.web.clocks import describe_clock
from ludotheque.web.lessons import has_lesson
from ludotheque.web.player_names import is_bot, join_names, name_bot
from ludotheque.web.session import person_of
from ludotheque.web.table_request import ANYONE, FRIEND, ME, NOBODY

router = APIRouter()

HERE = Path(__file__).parent
FOREVER = "public, max-age=31536000, immutable"
POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # an SVG needs inline style; scripts stay forbidden


class NoSuchFile(GameError):
    """There is no static file of that name."""


@cache
def read_static(name: str) -> bytes:
    """Return a file of static/, the shared style of boards, or the style or the picture of one game."""
    if name == "art.css":
        return (Path(art.__file__).with_name("art.css")).read_bytes()
    folder, _, file = name.rpartition("/")
    game, _, kind = file.partition(".")
    if folder == "boards" and game in games.names():
        return read_game_file(games.load(game), kind)
    known = {str(file.relative_to(HERE / "static")): file for file in (HERE / "static").rglob("*") if file.is_file()}
    if name not in known:
        raise NoSuchFile("There is no such file.")
    return known[name].read_bytes()


def picture_file(game: Game) -> Path:
    """Return the file of the game's picture, which a game may lack."""
    return game.folder / "picture.svg"


def read_game_file(game: Game, kind: str) -> bytes:
    if kind == "css":
        return art.css(game).encode()
    if kind != "svg" or not picture_file(game).exists():
        raise NoSuchFile("There is no such file.")
    return picture_file(game).read_bytes()


def has_static(name: str) -> bool:
    """Return whether a static file is there that must be built first."""
    return (HERE / "static" / name).is_file()


@cache
def static_digest(name: str) -> str:
    return hashlib.sha256(read_static(name)).hexdigest()[:12]


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the content, so browsers may keep it forever."""
    return f"/static/{name}?v={static_digest(name)}"


@router.get("/static/{name:path}", include_in_schema=False)
def serve_static(name: str, request: Request) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    caching = FOREVER if request.query_params.get("v") else "no-cache"
    headers = {"Cache-Control": caching, "ETag": f'"{static_digest(name)}"'}  # JS modules import each other without ?v=
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if name.endswith(".svg"):
        headers["Content-Security-Policy"] = SVG_POLICY
    return Response(read_static(name), media_type=kind, headers=headers)


templates = Environment(
    loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)
templates.globals.update(own_bots=own_bots, is_bot=is_bot, join_names=join_names, name_bot=name_bot, static=static_url)
templates.globals.update(has_lesson=has_lesson, ME=ME, FRIEND=FRIEND, ANYONE=ANYONE, NOBODY=NOBODY)
templates.globals["describe_clock"] = describe_clock


def render_page(request: Request, template: str, /, status: int = 200, **facts: Any) -> HTMLResponse:
    """Fill in a template in the reader's language."""
    language = words.language_of(request)
    common = {"person": person_of(request), "path": path_without_language(request)}
    facts = {"language": language, "say": language.say, "request": request, **common, **facts}
    html = templates.get_template(template).render(facts)
    response = HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
    if request.query_params.get("lang") in words.LANGUAGES:
        response.set_cookie(words.COOKIE, language.code, max_age=31536000, samesite="lax", httponly=True)
    return response


def allow_styles(response: HTMLResponse, nonce: str) -> HTMLResponse:
    """Let scripts of this page add styles that have the nonce."""
    response.headers["Content-Security-Policy"] = f"{POLICY}; style-src 'self' 'nonce-{nonce}'"
    return response


def path_without_language(request: Request) -> str:
    """Return the address of this page, for the links that change the language."""
    url = request.url.remove_query_params("lang")
    path = "/" + url.path.lstrip("/")  # two slashes would lead to another site
    return f"{path}?{url.query}" if url.query else path


def name_of(request: Request) -> str:
    """Return the person's name, or "Guest" for a person who has not chosen one."""
    return person_of(request).name or words.language_of(request).say("Guest")
