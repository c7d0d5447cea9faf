"""The web application: its parts put together, and what holds for every answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.game import GameError, UnknownGame
from ludotheque.record import BadRecord
from ludotheque.store.store import Store
from ludotheque.web import api, doors, live, look, pages, replays, room
from ludotheque.web.limits import TooMuch
from ludotheque.web.look import NoSuchFile
from ludotheque.web.registry import NoSuchReplay, NoSuchTable, TableRegistry
from ludotheque.web.session import Forbidden, Porter, Sessions
from ludotheque.web.words import tongue_of

STATUS: dict[type[GameError], int] = {
    NoSuchTable: 404,
    NoSuchReplay: 404,
    NoSuchFile: 404,
    UnknownGame: 404,
    Forbidden: 403,
    BadRecord: 422,
    TooMuch: 429,
}
LARGEST_BODY = 4 * 2**20 + 2**16
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
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a link to a chair is a secret
    "Cross-Origin-Opener-Policy": "same-origin",
}


def make_app(store: Store) -> FastAPI:
    """The application on a store."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.sessions = Sessions(await store.secret())
        app.state.registry = TableRegistry(store)
        await app.state.registry.start()
        yield
        await app.state.registry.stop()

    app = FastAPI(
        title="Ludothèque", version="1", lifespan=life, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    for part in (look, pages, doors, room, replays, live, api):
        app.include_router(part.router)
    app.add_exception_handler(GameError, refused)
    app.add_exception_handler(HTTPException, not_found)
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_middleware(Porter)
    app.add_middleware(Guard)
    return app


class Guard:
    """What holds for every answer: security headers, and no body larger than a record may be."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if is_too_large(scope):
            await Response("This is too large.", 413, media_type="text/plain")(scope, receive, send_guarded)
        else:
            await self.app(scope, limited(receive), send_guarded)


def is_too_large(scope: Scope) -> bool:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return any(not value.isdigit() or int(value) > LARGEST_BODY for value in lengths)


def limited(receive: Receive) -> Receive:
    """A body that does not say how long it is ends where it gets too long."""
    got = 0

    async def receive_limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > LARGEST_BODY:
            raise HTTPException(413, "This is too large.")
        return message

    return receive_limited


def wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("Accept", "")


def answer(request: Request, status: int, sentence: str, **more: Any) -> Response:
    """A refusal as a page, or as JSON for a program."""
    if wants_json(request):
        return JSONResponse({"error": sentence, **more}, status)
    return look.page(request, "error.html", status, sentence=sentence, code=status)


async def refused(request: Request, error: Exception) -> Response:
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return answer(request, status, tongue_of(request).say(str(error)))


async def not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    say = tongue_of(request).say
    sentence = say("There is no such page.") if error.status_code == 404 else say(str(error.detail))
    made = answer(request, error.status_code, sentence)
    made.headers.update(error.headers or {})
    return made


async def not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = ", ".join(".".join(map(str, one["loc"][1:])) for one in error.errors())
    return answer(request, 422, tongue_of(request).say("This cannot be understood: {where}.", where=where))
