"""Sockets: each viewer of a table gets a frame when something has changed, and sends moves and requests."""

import asyncio
import json
from contextlib import suppress
from enum import IntEnum
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ludotheque.game import GameError
from ludotheque.store.database import StoreError
from ludotheque.table import Table
from ludotheque.web.chat import Chat, Mark, switch_chat, write_message
from ludotheque.web.forecasts import explain_refusal, make_forecast
from ludotheque.web.frame import Frame, FrameCache
from ludotheque.web.hints import find_hint
from ludotheque.web.limits import Bucket, Rate, address_of
from ludotheque.web.registry import registry_of
from ludotheque.web.rematch import ask_rematch
from ludotheque.web.session import Forbidden, check_origin, person_of
from ludotheque.web.stored_matches import NoSuchTable
from ludotheque.web.words import Language, language_of

router = APIRouter()

LONGEST_MESSAGE = 4096
MESSAGES = Rate(40, 20)
SEND_SECONDS = 30.0  # a client that takes longer to receive a frame is disconnected


class CloseCode(IntEnum):
    """Why the server closes a socket; static/socket.js names the codes that a page has to know."""

    TOO_LONG = 1009
    MOVED = 1012  # to another process: connect again
    TRY_LATER = 1013
    FOREIGN_PAGE = 4403
    NO_TABLE = 4404
    IDLE = 4408
    TOO_MANY = 4429


class Kicked(Exception):
    """The server stops listening to this client."""

    def __init__(self, code: CloseCode):
        self.code = code


