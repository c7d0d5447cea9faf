"""Every sentence by which a move or an option of Bzzz is refused, and the three rule sets."""

import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.games.bzzz import game
from ludotheque.games.bzzz.rules import ERRORS
from ludotheque.games.bzzz.tests.positions import FALL, end_turn, legal_moves, nectar_left, play_all, set_up, value_of
from ludotheque.notation import forms


def test_the_moves_are_five_kinds() -> None:
    """BZ-4, BZ-5, BZ-6: and END."""
    assert forms(game.rules.MOVES) == " or ".join(["LAY kind", "STEP bee way", "FORAGE bee way", "HOLD bee", "END"])


def test_a_seat_that_has_failed_rests() -> None:
    """BZ-20: its bees forage nothing by themselves; they drop and fight, and the turn is over. It is never offered."""
    match = set_up("w0:2 *50", at=(3, 3))
    assert not legal_moves(match, "REST") and game.fault == "REST"
    play_all(match, "REST")
    assert (nectar_left(match), value_of(match, "stock", 0), match.active) == ([50], 12, [1])


@pytest.mark.parametrize("earlier", [(), ("LAY 0",), ("STEP 0 0",), ("FORAGE 0 3",), ("HOLD 0",), ("LAY 0", "HOLD 0")])
def test_a_turn_may_end_at_any_time(earlier: tuple[str, ...]) -> None:
    """BZ-5, BZ-6: END is always legal."""
    match = play_all(set_up("w0 *9"), *earlier)
    assert match.why("END") is None and match.legal()[-1] == "END"


def test_a_refused_move_changes_nothing() -> None:
    match = set_up("w0 w1")
    before = match.checksum()
    with pytest.raises(lt.IllegalMove, match=r"^Another bee is there\.$"):
        match.play("STEP 0 2")
    assert match.checksum() == before


DRAWN = ("w0 *9 s0", ". w1!2 w0!3", "*5 . .")  # bees of seat 0: 0 a worker, 1 a scout, 2 a worker knocked out
POOR = ("LAY 2", "STEP 3 3", "END", "END", "END", "END", "LAY 2", "STEP 4 4")  # two bees, and all is spent
REFUSED = [
    ((), "END", 1, "It is not your turn."),
    ((), "STEP 0 0", 1, "It is not your turn."),
    ((), "LAY 0", -1, "It is not your turn."),
    ((), "END", 4, "It is not your turn."),
    (("END",), "END", 0, "It is not your turn."),
    (("STEP 0 0",), "LAY 0", 0, "A bee is laid only as the first thing in a turn."),
    ((), "LAY 3", 0, "There is no such kind of bee."),
    ((), "LAY -1", 0, "There is no such kind of bee."),
    (("LAY 0", "END", *["END"] * 3), "LAY 0", 0, "A bee sits in the hive's cell."),
    ((*POOR, "END", "END", "END", "END"), "LAY 2", 0, "There is too little nectar in the hive for a bee."),
    ((), "STEP 3 0", 0, "You have no such bee."),
    ((), "FORAGE -1 0", 0, "You have no such bee."),
    ((), "HOLD 64", 0, "You have no such bee."),
    ((), "STEP 2 0", 0, "That bee is knocked out."),
    ((), "FORAGE 2 8", 0, "That bee is knocked out."),
    ((), "HOLD 2", 0, "That bee is knocked out."),
    (("STEP 0 0",), "FORAGE 0 4", 0, "That bee has done its part of this turn."),
    (("STEP 0 0",), "HOLD 0", 0, "That bee has done its part of this turn."),
    (("FORAGE 0 3",), "FORAGE 0 3", 0, "That bee has done its part of this turn."),
    (("HOLD 0",), "FORAGE 0 3", 0, "That bee has done its part of this turn."),
    (("HOLD 0",), "STEP 0 0", 0, "That bee has done its part of this turn."),
    (("FORAGE 0 3",), "STEP 1 0", 0, "Bees move before the first of them forages or holds."),
    (("HOLD 0",), "STEP 1 0", 0, "Bees move before the first of them forages or holds."),
    ((), "STEP 0 8", 0, "There is no such way."),
    ((), "STEP 0 -1", 0, "There is no such way."),
    ((), "FORAGE 0 9", 0, "There is no such way."),
    ((), "FORAGE 0 -1", 0, "There is no such way."),
    ((), "STEP 0 3", 0, "Only scouts move diagonally."),
    (("LAY 0",), "STEP 3 0", 0, "That is off the board."),
    (("LAY 2",), "STEP 3 7", 0, "That is off the board."),
    ((), "STEP 1 4", 0, "Another bee is there."),
    ((), "STEP 1 5", 0, "Another bee is there."),
    ((), "FORAGE 0 0", 0, "There is no flower."),
    ((), "FORAGE 0 5", 0, "There is no flower."),
    (("LAY 0",), "HOLD 3", 0, "There is no flower on that bee's cell or beside it."),
]


@pytest.mark.parametrize(("moves", "text", "seat", "sentence"), REFUSED)
def test_refused_with_its_sentence(moves: tuple[str, ...], text: str, seat: int, sentence: str) -> None:
    """BZ-3, BZ-4, BZ-5, BZ-6, BZ-9: in the position that is drawn above, after these moves."""
    assert play_all(set_up(*DRAWN), *moves).why(text, seat) == sentence


def test_what_is_refused_elsewhere() -> None:
    """BZ-4, BZ-5, BZ-13: sentences that need another position, and a kind of move that does not exist."""
    assert set_up("w1", at=(4, 0), player=1).why("STEP 0 6") == "That is another hive's zone."
    assert set_up(*["w0 " * 8] * 8).why("LAY 0") == "A hive lays 64 bees and no more."
    assert set_up().why(lt.Move(6)) == set_up().why(lt.Move(-1)) == "There is no such move."


