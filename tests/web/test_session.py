"""Sessions: cookies of today's and of older servers, API keys, and which site a request comes from."""

import asyncio

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ludotheque.game import GameError
from ludotheque.web.session import Forbidden, Person, Sessions, check_origin, person_of, set_name
from ludotheque.web.settings import read_settings

SECRET = bytes(range(32))
# Made by a server that did not use Starlette's sessions yet, with this secret.
OLD_COOKIE = "eyJpZCI6ImgyblF2VU0xSm03S2IyWGZWbjBjNHciLCJuYW1lIjoiWm_DqSJ9.umly9svXvRNTyAFq98WjUfqPYDpI-D5fp9ymhrugssA"
OLD_PERSON = {"id": "h2nQvUM1Jm7Kb2XfVn0c4w", "name": "Zoé"}
HERE = "http://games.example"


def answer(request: Request) -> Response:
    """Return who asks; a POST changes the name first, as a form does."""
    if request.method == "POST":
        try:
            check_origin(request)
        except Forbidden as error:
            return JSONResponse({"error": str(error)}, 403)
        set_name(request, request.query_params["name"])
    return JSONResponse(vars(person_of(request)))


class Client:
    """A client that keeps its cookie, of an application without a server."""

    def __init__(self, sessions: Sessions) -> None:
        self.app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
        self.app.state.sessions = sessions
        self.app.add_middleware(sessions.wrap)
        self.cookie: str | None = None

    def ask(self, method: str = "GET", name: str = "", **headers: str) -> httpx.Response:
        if self.cookie is not None:
            headers["Cookie"] = f"ludotheque={self.cookie}"

        async def send() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE) as http:
                return await http.request(method, "/", params={"name": name}, headers=headers)

        response = asyncio.run(send())
        self.cookie = response.cookies.get("ludotheque", self.cookie)
        return response

    def post(self, name: str = "Ada", **headers: str) -> httpx.Response:
        return self.ask("POST", name, **headers)


@pytest.fixture
def client() -> Client:
    return Client(Sessions(SECRET))


def test_a_new_visitor_gets_a_cookie_that_lasts(client: Client) -> None:
    first = client.ask()
    assert f"Max-Age={365 * 24 * 3600}" in first.headers["Set-Cookie"]
    again = client.ask()
    assert again.json() == first.json() and len(first.json()["id"]) >= 20
    assert "Set-Cookie" not in again.headers


def test_a_cookie_of_an_older_server_is_the_same_person(client: Client) -> None:
    client.cookie = OLD_COOKIE
    person = OLD_PERSON | {"address": "127.0.0.1", "contest_keys": []}
    assert client.ask().json() == person
    named = client.post(Origin=HERE)
    assert named.json() == person | {"name": "Ada"}
    assert client.ask().json() == person | {"name": "Ada"}, "the new cookie is in today's form"


@pytest.mark.parametrize(
    "cookie",
    [
        OLD_COOKIE[:-1],
        "x" + OLD_COOKIE,
        OLD_COOKIE.partition(".")[0],
        URLSafeSerializer(SECRET, salt="other").dumps(OLD_PERSON),
        "",
        "." * 3000,
    ],
)
def test_a_forged_cookie_is_a_new_person(cookie: str, client: Client) -> None:
    client.cookie = cookie
    assert client.ask().json()["id"] != OLD_PERSON["id"]


def test_an_api_key_acts_for_its_person_and_brings_no_cookie(client: Client) -> None:
    key = Sessions(SECRET).make_key(Person("ada"))
    answered = client.post(Authorization=f"Bearer {key}")
    assert answered.json() == {"id": "ada", "name": "", "address": "127.0.0.1", "contest_keys": []}
    assert "Set-Cookie" not in answered.headers


@pytest.mark.parametrize("key", ["x", "", OLD_COOKIE, Sessions(b"other").make_key(Person("ada"))])
def test_a_wrong_key_changes_nothing(key: str, client: Client) -> None:
    client.ask()
    assert client.post(Authorization=f"Bearer {key}", Origin=HERE).status_code == 403
    assert client.ask(Authorization=f"Bearer {key}").json()["id"] != "ada"


def test_another_kind_of_authorization_is_left_to_the_proxy(client: Client) -> None:
    assert client.post(Authorization="Basic eA==", Origin=HERE).status_code == 200


@pytest.mark.parametrize(
    ("origin", "has_cookie", "is_allowed"),
    [
        (HERE, False, True),
        (HERE, True, True),
        ("https://games.example", True, True),  # the proxy speaks HTTPS, and passes on Host
        ("http://games.example:8080", True, False),
        ("http://evil.example", True, False),
        ("http://[evil", True, False),
        ("null", True, False),
        ("", True, False),
        (None, True, True),
        (None, False, False),
    ],
)
def test_where_a_request_comes_from(origin: str | None, has_cookie: bool, is_allowed: bool, client: Client) -> None:
    if has_cookie:
        client.ask()
    headers = {} if origin is None else {"Origin": origin}
    assert client.post(**headers).status_code == (200 if is_allowed else 403)


def test_the_public_address_is_our_own_site_too() -> None:
    client = Client(Sessions(SECRET, "https://public.example"))
    assert "secure" in client.ask().headers["Set-Cookie"]
    assert client.post(Origin="https://public.example").status_code == 200
    assert client.post(Origin="http://public.example").status_code == 403


def test_the_public_address_is_an_address() -> None:
    assert read_settings(public_address="https://Games.example/").public_address == "https://games.example"
    with pytest.raises(GameError, match="an address is https://NAME"):
        read_settings(public_address="games.example")
