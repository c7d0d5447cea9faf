"""The boards of all games: drawings, texts, hints and logs."""

import pytest

from ludotheque.checks import Board
from ludotheque.game import names


@pytest.mark.slow
class TestBoards(Board):
    games = names()