def test_every_error_has_its_test() -> None:
    elsewhere = {"That is another hive's zone.", "A hive lays 64 bees and no more.", "There is no such move."}
    assert {row[3] for row in REFUSED} | elsewhere | {"ok"} == set(ERRORS)


# Options


def test_the_default_constants_are_the_sources() -> None:
    """BZ-1, BZ-3: the rule set `seed`, with four seats."""
    names = ["ncases", "nfleurs", "nectar_initial", "max_nectar", "time_out", "cout_ponte", "time_ko"]
    for match in (lt.new("bzzz", seed=1), lt.new("bzzz", seed=1, rules="seed")):
        assert match.seats == 4 and [match.options[name] for name in names] == [15, 4, 10, 50, 250, 5, 5]
        switches = [match.options[name] for name in ("skirmishes", "yields", "blitz", "short_ko")]
        assert switches == ["all", "max", "half", False]


FINAL = {"ncases": 16, "max_nectar": 45, "time_out": 300, "skirmishes": "active"}
MOTEUR = {"ncases": 16, "nectar_initial": 5, "skirmishes": "active", "yields": "own", "blitz": "engine"}


@pytest.mark.parametrize(("name", "differs"), [("final", FINAL), ("moteur", {**MOTEUR, "short_ko": True})])
def test_the_courses_rule_sets_differ_from_the_sources(name: str, differs: dict[str, Any]) -> None:
    """BZ-1, BZ-8, BZ-9, BZ-11: each is a name for a few options, and the others stay."""
    usual = lt.new("bzzz", seed=1).options
    assert lt.new("bzzz", seed=1, rules=name).options == {**usual, **differs}
    assert lt.new("bzzz", seed=1, rules=name, time_ko=9).options == {**usual, **differs, "time_ko": 9}


RANGES = {"ncases": (10, 32), "nfleurs": (1, 32), "nectar_initial": (1, 10_000), "max_nectar": (1, 10_000)}
MORE_RANGES = {"time_out": (2, 100_000), "cout_ponte": (1, 10_000), "time_ko": (1, 1000)}
BAD = [
    (5, {}, "Bzzz is played with 2 to 4 seats, not 5."),
    (1, {}, "Bzzz is played with 2 to 4 seats, not 1."),
    (4, {"skirmishes": "none"}, "skirmishes is all or active, not 'none'."),
    (4, {"yields": "min"}, "yields is max or own, not 'min'."),
    (4, {"blitz": "krieg"}, "blitz is half or engine, not 'krieg'."),
    (4, {"short_ko": 2}, "short_ko is on or off, not 2."),
    (4, {"ncases": 10, "nfleurs": 10}, "A board of 10 cells a side has room for 9 flowers a quadrant, not 10 (BZ-2)."),
    (4, {"ncases": 13, "nfleurs": 21}, "A board of 13 cells a side has room for 20 flowers a quadrant, not 21 (BZ-2)."),
    (4, {"nectar_initial": 4}, "A hive starts with the price of a bee at least, 5, not with 4 (BZ-3)."),
    (4, {"cout_ponte": 11}, "A hive starts with the price of a bee at least, 11, not with 10 (BZ-3)."),
    (4, {"time_out": 3}, "With 4 seats time_out is at least 4, a turn for each, not 3 (BZ-11)."),
    (3, {"time_out": 2}, "With 3 seats time_out is at least 3, a turn for each, not 2 (BZ-11)."),
]
for option, (low, high) in {**RANGES, **MORE_RANGES}.items():
    for value in (low - 1, high + 1):
        BAD.append((4, {option: value}, f"{option} is a whole number from {low} to {high}, not {value}."))


@pytest.mark.parametrize(("seats", "options", "sentence"), BAD)
def test_options_that_do_not_go(seats: int, options: dict[str, Any], sentence: str) -> None:
    """BZ-2, BZ-3, BZ-11: the limits of the constants."""
    with pytest.raises(lt.BadOption, match=f"^{re.escape(sentence)}$"):
        lt.new("bzzz", seats=seats, seed=1, **options)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (4, {"ncases": 10, "nfleurs": 9}),
        (4, {"ncases": 13, "nfleurs": 20}),
        (4, {"ncases": 14, "nfleurs": 32}),
        (4, {"nectar_initial": 5}),
        (4, {"cout_ponte": 10}),
        (4, {"time_out": 4}),
        (2, {"time_out": 2}),
    ],
)
def test_the_limits_themselves_go(seats: int, options: dict[str, Any]) -> None:
    """BZ-2, BZ-3, BZ-11"""
    assert lt.new("bzzz", seats=seats, seed=1, **options).active == [0]


def test_the_largest_constants_fit_their_fields() -> None:
    """BZ-2, BZ-9, BZ-12: in the interpreter a number that a field cannot hold is an error."""
    largest: dict[str, Any] = {
        name: game.options[name].highest for name in ("ncases", "nfleurs", "max_nectar", "time_out", "time_ko")
    }
    match = lt.Match(game, 4, 1, {**largest, "nectar_initial": 10_000}, machine=loops.machine(game, interpreted=True))
    assert (value_of(match, "total") > 2**19, value_of(match, "flower_x", 127) > 15) == (True, True)
    one = set_up("w0:11 w1:11", "*10000 *10000", **largest)
    end_turn(one, FALL, FALL)
    assert (value_of(one, "ko", 0, 0), nectar_left(one), value_of(one, "high", 0, 0)) == (1000, [9997, 10_000], 9997)
