"""The board of Émile: it is well-formed, shows what each decision does, and offers exactly the legal moves."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from ludotheque import art
from ludotheque.checks.drawings import SVG, list_elements, read_texts
from ludotheque.game import OptionValue, load
from ludotheque.games.emile import board
from ludotheque.games.emile.board.scene import list_turning_points, sort_dice
from ludotheque.games.emile.rules import GOAL, bounce
from ludotheque.match import Match, new
from ludotheque.view import View

HOSTILE_NAME = "<script>&\"'\x00\x1b[2J" + "x" * 60
SETTINGS: list[tuple[int, dict[str, OptionValue]]] = [
    *((seats, {}) for seats in range(2, 9)),
    (4, {"teams": True}),
    (2, {"anticlockwise": True, "rounds": 0}),
    (3, {"toasts": True, "rounds": 4}),
]


@cache
def french(caption: str) -> str:
    return str(load("emile").words("fr")["board"][caption])


def play_randomly(seats: int, options: dict[str, OptionValue], seed: int, plies: int = 60) -> Iterator[Match]:
    """Play a random match and yield it after each ply."""
    match, choice = new("emile", seats=seats, seed=seed, **options), random.Random(seed)
    for _ in range(plies):
        yield match
        if match.over:
            return
        match.play(choice.choice(match.legal()))


def set_fields(match: Match, **fields: int | list[int]) -> Match:
    """Set fields of the state; a list sets the first places of an array."""
    for name, value in fields.items():
        if isinstance(value, list):
            match.state[name][0][: len(value)] = value
        else:
            match.state[name] = value
    return match


def make_settling(scores: list[int], gain: int, **options: OptionValue) -> Match:
    """Return a match in which seat 0 has a turn's score to settle."""
    return set_fields(new("emile", seats=len(scores), seed=1, first=0, **options), score=scores, gain=gain, phase=1)


def list_moves(svg: str) -> list[str]:
    """Return the moves that one click plays; the lane and the card of a seat play the same."""
    return sorted({element.attrib["data-move"] for element in list_elements(svg) if "data-move" in element.attrib})


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_the_seat_to_move_can_click_exactly_the_legal_moves(seats: int, options: dict[str, OptionValue]) -> None:
    for match in play_randomly(seats, options, seed=seats, plies=12):
        for seat in {-1, 0, seats - 1, *match.active}:
            view = match.view(seat)
            drawing = board.draw(view, seat)
            assert list_moves(drawing) == sorted(view.legal())
            assert ("tabindex" in drawing) == (seat in match.active)


def test_clickable_groups_have_a_title_and_a_ring() -> None:
    for match in play_randomly(5, {}, seed=3):
        for group in list_elements(match.view(match.active[0]).drawing()):
            if "data-move" in group.attrib:
                assert group.attrib["role"] == "button" and "legal" in group.attrib["class"].split()
                assert group[0].tag == f"{SVG}title" and group[0].text
                assert [kid.attrib.get("class") for kid in group].count("ring") == 1


def test_a_name_is_escaped() -> None:
    match = new("emile", seats=2, seed=1)
    match.names = [HOSTILE_NAME, "&amp;"]
    drawing = match.view(0).drawing()
    assert "<script" not in drawing and "\x00" not in drawing and "\x1b" not in drawing
    assert '<script>&"' in read_texts(drawing) and "&amp;" in read_texts(drawing)


def test_markup_joined_as_text_is_escaped() -> None:
    assert art.g(art.title("a") + art.title("b")) == "<g>&lt;title&gt;a&lt;/title&gt;&lt;title&gt;b&lt;/title&gt;</g>"


def test_a_board_has_no_inline_style_and_no_image() -> None:
    for match in play_randomly(4, {}, seed=5):
        drawing = match.view(0).drawing()
        assert "style=" not in drawing and "<image" not in drawing and "<style" not in drawing


def test_french_has_all_words_of_the_rules() -> None:
    game = load("emile")
    said = game.words("fr")
    assert set(said["errors"]) == set(game.rules.ERRORS)
    assert set(said["moves"]) == set(game.rules.MOVES)
    assert set(said["arguments"]) == {name for kind in game.rules.MOVES.values() for name in kind or ()}
    assert set(said["options"]) == set(game.options) and set(said["outcome"]) == set(game.outcome)


def test_a_standalone_drawing_contains_its_style() -> None:
    drawing = new("emile", seats=3, seed=2).view(0).svg()
    style = next(element for element in list_elements(drawing) if element.tag == f"{SVG}style").text or ""
    assert "--seat-0" in style and ".em-track" in style
    assert "@media (max-width" in style and "@container" not in style and ":root" not in style


def test_a_hop_turns_at_both_ends_and_lands_on_the_new_score() -> None:
    assert list_turning_points(-400, 1750) == [-400, 1350]
    assert list_turning_points(2050, 650) == [2050, 2500, 2300]
    assert list_turning_points(0, 8000) == [0, 2500, -2500, -2000]
    for start in range(-GOAL, GOAL + 1, 50):
        for change in (-1000, -100, 50, 450, 2500, 5000, 9950, 10000, 123450):
            assert list_turning_points(start, change)[-1] == bounce(start + change)


