"""Every clause of Pebbles by its number."""

import pytest

import ludotheque as lt


def test_the_first_seat_is_drawn() -> None:
    """PB-1"""
    assert {lt.new("pebbles", seats=3, seed=seed).active[0] for seed in range(50)} == {0, 1, 2}


def test_one_takes_up_to_three() -> None:
    """PB-2"""
    m = lt.new("pebbles", seed=1, stones=2)
    assert m.legal() == ["TAKE 1", "TAKE 2"]
    assert m.why("TAKE 3") == "There are not that many left."
    with pytest.raises(lt.IllegalMove, match="Take one, two or three"):
        m.play("TAKE 4")


def test_the_last_stone_wins() -> None:
    """PB-3"""
    m = lt.new("pebbles", seed=1, stones=3)
    winner = m.active[0]
    m.play("TAKE 3")
    assert m.over
    assert m.ranks[winner] == 1
