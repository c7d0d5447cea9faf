"""What moves of Alchemy are said to bring."""

from ludotheque.art import Forecast
from ludotheque.checks.drawings import read_title
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


def test_a_cell_says_why_the_sample_cannot_go_there() -> None:
    """Only the cells beside copper and mercury can take the sample of copper and mercury."""
    drawing = match_at().view(0).drawing()
    assert read_title(drawing, "alchemy-0-3") == (
        "Cell D1: empty; neither copper here nor mercury beside it would touch its like"
    )
    assert read_title(drawing, "alchemy-1-0").endswith(": empty"), "it is the rival's"
    assert "would touch" not in match_at(has_placed=1).view(0).drawing()


def test_a_cell_between_others_says_that_it_has_no_empty_neighbour() -> None:
    own = ".I.... I..... ...... ...... ...... ......"
    assert read_title(match_at(own=own, sample=[1, 3]).view(0).drawing(), "alchemy-0-0").endswith(
        "no neighbour is empty"
    )
