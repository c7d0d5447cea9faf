"""Every clause of Alchemy by its number, and every error sentence."""

import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.alchemy import game, rules
from ludotheque.games.alchemy.rules import CELLS, ERRORS, MOVES, SIDE, SULFUR
from ludotheque.notation import forms

LETTERS = ".LICSM"  # empty, lead, iron, copper, sulfur, mercury

# Seat 0 with one catalyst: lead and iron on the upper edge, four sulfurs transmuted; seat 1 has placed nothing.
CATALYST = (
    *("PLACE 0 1", "GIVE 2 4", "END"),
    *("GIVE 4 4", "END"),
    *("PLACE 12 1", "END", "END"),
    *("PLACE 14 1", "TRANSMUTE 12"),
)


def after(*moves: str, first: int = 0) -> lt.Match:
    """Return a new match after these moves of the seats in turn."""
    match = lt.new("alchemy", seed=0, first=first)
    for move in moves:
        match.play(move)
    return match


def match_at(*rows: str, rival: tuple[str, ...] = (), sample: str = "LI", catalysts: int = 0) -> lt.Match:
    """Return a match with these benches, seat 0 to move; cells and rows that are left out are empty."""
    match = after()
    for seat, lines in enumerate((rows, rival)):
        letters = "".join(row.ljust(SIDE, ".") for row in lines).ljust(CELLS, ".")
        match.state["bench"][0, seat] = [LETTERS.index(letter) for letter in letters]
        match.state["amount"][0, seat] = [letters.count(letter) for letter in LETTERS]
    match.state["sample"][0] = [LETTERS.index(letter) for letter in sample]
    match.state["catalysts"] = catalysts
    return match


def play_moves(match: lt.Match, *moves: str) -> lt.Match:
    for move in moves:
        match.play(move)
    return match


def read_bench(match: lt.Match, seat: int = 0) -> list[str]:
    """Return a bench's rows as letters, without the empty cells and rows at the end."""
    cells = "".join(LETTERS[element] for element in match.view().bench[seat])
    rows = [cells[start : start + SIDE].rstrip(".") for start in range(0, CELLS, SIDE)]
    while rows and not rows[-1]:
        rows.pop()
    return rows


def read_sample(match: lt.Match) -> str:
    return "".join(LETTERS[element] for element in match.view().sample)


def legal_moves(match: lt.Match, kind: str) -> list[str]:
    return [move for move in match.legal() if move.startswith(kind)]


def test_two_benches_of_six_by_six_are_empty_at_the_start() -> None:
    """AL-1"""
    assert after().view().bench == [[0] * 36, [0] * 36]
    assert (read_bench(after(), 0), read_bench(after(), 1)) == ([], [])


def test_a_match_has_150_turns_that_the_seats_share() -> None:
    """AL-1: 75 each, in turn, numbered from 1."""
    match, turns = after(first=1), []
    while not match.over:
        turns.append((match.view().turn, match.active))
        match.play("END")
    assert turns == [(number, [number % 2]) for number in range(1, 151)]


def test_there_are_three_metals_and_two_volatile_elements() -> None:
    """AL-2"""
    assert (rules.EMPTY, rules.LEAD, rules.IRON, rules.COPPER, rules.SULFUR, rules.MERCURY) == (0, 1, 2, 3, 4, 5)
    assert [rules.catalysts_for(element, 5) > 0 for element in range(1, 6)] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("cell", "beside"),
    [(0, [-1, 1, 6, -1]), (5, [-1, -1, 11, 4]), (14, [8, 15, 20, 13]), (30, [24, 31, -1, -1]), (35, [29, -1, -1, 34])],
)
def test_a_cell_touches_the_four_around_it(cell: int, beside: list[int]) -> None:
    """AL-3: up, right, down, left; -1 beyond an edge."""
    assert [rules.step(cell, way) for way in range(4)] == beside


def test_a_turn_brings_a_sample_in_its_order() -> None:
    """AL-4: what the rival gave, first and second."""
    match = after("GIVE 2 5", "END")
    assert read_sample(match) == "IM"
    assert read_bench(play_moves(match, "PLACE 0 1"), 1) == ["IM"]


def test_the_first_sample_is_lead_and_iron() -> None:
    """AL-5"""
    assert {read_sample(after(first=seat)) for seat in (0, 1)} == {"LI"}


def test_who_starts_is_drawn() -> None:
    """AL-6: each seat about equally often, by the match's seed."""
    starts = [lt.new("alchemy", seed=seed).active[0] for seed in range(200)]
    assert 70 < sum(starts) < 130


