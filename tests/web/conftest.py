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


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    programs = postgres.find_programs()
    if programs is None:
        pytest.skip("PostgreSQL's programs are missing: install the package postgresql")
    with postgres.start_cluster(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database: SQLite, then PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on SQLite for the tests of one file, with the variables of the file's ENVIRONMENT."""
    folder = tmp_path_factory.mktemp("server")
    environment = getattr(request.module, "ENVIRONMENT", {})
    with Server(f"sqlite:///{folder / 'tables.db'}", folder, environment) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[MakeGuest]:
    """Return a function that makes guests: guest("Ada"), guest("Zoé", "fr")."""
    with ExitStack() as guests:
        yield lambda name="Ada", language="en": guests.enter_context(Guest(server.url, name, language))


@pytest.fixture(scope="module")  # a longer scope would leave Playwright's event loop running for other tests
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
