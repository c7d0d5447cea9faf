"""What moves of Alchemy are said to bring."""

from ludotheque.art import Forecast
from ludotheque.games.alchemy.board import foresee
from ludotheque.games.alchemy.tests.test_board import match_at

EMPTY = ". . . . . . " * 6


def forecast(move: str, **facts: object) -> Forecast:
    return foresee(match_at(**facts).view(0), 0, move)  # type: ignore[arg-type]


def test_a_transmutation_says_its_yield() -> None:
    assert forecast("TRANSMUTE 0") == Forecast("+5 gold.")


def test_a_single_cell_loses_gold() -> None:
    said = forecast("TRANSMUTE 32")
    assert said == Forecast("−3 gold: a single cell costs gold.", loses=True)


def test_the_end_of_a_turn_loses_what_it_empties_or_drops() -> None:
    assert forecast("END").loses, "the sample is not placed"
    assert not forecast("END", has_placed=1).loses
    assert forecast("END", has_placed=1, catalysts=2).loses
    assert not forecast("END", own=EMPTY).loses, "an empty bench loses nothing"


def test_a_placement_says_what_it_joins() -> None:
    assert forecast("PLACE 25 1").words == "If you transmute it later, copper ×5: +5 gold."
    assert forecast("PLACE 0 1", own=EMPTY).words == "Neither element joins a region yet."