@pytest.mark.parametrize("first", [0, 1])
def test_who_starts_can_be_said(first: int) -> None:
    """AL-6"""
    assert all(lt.new("alchemy", seed=seed, first=first).active == [first] for seed in range(8))


def test_actions_come_in_any_order_and_the_turn_goes_on_until_its_end() -> None:
    """AL-7: a gift, a transmutation, a placement, two catalyses, a transmutation again."""
    match = match_at("SSSSS", "LL", sample="CC")
    turn = ("GIVE 3 1", "TRANSMUTE 0", "PLACE 0 1", "CATALYSE 6 0 3", "CATALYSE 7 0 3", "TRANSMUTE 7")
    assert play_moves(match, *turn).active == [0]
    assert (read_bench(match), match.view().gold) == ([], [3 + 3, 0])
    assert play_moves(match, "END").active == [1]


def test_a_turn_has_one_placement_and_one_gift() -> None:
    """AL-7"""
    match = after("PLACE 0 1", "GIVE 1 1")
    assert (legal_moves(match, "PLACE"), legal_moves(match, "GIVE")) == ([], [])
    assert match.legal() == ["TRANSMUTE 0", "TRANSMUTE 1", "END"]


def test_a_sample_that_is_not_placed_costs_the_whole_bench() -> None:
    """AL-8: but no gold, and not the rival's bench."""
    match = play_moves(match_at("LLL", "..C", rival=("MM",)), "TRANSMUTE 8", "END")
    assert (read_bench(match, 0), read_bench(match, 1)) == ([], ["MM"])
    assert match.view().gold == [-3, 0]
    assert match.view().amount[0] == [36, 0, 0, 0, 0, 0]


def test_a_bench_can_be_emptied_on_purpose() -> None:
    """AL-8: END is legal although the sample could be placed."""
    match = match_at("LLL")
    assert legal_moves(match, "PLACE") and "END" in match.legal()


def test_a_placed_sample_keeps_the_bench() -> None:
    """AL-8: also if it has been transmuted since."""
    assert read_bench(play_moves(match_at("LLL"), "PLACE 3 1", "END")) == ["LLLLI"]
    assert read_bench(play_moves(match_at("LLL", "C"), "PLACE 3 1", "TRANSMUTE 0", "END")) == ["....I", "C"]


def test_without_a_gift_the_sample_is_passed_on() -> None:
    """AL-9: the very pair that was received, in its order, turn after turn, the first included."""
    assert read_sample(after("END")) == "LI"
    assert read_sample(after("GIVE 5 2", "END", "END")) == "MI"
    assert read_sample(after("GIVE 5 2", "END", "PLACE 0 1", "END", "END")) == "MI"


def test_catalysts_do_not_outlast_the_turn() -> None:
    """AL-10: nor does the rival get them."""
    match = after(*CATALYST)
    assert match.view().catalysts == 1
    assert play_moves(match, "END").view().catalysts == 0
    assert play_moves(match, "END").view().catalysts == 0


def finished_match(*gold: int) -> lt.Match:
    """Return a match that is over, with this gold."""
    match = match_at("LLLLLL", rival=("CCC",))
    match.state["turn"] = 150
    match.state["gold"][0] = gold
    return play_moves(match, "PLACE 6 1", "END")


@pytest.mark.parametrize(
    ("gold", "ranks"), [((4, 3), [1, 2]), ((-8, -7), [2, 1]), ((5, 5), [1, 1]), ((0, 0), [1, 1]), ((-1, 0), [2, 1])]
)
def test_after_turn_150_more_gold_wins(gold: tuple[int, int], ranks: list[int]) -> None:
    """AL-11: equal gold is a draw, gold may be negative, and what is left on the benches is worth nothing."""
    match = finished_match(*gold)
    assert match.over and read_bench(match)
    assert (match.outcome, match.ranks) == ([(gold[0],), (gold[1],)], ranks)


@pytest.mark.parametrize(
    ("move", "rows"),
    [
        ("PLACE 14 0", ["", "..I", "..L"]),
        ("PLACE 14 1", ["", "", "..LI"]),
        ("PLACE 14 2", ["", "", "..L", "..I"]),
        ("PLACE 14 3", ["", "", ".IL"]),
    ],
)
def test_the_second_element_is_placed_beside_the_first(move: str, rows: list[str]) -> None:
    """AL-12, AL-19: up, right, down, left."""
    assert read_bench(after(move)) == rows


