"""The board of Alchemy: its drawing, its text and its hint are well-formed, and all legal moves can be clicked."""

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from ludotheque.checks.drawings import SVG, find_element, list_elements, list_targets, read_texts
from ludotheque.game import Move, load
from ludotheque.games.alchemy import board, game
from ludotheque.games.alchemy.board.bench import arrange_chips
from ludotheque.games.alchemy.regions import find_region, find_regions
from ludotheque.games.alchemy.rules import CATALYSE, CELLS, END, GIVE, PLACE, TRANSMUTE, TURNS
from ludotheque.match import Match, new

RUDE = "<script>&\"'{0}\x00\x1b[2J" + "x" * 60
LETTERS = ".LICSM"
OWN = "II..S. IIL.SS ILL..M CCL.MM C....M C.I..."
RIVAL = "..LL.. .SLLC. SS.ICC S.III. ..MMI. M.M..."
SEEDS = range(4)


@cache
def french(caption: str) -> str:
    return str(load("alchemy").words("fr")["board"][caption])


def random_positions(seed: int, plies: int = 60) -> Iterator[Match]:
    """Yield a match after each ply of random players who seldom forget to place their sample."""
    match, choice = new("alchemy", seed=seed), random.Random(seed)
    for _ in range(plies):
        yield match
        rows = match.legal_rows(match.active[0]).tolist()
        kinds = sorted({row[0] for row in rows})
        weights = {PLACE: 20, TRANSMUTE: 1, CATALYSE: 5, GIVE: 5, END: 0.1 if PLACE in kinds else 3}
        kind = choice.choices(kinds, [weights[kind] for kind in kinds])[0]
        match.play(Move(*choice.choice([row for row in rows if row[0] == kind])))


def read_bench(rows: str) -> list[int]:
    return [LETTERS.index(letter) for letter in rows.replace(" ", "")]


def match_at(own: str = OWN, rival: str = RIVAL, **fields: int | list[int]) -> Match:
    """A match at turn 63 with these benches; seat 0 is to move and has received copper and mercury."""
    match = new("alchemy", seed=1, first=0)
    for seat, cells in enumerate((read_bench(own), read_bench(rival))):
        match.state["bench"][0][seat] = cells
        match.state["amount"][0][seat] = [cells.count(element) for element in range(6)]
    for name, value in ({"turn": 63, "sample": [3, 5], "gold": [23, 17]} | fields).items():
        match.state[name][0] = value
    return match


def crowded_match(seed: int) -> Match:
    """A match with full benches, of two to five elements."""
    choice = random.Random(seed)
    letters = [".LICSM", "LS", "SM", "LICSM", ".SSSM"][seed % 5]
    own, rival = ("".join(choice.choices(letters, k=CELLS)) for _ in range(2))
    return match_at(own, rival, catalysts=seed % 3, has_given=seed % 2, gift=[5 * (seed % 2)] * 2)


def read_arguments(move: str) -> dict[str, str]:
    kind, *values = move.split()
    return dict(zip(game.rules.MOVES[kind] or (), values))


def agrees(target: dict[str, str], move: str) -> bool:
    """Can a click on `target` be part of `move`? Attributes that are not arguments of its kind do not matter."""
    if target["kind"] != move.split()[0] or target.get("move", move) != move:
        return False
    return all(target.get(name, value) == value for name, value in read_arguments(move).items())


def can_be_clicked(clicks: list[dict[str, str]], move: str) -> bool:
    """Is there a click that is the whole move, or are there clicks that set all its arguments?"""
    agreeing = [target for target in clicks if agrees(target, move)]
    if any("move" in target for target in agreeing):
        return True
    wanted, named = set(read_arguments(move)), {name for target in agreeing for name in target}
    return bool(wanted) and named >= wanted


def to_first_cell(match: Match, move: str) -> str:
    """Return a transmutation of the region's first cell instead: it does the same, and only that one can be clicked."""
    kind, *values = move.split()
    if kind != "TRANSMUTE":
        return move
    bench = match.state["bench"][0][match.active[0]].tolist()
    return f"TRANSMUTE {find_region(bench, int(values[0])).first}"


