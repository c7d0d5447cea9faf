"""What the board of Alchemy answers to a click on what cannot be used."""

from ludotheque.checks.drawings import read_refusals
from ludotheque.games.alchemy.tests.test_board import match_at
from ludotheque.match import new


def test_a_cell_without_contact_names_the_contact_rule() -> None:
    """AL-13: one lead in the upper left corner, and lead and iron to place."""
    match = new("alchemy", seed=1, first=0)
    match.state["bench"][0][0][0] = match.state["amount"][0][0][1] = 1
    match.state["amount"][0][0][0] = 35
    refused = read_refusals(match.view(0))
    assert refused["PLACE 35 0"] == "Neither element touches its like."
    assert refused["CATALYSE 0 0 1"] == refused["CATALYSE 35 1 1"] == "There is no catalyst left."
    assert not any(move.startswith("PLACE 1 ") for move in refused), "the lead can go beside the other"


def test_a_sample_that_is_placed_and_a_gift_that_is_chosen_say_so() -> None:
    """AL-12, AL-17"""
    sentences = set(read_refusals(match_at(has_placed=1, has_given=1, gift=[3, 3]).view(0)).values())
    assert {"The sample is already placed.", "A gift is already chosen."} <= sentences


def test_a_viewer_who_is_not_to_move_asks_nothing() -> None:
    assert read_refusals(match_at().view(1)) == read_refusals(match_at().view(-1)) == {}
