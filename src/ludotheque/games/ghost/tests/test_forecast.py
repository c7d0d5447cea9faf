"""What orders of Ghost in the Cell are said to bring."""

from ludotheque.games.ghost.board import foresee
from ludotheque.games.ghost.tests.positions import arrange, both_ways, make_troop
from ludotheque.match import Match


def words(match: Match, move: str) -> str:
    return foresee(match.view(0), 0, move).words


def test_a_troop_takes_a_neutral_factory_with_what_is_left() -> None:
    match = arrange(stock={3: 5})
    assert words(match, "MOVE 1 3 9") == (
        "Arrives in 3 turns, in turn 4: takes factory 3 with 4 left, as far as you can know."
    )
    assert "does not take factory 3" in words(match, "MOVE 1 3 5")


def test_production_until_the_arrival_counts() -> None:
    match = arrange(stock={2: 4}, distance=both_ways({(1, 2): 2}))  # 4, and 2 in each of 3 turns
    assert "does not take factory 2" in words(match, "MOVE 1 2 10")
    assert "takes factory 2 with 1 left" in words(match, "MOVE 1 2 11")


def test_troops_in_flight_count() -> None:
    match = arrange(3, **{"stock": {3: 5}, **make_troop(1, 2, 3, 9)})  # takes it before, with 4 left
    assert "takes factory 3 with 5 left" in words(match, "MOVE 1 3 9")
    assert "does not take factory 3" in words(match, "MOVE 1 3 4")


def test_a_troop_joins_its_own_side() -> None:
    match = arrange(owner={3: 0}, stock={3: 5})
    assert "you then have 9 cyborgs in factory 3" in words(match, "MOVE 1 3 4")


def test_a_bomb_destroys_half_and_at_least_ten() -> None:
    match = arrange(stock={2: 30}, production={2: 0})
    assert "destroys 15 cyborgs in factory 2" in words(match, "BOMB 1 2")
    assert "destroys 6 cyborgs" in words(arrange(stock={2: 6}, production={2: 0}), "BOMB 1 2")


def test_what_arrives_after_the_last_turn_is_said_to_be_too_late() -> None:
    match = arrange()
    match.state["turn"] = 198
    assert words(match, "MOVE 1 3 1") == "Flies 3 turns: the match is over before."


def test_a_forecast_changes_nothing() -> None:
    view = arrange(stock={3: 5}).view(0)
    before = view.state.tobytes()
    foresee(view, 0, "MOVE 1 3 9")
    assert view.state.tobytes() == before
