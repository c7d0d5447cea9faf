"""`ludotheque serve`: one process of the web server."""

import asyncio
import errno
import os
import socket
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from sqlalchemy import Engine

from ludotheque.game import NO_WORDS, GameError, Phrase
from ludotheque.store.database import make_data_folder
from ludotheque.store.store import Store
from ludotheque.web.app import make_app
from ludotheque.web.connections import Connections, HttpProtocol, SocketProtocol
from ludotheque.web.local_worker import LocalWorker, make_link, start_worker
from ludotheque.web.logs import configure_logs
from ludotheque.web.metrics import serve_metrics
from ludotheque.web.settings import Settings
from ludotheque.worker import end_with_parent

ACCEPTED_AT_ONCE = 32
WAITING_CONNECTIONS = 1024  # by the kernel, until they are accepted


def default_database(data: str) -> str:
    """Return the address of a file in the folder `data`, or else in the user's data folder."""
    return f"sqlite:///{make_data_folder(data) / 'ludotheque.db'}"


def serve(
    settings: Settings, programs: Mapping[str, str], inherited: int | None = None, has_organiser: bool = False
) -> None:
    """Serve until the process is interrupted, at the address of the settings or at a listening socket's descriptor."""
    configure_logs(settings.log_format, settings.log_level)
    listener = listen(settings.host, settings.port) if inherited is None else socket.socket(fileno=inherited)
    database = settings.database or default_database(settings.data)
    internal = [listen(settings.internal_host, 0)] if is_postgres(database) else []
    store = Store.open(database, *map(format_address, internal))
    if inherited is None:
        show_address(settings, listener)
    else:
        end_with_parent(os.getppid())
    if settings.metrics_port:
        port = serve_metrics(settings.metrics_host, settings.metrics_port)
        print(f"Metrics are at http://{settings.metrics_host}:{port}/metrics", flush=True)
    app = make_app(store, asyncio.run(store.secret()), settings, programs)
    worker = None if inherited is not None else prepare_contests(store.engine, settings, listener, has_organiser)
    try:
        Server(make_config(app, settings, internal)).run(sockets=[listener, *internal])
    finally:
        if worker is not None:
            worker.stop()
        store.close()
        listener.close()


def prepare_contests(
    engine: Engine, settings: Settings, listener: socket.socket, has_organiser: bool
) -> LocalWorker | None:
    """Print an organiser's link if one is wanted, and let a worker play the matches of contests."""
    address = find_own_address(settings, listener)
    if has_organiser:
        link = make_link(engine, settings.public_address or address)
        print(f"To organise contests, open this link; it works once: {link}", flush=True)
    return start_worker(engine, address, settings, has_organiser)


class Server(uvicorn.Server):
    """uvicorn's server. It accepts few connections at a time, so that those beyond the limit are closed in between."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or []:
            one.listen(WAITING_CONNECTIONS)


def is_postgres(database: str) -> bool:
    return database.startswith("postgres")


def format_address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def show_address(settings: Settings, listener: socket.socket) -> None:
    shown_host = f"[{settings.host}]" if ":" in settings.host else settings.host
    print(f"Ludothèque is open: http://{shown_host}:{listener.getsockname()[1]}  (Ctrl-C closes it)", flush=True)


def find_own_address(settings: Settings, listener: socket.socket) -> str:
    """Return the address at which this machine itself reaches the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def make_config(app: FastAPI, settings: Settings, internal: Sequence[socket.socket] = ()) -> uvicorn.Config:
    limits: Connections = app.state.connections
    limits.internal_ports = {one.getsockname()[1] for one in internal}
    seconds = {"header_seconds": settings.header_seconds, "body_seconds": settings.body_seconds}
    return uvicorn.Config(
        app,
        http=cast(Any, partial(HttpProtocol, open_connections=limits, **seconds)),
        ws=cast(Any, partial(SocketProtocol, open_connections=limits)),
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        backlog=ACCEPTED_AT_ONCE,
        log_config=None,  # see logs.py
        access_log=False,
        server_header=False,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # frames are compressed once for all viewers
        timeout_graceful_shutdown=2,
    )


def listen(host: str, port: int) -> socket.socket:
    """Open the socket; this comes first, so that a port in use is reported at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's algorithm off, which would hold back short answers, only if the protocol is named.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = error.strerror if isinstance(error, OSError) else str(error)
        is_in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        advice = Phrase(" Choose another with --port.") if is_in_use else NO_WORDS
        template = "Nothing can be served at {host}, port {port}: {why}.{advice}"
        raise GameError(template, host=host, port=port, why=why, advice=advice) from None
    listener.listen(WAITING_CONNECTIONS)
    return listener
