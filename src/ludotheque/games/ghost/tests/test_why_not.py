"""What the board of Ghost in the Cell answers to a click on what cannot be used."""

from ludotheque.checks.drawings import read_refusals
from ludotheque.games.ghost.tests.positions import arrange


def test_factories_say_why_no_cyborg_leaves() -> None:
    """GC-9: in the second league, all cyborgs of the only factory have orders."""
    match = arrange(1)
    match.play("MOVE 1 3 20", 0)
    refused = read_refusals(match.view(0))
    assert refused["MOVE 1 2 1"] == "So many cyborgs are not left there."
    assert refused["MOVE 2 3 1"] == "That factory is not yours."


def test_a_pale_plus_says_what_production_costs() -> None:
    """GC-9"""
    refused = read_refusals(arrange(stock={1: 9}).view(0))
    assert refused == {"INC 1": "Raising production costs 10 cyborgs, more than are left there."}
    assert read_refusals(arrange(production={1: 3}).view(0)) == {}, "it makes all it can"
