"""Fixtures of the web tests: real databases and clients; servers and browsers are those of `ludotheque.checks`."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ludotheque.checks.server import Server
from tests.web import postgres
from tests.web.guest import Guest

MakeGuest = Callable[..., Guest]


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


@pytest.fixture
def guest(server: Server) -> Iterator[MakeGuest]:
    """Return a function that makes guests: guest("Ada"), guest("Zoé", "fr")."""
    with ExitStack() as guests:
        yield lambda name="Ada", language="en": guests.enter_context(Guest(server.url, name, language))