def test_settling_shows_where_each_score_would_land_and_the_caught_seats() -> None:
    match = make_settling([-400, 950, 1350], 1750)
    written = read_texts(match.view(0).drawing())
    assert "seat 0: +1750, from −400 to +1350. Tixe: seat 2 back to 0" in written
    assert "seat 1: −900, from +950 to +50" in written
    assert "seat 2: −900, from +1350 to +450" in written


def test_a_partner_is_not_a_target_and_the_sum_of_a_team_is_shown() -> None:
    match = make_settling([-400, 950, 1350, 0], -100, teams=True)
    assert list_moves(match.view(0).drawing()) == ["OTHER 1", "OTHER 3", "OWN"]
    assert "together +950" in read_texts(match.view(0).drawing())


def test_exactly_2500_is_announced_before_it_is_played() -> None:
    assert "→ wins" in read_texts(make_settling([750, 0], 1750).view(-1).drawing())
    assert "→ wins" not in read_texts(make_settling([750, 0], 1800).view(-1).drawing())


def test_the_end_names_the_winner() -> None:
    match = make_settling([750, 0], 1750)
    match.play("OWN")
    assert "seat 0 wins" in read_texts(match.view(1).drawing())
    assert "seat 0 wins" in match.view(1).text()


def test_the_end_names_the_last_round() -> None:
    *_, match = play_randomly(3, {"rounds": 2}, seed=8, plies=500)
    assert match.over and "highest score after 2 rounds" in match.view(-1).text()


def test_a_hint_tells_the_player_what_to_click() -> None:
    match = set_fields(new("emile", seats=2, seed=1, first=0), faces=[1, 2, 2, 3, 4], rolled=5)
    set_fields(match, count=[0, 1, 2, 1, 1, 0, 0], potential=200)
    keep = "Click the rolled dice to keep, then roll the rest; or stop with 300."
    assert board.hint(match.view(0), 0) == keep
    match = make_settling([-400, 950], -100)
    assert board.hint(match.view(0), 0) == "Your turn is worth −100: click the card or the lane that gets it."


def test_a_hint_tells_other_viewers_who_has_to_decide() -> None:
    match = set_fields(new("emile", seats=2, seed=1, first=0), faces=[1, 2, 2, 3, 4], rolled=5)
    set_fields(match, count=[0, 1, 2, 1, 1, 0, 0], potential=200)
    for seat in (1, -1):
        hint = board.hint(match.view(seat), seat)
        assert hint == "seat 0 may stop with 300, or keep dice and roll on."
    match = make_settling([-400, 950], 1750)
    for seat in (1, -1):
        assert board.hint(match.view(seat), seat) == "seat 0 settles a turn of +1750."
        assert board.hint(match.view(seat), seat, french) == "seat 0 attribue un tour de +1750."


def test_a_hint_names_the_winners_at_the_end() -> None:
    match = make_settling([750, 0], 1750)
    match.play("OWN")
    assert {board.hint(match.view(seat), seat) for seat in (0, 1, -1)} == {"seat 0 wins"}
    match = make_settling([750, 0, 100, -200], 1750, teams=True)
    match.play("OWN")
    assert {board.hint(match.view(seat), seat) for seat in (0, 1, 2, 3, -1)} == {"seat 0, seat 2 win"}


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_a_drawing_is_labelled_with_the_hint_of_a_spectator(seats: int, options: dict[str, OptionValue]) -> None:
    for match in play_randomly(seats, options, seed=300 + seats, plies=10):
        label = list_elements(match.view(0).drawing())[0].attrib["aria-label"]
        assert label == "Émile. " + board.hint(match.view(-1), -1)


def test_automatic_rolls_and_toasts_are_shown() -> None:
    match = set_fields(new("emile", seats=2, seed=1), suites=2, deubeuls=1, brelans=1)
    assert {"suite +2000", "deubeul ×2"} <= set(read_texts(match.view(-1).drawing()).split(" | "))
    assert "cheers!" not in read_texts(match.view(-1).drawing())
    assert "cheers!" in read_texts(set_fields(match, toasts=1).view(-1).drawing())


def test_dice_are_sorted_and_marked() -> None:
    match = set_fields(new("emile", seats=2, seed=1), faces=[2, 2, 1, 2, 2], count=[0, 1, 4, 0, 0, 0, 0], rolled=5)
    assert [die.kind for die in sort_dice(match.view(0))] == ["brelan"] * 3 + ["dead", "single"]
    assert "[2 2 2] (2) [1]" in match.view(0).text()


def test_the_direction_of_play_is_shown() -> None:
    assert "anticlockwise" in read_texts(new("emile", seats=2, anticlockwise=True).view(0).drawing())
    assert "anticlockwise" not in read_texts(new("emile", seats=2).view(0).drawing())


def test_a_game_without_a_board_shows_its_fields() -> None:
    view: View = new("emile", seats=2, seed=1).view(0)
    assert {"potential", "score"} <= set(read_texts(art.draw_fields(view)).split(" | "))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_written_rules_hold_every_clause_and_a_true_table_of_bounces(language: str) -> None:
    written = load("emile").rules_text(language).replace("−", "-")
    assert [int(n) for n in re.findall(r"^\*\*EM-(\d+)\.", written, re.M)] == list(range(1, 25))
    rows = re.findall(r"^\| ([+-]?\d+) \| ([+-]\d+) \| ([+-]?\d+) \|", written.partition("EM-15.")[2], re.M)
    assert len(rows) == 7 and all(bounce(int(old) + int(change)) == int(to) for old, change, to in rows)
