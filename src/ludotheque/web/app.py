"""The web application: all routes, error pages, and the security headers of every response."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.contest.challenges import TooManyChallenges
from ludotheque.contest.contests import NoSuchContest
from ludotheque.contest.jobs import NoSuchJob
from ludotheque.contest.keys import NotAllowed
from ludotheque.contest.matches import NoSuchMatch
from ludotheque.contest.practice import NoSuchPractice
from ludotheque.contest.service import ContestService
from ludotheque.contest.teams import NoSuchTeam
from ludotheque.contest.versions import NoSuchVersion, TooManyUploads
from ludotheque.contest.webhook_sender import WebhookSender
from ludotheque.contest.webhooks import NoSuchWebhook
from ludotheque.game import LONGEST_QUOTE, GameError, Phrase, UnknownGame
from ludotheque.record import BadRecord
from ludotheque.store.database import StoreError
from ludotheque.store.store import Store
from ludotheque.web import (
    analysing,
    api,
    contest_api,
    contest_challenges,
    contest_keys,
    contest_live_api,
    contest_organiser_pages,
    contest_pages,
    contest_practice_api,
    contest_staff_api,
    contest_webhook_api,
    devices,
    health,
    history,
    install,
    join,
    pages,
    previews,
    projector,
    render,
    replays,
    sockets,
    table_page,
)
from ludotheque.web.analyses import AnalysisFailed
from ludotheque.web.connections import Connections, raise_descriptor_limit
from ludotheque.web.forwarding import Forwarding
from ludotheque.web.health import StateCollector
from ludotheque.web.limits import Limit, TooMuch, address_of
from ludotheque.web.logs import REQUEST_ID, RequestMiddleware
from ludotheque.web.metrics import METRICS
from ludotheque.web.registry import NO_PROGRAMS, TableRegistry
from ludotheque.web.render import POLICY, NoSuchFile
from ludotheque.web.replay_library import NoSuchReplay
from ludotheque.web.session import Forbidden, Sessions
from ludotheque.web.settings import Settings
from ludotheque.web.stored_matches import NoSuchTable
from ludotheque.web.words import language_of

STATUS: dict[type[GameError], int] = {
    NoSuchTable: 404,
    NoSuchReplay: 404,
    NoSuchFile: 404,
    UnknownGame: 404,
    NoSuchContest: 404,
    NoSuchTeam: 404,
    NoSuchVersion: 404,
    NoSuchMatch: 404,
    NoSuchJob: 404,
    NoSuchWebhook: 404,
    NoSuchPractice: 404,
    Forbidden: 403,
    NotAllowed: 403,
    BadRecord: 422,
    TooMuch: 429,
    TooManyUploads: 429,
    TooManyChallenges: 429,
    AnalysisFailed: 500,
    StoreError: 503,
}
LARGEST_BODY = 4 * 2**20 + 2**16
SMALL_BODY = 2**16  # a form or a move; the limit of visits is enough for these
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # the link of an invitation is a secret
    "Cross-Origin-Opener-Policy": "same-origin",
}


def make_app(store: Store, secret: bytes, settings: Settings, programs: Mapping[str, str] = NO_PROGRAMS) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.registry = TableRegistry(store, programs, settings)
        app.state.contests = ContestService(store, webhook_networks=settings.webhook_networks)
        webhooks = WebhookSender(store, settings.webhook_networks)
        collector = StateCollector(app.state.registry, app.state.connections)
        try:
            await app.state.registry.start()
            METRICS.register(collector)
            sending = asyncio.create_task(webhooks.run())
            yield
            METRICS.unregister(collector)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            await webhooks.close()
            await app.state.registry.stop()
            app.state.contests.close()
        finally:  # here, because uvicorn ends the process by the same signal before `serve` returns
            await asyncio.to_thread(store.close)

    app = FastAPI(
        title="Ludothèque",
        version="1",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    own_pages = (render, install, pages, history, devices, join, table_page, replays, previews)
    contest_own = (contest_challenges, contest_keys, contest_pages, contest_organiser_pages, projector)
    contest_apis = (contest_api, contest_live_api, contest_practice_api, contest_staff_api, contest_webhook_api)
    for part in (*own_pages, *contest_own, *contest_apis, sockets, api, analysing, health):
        app.include_router(part.router)
    app.add_exception_handler(GameError, handle_game_error)
    app.add_exception_handler(HTTPException, handle_http_error)
    app.add_exception_handler(RequestValidationError, handle_invalid_request)
    app.add_exception_handler(Exception, handle_failure)
    app.state.connections = Connections(
        settings.connections_per_address, raise_descriptor_limit(), settings.trusted_proxies
    )
    app.state.sessions = Sessions(secret, settings.public_address)
    app.add_middleware(app.state.sessions.wrap)
    app.add_middleware(Forwarding, secret=secret)
    app.add_middleware(SecurityMiddleware)
    app.add_middleware(RequestMiddleware)
    return app


class SecurityMiddleware:
    """Adds security headers to every response, and refuses bodies that are larger than a record may be."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if is_too_large(scope):
            await refuse_body("This is too large.", 413)(scope, receive, send_with_headers)
        elif has_large_body(scope) and not await uploads_of(scope).allows(address_of(HTTPConnection(scope)), 0):
            await refuse_body("That was too much at once. Wait a moment.", 429)(scope, receive, send_with_headers)
        else:
            with suppress(ClientDisconnect):  # nobody waits for the response
                await self.app(scope, limit_body(scope, receive), send_with_headers)


