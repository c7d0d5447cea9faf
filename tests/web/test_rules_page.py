"""The rules pages: an anchor for every clause, and example boards."""

import xml.etree.ElementTree as ET

import pytest

import ludotheque as lt
from ludotheque.art import seat_path
from ludotheque.packages import PACKAGE
from ludotheque.web.rules_page import MARKDOWN
from ludotheque.web.words import LANGUAGES

MARKS = PACKAGE / "web" / "static" / "marks.svg"


@pytest.mark.parametrize("text", ["<script>x</script>", '<img src=x onerror="x">', "[x](javascript:x)"])
def test_rules_let_no_markup_through(text: str) -> None:
    html = MARKDOWN.render(text)
    assert "<script" not in html and "<img" not in html and "href" not in html


def test_the_emblems_of_seats_are_those_of_the_boards() -> None:
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(MARKS.read_text("utf-8"))}
    for seat in range(8):
        assert symbols[f"seat-{seat}"][0].get("d") == seat_path(seat, 10)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lt.names())
def test_the_rules_begin_with_the_game_and_not_with_its_history(game: str, language: str) -> None:
    before, _, rest = lt.load(game).rules_text(language).partition("\n## ")
    assert rest.splitlines()[0] in ("In one minute", "En une minute")
    assert len(before.splitlines()) <= 3 and len(before) < 150, "at most a title and one line"
