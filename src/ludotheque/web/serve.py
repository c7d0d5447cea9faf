"""`ludotheque serve`: the web page, from one process."""

import os
import socket
from pathlib import Path

import uvicorn

from ludotheque.game import GameError
from ludotheque.store.store import Store
from ludotheque.web.app import make_app


def default_database() -> str:
    """A file in the user's data folder, or in LUDOTHEQUE_DATA."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(os.environ.get("LUDOTHEQUE_DATA") or Path(home) / "ludotheque")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameError(f"The folder {folder} cannot be made: {error.strerror}.") from None
    return f"sqlite:///{folder / 'ludotheque.db'}"


def serve(host: str, port: int, database: str | None) -> None:
    """Answer until somebody ends it."""
    listening = listen(host, port)
    store = Store.open(database or default_database())
    place = f"[{host}]" if ":" in host else host
    print(f"Ludothèque is open: http://{place}:{listening.getsockname()[1]}  (Ctrl-C closes it)", flush=True)
    config = uvicorn.Config(
        make_app(store),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,  # frames are packed once for everybody
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        store.close()
        listening.close()


def listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything else so that a mistake is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        said = error.strerror if isinstance(error, OSError) else str(error)
        hint = " Choose another with --port." if isinstance(error, OSError) and error.errno == 98 else ""
        raise GameError(f"Nothing can be served at {host}, port {port}: {said}.{hint}") from None
    made.listen(1024)  # whoever comes now waits a moment
    return made
