"""Guests: clients without a browser, with an HTTP session and sockets at tables."""

import gzip
import json
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.web.limits import Bucket, Rate
from ludotheque.web.sockets import MESSAGES

Frame = dict[str, Any]
TIMEOUT = 60.0  # seconds to wait for a message
PACE = Rate(MESSAGES.most * 0.75, MESSAGES.per_second * 0.75)  # at most this often does a guest speak on a socket


class Guest:
    """A client with its own session."""

    def __init__(self, url: str, name: str = "Ada", language: str = "en") -> None:
        self.url, self.name, self.language = url, name, language
        headers = {"Accept-Language": language, "Origin": url}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT)
        self.key: str = self.get("/api/session").json()["key"]
        self._sockets: list[Socket] = []

    def __enter__(self) -> "Guest":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.leave()

    def leave(self) -> None:
        for socket in self._sockets:
            socket.close()
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form; the field seat-0 is written `seat0`, because a keyword has no hyphen."""
        named = {re.sub(r"^seat(\d)$", r"seat-\1", name): value for name, value in fields.items()}
        return self.http.post(path, data=named)

    def send(self, path: str, body: object) -> httpx.Response:
        """Send JSON."""
        return self.http.post(path, json=body)

    def open(self, game: str, *seats: str, **options: int | str | bool) -> "NewTable":
        """Open a table; seats are "me", "friend" or the name of a bot, options are those of the game."""
        return self.ask_for({"game": game, "seats": seats, "options": options})

    def ask_for(self, table: dict[str, Any]) -> "NewTable":
        answer = self.send("/api/tables", {"name": self.name, **table})
        assert answer.status_code == 201, answer.text
        created = answer.json()
        links = created["invitations"]
        return NewTable(created["id"], [links[seat] for seat in sorted(links, key=int)])

    def sit(self, invitation: str) -> httpx.Response:
        return self.post(invitation, name=self.name)

    def look(self, table: str) -> Frame:
        """Return the frame of a table from the API."""
        frame: Frame = self.get(f"/api/tables/{table}").json()
        return frame

    def socket(self, table: str, **headers: str) -> "Socket":
        socket = Socket(self, table, headers)
        self._sockets.append(socket)
        return socket

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)


class NewTable(NamedTuple):
    """A new table, and the links for friends in the order of their seats."""

    id: str
    invitations: list[str]


class Refused(Exception):
    """The server has refused a request; the message is its sentence."""


class Socket:
    """A socket at a table; `frame` is its latest frame, `log` the complete log."""

    def __init__(self, guest: Guest, table: str, headers: dict[str, str]) -> None:
        url = f"{guest.url.replace('http', 'ws', 1)}/tables/{table}/live?lang={guest.language}"
        sent = {"Cookie": guest.cookies, "Origin": guest.url, **headers}
        self._resources = ExitStack()
        options: dict[str, Any] = {"max_size": 2**24, "compression": None, "proxy": None, "close_timeout": 1}
        options["ping_interval"] = None  # a spectator who does not read for long would close the socket itself
        self.wire: ClientConnection = self._resources.enter_context(connect(url, additional_headers=sent, **options))
        self.raw: list[str] = []  # every message, as text
        self.frame: Frame = {}
        self.log: list[str] = []
        self._bucket = Bucket.full(PACE, time.monotonic())

    def close(self) -> None:
        self._resources.close()

    def closing_code(self) -> int | None:
        """Wait until the server closes the socket, and return the close code."""
        try:
            while True:
                self.wire.recv(TIMEOUT)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def read(self) -> dict[str, Any]:
        """Receive the next message, and update `frame` and `log` if it is a frame."""
        sent = self.wire.recv(TIMEOUT)
        text = sent if isinstance(sent, str) else gzip.decompress(sent).decode()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "frame":
            log = message.pop("log")
            self.log[log["from"] :] = log["lines"]
            self.frame = {**self.frame, **message}
        return message

    def until(self, seen: Callable[[Frame], Any]) -> Frame:
        """Wait until `seen(frame)` is true; the latest frame counts."""
        while not (self.frame and seen(self.frame)):
            self.read()
        return self.frame

    def say(self, **message: object) -> None:
        """Send a message; wait first if the server would find it one too many."""
        while not self._bucket.take(time.monotonic()):
            time.sleep(0.02)
        self.wire.send(json.dumps(message))

    def ask(self, **request: object) -> Frame:
        """Send a request and wait until it was done, or raise Refused; its frame may arrive later."""
        self.say(**request)
        self.say(do="ping")
        refused = None
        while (message := self.read())["kind"] != "pong":
            refused = message["why"] if message["kind"] == "refused" else refused
        if refused is not None:
            raise Refused(refused)
        return self.frame

    def play(self, move: str, key: str | None = None) -> Frame:
        """Play a move and wait for its frame, or raise Refused."""
        before = self.until(lambda frame: True)["key"]
        self.say(do="play", move=move, key=before if key is None else key)
        while (message := self.read())["kind"] != "frame" or message["key"] == before:
            if message["kind"] == "refused":
                raise Refused(message["why"])
        return self.frame

    def my_turn(self) -> Frame:
        """Wait until this seat is awaited, or the match is over."""
        return self.until(lambda frame: frame["legal"] or frame["over"])
