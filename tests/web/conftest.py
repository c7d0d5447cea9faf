"""Fixtures of the web tests: clients. Databases are those of all tests, servers and browsers of `ludotheque.checks`."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from ludotheque.checks.server import Server
from tests.web.guest import Guest

MakeGuest = Callable[..., Guest]


@pytest.fixture
def guest(server: Server) -> Iterator[MakeGuest]:
    """Return a function that makes guests: guest("Ada"), guest("Zoé", "fr")."""
    with ExitStack() as guests:
        yield lambda name="Ada", language="en": guests.enter_context(Guest(server.url, name, language))
