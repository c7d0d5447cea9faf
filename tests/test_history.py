"""The past of a match in little memory: every state is still there, whatever was taken back or set up by hand."""

import random

import pytest

import ludotheque as lt
from ludotheque.history import EVERY, History
from ludotheque.match import Match


def play_randomly(match: Match, plies: int, seed: int = 1) -> list[bytes]:
    """Play on, and return all states: before the first ply and after each."""
    choose, states = random.Random(seed).choice, [match.state.tobytes()]
    while not match.over and len(states) <= plies:
        seat = match.active[0]
        match.play(choose(match.legal(seat)), seat)
        states.append(match.state.tobytes())
    return states


@pytest.mark.parametrize("game", lt.names())
def test_every_past_state_is_the_one_that_was_played(game: str) -> None:
    match = lt.new(game, seed=5)
    states = play_randomly(match, 3 * EVERY)
    assert [match.full_view(ply).state.tobytes() for ply in range(match.ply + 1)] == states
    for ply in (match.ply, match.ply // 2, min(EVERY, match.ply), 1, 0):
        assert match.at(ply).state.tobytes() == states[ply]
        assert match.at(ply).ply == ply


@pytest.mark.parametrize("game", lt.names())
def test_taking_back_leads_through_every_state_again(game: str) -> None:
    match = lt.new(game, seed=5)
    states = play_randomly(match, 2 * EVERY + 5)
    while match.ply:
        states.pop()
        match.undo()
        assert match.state.tobytes() == states[-1]
    assert play_randomly(match, 40, seed=2)[0] == states[0]


def test_a_match_that_goes_another_way_has_its_own_past() -> None:
    match = lt.new("ghost", seed=5)
    first = play_randomly(match, 2 * EVERY)
    match.undo_to(EVERY - 1)
    twin = match.copy()
    second = play_randomly(match, EVERY, seed=3)
    third = play_randomly(twin, EVERY, seed=4)
    assert [match.full_view(ply).state.tobytes() for ply in range(match.ply + 1)] == first[: EVERY - 1] + second
    assert [twin.full_view(ply).state.tobytes() for ply in range(twin.ply + 1)] == first[: EVERY - 1] + third


def test_a_position_that_was_set_up_by_hand_belongs_to_the_past() -> None:
    match = lt.new("emile", seed=5)
    for _ in range(2):
        match.state["score"][0][0] += 7
        by_hand = match.state.tobytes()
        match.play(match.legal()[0])
        assert match.full_view(match.ply - 1).state.tobytes() == by_hand
        assert match.at(match.ply - 1).state.tobytes() == by_hand


def test_a_state_is_put_together_from_few_changes() -> None:
    """A small change costs a few bytes, not a whole state."""
    history, state = History(bytes(20_000)), bytes(20_000)
    for number in range(1, 2001):
        before, state = state, state[:number] + b"\1" + state[number + 1 :]
        history.append(before, state)
    assert history.at(1234) == bytes(1) + b"\1" * 1234 + bytes(20_000 - 1235)
    assert history.size < 300_000
