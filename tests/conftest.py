"""What all tests share."""

import asyncio
from collections.abc import Generator

import pytest

pytest_plugins = ["ludotheque.checks"]
SERVERS = {"server", "own_server", "strict_server"}  # fixtures that start a web server


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a browser or a server, so that `make quick` can leave them out."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if "browser" in fixtures:
            item.add_marker("browser")
        if fixtures & SERVERS:
            item.add_marker("server")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Hide the event loop of the shared browser from tests without a browser: `asyncio.run` refuses a second loop."""
    if "browser" in pyfuncitem.fixturenames:
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)
