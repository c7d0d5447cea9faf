"""Contests of a server, asked over HTTP; and the keys that were got there, in a file of the user's own."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from ludotheque.arena.entrants import read_files
from ludotheque.contest.worker import read_error
from ludotheque.game import GameError

SECONDS = 60.0
SERVER = "http://127.0.0.1:8000"


class Client:
    """Asks one server, with a key if there is one."""

    def __init__(self, url: str, key: str = "") -> None:
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Return the answer; an error of the server, or none at all, is a GameError."""
        try:
            response = httpx.request(method, self.url + path, headers=self._headers, timeout=SECONDS, **more)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise GameError("The server {url} does not answer: {why}.", url=self.url, why=why) from None
        if response.status_code >= 400:
            raise GameError("{sentence}", sentence=read_error(response))
        return response

    def get(self, path: str, **parameters: Any) -> Any:
        return self.ask("GET", path, params=parameters).json()

    def post(self, path: str, body: dict[str, Any] | None = None, **more: Any) -> Any:
        response = self.ask("POST", path, **({"json": body} if body is not None else {}), **more)
        return response.json() if response.content else None


def split_address(url: str) -> tuple[str, str]:
    """Return the server and the id of a contest: http://HOST:PORT and ID, of http://HOST:PORT/contests/ID."""
    parts = urlsplit(url)
    before, slash, id = parts.path.rstrip("/").rpartition("/contests/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not slash or not id:
        raise GameError("{url} is no contest: write http://HOST:8000/contests/NAME.", url=url)
    return f"{parts.scheme}://{parts.netloc}{before}", id


def read_archive_of(path: Path) -> tuple[str, bytes]:
    """Return what is uploaded of a bot: its file, or an archive of its folder or of the files that it needs."""
    if not path.exists():
        raise GameError("There is no file {file}.", file=path)
    files = read_files(path)
    if path.is_file() and len(files) == 1:
        return path.name, files[path.name]
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return f"{path.absolute().stem}.zip", target.getvalue()


# Keys


def keys_file() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "ludotheque" / "keys.json"


def read_keys() -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads(keys_file().read_text("utf-8"))
        return found
    except (OSError, ValueError):
        return {}


def save_key(address: str, key: str) -> Path:
    """Keep a key for the next commands, in a file that nobody else can read."""
    file = keys_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.touch(0o600)
        part.write_text(json.dumps({**read_keys(), address.rstrip("/"): key}, indent=1), "utf-8")
        part.replace(file)
    except OSError as error:
        raise GameError("{file} cannot be written: {why}.", file=file, why=error.strerror) from None
    return file


def find_key(address: str, given: str | None) -> str:
    """Return the key for a contest or a server: the given one, that of LUDOTHEQUE_KEY, or the one that was kept."""
    return given or os.environ.get("LUDOTHEQUE_KEY", "") or read_keys().get(address.rstrip("/"), "")