def test_the_errors_of_a_placement_come_in_their_order() -> None:
    """AL-12: placed already, off the bench, not adjacent, occupied, no contact; the first names it."""
    match = match_at("LI", ".C", sample="LI")
    assert match.why("PLACE 35 1") == "That is no cell of a bench."
    assert match.why("PLACE 0 4") == "The two cells are not side by side."
    assert match.why("PLACE 0 1") == "A cell is not empty."
    assert match.why("PLACE 20 1") == "Neither element touches its like."
    play_moves(match, "PLACE 6 2")
    for move in ("PLACE 35 1", "PLACE 0 4", "PLACE 0 1", "PLACE 20 1", "PLACE 2 1"):
        assert match.why(move) == "The sample is already placed."


def test_a_refused_move_changes_nothing() -> None:
    """AL-12"""
    match = after("PLACE 0 1", "END", "END")
    before = match.checksum()
    with pytest.raises(lt.IllegalMove, match="Neither element touches its like"):
        match.play("PLACE 20 1")
    assert match.checksum() == before


def test_a_sample_is_placed_freely_if_neither_element_is_on_the_bench() -> None:
    """AL-13: 120 ways on an empty bench."""
    assert len(legal_moves(after(), "PLACE")) == 120
    assert match_at("CCC", rival=("LI",)).why("PLACE 30 1") is None


@pytest.mark.parametrize(
    ("rows", "move", "may"),
    [
        (("L",), "PLACE 1 1", True),  # L beside L
        (("L",), "PLACE 2 3", False),  # L apart, and I beside L does not count
        (("L",), "PLACE 6 2", True),
        (("I",), "PLACE 2 3", True),  # I beside I
        (("I",), "PLACE 1 1", False),  # L beside I, I apart
        (("L", "...I"), "PLACE 8 0", False),  # L beside I, I between two empty cells
        (("L", "...I"), "PLACE 2 1", True),  # I above I
        (("L",), "PLACE 7 1", False),  # a corner does not count
    ],
)
def test_one_element_must_touch_its_own_like(rows: tuple[str, ...], move: str, may: bool) -> None:
    """AL-13: as soon as one of the two is anywhere on the bench."""
    assert match_at(*rows).why(move) == (None if may else "Neither element touches its like.")


def test_the_two_new_cells_do_not_count_for_each_other() -> None:
    """AL-13: two of a kind far from their like have no contact, on the bench as it was."""
    match = match_at("L", sample="LL")
    assert match.why("PLACE 20 1") == "Neither element touches its like."
    assert match.why("PLACE 2 3") is None


def test_the_rivals_bench_does_not_count_for_contact() -> None:
    """AL-13"""
    assert match_at("L", rival=("...", "...", "..L")).why("PLACE 20 1") == "Neither element touches its like."


def test_making_room_can_make_a_placement_free() -> None:
    """AL-13: the bench as it is when the sample is placed, after a transmutation."""
    match = match_at("LLL", "C")
    assert match.why("PLACE 20 1") is not None
    assert play_moves(match, "TRANSMUTE 0").why("PLACE 20 1") is None


def test_a_transmutation_takes_the_whole_region() -> None:
    """AL-14: all that is joined by sides and alike, from any of its cells; corners do not join."""
    for cell in (0, 1, 7, 8, 14):
        match = play_moves(match_at("LLI", "CLL", "..L", ".L.L"), f"TRANSMUTE {cell}")
        assert read_bench(match) == ["..I", "C", "", ".L.L"]
        assert match.view().gold == [5, 0]


def test_a_transmutation_is_for_the_own_bench() -> None:
    """AL-14: what the rival has on that cell stays."""
    match = play_moves(match_at("LL", rival=("LL",)), "TRANSMUTE 0")
    assert (read_bench(match, 0), read_bench(match, 1), match.view().gold) == ([], ["LL"], [0, 0])
    assert match.why("TRANSMUTE 0") == "That cell is empty."


def test_a_lone_metal_costs_three_gold() -> None:
    """AL-14"""
    assert play_moves(match_at("LI"), "TRANSMUTE 0").view().gold == [-3, 0]


def test_a_lone_volatile_costs_three_gold_and_gives_nothing() -> None:
    """AL-14"""
    view = play_moves(match_at("SM"), "TRANSMUTE 0").view()
    assert (view.gold, view.catalysts) == ([-3, 0], 0)


def test_a_volatile_region_gives_catalysts() -> None:
    """AL-14: they add up over a turn."""
    view = play_moves(match_at("SSSSS", "MMM"), "TRANSMUTE 0", "TRANSMUTE 6").view()
    assert (view.gold, view.catalysts) == ([4, 0], 3)