# What can be clicked


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_move_and_no_other_can_be_clicked_by_the_seat_to_move(seed: int) -> None:
    for match in [*random_positions(seed, 40), crowded_match(seed)]:
        seat = match.active[0]
        view = match.view(seat)
        clicks, moves = list_targets(board.draw(view, seat)), view.legal()
        assert all(can_be_clicked(clicks, move) for move in {to_first_cell(match, move) for move in moves})
        assert all(any(agrees(target, move) for move in moves) for target in clicks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_viewer_who_is_not_to_move_has_nothing_to_click(seed: int) -> None:
    for match in [*random_positions(seed, 40), crowded_match(seed)]:
        for seat in (-1, 1 - match.active[0]):
            drawing = board.draw(match.view(seat), seat)
            marks = ("tabindex", 'role="button"', "legal", "data-move", "data-kind", "data-one", "data-element")
            assert not any(mark in drawing for mark in marks)


def test_a_finished_match_has_nothing_to_click() -> None:
    match = match_at(turn=TURNS, has_placed=1)
    match.play("END")
    assert match.over and not any(list_targets(match.view(seat).drawing()) for seat in (-1, 0, 1))


def test_clickable_groups_say_what_they_are_and_hold_a_ring() -> None:
    for match in [*random_positions(3), crowded_match(1), crowded_match(2)]:
        for group in list_elements(match.view(match.active[0]).drawing()):
            if "tabindex" in group.attrib:
                assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
                assert group[0].tag == f"{SVG}title" and group[0].text
                assert [kid.attrib.get("class") for kid in group].count("ring") == 1


def test_cells_say_where_they_are_to_viewers_who_cannot_click_too() -> None:
    cells = [e.attrib for e in list_elements(match_at().view(-1).drawing()) if "data-cell" in e.attrib]
    assert [(c["data-whose"], c["data-cell"]) for c in cells] == [(str(w), str(c)) for w in (1, 0) for c in range(36)]


def test_the_second_cell_carries_the_whole_placement() -> None:
    second = find_element(match_at().view(0).drawing(), "alchemy-p25-1")
    assert second.attrib["data-move"] == "PLACE 25 1" and second.attrib["data-way"] == "1"
    assert second[0].text == "Place copper on cell B5 and mercury on cell C5"


def test_the_style_shows_the_second_cells_of_every_first_one() -> None:
    style = (game.folder / "board.css").read_text("utf-8")
    assert all(f".c{cell}.selected ~ .w{cell}{end}" in style for cell, end in zip(range(CELLS), "," * 35 + ")"))


# The form of a drawing


def test_a_name_is_text_and_never_markup() -> None:
    match = match_at()
    match.names = [RUDE, "&amp;"]
    drawing = match.view(0).drawing()
    assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
    assert '<script>&"' in read_texts(drawing) and "&amp;" in read_texts(drawing)


def test_nothing_is_written_smaller_than_a_phone_can_show() -> None:
    for match in [*random_positions(6), crowded_match(0)]:
        written = [e.attrib.get("class", "") for e in list_elements(match.view(0).drawing()) if e.tag == f"{SVG}text"]
        assert min(int(size) for cls in written for size in re.findall(r"\bf(\d+)", cls)) >= 18


@pytest.mark.parametrize("seed", range(60))
def test_no_chip_covers_another(seed: int) -> None:
    for bench in crowded_match(seed).state["bench"][0].tolist():
        chips = arrange_chips(find_regions(bench))
        assert not any(one.overlaps(two) for one, two in combinations(chips, 2))


def test_a_drawing_that_stands_alone_brings_its_style() -> None:
    drawing = match_at().view(0).svg()
    style = next(element for element in list_elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".al-shop" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


# The hint


def test_the_hint_tells_the_seat_to_move_what_to_click() -> None:
    match = match_at()
    assert board.hint(match.view(0), 0).startswith("Place your sample: click an empty cell")
    match.play("PLACE 25 1")
    assert board.hint(match.view(0), 0) == (
        "Click the gold on a region to transmute it, choose the rival's gift, then end the turn."
    )
    match.play("GIVE 3 3")
    expected = "Cliquez sur l’or d’une région pour la transmuter, ou finissez le tour."
    assert board.hint(match.view(0), 0, french) == expected


def test_the_hint_tells_the_other_viewers_whose_turn_it_is() -> None:
    match = match_at()
    match.names = ["Awa", "Basile"]
    for seat in (-1, 1):
        expected = "Turn 63 of 150, Awa plays. Sample: copper, then mercury (to place)."
        assert board.hint(match.view(seat), seat) == expected
        expected = "Tour 63 sur 150, Awa joue. Échantillon : du cuivre, puis du mercure (à poser)."
        assert board.hint(match.view(seat), seat, french).replace("\u00a0", " ") == expected


def test_the_hint_tells_everybody_who_won() -> None:
    match = match_at(turn=TURNS, has_placed=1)
    match.play("END")
    assert {board.hint(match.view(seat), seat) for seat in (-1, 0, 1)} == {"seat 0 wins: 23 gold to 17."}


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_the_label_of_the_drawing_says_what_the_hint_tells_those_who_wait(seed: int) -> None:
    for match in random_positions(seed):
        seat = 1 - match.active[0]
        label = ElementTree.fromstring(board.draw(match.view(seat), seat)).attrib["aria-label"]
        assert label == f"Alchemy. {board.hint(match.view(seat), seat)}"


# What the board says


def test_the_own_bench_is_at_the_left_and_a_spectator_sees_seat_0_there() -> None:
    match = match_at()
    for seat, left in ((-1, 0), (0, 0), (1, 1)):
        groups = {e.attrib.get("class"): e for e in list_elements(match.view(seat).drawing())}
        ids = [e.attrib["id"] for e in groups["al-left"].iter() if "data-cell" in e.attrib]
        assert ids == [f"alchemy-{left}-{cell}" for cell in range(CELLS)]


def test_a_chip_says_what_its_region_pays() -> None:
    drawing = match_at().view(0).drawing()
    iron, sulfur, lone = (find_element(drawing, f"alchemy-0-r{cell}") for cell in (0, 4, 32))
    assert iron[0].text == "Transmute iron ×5: +5 gold" and iron.attrib["data-move"] == "TRANSMUTE 0"
    assert sulfur[0].text == "Transmute sulfur ×3: +1 gold, one catalyst"
    assert lone[0].text == "Transmute iron ×1: −3 gold"
    assert find_element(drawing, "alchemy-1-r15")[0].text == "iron ×5: +5 gold"


def test_a_region_that_pays_nothing_has_a_chip_only_where_it_can_be_clicked() -> None:
    assert "alchemy-0-r32" in match_at().view(0).drawing()
    assert "alchemy-0-r32" not in match_at().view(1).drawing()


def test_a_token_keeps_its_id_and_its_shape_tells_metals_from_volatiles() -> None:
    drawing = match_at().view(0).drawing()
    metal, volatile = find_element(drawing, "alchemy-0-t0"), find_element(drawing, "alchemy-0-t4")
    assert metal.attrib["class"] == "token iron" and len(list(metal.iter(f"{SVG}rect"))) == 1
    assert volatile.attrib["class"] == "token sulfur" and len(list(volatile.iter(f"{SVG}circle"))) == 2


def test_like_neighbours_are_bridged_into_one_body() -> None:
    square = match_at("LL....LL...." + "." * 24, "." * CELLS).view(-1)
    assert square.drawing().count('"el-join"') == 4 and square.drawing().count('"el-knot"') == 1
    assert '"el-join"' not in match_at("LI....IL...." + "." * 24, "." * CELLS).view(-1).drawing()


def test_end_warns_that_the_bench_will_be_emptied_until_the_sample_is_placed() -> None:
    match = match_at()
    assert "the whole bench will be emptied" in (find_element(match.view(0).drawing(), "alchemy-end")[0].text or "")
    assert "al-danger" in match.view(0).drawing() and "empties your bench" in match.view(0).text()
    assert "bench at risk" in read_texts(match.view(1).drawing())
    match.play("PLACE 25 1")
    assert "al-danger" not in match.view(0).drawing() and "empties" not in match.view(0).text()


def test_an_empty_bench_has_nothing_to_lose() -> None:
    assert "al-danger" not in new("alchemy", seed=1, first=0).view(0).drawing()


def test_end_warns_that_catalysts_will_be_lost() -> None:
    match = match_at(catalysts=2, has_placed=1)
    assert "loses 2 catalysts" in read_texts(match.view(0).drawing())
    assert "2 catalysts will be lost" in (find_element(match.view(0).drawing(), "alchemy-end")[0].text or "")


def test_the_board_says_that_a_sample_fits_nowhere() -> None:
    match = match_at("LICSM" * 7 + "L")
    assert "no room" in read_texts(match.view(0).drawing()) and "no room" in match.view(1).text()


def test_the_board_says_what_the_rival_will_receive_before_and_after_the_choice() -> None:
    match = match_at()
    assert "seat 1 receives copper, then mercury" in read_texts(match.view(0).drawing())
    assert "Gift          copper, then mercury (the same, so far)" in match.view(-1).text()
    match.play("GIVE 5 2")
    assert "seat 1 receives mercury, then iron" in read_texts(match.view(0).drawing())
    assert "Gift          mercury, then iron (chosen)" in match.view(-1).text()


def test_the_end_names_the_winner_or_the_draw() -> None:
    for gold, said in (([23, 17], "seat 0 wins"), ([-3, 5], "seat 1 wins"), ([4, 4], "A draw")):
        match = match_at(turn=TURNS, has_placed=1, gold=gold)
        match.play("END")
        assert said in read_texts(match.view(-1).drawing()) and said in match.view(1).text()
        assert f"{max(gold)} gold to {min(gold)}".replace("-", "−") in match.view(0).text()
        assert "Turn 150 of 150" in match.view(0).text() and "al-chip" not in match.view(0).drawing()


def test_the_text_shows_both_benches_with_numbers_that_add_up_to_cells() -> None:
    lines = match_at().view(0).text().split("\n")
    assert "  3 12 I L L + . M                        3 12 S S . I C C" in lines
    assert any(line.startswith("> seat 0 (you)") and line.endswith("17 gold") for line in lines)
    assert "A1 iron ×5: +5 gold" in match_at().view(1).text()


def test_each_element_has_its_own_letter_in_both_languages() -> None:
    for say in (str, french):
        names = [say(name) for name in ("lead", "iron", "copper", "sulfur", "mercury")]
        assert len({name[0] for name in names}) == 5
