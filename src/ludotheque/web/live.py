"""Sockets: everybody at a table, playing or looking on, gets a frame when something has changed for him."""

import asyncio
import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ludotheque.game import GameError
from ludotheque.web.frame import Seen
from ludotheque.web.limits import Bucket
from ludotheque.web.registry import NoSuchTable, TableRegistry
from ludotheque.web.session import person_of
from ludotheque.web.words import Tongue, tongue_of

router = APIRouter()

LONGEST_MESSAGE = 4096
SLOW_SECONDS = 30.0  # who takes longer to read one frame has gone
NO_TABLE, FOREIGN, TOO_MANY, TOO_LONG, IDLE = 4404, 4403, 4429, 1009, 4408


class ShownOut(Exception):
    """Somebody whom we stop listening to; the code says why."""

    def __init__(self, code: int):
        self.code = code


class Visitor:
    """One socket at a table."""

    def __init__(self, socket: WebSocket, seen: Seen, seat: int, tongue: Tongue):
        self.socket, self.seen, self.seat, self.tongue = socket, seen, seat, tongue
        self._changed = asyncio.Event()
        self._last: dict[str, Any] | None = None
        self._sending = asyncio.Lock()
        self._bucket = Bucket(most=40, a_second=20)

    def touch(self) -> None:
        """Something has changed; of several changes only the last is shown, so that a slow reader costs nobody."""
        self._changed.set()

    async def show(self) -> None:
        """Send frames for as long as the socket lives."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            self.seat = self.seen.table.seat_of(person_of(self.socket))
            frame = await self.seen.frame(self.seat, self.tongue)
            packed = self.seen.packed(frame, self._last)
            self._last = frame
            if packed is not None:
                await self.send(packed)

    async def hear(self, idle_seconds: float) -> None:
        """Do what the person asks, until he goes."""
        while True:
            text = await asyncio.wait_for(heard(self.socket), idle_seconds)
            if len(text) > LONGEST_MESSAGE:
                raise ShownOut(TOO_LONG)
            if not self._bucket.take(asyncio.get_running_loop().time()):
                raise ShownOut(TOO_MANY)
            try:
                await self.do(read(text))
            except GameError as error:
                why = self.tongue.error(self.seen.table.game, str(error))
                await self.send(json.dumps({"kind": "refused", "why": why}, ensure_ascii=False))
                self._last = None  # whatever the page believes, it gets the whole position again
                self.touch()

    async def do(self, asked: dict[str, Any]) -> None:
        table, person = self.seen.table, person_of(self.socket)
        match asked:
            case {"do": "play", "move": str(move), "key": str(key)}:
                await table.play(person, move, key)
            case {"do": "undo"}:
                await table.ask_back(person)
            case {"do": "answer_undo", "yes": bool(yes)}:
                await table.answer_back(person, yes)
            case {"do": "stand_in", "seat": int(seat)}:
                await table.stand_in(person, seat)
            case {"do": "return"}:
                await table.return_to_seat(person)
            case {"do": "ping"}:
                await self.send('{"kind": "pong"}')
            case _:
                raise GameError("This message says nothing that a table understands.")

    async def send(self, message: str | bytes) -> None:
        sending = self.socket.send_text if isinstance(message, str) else self.socket.send_bytes
        async with self._sending, asyncio.timeout(SLOW_SECONDS):
            try:
                await sending(message)  # type: ignore[arg-type]
            except RuntimeError:  # the wire was closed below us, for a message that was far too long
                raise WebSocketDisconnect from None

    async def hang_up(self, code: int) -> None:
        with suppress(RuntimeError):  # it may be closed already
            await self.socket.close(code)


async def heard(socket: WebSocket) -> str:
    """The next message; whatever is no text says nothing."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or ""


def read(text: str) -> dict[str, Any]:
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise GameError("This message says nothing that a table understands.")
    return asked


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """A place at a table, or beside it."""
    registry: TableRegistry = socket.app.state.registry
    await socket.accept()
    if not is_ours(socket):
        await socket.close(FOREIGN)
        return
    address = socket.client.host if socket.client else ""
    if not registry.doors.allows(address):
        await socket.close(TOO_MANY)
        return
    try:
        table = await registry.table(id)
        seen = registry.seen(table)
        visitor = Visitor(socket, seen, table.seat_of(person_of(socket)), tongue_of(socket))
        table.enter(visitor)
    except NoSuchTable:
        await socket.close(NO_TABLE)
        return
    except GameError:
        await socket.close(TOO_MANY)
        return
    try:
        await talk(visitor, registry.idle_seconds)
    finally:
        table.leave(visitor)


async def talk(visitor: Visitor, idle_seconds: float) -> None:
    """Show and hear until one of the two ends; only then is the socket closed, since nothing may be sent after."""
    showing, hearing = asyncio.create_task(visitor.show()), asyncio.create_task(visitor.hear(idle_seconds))
    done, going = await asyncio.wait({showing, hearing}, return_when=asyncio.FIRST_COMPLETED)
    for task in going:
        task.cancel()
    await asyncio.gather(*going, return_exceptions=True)
    for task in done:
        error = task.exception()
        if isinstance(error, TimeoutError):
            await visitor.hang_up(IDLE)
        elif isinstance(error, ShownOut):
            await visitor.hang_up(error.code)
        elif error is not None and not isinstance(error, WebSocketDisconnect):
            raise error


def is_ours(socket: WebSocket) -> bool:
    """A page of another site may not speak for its visitors."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
