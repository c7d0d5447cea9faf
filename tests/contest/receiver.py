"""A receiver of webhooks for tests: a real HTTP server in a thread, which answers as the test says."""

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from types import TracebackType
from typing import Any, NamedTuple

PATIENCE = 120.0  # seconds


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Answer(NamedTuple):
    status: int = 204
    location: str = ""
    body: bytes = b""


class Receiver:
    """Listens on 127.0.0.1 and keeps what came. Answers are those of `answers`, then 204."""

    def __init__(self, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.received: Queue[Request] = Queue()
        self.answers: list[Answer] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), make_handler(self))
        self._server.daemon_threads = True
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.may_answer.set()
        self._server.shutdown()
        self._server.server_close()

    def url(self, scheme: str = "http", host: str = "127.0.0.1") -> str:
        return f"{scheme}://{host}:{self.port}/hook?a=b"

    def take(self) -> Request:
        """Wait for the next request."""
        return self.received.get(timeout=PATIENCE)

    def take_all(self) -> list[Request]:
        """Return what has come so far."""
        return [self.received.get() for _ in range(self.received.qsize())]


def make_handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.received.put(Request(self.path, dict(self.headers), body))
            receiver.may_answer.wait(PATIENCE)
            answer = receiver.answers.pop(0) if receiver.answers else Answer()
            self.send_response(answer.status)
            if answer.location:
                self.send_header("Location", answer.location)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *words: object) -> None:
            """Write nothing to the terminal."""

    return Handler