def refuse_body(sentence: str, status: int) -> Response:
    """Return a response after which the connection is closed, so that the body is not read."""
    return Response(sentence, status, {"Connection": "close"}, media_type="text/plain")


def has_large_body(scope: Scope) -> bool:
    """Return whether a body is, or may be, so large that its bytes are counted."""
    headers = dict(scope["headers"])
    return b"transfer-encoding" in headers or int(headers.get(b"content-length", b"0")) > SMALL_BODY


def is_too_large(scope: Scope) -> bool:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return any(not value.isdigit() or len(value) > 9 or int(value) > LARGEST_BODY for value in lengths)


def uploads_of(scope: Scope) -> Limit:
    limit: Limit = scope["app"].state.registry.uploads
    return limit


def limit_body(scope: Scope, receive: Receive) -> Receive:
    """Stop reading a body at LARGEST_BODY, and count its bytes; a body in chunks does not say how long it is."""
    received = 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        is_too_long = received > LARGEST_BODY
        if received > SMALL_BODY and (is_too_long or not message.get("more_body")):
            await uploads_of(scope).charge(address_of(HTTPConnection(scope)), received)
        if is_too_long:
            raise HTTPException(413, "This is too large.")
        return message

    return receive_limited


def wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/") or "application/json" in request.headers.get("Accept", "")


def render_error(request: Request, status: int, sentence: str) -> Response:
    sentence = sentence.encode(errors="replace").decode()  # what was typed can contain half a character
    if wants_json(request):
        return JSONResponse({"error": sentence}, status)
    return render.render_page(request, "error.html", status, sentence=sentence, code=status)


async def handle_game_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameError)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)
    return render_error(request, status, language_of(request).error(None, error))


async def handle_failure(request: Request, error: Exception) -> Response:
    """Answer after an error of ours; the log has its traceback under the same number."""
    id = REQUEST_ID.get()
    sentence = language_of(request).say("Something went wrong here. The report has the number {id}.", id=id)
    headers = {**HEADERS, "X-Request-ID": id}
    if wants_json(request):
        return JSONResponse({"error": sentence}, 500, headers)
    return Response(sentence, 500, headers, media_type="text/plain")


async def handle_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    language, is_missing = language_of(request), error.status_code == 404
    sentence = language.say("There is no such page.") if is_missing else language.error(None, Phrase(str(error.detail)))
    response = render_error(request, error.status_code, sentence)
    response.headers.update(error.headers or {})
    return response


async def handle_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fields = ", ".join(".".join(map(str, one["loc"][1:])) for one in error.errors())
    where = fields if len(fields) <= LONGEST_QUOTE else fields[:LONGEST_QUOTE] + "…"  # names of fields may be invented
    return render_error(request, 422, language_of(request).say("This cannot be understood: {where}.", where=where))
