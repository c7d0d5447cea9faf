"""Logs: lines of text or of JSON on the error output, with the id of the request and without secrets."""

import json
import logging
import re
import secrets
import sys
import time
from collections import Counter
from contextvars import ContextVar
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.web.metrics import REQUESTS

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("ludotheque.requests")

SECRETS = [
    re.compile(r"(://[^\s:/@]*:)\S+(?=@)"),  # a password in the address of a database
    re.compile(r"(/sit/)[\w-]+"),  # an invitation
    re.compile(r"(/devices/)[\w-]+"),  # somebody's profile
    re.compile(r"(Bearer )\S+", re.IGNORECASE),
    re.compile(r"(\bludotheque=)[^\s;]+"),  # the cookie
]
SAME_PER_MINUTE = 10


def hide_secrets(text: str) -> str:
    for pattern in SECRETS:
        text = pattern.sub(r"\1***", text)
    return text


class TextFormatter(logging.Formatter):
    """One line for people: time, level, id of the request, message; then the traceback, if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        request = getattr(record, "request", "")
        return hide_secrets(f"{text} (request {request})" if request else text)


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": getattr(record, "request", ""),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            facts["traceback"] = self.formatException(record.exc_info)
        return hide_secrets(json.dumps(facts, ensure_ascii=False, default=str))


class AddRequest(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request = REQUEST_ID.get()
        return True


class LimitRepeats(logging.Filter):
    """Drops a message of which there were SAME_PER_MINUTE in this minute, so that nobody can fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._counts = 0, Counter[tuple[str, str]]()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:  # such as one line for each request, if the operator wants them
            return True
        minute = int(record.created // 60)
        if minute != self._minute:
            self._minute, self._counts = minute, Counter()
        key = record.name, str(record.msg)
        self._counts[key] += 1
        if self._counts[key] == SAME_PER_MINUTE:
            record.msg = f"{record.msg} (no more of these in this minute)"
        return self._counts[key] <= SAME_PER_MINUTE


def configure_logs(form: str, level: str) -> None:
    """Send all logs of this process to the error output, as "text" or "json"."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter("%(asctime)s %(levelname)s %(message)s"))
    handler.addFilter(LimitRepeats())
    handler.addFilter(AddRequest())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs addresses of webhooks, which can be secret


class RequestMiddleware:
    """Gives every request an id, which the response has too, measures its time, and logs it at level info."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        id, status, started = secrets.token_hex(8), 0, time.perf_counter()
        REQUEST_ID.set(id)

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = id
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            note_request(scope, status, time.perf_counter() - started)


def note_request(scope: Scope, status: int, seconds: float) -> None:
    """Measure and log a request, by its route: the path itself can be a secret, and there are too many of them."""
    route = getattr(scope.get("route"), "path", "none")
    if scope["type"] == "http":
        REQUESTS.labels(scope["method"] if route != "none" else "any", route, str(status or 500)).observe(seconds)
    facts = {
        "method": scope.get("method", "SOCKET"),
        "route": route,
        "table": scope.get("path_params", {}).get("id", ""),
        "status": status,
        "seconds": round(seconds, 4),
        "address": scope["client"][0] if scope.get("client") else "",
    }
    log.info("%(method)s %(route)s %(status)s %(seconds)s s", facts, extra={"facts": facts})
