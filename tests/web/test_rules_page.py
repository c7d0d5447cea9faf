"""The rules pages: an anchor for every clause, and example boards."""

import xml.etree.ElementTree as ET

import pytest

from ludotheque.art import seat_path
from ludotheque.packages import PACKAGE
from ludotheque.web.rules_page import MARKDOWN

MARKS = PACKAGE / "web" / "static" / "marks.svg"


@pytest.mark.parametrize("text", ["<script>x</script>", '<img src=x onerror="x">', "[x](javascript:x)"])
def test_rules_let_no_markup_through(text: str) -> None:
    html = MARKDOWN.render(text)
    assert "<script" not in html and "<img" not in html and "href" not in html


def test_the_emblems_of_seats_are_those_of_the_boards() -> None:
    symbols = {symbol.get("id"): symbol for symbol in ET.fromstring(MARKS.read_text("utf-8"))}
    for seat in range(8):
        assert symbols[f"seat-{seat}"][0].get("d") == seat_path(seat, 10)