YIELDS = [
    (1, -3, -3, 0),
    (2, 0, 0, 0),
    (3, 1, 1, 1),
    (4, 3, 2, 1),
    (5, 5, 3, 2),
    (6, 8, 4, 2),
    (7, 11, 5, 3),
    (8, 15, 6, 3),
    (9, 19, 7, 4),
    (10, 24, 8, 4),
    (36, 323, 34, 17),
]


@pytest.mark.parametrize(("size", "metal", "volatile", "catalysts"), YIELDS)
def test_what_a_region_is_worth(size: int, metal: int, volatile: int, catalysts: int) -> None:
    """AL-15: by the table, and by a transmutation of such a region."""
    assert [rules.gold_for(element, size) for element in range(1, 6)] == [metal] * 3 + [volatile] * 2
    assert [rules.catalysts_for(element, size) for element in range(1, 6)] == [0] * 3 + [catalysts] * 2
    for element in range(1, 6):
        letters = LETTERS[element] * size
        match = match_at(*(letters[start : start + SIDE] for start in range(0, size, SIDE)))
        view = play_moves(match, "TRANSMUTE 0").view()
        expected = (metal, 0) if element < SULFUR else (volatile, catalysts)
        assert (view.gold[0], view.catalysts) == expected


def test_a_catalyst_changes_one_cell_of_either_bench() -> None:
    """AL-16: and nothing else happens by itself."""
    match = match_at("LIL", rival=("C",), catalysts=2)
    assert read_bench(play_moves(match, "CATALYSE 1 0 1")) == ["LLL"]
    assert read_bench(play_moves(match, "CATALYSE 0 1 5"), 1) == ["M"]
    assert (match.view().catalysts, match.view().gold) == (0, [0, 0])
    assert match.view().amount == [[33, 3, 0, 0, 0, 0], [35, 0, 0, 0, 0, 1]]


def test_a_catalyst_can_be_wasted_on_the_same_element() -> None:
    """AL-16"""
    match = play_moves(match_at("L", catalysts=1), "CATALYSE 0 0 1")
    assert (read_bench(match), match.view().catalysts) == (["L"], 0)


def test_the_errors_of_a_catalysis_come_in_their_order() -> None:
    """AL-16: no catalyst, no such cell or seat, no element, empty."""
    match = match_at("L", catalysts=1)
    assert match.why("CATALYSE 36 2 0") == "That is no cell of a bench."
    assert match.why("CATALYSE 0 2 0") == match.why("CATALYSE 0 -1 1") == "That is no cell of a bench."
    assert match.why("CATALYSE 1 0 0") == match.why("CATALYSE 1 0 6") == "That is no element."
    assert match.why("CATALYSE 1 0 1") == match.why("CATALYSE 0 1 1") == "That cell is empty."
    play_moves(match, "CATALYSE 0 0 2")
    assert match.why("CATALYSE 36 2 0") == "There is no catalyst left."


def test_a_gift_shares_an_element_with_the_sample_received() -> None:
    """AL-17: in either place."""
    gifts = {tuple(map(int, move.split()[1:])) for move in legal_moves(after(), "GIVE")}
    assert gifts == {(one, two) for one in range(1, 6) for two in range(1, 6) if {one, two} & {1, 2}}
    assert {"GIVE 3 1", "GIVE 2 4"} <= set(legal_moves(after("PLACE 0 1"), "GIVE"))


def test_a_gift_keeps_its_order() -> None:
    """AL-17"""
    assert read_sample(after("GIVE 3 1", "END")) == "CL"
    assert read_sample(after("GIVE 1 3", "END")) == "LC"


def test_the_errors_of_a_gift_come_in_their_order() -> None:
    """AL-17: no element, already given, nothing shared."""
    match = after()
    assert match.why("GIVE 3 4") == "The gift must share an element with the sample received."
    play_moves(match, "GIVE 1 1")
    assert match.why("GIVE 3 4") == "A gift is already chosen."
    assert match.why("GIVE 0 4") == match.why("GIVE 3 6") == "That is no element."


def test_actions_are_taken_back_by_the_match_and_not_by_a_move() -> None:
    """AL-18: one after the other, the gift included, to the start of the turn."""
    assert "UNDO" not in MOVES
    match = after("END")
    marks = [match.checksum()]
    for move in ("PLACE 0 1", "GIVE 1 1", "TRANSMUTE 0"):
        marks.append(play_moves(match, move).checksum())
    for move, mark in zip(("1 TRANSMUTE 0", "1 GIVE 1 1", "1 PLACE 0 1"), marks[2::-1]):
        assert (match.undo(), match.checksum()) == (move, mark)


