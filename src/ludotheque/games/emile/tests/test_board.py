"""The board of Émile: it is well-formed, says what will happen, and offers exactly the legal moves."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from unicodedata import category
from xml.etree import ElementTree

import pytest

from ludotheque import art
from ludotheque.game import OptionValue, load
from ludotheque.games.emile import board
from ludotheque.games.emile.board.scene import legs, rolled_dice
from ludotheque.games.emile.rules import GOAL, bounce
from ludotheque.letters import columns
from ludotheque.match import Match, View, new

SVG = "{http://www.w3.org/2000/svg}"
RUDE = "<script>&\"'\x00\x1b[2J" + "x" * 60
TABLES: list[tuple[int, dict[str, OptionValue]]] = [
    *((seats, {}) for seats in range(2, 9)),
    (4, {"teams": True}),
    (2, {"anticlockwise": True, "rounds": 0}),
    (3, {"toasts": True, "rounds": 4}),
]


@cache
def french(caption: str) -> str:
    return str(load("emile").words("fr")["board"][caption])


def positions(seats: int, options: dict[str, OptionValue], seed: int, plies: int = 60) -> Iterator[Match]:
    """A random match, ply by ply, and its end if it comes."""
    match, choice = new("emile", seats=seats, seed=seed, **options), random.Random(seed)
    for _ in range(plies):
        yield match
        if match.over:
            return
        match.play(choice.choice(match.legal()))


def place(match: Match, **fields: int | list[int]) -> Match:
    """A match with some facts put in by hand; a list fills the first places."""
    for name, value in fields.items():
        if isinstance(value, list):
            match.state[name][0][: len(value)] = value
        else:
            match.state[name] = value
    return match


def settling(scores: list[int], gain: int, **options: OptionValue) -> Match:
    """Seat 0 has a turn's score to settle."""
    return place(new("emile", seats=len(scores), seed=1, first=0, **options), score=scores, gain=gain, phase=1)


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def offered(svg: str) -> list[str]:
    return sorted(element.attrib["data-move"] for element in elements(svg) if "data-move" in element.attrib)


def words_of(svg: str) -> str:
    """All that is written on a board, titles included."""
    return " | ".join("".join(e.itertext()) for e in elements(svg) if e.tag in (f"{SVG}text", f"{SVG}title"))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_legal_move_and_no_other_can_be_clicked_by_the_seat_to_move(
    seats: int, options: dict[str, OptionValue]
) -> None:
    for match in positions(seats, options, seed=seats, plies=25):
        for seat in {-1, 0, seats - 1, *match.active}:
            view = match.view(seat)
            drawing = board.draw(view, seat)
            assert offered(drawing) == sorted(view.legal())
            assert ("tabindex" in drawing) == (seat in match.active)


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("say", [str, french])
def test_a_board_is_well_formed_and_its_ids_are_unique(
    seats: int, options: dict[str, OptionValue], say: Callable[[str], str]
) -> None:
    for match in positions(seats, options, seed=100 + seats, plies=20):
        match.names = [RUDE, *match.names[1:]]
        view = match.view(match.active[0] if match.active else -1)
        ids = [e.attrib["id"] for e in elements(board.draw(view, view.seat, say)) if "id" in e.attrib]
        assert len(ids) == len(set(ids))
        assert all(name == "emile" or name.startswith("emile-") for name in ids)


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("say", [str, french])
def test_the_text_fits_a_terminal(seats: int, options: dict[str, OptionValue], say: Callable[[str], str]) -> None:
    for match in positions(seats, options, seed=200 + seats, plies=20):
        match.names = [RUDE, "鈴木一朗" * 6, *match.names[2:]]
        view = match.view(match.active[0] if match.active else -1)
        written = board.text(view, view.seat, say)
        assert max(columns(line) for line in written.split("\n")) <= 80
        assert not any(category(letter) == "Cc" for letter in written.replace("\n", ""))


def test_clickable_groups_say_what_they_are_and_hold_a_ring() -> None:
    for match in positions(5, {}, seed=3):
        for group in elements(match.view(match.active[0]).drawing()):
            if "data-move" in group.attrib:
                assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
                assert group[0].tag == f"{SVG}title" and group[0].text
                assert [kid.attrib.get("class") for kid in group].count("ring") == 1


def test_a_name_is_text_and_never_markup() -> None:
    match = new("emile", seats=2, seed=1)
    match.names = [RUDE, "&amp;"]
    drawing = match.view(0).drawing()
    assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
    assert '<script>&"' in words_of(drawing) and "&amp;" in words_of(drawing)


def test_markup_that_was_glued_together_by_hand_is_escaped() -> None:
    assert art.g(art.title("a") + art.title("b")) == "<g>&lt;title&gt;a&lt;/title&gt;&lt;title&gt;b&lt;/title&gt;</g>"


