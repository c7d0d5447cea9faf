"""Pages as they leave the house: templates with what each of them needs, and the files they link to."""

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
from ludotheque.game import GameError
from ludotheque.web import words
from ludotheque.web.session import csrf_of, person_of

router = APIRouter()

HERE = Path(__file__).parent
FOR_EVER = "public, max-age=31536000, immutable"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a drawing brings its style; it can do nothing else


class NoSuchFile(GameError):
    """A file that no page links to."""


@cache
def content(name: str) -> bytes:
    """A file that pages link to: one of static/, or the style of a game's board."""
    if name == "art.css":
        return (Path(art.__file__).with_name("art.css")).read_bytes()
    folder, _, game = name.removesuffix(".css").rpartition("/")
    if folder == "boards" and name.endswith(".css") and game in games.names():
        return art.css(games.load(game)).encode()
    known = {str(file.relative_to(HERE / "static")): file for file in (HERE / "static").rglob("*") if file.is_file()}
    if name not in known:
        raise NoSuchFile("There is no such file.")
    return known[name].read_bytes()


@cache
def digest(name: str) -> str:
    return hashlib.sha256(content(name)).hexdigest()[:12]


def static(name: str) -> str:
    """The address of such a file, which changes with its content."""
    return f"/static/{name}?v={digest(name)}"


@router.get("/static/{name:path}", include_in_schema=False)
def file(name: str, request: Request) -> Response:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kept = FOR_EVER if request.query_params.get("v") else "no-cache"
    headers = {"Cache-Control": kept, "ETag": f'"{digest(name)}"'}  # scripts name each other without a version
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if name.endswith(".svg"):
        headers["Content-Security-Policy"] = PICTURE_POLICY
    return Response(content(name), media_type=kind, headers=headers)


templates = Environment(
    loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)
templates.globals["static"] = static


def page(request: Request, template: str, /, status: int = 200, **facts: Any) -> HTMLResponse:
    """A template filled in for who asks, in his language."""
    tongue = words.tongue_of(request)
    usual = {"csrf": csrf_of(request), "person": person_of(request), "path": path_without_language(request)}
    facts = {"tongue": tongue, "say": tongue.say, "request": request, **usual, **facts}
    html = templates.get_template(template).render(facts)
    answer = HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
    if request.query_params.get("lang") in words.LANGUAGES:
        answer.set_cookie(words.COOKIE, tongue.language, max_age=31536000, samesite="lax", httponly=True)
    return answer


def path_without_language(request: Request) -> str:
    """Where we are, for the links that change the language."""
    url = request.url.remove_query_params("lang")
    path = "/" + url.path.lstrip("/")  # two slashes would lead to another site
    return f"{path}?{url.query}" if url.query else path
