"""People without a browser: a session by HTTP, and a place at a table by socket."""

import gzip
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]
PATIENCE = 60.0  # seconds until a test that waits for a message gives up


class Guest:
    """Somebody with a session of his own."""

    def __init__(self, url: str, name: str = "Ada", language: str = "en") -> None:
        self.url, self.name, self.language = url, name, language
        self.http = httpx.Client(base_url=url, headers={"Accept-Language": language}, timeout=PATIENCE)
        self.csrf: str = self.get("/api/session").json()["csrf"]
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
        return self.http.post(path, data={"csrf": self.csrf, **named})

    def send(self, path: str, body: object) -> httpx.Response:
        """The same as JSON."""
        return self.http.post(path, json=body, headers={"X-CSRF-Token": self.csrf})

    def open(self, game: str, *seats: str, **options: int | str | bool) -> "Opened":
        """A new table; seats are "me", "friend" or a bot's name, options are the game's."""
        return self.ask_for({"game": game, "seats": seats, "options": options})

    def ask_for(self, table: dict[str, Any]) -> "Opened":
        answer = self.send("/api/tables", {"name": self.name, **table})
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return Opened(told["id"], [told["invitations"][seat] for seat in sorted(told["invitations"], key=int)])

    def sit(self, invitation: str) -> httpx.Response:
        return self.post(invitation, name=self.name)

    def look(self, table: str) -> Frame:
        """What the API tells of a table."""
        told: Frame = self.get(f"/api/tables/{table}").json()
        return told

    def socket(self, table: str, **headers: str) -> "Socket":
        made = Socket(self, table, headers)
        self._sockets.append(made)
        return made

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)


class Opened(NamedTuple):
    """A table that was opened, and the links that friends are sent, in the order of their seats."""

    id: str
    invitations: list[str]


class Refused(Exception):
    """What was asked for was refused; the message is the sentence."""


class Socket:
    """A place at a table; `frame` is what its person sees now."""

    def __init__(self, guest: Guest, table: str, headers: dict[str, str]) -> None:
        url = f"{guest.url.replace('http', 'ws', 1)}/tables/{table}/live?lang={guest.language}"
        sent = {"Cookie": guest.cookies, "Origin": guest.url, **headers}
        self._leaving = ExitStack()
        self.wire: ClientConnection = self._leaving.enter_context(
            connect(url, additional_headers=sent, max_size=2**24, compression=None, proxy=None, close_timeout=1)
        )
        self.raw: list[str] = []  # every message, as text
        self.frame: Frame = {}
        self.log: list[str] = []

    def close(self) -> None:
        self._leaving.close()

    def closing_code(self) -> int | None:
        """With which code the server hangs up."""
        try:
            while True:
                self.wire.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def read(self) -> dict[str, Any]:
        """The next message; a frame becomes what is seen."""
        sent = self.wire.recv(PATIENCE)
        text = sent if isinstance(sent, str) else gzip.decompress(sent).decode()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "frame":
            log = message.pop("log")
            self.log[log["from"] :] = log["lines"]
            self.frame = {**self.frame, **message}
        return message

    def until(self, seen: Callable[[Frame], Any]) -> Frame:
        """Wait for a frame of which this is true; the present one will do."""
        while not (self.frame and seen(self.frame)):
            self.read()
        return self.frame

    def say(self, **message: object) -> None:
        self.wire.send(json.dumps(message))

    def ask(self, **message: object) -> Frame:
        """Say something, and wait until it was done or refused; its frame may still be on its way."""
        self.say(**message)
        self.say(do="ping")
        refused = None
        while (heard := self.read())["kind"] != "pong":
            refused = heard["why"] if heard["kind"] == "refused" else refused
        if refused is not None:
            raise Refused(refused)
        return self.frame

    def play(self, move: str, key: str | None = None) -> Frame:
        """Play, and wait until it is seen. Raises Refused."""
        before = self.until(lambda frame: True)["key"]
        self.say(do="play", move=move, key=before if key is None else key)
        while (heard := self.read())["kind"] != "frame" or heard["key"] == before:
            if heard["kind"] == "refused":
                raise Refused(heard["why"])
        return self.frame

    def my_turn(self) -> Frame:
        """Wait until this seat is awaited, or the match is over."""
        return self.until(lambda frame: frame["legal"] or frame["over"])
