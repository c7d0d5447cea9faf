"""What can be taken back: how far, and who has seen it."""

import random

import pytest

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.undo import find_undo_target, has_seen, is_sealed, staged_plies


def play_moves(name: str, *moves: str, seats: int | None = None, seed: int = 1, **options: int) -> Match:
    """Play some moves, each with its seat in front."""
    match = lt.new(name, seats=seats, seed=seed, **options)
    for text in moves:
        seat, _, move = text.partition(" ")
        match.play(move, int(seat))
    return match


def test_an_order_of_ghost_is_taken_back_alone() -> None:
    match = play_moves("ghost", "0 MOVE 1 0 1", "1 MOVE 2 0 1", "0 MOVE 1 0 2", "1 MOVE 2 0 2")
    assert find_undo_target(match, 0) == 2
    assert not has_seen(match, 1, 3)
    assert staged_plies(match, 0, 2) == [4]


def test_the_end_of_a_turn_of_ghost_is_sealed_once_both_have_ended() -> None:
    match = play_moves("ghost", "0 END")
    assert find_undo_target(match, 0) == 0
    assert has_seen(match, 1, 1), "the others see that a seat has ended its turn"
    match.play("END", 1)
    assert find_undo_target(match, 0) is None and find_undo_target(match, 1) is None


def test_a_roll_of_emile_is_sealed() -> None:
    match = lt.new("emile", seed=7, seats=3)
    seat = match.active[0]
    match.play("KEEP 0 1 0", seat)
    assert match.has_rolled(1) and find_undo_target(match, seat) is None


def test_a_stop_of_emile_can_be_taken_back_until_the_next_player_rolls() -> None:
    match = lt.new("emile", seed=7, seats=3)
    seat = match.active[0]
    match.play("STOP", seat)
    assert find_undo_target(match, seat) == 0
    match.play("OWN", seat)
    assert find_undo_target(match, seat) is None


def test_a_step_of_bzzz_can_be_taken_back_and_a_forage_not() -> None:
    sealed: dict[str, set[bool]] = {"STEP": set(), "FORAGE": set(), "END": set(), "LAY": set()}
    match, chance = lt.new("bzzz", seed=3, time_out=200), random.Random(3)
    while not match.over:
        seat = match.active[0]
        match.play(chance.choice(match.legal(seat)), seat)
        kind = match.moves[-1].split()[1]
        if kind in sealed and not match.over:
            sealed[kind].add(is_sealed(match, match.ply))
    assert sealed["STEP"] == sealed["LAY"] == {False}
    assert sealed["FORAGE"] == sealed["END"] == {True}


def test_in_a_game_that_alternates_the_answer_goes_too() -> None:
    match = play_moves("alchemy", "0 PLACE 0 1", "0 GIVE 1 1", "0 END", "1 PLACE 0 1", first=0)
    assert find_undo_target(match, 0) == 2
    assert staged_plies(match, 0, 2) == []


@pytest.mark.parametrize("name", lt.names())
def test_a_seat_that_has_not_played_has_nothing_to_take_back(name: str) -> None:
    assert find_undo_target(lt.new(name, seed=1), 0) is None


@pytest.mark.parametrize("name", lt.names())
def test_what_is_not_sealed_can_be_played_again_to_the_same_end(name: str) -> None:
    match, chance = lt.new(name, seed=5), random.Random(5)
    while not match.over and match.ply < 60:
        seat = match.active[0]
        match.play(chance.choice(match.legal(seat)), seat)
        ply = find_undo_target(match, seat)
        if ply is not None:
            assert not any(match.has_rolled(n) for n in range(ply + 1, match.ply + 1))
            twin = match.at(ply)
            for mover, move in match.played[ply:]:
                twin.play(move, mover)
            assert twin.state.tobytes() == match.state.tobytes()
