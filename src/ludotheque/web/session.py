"""Sessions: a person is a signed cookie, made at the first visit; there are no accounts."""

import hmac
import secrets
from dataclasses import dataclass, replace
from hashlib import sha256

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.game import GameError

COOKIE = "ludotheque"
A_YEAR = 365 * 24 * 3600
NAME_LETTERS = 24


class Forbidden(GameError):
    """This person may not do that."""


@dataclass(frozen=True)
class Person:
    """Somebody with a browser or a program; `id` is secret."""

    id: str
    name: str = ""


class Sessions:
    """Writes and reads the cookies, signed with the server's secret."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._signer = URLSafeSerializer(secret, salt="person", signer_kwargs={"digest_method": sha256})

    def read(self, cookie: str | None) -> Person | None:
        """Return the person of a cookie, or None if the signature is wrong."""
        try:
            fields = self._signer.loads(cookie or "")
            return Person(str(fields["id"]), str(fields["name"]))
        except (BadSignature, KeyError, TypeError):
            return None

    def write(self, person: Person) -> str:
        signed = self._signer.dumps({"id": person.id, "name": person.name})
        return signed if isinstance(signed, str) else signed.decode()

    def csrf_token(self, person: Person) -> str:
        """Return the token that a person's forms must send, and that no other site can know."""
        return hmac.new(self._secret, f"csrf {person.id}".encode(), sha256).hexdigest()


class SessionMiddleware:
    """Gives every visitor a session, and sets the cookie when the session is new or has changed."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        sessions: Sessions = scope["app"].state.sessions
        known = sessions.read(request.cookies.get(COOKIE))
        scope.setdefault("state", {})["person"] = known or Person(secrets.token_urlsafe(16))

        async def send_with_cookie(message: Message) -> None:
            person = scope["state"]["person"]
            if message["type"] == "http.response.start" and person != known:
                secure = "; Secure" if request.url.scheme == "https" else ""
                cookie = f"{COOKIE}={sessions.write(person)}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{secure}"
                MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def person_of(request: HTTPConnection) -> Person:
    person: Person = request.state.person
    return person


def csrf_of(request: HTTPConnection) -> str:
    sessions: Sessions = request.app.state.sessions
    return sessions.csrf_token(person_of(request))


def set_name(request: HTTPConnection, name: str) -> Person:
    """Change the person's name from now on, and return the person."""
    request.state.person = replace(person_of(request), name=name)
    return person_of(request)


async def check_csrf(request: Request) -> None:
    """Dependency of every route that changes something: refuse requests without the token of our own pages."""
    token = request.headers.get("X-CSRF-Token")
    if token is None and _is_form(request):
        await request.body()  # keeps the body, so that the route can read the form again
        token = str((await request.form()).get("csrf", ""))
    if not hmac.compare_digest((token or "").encode(), csrf_of(request).encode()):
        raise Forbidden("This form was not sent from a page of this site, or is too old: reload and try again.")


def _is_form(request: Request) -> bool:
    return request.headers.get("Content-Type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    )


def parse_name(text: str) -> str:
    """Return a name as typed by a person, with its spaces tidied."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= NAME_LETTERS or not name.isprintable():
        raise GameError("A name has 1 to {most} letters, and nothing that cannot be printed.", most=NAME_LETTERS)
    return name