def test_a_whole_turn_is_taken_back_at_once() -> None:
    """AL-18: as for a player who fails, and never the other's turn with it."""
    match = after("GIVE 1 1", "END", "PLACE 0 1", "GIVE 1 3")
    match.take_back_turn(1)
    assert match.moves == ["0 GIVE 1 1", "0 END"]


def test_the_moves_are_five_kinds() -> None:
    """AL-19"""
    kinds = ["PLACE cell way", "TRANSMUTE cell", "CATALYSE cell whose element", "GIVE one two", "END"]
    assert forms(game.rules.MOVES) == " or ".join(kinds)


REFUSED = [
    ((), "END", 1, "It is not your turn."),
    ((), "PLACE 0 1", -1, "It is not your turn."),
    ((), "END", 2, "It is not your turn."),
    (("END",), "GIVE 1 1", 0, "It is not your turn."),
    (("PLACE 0 1",), "PLACE 14 1", 0, "The sample is already placed."),
    (("PLACE 0 1", "TRANSMUTE 0"), "PLACE 14 1", 0, "The sample is already placed."),
    ((), "PLACE -1 0", 0, "That is no cell of a bench."),
    ((), "PLACE 36 0", 0, "That is no cell of a bench."),
    ((), "PLACE 5 1", 0, "That is no cell of a bench."),
    ((), "PLACE 6 3", 0, "That is no cell of a bench."),
    ((), "PLACE 0 0", 0, "That is no cell of a bench."),
    ((), "PLACE 30 2", 0, "That is no cell of a bench."),
    ((), "TRANSMUTE -1", 0, "That is no cell of a bench."),
    ((), "TRANSMUTE 36", 0, "That is no cell of a bench."),
    (CATALYST, "CATALYSE -1 0 1", 0, "That is no cell of a bench."),
    (CATALYST, "CATALYSE 0 2 1", 0, "That is no cell of a bench."),
    ((), "PLACE 0 4", 0, "The two cells are not side by side."),
    ((), "PLACE 0 -1", 0, "The two cells are not side by side."),
    (("PLACE 0 1", "END", "END"), "PLACE 0 2", 0, "A cell is not empty."),
    (("PLACE 0 1", "END", "END"), "PLACE 2 3", 0, "A cell is not empty."),
    (("PLACE 0 1", "END", "END"), "PLACE 20 1", 0, "Neither element touches its like."),
    ((), "TRANSMUTE 0", 0, "That cell is empty."),
    (CATALYST, "CATALYSE 0 1 1", 0, "That cell is empty."),
    ((), "CATALYSE 0 0 1", 0, "There is no catalyst left."),
    ((*CATALYST, "CATALYSE 0 0 3"), "CATALYSE 0 0 1", 0, "There is no catalyst left."),
    (CATALYST, "CATALYSE 0 0 0", 0, "That is no element."),
    (CATALYST, "CATALYSE 0 0 6", 0, "That is no element."),
    ((), "GIVE 0 1", 0, "That is no element."),
    ((), "GIVE 1 6", 0, "That is no element."),
    (("GIVE 1 1",), "GIVE 1 2", 0, "A gift is already chosen."),
    ((), "GIVE 3 4", 0, "The gift must share an element with the sample received."),
    (("GIVE 1 1", "END"), "GIVE 2 3", 1, "The gift must share an element with the sample received."),
]


@pytest.mark.parametrize(("moves", "text", "seat", "sentence"), REFUSED)
def test_refused_with_its_sentence(moves: tuple[str, ...], text: str, seat: int, sentence: str) -> None:
    assert after(*moves).why(text, seat) == sentence


def test_an_unknown_kind_is_no_move() -> None:
    assert after().why(lt.Move(9)) == after().why(lt.Move(-1)) == "There is no such move."


def test_every_error_has_its_test() -> None:
    assert {row[3] for row in REFUSED} | {"ok", "There is no such move."} == set(ERRORS)


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {}, "Alchemy is played with 2 seats, not 3."),
        (2, {"first": 2}, "first is a whole number from -1 to 1, not 2."),
        (2, {"turns": 9}, "Alchemy has no option 'turns'."),
    ],
)
def test_bad_options_are_refused_with_a_sentence(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(lt.BadOption, match=f"^{re.escape(sentence)}$"):
        lt.new("alchemy", seats=seats, seed=1, **options)


def test_the_amounts_follow_the_benches() -> None:
    """In random matches, the amounts are those of the cells, and `heap` is zero between moves."""
    for seed in range(2):
        match = lt.new("alchemy", seed=seed)
        while not match.over:
            match.play(match.view(match.active[0]).random.choice(match.legal()))
            view = match.view()
            assert view.amount == [[cells.count(element) for element in range(6)] for cells in view.bench]
            assert not any(view.heap)