def test_no_inline_style_and_no_picture() -> None:
    for match in positions(4, {}, seed=5):
        drawing = match.view(0).drawing()
        assert "style=" not in drawing and "<image" not in drawing and "<style" not in drawing


def test_french_has_all_words_of_the_rules() -> None:
    game = load("emile")
    said = game.words("fr")
    assert set(said["errors"]) == set(game.rules.ERRORS)
    assert set(said["moves"]) == set(game.rules.MOVES)
    assert set(said["arguments"]) == {name for kind in game.rules.MOVES.values() for name in kind or ()}
    assert set(said["options"]) == set(game.options) and set(said["outcome"]) == set(game.outcome)


def test_a_drawing_that_stands_alone_brings_its_style() -> None:
    drawing = new("emile", seats=3, seed=2).view(0).svg()
    style = next(element for element in elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".em-track" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


def test_a_hop_touches_the_walls_and_ends_where_the_score_bounces_to() -> None:
    assert legs(-400, 1750) == [-400, 1350]
    assert legs(2050, 650) == [2050, 2500, 2300]
    assert legs(0, 8000) == [0, 2500, -2500, -2000]
    for start in range(-GOAL, GOAL + 1, 50):
        for change in (-1000, -100, 50, 450, 2500, 5000, 9950, 10000, 123450):
            assert legs(start, change)[-1] == bounce(start + change)


def test_settling_shows_where_each_score_would_land_and_whom_it_sends_back() -> None:
    match = settling([-400, 950, 1350], 1750)
    written = words_of(match.view(0).drawing())
    assert "seat 0: +1750, from −400 to +1350. Tixe: seat 2 back to 0" in written
    assert "seat 1: −900, from +950 to +50" in written
    assert "seat 2: −900, from +1350 to +450" in written


def test_a_partner_is_no_target_and_the_sum_of_a_team_is_shown() -> None:
    match = settling([-400, 950, 1350, 0], -100, teams=True)
    assert offered(match.view(0).drawing()) == ["OTHER 1", "OTHER 3", "OWN"]
    assert "together +950" in words_of(match.view(0).drawing())


def test_exactly_2500_is_announced_before_it_is_played() -> None:
    assert "→ wins" in words_of(settling([750, 0], 1750).view(-1).drawing())
    assert "→ wins" not in words_of(settling([750, 0], 1800).view(-1).drawing())


def test_the_end_names_the_winner() -> None:
    match = settling([750, 0], 1750)
    match.play("OWN")
    assert "seat 0 wins" in words_of(match.view(1).drawing())
    assert "seat 0 wins" in match.view(1).text()


def test_rounds_that_run_out_are_told_at_the_end() -> None:
    *_, match = positions(3, {"rounds": 2}, seed=8, plies=500)
    assert match.over and "highest score after 2 rounds" in match.view(-1).text()


def test_what_went_by_is_noted() -> None:
    match = place(new("emile", seats=2, seed=1), suites=2, deubeuls=1, brelans=1)
    assert {"suite +2000", "deubeul ×2"} <= set(words_of(match.view(-1).drawing()).split(" | "))
    assert "cheers!" not in words_of(match.view(-1).drawing())
    assert "cheers!" in words_of(place(match, toasts=1).view(-1).drawing())


def test_dice_say_what_they_mark() -> None:
    match = place(new("emile", seats=2, seed=1), faces=[2, 2, 1, 2, 2], count=[0, 1, 4, 0, 0, 0, 0], rolled=5)
    assert [die.kind for die in rolled_dice(match.view(0))] == ["brelan"] * 3 + ["dead", "single"]
    assert "[2 2 2] (2) [1]" in match.view(0).text()


def test_play_may_go_the_other_way_round() -> None:
    assert "anticlockwise" in words_of(new("emile", seats=2, anticlockwise=True).view(0).drawing())
    assert "anticlockwise" not in words_of(new("emile", seats=2).view(0).drawing())


def test_a_game_without_a_board_shows_its_fields() -> None:
    view: View = new("emile", seats=2, seed=1).view(0)
    assert {"potential", "score"} <= set(words_of(art.plain(view)).split(" | "))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_written_rules_hold_every_clause_and_a_true_table_of_bounces(language: str) -> None:
    written = load("emile").rules_text(language).replace("−", "-")
    assert [int(n) for n in re.findall(r"^\*\*EM-(\d+)\.", written, re.M)] == list(range(1, 25))
    rows = re.findall(r"^\| ([+-]?\d+) \| ([+-]\d+) \| ([+-]?\d+) \|", written.partition("EM-15.")[2], re.M)
    assert len(rows) == 7 and all(bounce(int(old) + int(change)) == int(to) for old, change, to in rows)
