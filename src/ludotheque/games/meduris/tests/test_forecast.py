"""What moves of Meduris are said to bring."""

from ludotheque import new
from ludotheque.checks.drawings import find_element
from ludotheque.games.meduris.board import foresee
from ludotheque.games.meduris.tests.position import Position


def words(position: Position, move: str) -> str:
    match = new("meduris", position.seats)
    match.names = ["Ada", "Basile"]
    match.state[:] = position.array
    return foresee(match.view(0), 0, move).words


def test_a_worker_says_everything_that_it_brings() -> None:
    """The yield counts all own workers: here the moved one at height 3, and another one (ME-7)."""
    said = words(Position(piles=("a", "bb", "a", "")), "SHIFT 2 1 1")
    assert said == "Move the worker from copper to wool: +1 wood, +3 wool."


def test_a_hut_says_its_price_and_its_rune_stone() -> None:
    said = words(Position(), "HUT 0")
    assert said.startswith("Build a hut on site 0 for 1 ")
    assert said.endswith("; you take the rune stone of sites 0–4.")
    assert words(Position(runes="a"), "HUT 0").endswith("rune stone of sites 0–4.") is False


def test_an_offering_says_its_points() -> None:
    position = Position("0:a", druid=-1)
    position.play("HUT 20")
    assert "−1 point" in words(position, "OFFER 0")


def test_a_plateau_shows_each_resource_that_a_worker_would_bring() -> None:
    match = new("meduris", 2)
    match.state[:] = Position(piles=("a", "bb", "a", "")).array
    shown = "".join(find_element(match.view(0).drawing(), "meduris-g211").itertext())
    assert shown.endswith("+1+3"), "1 wood and 3 wool"


def test_the_actions_of_a_turn_have_no_numbers() -> None:
    match = new("meduris", 2)
    match.state[:] = Position(hands=("", "")).array
    drawing = match.view(0).drawing()
    boxes = ["".join(find_element(drawing, f"meduris-open{i}").itertext()) for i in range(3)]
    assert boxes == ["Move a worker", "Build a hut (not now)", "Build a temple (not now)"]