class Connection:
    """One socket at a table."""

    def __init__(self, socket: WebSocket, frames: FrameCache, chat: Chat, seat: int, language: Language):
        self.socket, self.frames, self.chat, self.seat, self.language = socket, frames, chat, seat, language
        self._heard: Mark | None = None  # of the chat
        self._changed = asyncio.Event()
        self._last: Frame | None = None
        self._sending = asyncio.Lock()
        self._bucket = Bucket.full(MESSAGES, asyncio.get_running_loop().time())

    @property
    def last_frame(self) -> int | None:
        return None if self._last is None else self._last.number

    def touch(self) -> None:
        """Note that the table has changed. Several changes become one frame, so a slow client costs nothing."""
        self._changed.set()

    async def send_loop(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self.frames.table.is_lost:
                raise Kicked(CloseCode.MOVED)
            self.seat = self.frames.table.seat_of(person_of(self.socket))
            news = self._take_chat()  # before the frame: what is said about a ply must not arrive before the ply
            frame = await self.frames.get(self.seat, self.language)
            message = self.frames.encode(frame, self._last)
            self._last = frame
            if message is not None:
                await self.send(message)
            if news is not None:
                await self.send(json.dumps(news, ensure_ascii=False))

    def _take_chat(self) -> dict[str, Any] | None:
        """Return what this viewer does not have of the chat yet, if anything."""
        news, self._heard = self.chat.news(self._heard, self.language)
        return news

    async def receive_loop(self, idle_seconds: float) -> None:
        while True:
            text = await asyncio.wait_for(receive_text(self.socket), idle_seconds)
            if len(text) > LONGEST_MESSAGE:
                raise Kicked(CloseCode.TOO_LONG)
            if not self._bucket.take(asyncio.get_running_loop().time()):
                raise Kicked(CloseCode.TOO_MANY)
            try:
                await self.handle(parse_message(text))
            except GameError as error:
                sentence = self.language.error(self.frames.table.game, error)
                await self.send(json.dumps({"kind": "refused", "why": sentence}, ensure_ascii=False))
                self._last = None  # the page may believe anything: send the complete position again
                self.touch()

    async def handle(self, message: dict[str, Any]) -> None:
        table, person = self.frames.table, person_of(self.socket)
        match message:
            case {"do": "play", "move": str(move), "key": str(key)}:
                await table.play(person, move, key)
            case {"do": "foresee", "move": str(move)}:
                forecast = await make_forecast(table, table.seat_of(person), move, self.language)
                await self.send(json.dumps(forecast, ensure_ascii=False))
            case {"do": "why", "move": str(move)}:
                reason = await explain_refusal(table, table.seat_of(person), move, self.language)
                await self.send(json.dumps(reason, ensure_ascii=False))
            case {"do": "undo"}:
                await table.act(person, Table.request_undo)
            case {"do": "answer_undo", "yes": bool(yes)}:
                await table.act(person, lambda its, seat, now: its.answer_undo(seat, yes, now))
            case {"do": "cancel_undo"}:
                await table.act(person, Table.cancel_undo)
            case {"do": "resign"}:
                await table.act(person, Table.resign)
            case {"do": "draw"}:
                await table.act(person, Table.offer_draw)
            case {"do": "decline_draw"}:
                await table.act(person, Table.decline_draw)
            case {"do": "rematch", "yes": bool(yes)}:
                await ask_rematch(table, person, yes)
            case {"do": "say", "text": str(text)}:
                await write_message(table, self.chat, person, text)
            case {"do": "switch_chat", "on": bool(is_on)}:
                await switch_chat(table, self.chat, person, is_on)
            case {"do": "stand_in", "seat": int(seat)}:
                await table.stand_in(person, seat)
            case {"do": "return"}:
                await table.act(person, Table.take_seat_back)
            case {"do": "hint"}:
                hint = await find_hint(table, person, self.language)
                await self.send(json.dumps(hint, ensure_ascii=False))
            case {"do": "ping"}:
                await self.send('{"kind": "pong"}')
            case _:
                raise GameError("This message says nothing that a table understands.")

    async def send(self, message: str | bytes) -> None:
        sending = self.socket.send_text if isinstance(message, str) else self.socket.send_bytes
        async with self._sending, asyncio.timeout(SEND_SECONDS):
            try:
                await sending(message)  # type: ignore[arg-type]
            except RuntimeError:  # the server below us has closed it, because a message was far too long
                raise WebSocketDisconnect from None

    async def run(self, idle_seconds: float) -> None:
        """Send and receive until one of the two ends. The socket is closed only then: nothing may be sent after."""
        tasks = [asyncio.create_task(work) for work in (self.send_loop(), self.receive_loop(idle_seconds))]
        done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for task in done:
            error = task.exception()
            if isinstance(error, TimeoutError):
                await self.close(CloseCode.IDLE)
            elif isinstance(error, Kicked):
                await self.close(error.code)
            elif error is not None and not isinstance(error, WebSocketDisconnect):
                raise error

    async def close(self, code: CloseCode) -> None:
        with suppress(RuntimeError):  # it may be closed already
            await self.socket.close(code)


async def receive_text(socket: WebSocket) -> str:
    """Return the next message; a message that is not text becomes an empty one."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or ""


def parse_message(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise GameError("This message says nothing that a table understands.")
    return message


@router.websocket("/tables/{id}/live")
async def connect(socket: WebSocket, id: str) -> None:
    with suppress(WebSocketDisconnect):  # the client may leave at any time
        await socket.accept()
        await serve_socket(socket, id)


async def serve_socket(socket: WebSocket, id: str) -> None:
    registry = registry_of(socket)
    try:
        check_origin(socket)
    except Forbidden:
        await socket.close(CloseCode.FOREIGN_PAGE)
        return
    try:
        await registry.visits.take(address_of(socket))
        table = await registry.table(id)
        seat, language = table.seat_of(person_of(socket)), language_of(socket)
        connection = Connection(socket, registry.frames_of(table), await registry.chat_of(table), seat, language)
        table.enter(connection)
    except NoSuchTable:
        await socket.close(CloseCode.NO_TABLE)
        return
    except StoreError:
        await socket.close(CloseCode.TRY_LATER)
        return
    except GameError:
        await socket.close(CloseCode.TOO_MANY)
        return
    try:
        await connection.run(registry.settings.idle_seconds)
    finally:
        table.leave(connection)
