"""Limits below HTTP: the time that a request may take to arrive, and the connections of one address.

uvicorn has neither limit. A browser sends a request in milliseconds; somebody who sends half of one, and waits, would
hold a connection and a file descriptor for as long as they like.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludotheque.web.limits import network_of
from ludotheque.web.metrics import REFUSED

MOST_DESCRIPTORS = 65_536
RESERVED_DESCRIPTORS = 128  # for the database, files, programs and connections that are being closed
TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def raise_descriptor_limit() -> int:
    """Raise the limit of open files as far as this process may, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return soft if soft != resource.RLIM_INFINITY else MOST_DESCRIPTORS
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Connections:
    """Counts the open connections of every address. Trusted proxies may have any number of them."""

    def __init__(self, per_address: int, descriptors: int, trusted_proxies: Sequence[str] = ()):
        self.most = max(1, descriptors - RESERVED_DESCRIPTORS)
        self.per_address = min(per_address, max(1, self.most // 2))  # one address never takes all of them
        self.total = 0
        self.internal_ports: set[int] = set()  # at which other processes of this site connect
        self._trusted = [ip_network(one, strict=False) for one in trusted_proxies]
        self._counts: Counter[str] = Counter()

    def admit(self, host: str, port: int = 0) -> bool:
        """Count a new connection to one of our ports, or return False if there are too many."""
        address = network_of(host)
        is_full = self._counts[address] >= self.per_address and not self._is_trusted(host)
        is_full = is_full and port not in self.internal_ports
        if is_full or self.total >= self.most:
            REFUSED.labels("connections").inc()
            return False
        self._counts[address] += 1
        self.total += 1
        return True

    def release(self, host: str) -> None:
        address = network_of(host)
        self.total -= 1
        self._counts[address] -= 1
        if self._counts[address] == 0:
            del self._counts[address]

    def _is_trusted(self, host: str) -> bool:
        with suppress(ValueError):
            address = ip_address(host)
            return any(address in network for network in self._trusted)
        return False


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP with limits: for headers, for a body, for a client that does not read, and by address."""

    def __init__(
        self, *arguments: Any, open_connections: Connections, header_seconds: float, body_seconds: float, **named: Any
    ):
        super().__init__(*arguments, **named)
        self.open_connections = open_connections
        self.seconds = {h11.IDLE: header_seconds, h11.SEND_BODY: body_seconds}
        self.body_seconds = body_seconds
        self._is_counted = False
        self._part: Any = None  # the part of the request that is arriving: IDLE means headers
        self._deadline: asyncio.TimerHandle | None = None
        self._reading_deadline: asyncio.TimerHandle | None = None

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_counted = self.open_connections.admit(self.host, self.server[1] or 0 if self.server else 0)
        if self._is_counted:
            self._watch_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_watching()
        if self._is_counted:
            self._is_counted = False
            self.open_connections.release(self.host)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_watching()
        self._is_counted = False  # the socket's protocol releases it
        super().handle_websocket_upgrade(event)

    def _watch_request(self) -> None:
        """Start a timer when another part of a request begins to arrive. More bytes of the same part gain no time."""
        part = self.conn.their_state
        if part is self._part or not self._is_counted:
            return
        self._part = part
        if self._deadline is not None:
            self._deadline.cancel()
        seconds = self.seconds.get(part)
        self._deadline = self.loop.call_later(seconds, self._end_slow_request) if seconds is not None else None

    def _end_slow_request(self) -> None:
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(TIMEOUT_RESPONSE)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_deadline = self.loop.call_later(self.body_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading_deadline is not None:
            self._reading_deadline.cancel()

    def _stop_watching(self) -> None:
        for timer in (self._deadline, self._reading_deadline):
            if timer is not None:
                timer.cancel()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which releases the connection that HttpProtocol has counted."""

    def __init__(self, *arguments: Any, open_connections: Connections, **named: Any):
        super().__init__(*arguments, **named)
        self.open_connections = open_connections

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.open_connections.release(self.client[0] if self.client else "")
