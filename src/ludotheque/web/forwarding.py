"""Passes a request for a table on to the process that has the table, at that process's internal address.

So every process can answer every request, and any load balancer works. One that sends all requests of a table to the
same process saves the detour.
"""

import asyncio
import hmac
import json
import re
from collections.abc import Coroutine
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import httpx
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.contest.watching import is_live_name
from ludotheque.game import GameError
from ludotheque.store.database import StoreError
from ludotheque.store.leases import LOOK_SECONDS
from ludotheque.web.registry import TableElsewhere, TableRegistry

TABLE_PATH = re.compile(r"(?:/api(?:/workers)?)?/tables/([\w-]+)(?:/.*)?")
SECRET, VISITOR = b"x-ludotheque-secret", b"x-ludotheque-visitor"
CONNECTION_HEADERS = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
OWN_HEADERS = CONNECTION_HEADERS | {b"host", b"content-length", SECRET, VISITOR}  # the client sets these itself
PATIENCE = 12.0  # seconds: longer than a dead process counts as alive
PAUSE = 0.2
MOVED = 1012  # close code: connect again
SENTENCE = "This table has moved to another process: try again in a moment."
Headers = list[tuple[bytes, bytes]]
T = TypeVar("T")


class Unreachable(Exception):
    """The process that has a table does not answer: it may have died a moment ago."""


