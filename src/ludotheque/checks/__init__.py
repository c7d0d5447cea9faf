"""Checks of a game, as a pytest plugin (extra `testing`). A game's tests have the line

    pytest_plugins = ["ludotheque.checks"]

in their conftest.py, and a class that says which checks are made of which games:

    class TestGame(Laws, Files, Board, Pages):
        games = ["pebbles"]

What a game may lack on its first day is a notice at the end. With `complete = True` in the class it is a failure.
"""

from collections.abc import Iterator

import pytest

from ludotheque import game as games
from ludotheque.checks.board import Board
from ludotheque.checks.files import Files
from ludotheque.checks.fixtures import browser, find_server, open_browser, server
from ludotheque.checks.laws import Laws
from ludotheque.checks.notices import NOTICE
from ludotheque.checks.pages import Pages

__all__ = ["Board", "Files", "Laws", "Pages", "browser", "find_server", "open_browser", "server"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the argument `game` of a check each game of its class."""
    names = getattr(metafunc.cls, "games", None)
    if names is not None and "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [games.load(name) for name in names], ids=names)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    notices = dict.fromkeys(list_notices(terminalreporter))
    if notices:
        terminalreporter.section("not there yet")
        for notice in notices:
            terminalreporter.write_line(notice)


def list_notices(reporter: pytest.TerminalReporter) -> Iterator[str]:
    """Yield the notices of all reports; with parallel workers too, because they are properties of reports."""
    for report in reporter.getreports("passed"):
        yield from (str(text) for name, text in report.user_properties if name == NOTICE)
