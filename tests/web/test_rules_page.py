"""The rules pages: an anchor for every clause, and example boards."""

import re
import xml.etree.ElementTree as ET
from itertools import chain

import pytest

import ludotheque as lt
from ludotheque.art import seat_path
from ludotheque.game import Game
from ludotheque.packages import PACKAGE
from ludotheque.web.examples import draw_picture, read_examples
from ludotheque.web.rules_page import MARKDOWN, RulesPage, make_rules_page
from ludotheque.web.words import LANGUAGES, Language

MARKS = PACKAGE / "web" / "static" / "marks.svg"

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def html(page: RulesPage) -> str:
    parts = [[part.text, *(example.drawing for example in part.examples)] for part in page.parts]
    return "".join(chain.from_iterable(parts))


@each_game
@each_language
def test_every_clause_has_one_anchor(game: Game, language: str) -> None:
    page = html(make_rules_page(game, Language(language)))
    clauses = re.findall(r"^\*\*([A-Z]{2}-\d+)\b", game.rules_text(language), re.MULTILINE)
    assert clauses and re.findall(r'<p id="([A-Z]{2}-\d+)" class="clause">', page) == clauses
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@each_game
@each_language
def test_every_link_leads_to_something_on_the_page(game: Game, language: str) -> None:
    page = make_rules_page(game, Language(language))
    targets = set(re.findall(r'\bid="([^"]+)"', html(page)))
    links = set(re.findall(r'href="#([^"]+)"', html(page))) | {anchor for anchor, _ in page.contents}
    assert links <= targets


@each_game
@each_language
def test_a_game_shows_boards_with_captions(game: Game, language: str) -> None:
    shown = [example for part in make_rules_page(game, Language(language)).parts for example in part.examples]
    assert len(shown) == len(read_examples(game)["example"]) >= 4, "an example names no clause or section"
    for example in shown:
        drawing = ET.fromstring(example.drawing)
        assert drawing.get("role") == "img" and drawing.get("aria-label")
        assert "tabindex" not in example.drawing and 'role="button"' not in example.drawing
        assert example.caption.endswith(".")
    assert len({example.caption for example in shown}) == len(shown)


@each_game
def test_french_captions_are_set_as_french_is(game: Game) -> None:
    for example in read_examples(game)["example"]:
        assert not re.search(r" [:;!?»]|« |'", example["fr"]), example["fr"]


@each_game
def test_a_picture_has_its_own_style(game: Game) -> None:
    picture = ET.fromstring(draw_picture(game) or "")
    assert picture.get("viewBox") == read_examples(game)["picture"]["crop"]
    assert picture.find("{http://www.w3.org/2000/svg}style") is not None


@pytest.mark.parametrize("text", ["<script>x</script>", '<img src=x onerror="x">', "[x](javascript:x)"])
def test_rules_let_no_markup_through(text: str) -> None:
    html = MARKDOWN.render(text)
    assert "<script" not in html and "<img" not in html and "href" not in html


def test_the_emblems_of_seats_are_those_of_the_boards() -> None:
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(MARKS.read_text("utf-8"))}
    for seat in range(8):
        assert symbols[f"seat-{seat}"][0].get("d") == seat_path(seat, 10)
