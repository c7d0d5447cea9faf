"""Turns are counted from 1 in replays, whatever the rules of a game count from."""

import pytest

import ludotheque as lt
from ludotheque.web.replay_log import turn_of


@pytest.mark.parametrize("game", ["alchemy", "bzzz", "emile", "ghost"])
def test_the_first_turn_of_a_replay_is_turn_one(game: str) -> None:
    match = lt.new(game, seed=1)
    assert turn_of(match, 0) == 1
