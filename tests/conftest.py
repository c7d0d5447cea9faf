"""What all tests share."""

import asyncio
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.web import postgres

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
