"""What the tests of contests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contest.helpers import Sample, open_sample


@pytest.fixture
def webhook_networks() -> tuple[str, ...]:
    """Private networks that webhooks may go to."""
    return ()


@pytest.fixture
def sample(request: pytest.FixtureRequest, tmp_path: Path, webhook_networks: tuple[str, ...]) -> Iterator[Sample]:
    """A contest in SQLite; in PostgreSQL too where a test has the fixture `database`."""
    has_both = "database" in request.fixturenames
    address = request.getfixturevalue("database") if has_both else f"sqlite:///{tmp_path / 'tables.db'}"
    with open_sample(address, webhook_networks) as made:
        made.open()
        yield made
