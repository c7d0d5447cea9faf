"""Real parts for the tests of the web page: databases, servers and browsers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web import postgres


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
