"""Fixtures of the web tests: real databases, servers, clients and browsers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web import chromium, postgres
from tests.web.browser_user import BrowserUser
from tests.web.guest import Guest
from tests.web.server import Server

MakeGuest = Callable[..., Guest]
OpenBrowser = Callable[..., BrowserUser]
FindServer = Callable[..., Server]

# Bots answer at once, and tests that share a server do not reach the limits for all visitors together.
COMMON_ENVIRONMENT = {
    "LUDOTHEQUE_PACE_SECONDS": "0",
    "LUDOTHEQUE_VISITS": "1000000",
    "LUDOTHEQUE_TABLES_PER_DAY": "1000000",
}


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    programs = postgres.find_programs()
    if programs is None:
        pytest.skip("PostgreSQL's programs are missing: install the package postgresql")
    with postgres.start_cluster(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.server)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database: SQLite, then PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def new_server(folder: Path, **environment: str) -> Server:
    """Return a server on a new SQLite database, with some more variables; `with` starts it and ends it."""
    return Server(f"sqlite:///{folder / 'tables.db'}", folder, {**COMMON_ENVIRONMENT, **environment})


@pytest.fixture(scope="session")
def find_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FindServer]:
    """Return a function that returns the server with some more variables, and starts it when it is first needed."""
    servers: dict[frozenset[tuple[str, str]], Server] = {}
    with ExitStack() as running:

        def find(**environment: str) -> Server:
            kind = frozenset(environment.items())
            if kind not in servers:
                servers[kind] = running.enter_context(new_server(tmp_path_factory.mktemp("server"), **environment))
            return servers[kind]

        yield find


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, find_server: FindServer) -> Iterator[Server]:
    """Return the server with the variables of the file's ENVIRONMENT.

    All tests of the session share it, and stay apart because each makes its own guests. A file whose tests kill the
    server, or leave odd things behind, has a fixture `server` of its own.
    """
    shared = find_server(**getattr(request.module, "ENVIRONMENT", {}))
    yield shared
    shared.check_log()


@pytest.fixture
def guest(server: Server) -> Iterator[MakeGuest]:
    """Return a function that makes guests: guest("Ada"), guest("Zoé", "fr")."""
    with ExitStack() as guests:
        yield lambda name="Ada", language="en": guests.enter_context(Guest(server.url, name, language))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = chromium.launch(playwright)
        if launched is None:
            pytest.skip(chromium.MISSING)
        yield launched
        launched.close()


@pytest.fixture
def open_browser(server: Server, browser: Browser) -> Iterator[OpenBrowser]:
    """Return a function that opens browsers for users: open_browser(), open_browser(TouchUser, locale="fr-FR").

    The test fails if a page reports an error that the user does not expect.
    """
    users: list[BrowserUser] = []
    with ExitStack() as contexts:

        def make_user(kind: type[BrowserUser] = BrowserUser, **context: object) -> BrowserUser:
            users.append(contexts.enter_context(kind(browser, server.url, **context)))
            return users[-1]

        yield make_user
        assert [fault for user in users for fault in user.unexpected_faults()] == []