class Forwarding:
    """ASGI middleware. What comes from another process carries a secret, and is never passed on again."""

    def __init__(self, app: ASGIApp, secret: bytes):
        self.app = app
        self._secret = hmac.new(secret, b"internal", sha256).hexdigest().encode()
        self._client = httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=None), trust_env=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table = self._find_table(scope)
        if table is None:
            await self.app(self._restore(scope), receive, send)
            return
        until = asyncio.get_running_loop().time() + PATIENCE
        body = await read_body(receive) if scope["type"] == "http" else None
        while asyncio.get_running_loop().time() < until:
            try:
                await self._answer(table, body, scope, receive, send)
            except Unreachable:
                await asyncio.sleep(PAUSE)
            else:
                return
        await refuse(scope, receive, send)

    def _find_table(self, scope: Scope) -> str | None:
        """Return the table of a visitor's request, if there are other processes that could have it."""
        if scope["type"] not in ("http", "websocket") or self._is_internal(scope):
            return None
        registry: TableRegistry = scope["app"].state.registry
        found = TABLE_PATH.fullmatch(scope["path"])
        return found[1] if found and registry.store.leases else None

    def _is_internal(self, scope: Scope) -> bool:
        return hmac.compare_digest(dict(scope["headers"]).get(SECRET, b""), self._secret)

    def _restore(self, scope: Scope) -> Scope:
        """Put the visitor's own address, host and scheme into a request that another process has passed on."""
        if scope["type"] not in ("http", "websocket") or not self._is_internal(scope):
            return scope
        visitor = json.loads(dict(scope["headers"])[VISITOR])
        headers = [(name, value) for name, value in scope["headers"] if name not in (b"host", SECRET, VISITOR)]
        client = tuple(visitor["client"]) if visitor["client"] else None
        headers.append((b"host", visitor["host"].encode("latin-1")))
        return {**scope, "client": client, "scheme": visitor["scheme"], "headers": headers}

    async def _answer(self, table: str, body: bytes | None, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here, or where the table is; Unreachable if neither is possible now."""
        registry: TableRegistry = scope["app"].state.registry
        holder = await find_holder(registry, table)
        if holder is None:
            await self.app(scope, receive if body is None else repeat_body(body, receive), send)
        elif body is None:
            await self._pass_socket(holder, scope, receive, send)
        else:
            await self._pass_request(holder, body, scope, send)

    async def _pass_request(self, holder: str, body: bytes, scope: Scope, send: Send) -> None:
        url = holder + address_of(scope)
        request = self._client.build_request(scope["method"], url, headers=self._headers(scope), content=body)
        try:
            response = await while_alive(scope, holder, self._client.send(request))
        except httpx.ConnectError as error:
            await end_if_refused(scope, holder, error)
            raise Unreachable from error
        except httpx.TransportError:
            await refuse(scope, nothing, send)
            return
        headers = [(name, value) for name, value in response.headers.raw if name.lower() not in DECODED_HEADERS]
        headers.append((b"content-length", str(len(response.content)).encode()))
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": response.content})

    async def _pass_socket(self, holder: str, scope: Scope, receive: Receive, send: Send) -> None:
        url = holder.replace("http", "ws", 1) + address_of(scope)
        headers = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in self._headers(scope) if n not in HANDSHAKE]
        try:
            far = await while_alive(scope, holder, open_socket(url, headers))
        except (OSError, InvalidHandshake, TimeoutError) as error:
            await end_if_refused(scope, holder, error)
            raise Unreachable from error
        async with far:
            await receive()  # the visitor's wish to connect
            await send({"type": "websocket.accept"})
            try:
                await while_alive(scope, holder, join(far, receive, send))
            except Unreachable:
                far.transport.abort()
                await send({"type": "websocket.close", "code": MOVED})

    def _headers(self, scope: Scope) -> Headers:
        """Return the visitor's headers, with the secret and with what the other process cannot see."""
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        visitor = {"client": scope.get("client"), "host": host, "scheme": scope["scheme"]}
        own = [(name, value) for name, value in scope["headers"] if name.lower() not in OWN_HEADERS]
        return [*own, (SECRET, self._secret), (VISITOR, json.dumps(visitor).encode())]


HANDSHAKE = {b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions", b"sec-websocket-accept"}
DECODED_HEADERS = CONNECTION_HEADERS | {b"content-length", b"content-encoding"}


async def find_holder(registry: TableRegistry, table: str) -> str | None:
    """Return the other process that has a table; None if this one has it, or can take it, or knows no such table."""
    try:
        holder = await registry.find_holder(table)
        if holder is None and not is_live_name(table):
            await registry.table(table)
    except TableElsewhere as error:
        raise Unreachable from error  # somebody took it in this moment
    except (GameError, StoreError):
        return None  # the application says what is wrong
    return holder


async def end_if_refused(scope: Scope, holder: str, error: BaseException | None) -> None:
    """A process whose own port refuses connections is dead: nobody has to wait until its leases end."""
    registry: TableRegistry = scope["app"].state.registry
    while error is not None and not isinstance(error, ConnectionRefusedError):
        error = error.__cause__ or error.__context__
    if error is not None and registry.store.leases is not None:
        with suppress(StoreError):
            await registry.store.leases.end(holder)


async def while_alive(scope: Scope, holder: str, work: Coroutine[Any, Any, T]) -> T:
    """Do something that needs the other process, and give up when that process has died or was stopped."""
    registry: TableRegistry = scope["app"].state.registry
    assert registry.store.leases is not None
    task = asyncio.create_task(work)
    try:
        while not (await asyncio.wait([task], timeout=LOOK_SECONDS))[0]:
            with suppress(StoreError):
                if not await registry.store.leases.is_alive(holder):
                    raise Unreachable
        return task.result()
    finally:
        task.cancel()


async def open_socket(url: str, headers: list[tuple[str, str]]) -> ClientConnection:
    return await connect(
        url,
        additional_headers=headers,
        user_agent_header=None,
        compression=None,
        max_size=None,
        ping_interval=None,
        proxy=None,
    )


async def join(far: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass messages on in both directions until one side closes."""
    tasks = [asyncio.ensure_future(one) for one in (pass_to_process(far, receive), pass_to_visitor(far, send))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def pass_to_process(far: ClientConnection, receive: Receive) -> None:
    with suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await far.send(message["bytes"] if text is None else text)
        await far.close()


async def pass_to_visitor(far: ClientConnection, send: Send) -> None:
    with suppress(ConnectionClosed):
        async for message in far:
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})
    code = far.close_code
    with suppress(RuntimeError):  # the visitor has left
        await send({"type": "websocket.close", "code": MOVED if code in (None, 1005, 1006) else code})


def address_of(scope: Scope) -> str:
    """Return path and query, as the visitor wrote them."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return (path + (b"?" + query if query else b"")).decode("latin-1")


async def read_body(receive: Receive) -> bytes:
    body, has_more = b"", True
    while has_more:
        message = await receive()
        body += message.get("body", b"")
        has_more = message.get("more_body", False)
    return body


def repeat_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body which was read already, and then goes on."""
    is_given = False

    async def receive_again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await JSONResponse({"error": SENTENCE}, 503)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": MOVED})


async def nothing() -> Message:
    return {"type": "http.disconnect"}
