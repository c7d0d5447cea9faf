"""Real parts for the tests of the web page: databases, servers, people and browsers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web import chromium, postgres
from tests.web.guest import Guest
from tests.web.server import Server
from tests.web.visitor import Visitor

Seat = Callable[..., Guest]
Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    programs = postgres.programs()
    if programs is None:
        pytest.skip("PostgreSQL's programs are missing: install the package postgresql")
    with postgres.cluster(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    made: postgres.Cluster = request.getfixturevalue("cluster")
    return made.new_database()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite for the tests of one file; a file's ENVIRONMENT sets it up."""
    folder = tmp_path_factory.mktemp("server")
    environment = getattr(request.module, "ENVIRONMENT", {})
    with Server(f"sqlite:///{folder / 'tables.db'}", folder, environment) as running:
        yield running


@pytest.fixture
def guest(server: Server) -> Iterator[Seat]:
    """Makes people: guest("Ada"), guest("Zoé", "fr")."""
    with ExitStack() as leaving:
        yield lambda name="Ada", language="en": leaving.enter_context(Guest(server.url, name, language))


@pytest.fixture(scope="module")  # Playwright's loop would be in the way of other files' tests
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = chromium.launch(playwright)
        if launched is None:
            pytest.skip(chromium.NONE)
        yield launched
        launched.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    """Makes people at browsers, none of whose pages may complain: visit(), visit(Fingers, locale="fr-FR")."""
    come: list[Visitor] = []
    with ExitStack() as leaving:

        def enter(kind: type[Visitor] = Visitor, **context: object) -> Visitor:
            come.append(leaving.enter_context(kind(browser, server.url, **context)))
            return come[-1]

        yield enter
        assert [fault for visitor in come for fault in visitor.unforgiven()] == []
