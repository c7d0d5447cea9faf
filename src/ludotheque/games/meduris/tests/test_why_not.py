"""What the board of Meduris answers to a click on what cannot be used."""

from ludotheque.checks.drawings import read_refusals
from ludotheque.games.meduris.tests.test_board import ask_at, make_match, put_pieces
from ludotheque.games.meduris.turn import DROPPING


def test_a_site_says_why_nothing_is_built() -> None:
    """ME-8, ME-9"""
    refused = read_refusals(put_pieces(make_match(), {3: 1}).view(0))
    assert refused["HUT 3"] == "That site is occupied."
    poor = make_match()
    poor.state["hand"] = 0
    assert read_refusals(poor.view(0))["TEMPLE 0"] == "You cannot pay for a piece on that site."


def test_a_worker_of_another_player_and_a_full_plateau_say_why() -> None:
    """ME-4, ME-7"""
    match = make_match()
    match.state["pile"][0][1] = 1
    match.state["height"][0][1] = 3
    refused = read_refusals(match.view(0))
    assert refused["SHIFT 1 1 2"] == "You have no worker at that height of that plateau."
    assert refused["SHIFT 0 1 1"] == "That plateau holds three workers already."


def test_a_resource_and_an_offering_say_why() -> None:
    """ME-5, ME-12"""
    match = make_match(phase=DROPPING)
    match.state["hand"][0][0][2] = 0
    assert read_refusals(match.view(0))["DROP 2"] == "You hold none of that resource."
    asked = ask_at(0)
    asked.state["hand"] = 0
    assert read_refusals(asked.view(1))["OFFER 3"] == "You cannot pay for that offering."
