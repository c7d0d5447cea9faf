"""The rules pages: every clause has its address, and every game shows boards."""

import re
import xml.etree.ElementTree as ET
from itertools import chain

import pytest

import ludotheque as lt
from ludotheque.art import seat_path
from ludotheque.compile import PACKAGE
from ludotheque.game import Game
from ludotheque.web.examples import draw_picture, read_examples
from ludotheque.web.rules_page import MARKDOWN, RulesPage, make_rules_page
from ludotheque.web.words import LANGUAGES, Language

MARKS = PACKAGE / "web" / "static" / "marks.svg"

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def html(book: RulesPage) -> str:
    boards = [[part.text, *(example.drawing for example in part.examples)] for part in book.parts]
    return "".join(chain.from_iterable(boards))


@each_game
@each_language
def test_every_clause_has_its_address_once(game: Game, language: str) -> None:
    page = html(make_rules_page(game, Language(language)))
    clauses = re.findall(r"^\*\*([A-Z]{2}-\d+)\b", game.rules_text(language), re.MULTILINE)
    assert clauses and re.findall(r'<p id="([A-Z]{2}-\d+)" class="clause">', page) == clauses
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@each_game
@each_language
def test_every_link_leads_to_something_on_the_page(game: Game, language: str) -> None:
    book = make_rules_page(game, Language(language))
    page = html(book)
    targets = set(re.findall(r'\bid="([^"]+)"', page))
    links = set(re.findall(r'href="#([^"]+)"', page)) | {anchor for anchor, _ in book.contents}
    assert links <= targets


@each_game
@each_language
def test_a_game_shows_boards_with_captions(game: Game, language: str) -> None:
    shown = [example for part in make_rules_page(game, Language(language)).parts for example in part.examples]
    assert len(shown) == len(read_examples(game)["example"]) >= 4, "an example stands behind no clause or section"
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
def test_a_picture_stands_alone(game: Game) -> None:
    drawn = ET.fromstring(draw_picture(game) or "")
    assert drawn.get("viewBox") == read_examples(game)["picture"]["crop"]
    assert drawn.find("{http://www.w3.org/2000/svg}style") is not None


@pytest.mark.parametrize("text", ["<script>x</script>", '<img src=x onerror="x">', "[x](javascript:x)"])
def test_rules_let_no_markup_through(text: str) -> None:
    made = MARKDOWN.render(text)
    assert "<script" not in made and "<img" not in made and "href" not in made


def test_the_marks_of_seats_are_those_of_the_boards() -> None:
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(MARKS.read_text("utf-8"))}
    for seat in range(8):
        assert symbols[f"seat-{seat}"][0].get("d") == seat_path(seat, 10)
