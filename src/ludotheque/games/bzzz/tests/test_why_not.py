"""What the board of Bzzz answers to a click on what cannot be used."""

from ludotheque.checks.drawings import read_refusals
from ludotheque.games.bzzz.tests.positions import set_up


def test_a_bee_that_is_out_says_so() -> None:
    """BZ-9"""
    assert read_refusals(set_up("w0!3 .").view(0))["STEP 0 0"] == "That bee is knocked out."


def test_a_bee_that_has_moved_says_so() -> None:
    """BZ-5"""
    match = set_up("w0 .")
    match.play("STEP 0 2")
    assert read_refusals(match.view(0))["STEP 0 0"] == "That bee has done its part of this turn."


def test_the_cells_of_another_zone_and_of_another_bee_say_why() -> None:
    """BZ-5: the zone of seat 1 begins east of (10, 0); at (5, 4) there is a bee of seat 1."""
    zone = read_refusals(set_up("w0", at=(10, 0), ncases=15, seats=2).view(0))
    assert zone == {"STEP 0 2": "That is another hive's zone."}
    assert read_refusals(set_up("w0 w1", seats=2).view(0))["STEP 0 2"] == "Another bee is there."


def test_kinds_that_cannot_be_laid_say_why() -> None:
    """BZ-4"""
    match = set_up("w0 .")
    match.state["stock"] = 0
    assert read_refusals(match.view(0))["LAY 1"] == "There is too little nectar in the hive for a bee."
