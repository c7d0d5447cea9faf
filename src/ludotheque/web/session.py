"""Who is asking: a person is a signed cookie, made at the first visit; no account is needed."""

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
    """Something that this person may not do."""


@dataclass(frozen=True)
class Person:
    """Somebody at a browser."""

    id: str
    name: str = ""


class Sessions:
    """Writes and reads the cookies, under the house's secret."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._signer = URLSafeSerializer(secret, salt="person", signer_kwargs={"digest_method": sha256})

    def read(self, cookie: str | None) -> Person | None:
        """The person whom a cookie names; None if it is not ours."""
        try:
            told = self._signer.loads(cookie or "")
            return Person(str(told["id"]), str(told["name"]))
        except (BadSignature, KeyError, TypeError):
            return None

    def write(self, person: Person) -> str:
        signed = self._signer.dumps({"id": person.id, "name": person.name})
        return signed if isinstance(signed, str) else signed.decode()

    def csrf(self, person: Person) -> str:
        """What a form of this person's must send along, which no other site can know."""
        return hmac.new(self._secret, f"csrf {person.id}".encode(), sha256).hexdigest()


class Porter:
    """Gives every visitor a session, and sends its cookie when it is new or has changed."""

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
    return sessions.csrf(person_of(request))


def rename(request: HTTPConnection, name: str) -> Person:
    """Let the person go by this name from now on."""
    request.state.person = replace(person_of(request), name=name)
    return person_of(request)


async def from_our_page(request: Request) -> None:
    """A dependency of everything that changes something: only a page of ours knows the token."""
    token = request.headers.get("X-CSRF-Token")
    if token is None and _is_form(request):
        await request.body()  # kept, for whoever reads it after the form
        token = str((await request.form()).get("csrf", ""))
    if not hmac.compare_digest((token or "").encode(), csrf_of(request).encode()):
        raise Forbidden("This form was not sent from a page of this site, or is too old: reload and try again.")


def _is_form(request: Request) -> bool:
    return request.headers.get("Content-Type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    )


def read_name(text: str) -> str:
    """A name as a person typed it, tidied; refused with a sentence."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= NAME_LETTERS or not name.isprintable():
        raise GameError(f"A name has 1 to {NAME_LETTERS} letters, and nothing that cannot be printed.")
    return name
