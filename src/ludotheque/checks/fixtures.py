"""Fixtures of tests with a browser: one server for each set of variables, and one browser, for the whole session."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from ludotheque.checks import chromium
from ludotheque.checks.browser_user import BrowserUser
from ludotheque.checks.server import Server

OpenBrowser = Callable[..., BrowserUser]
FindServer = Callable[..., Server]

# Bots answer at once, and tests that share a server do not reach the limits for all visitors together.
COMMON_ENVIRONMENT = {
    "LUDOTHEQUE_PACE_SECONDS": "0",
    "LUDOTHEQUE_VISITS": "1000000",
    "LUDOTHEQUE_TABLES_PER_DAY": "1000000",
    "LUDOTHEQUE_TABLES_PER_ADDRESS": "1000000",
    "LUDOTHEQUE_UPLOAD_MIB": "1000000",
    "LUDOTHEQUE_WORK_SECONDS": "1000000",
}


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
