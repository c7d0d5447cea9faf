"""Sessions: a person is a signed cookie or an API key; there are no accounts. Requests of other sites are refused."""

import json
import secrets
from base64 import b64encode
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, TimestampSigner, URLSafeSerializer
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from ludotheque.game import GameError
from ludotheque.web.limits import address_of

COOKIE = "ludotheque"
A_YEAR = 365 * 24 * 3600
NAME_LETTERS = 24
SHA256 = {"digest_method": sha256}


class Forbidden(GameError):
    """This person may not do that."""


@dataclass(frozen=True)
class Person:
    """Somebody with a browser or a program; `id` is secret."""

    id: str
    name: str = ""
    address: str = ""  # where limits are counted
    contest_keys: tuple[tuple[str, str], ...] = field(default=(), repr=False, compare=False)  # by contest


class CookieSigner(TimestampSigner):
    """Signs what Starlette puts into the cookie. Cookies of older servers had another form, and are still read."""

    def __init__(self, secret: bytes):
        super().__init__(secret, salt="session", digest_method=sha256)
        self._old = URLSafeSerializer(secret, salt="person", signer_kwargs=SHA256)

    def unsign(self, signed_value: str | bytes, *arguments: Any, **named: Any) -> Any:
        try:
            return super().unsign(signed_value, *arguments, **named)
        except BadSignature:
            person = self._old.loads(signed_value)  # raises BadSignature too
            return b64encode(json.dumps(person).encode())


class Sessions:
    """Signs cookies and API keys with the server's secret, and knows the address at which visitors see the site."""

    def __init__(self, secret: bytes, public_address: str = ""):
        self.public_address = public_address
        self._cookies = CookieSigner(secret)
        self._keys = URLSafeSerializer(secret, salt="key", signer_kwargs=SHA256)

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return Starlette's middleware for sessions, with our signer."""
        is_https = self.public_address.startswith("https:")
        made = SessionMiddleware(app, "", session_cookie=COOKIE, max_age=A_YEAR, https_only=is_https)
        made.signer = self._cookies
        return made

    def make_key(self, person: Person) -> str:
        """Return the API key of a person: a program that sends it acts for them."""
        return str(self._keys.dumps(person.id))

    def read_key(self, key: str) -> str:
        """Return the id of the person whose key this is, or "" for a wrong key."""
        try:
            return str(self._keys.loads(key))
        except BadSignature:
            return ""


def sessions_of(request: HTTPConnection) -> Sessions:
    sessions: Sessions = request.app.state.sessions
    return sessions


def person_of(request: HTTPConnection) -> Person:
    """Return who asks: the person of the API key, else of the cookie, which a new visitor gets now."""
    id = read_key(request)
    if id:
        return Person(id, address=address_of(request))
    session = request.session
    if "id" not in session:
        session["id"] = secrets.token_urlsafe(16)
    keys = tuple(session.get("keys", {}).items())
    return Person(session["id"], session.get("name", ""), address_of(request), keys)


def read_key(request: HTTPConnection) -> str | None:
    """Return the id of the person whose API key was sent: None without a key, and "" for a wrong one."""
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    return sessions_of(request).read_key(key.strip()) if kind.lower() == "bearer" else None


def set_person(request: HTTPConnection, id: str, name: str) -> None:
    """Let the browser be this person from now on."""
    request.session.update(id=id, name=name)


def set_name(request: HTTPConnection, name: str) -> Person:
    """Change the person's name from now on, and return the person."""
    person = replace(person_of(request), name=name)
    if not read_key(request):
        request.session["name"] = name
    return person


def check_origin(request: HTTPConnection) -> None:
    """Dependency of every route that changes something: refuse what a page of another site sends for its visitors.

    Browsers say from which site a request comes. No browser sends an API key by itself.
    """
    key, origin = read_key(request), request.headers.get("Origin")
    if key:
        return
    if key == "" or (origin is None and "id" not in request.session):
        raise Forbidden("A program has to send its API key: the page /api says how.")
    if origin is not None and not is_own_origin(request, origin):
        raise Forbidden("This was sent from a page of another site.")


def is_own_origin(request: HTTPConnection, origin: str) -> bool:
    """Return whether an Origin is this site: at the Host that the browser asked, or at the configured address."""
    try:
        site = urlsplit(origin)
    except ValueError:  # half an IPv6 address, for example
        return False
    is_host = site.scheme in ("http", "https") and site.netloc == request.headers.get("Host")
    return is_host or (site.netloc != "" and origin == sessions_of(request).public_address)


def parse_name(text: str) -> str:
    """Return a name as typed by a person, with its spaces tidied."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= NAME_LETTERS or not name.isprintable():
        raise GameError("A name has 1 to {most} letters, and nothing that cannot be printed.", most=NAME_LETTERS)
    return name
