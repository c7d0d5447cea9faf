"""Checks of a game's pages: its rules as a page, and whole matches in a real browser, by clicks alone."""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar

import pytest
from playwright.sync_api import Page

from ludotheque.checks.browser_user import BrowserUser, TouchUser, wait_for_turn
from ludotheque.checks.clicks import Clicks, find_clicks, played_kinds
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.checks.notices import RecordProperty, demand
from ludotheque.game import Game
from ludotheque.web.examples import draw_picture, read_examples
from ludotheque.web.rules_page import RulesPage, make_rules_page
from ludotheque.web.words import LANGUAGES, Language

CLAUSE = re.compile(r"^\*\*([A-Z]{2}-\d+)\b", re.MULTILINE)
TABLES = 3  # chance decides whether some kinds of move come up: one match in a hundred lacks one

each_language = pytest.mark.parametrize("language", LANGUAGES)


class Pages:
    """What holds for the pages of every game."""

    games: ClassVar[Sequence[str]]
    complete: ClassVar[bool] = False

    @each_language
    def test_every_clause_has_one_anchor(self, game: Game, language: str) -> None:
        page = make_rules_page(game, Language(language))
        clauses = CLAUSE.findall(game.rules_text(page.language))
        assert clauses, "a clause begins a paragraph with its number in bold: **PB-1. Start.**"
        assert re.findall(r'<p id="([A-Z]{2}-\d+)" class="clause">', html(page)) == clauses
        ids = re.findall(r'\bid="([^"]+)"', html(page))
        assert len(ids) == len(set(ids))

    @each_language
    def test_every_link_leads_to_something_on_the_page(self, game: Game, language: str) -> None:
        page = make_rules_page(game, Language(language))
        targets = set(re.findall(r'\bid="([^"]+)"', html(page)))
        links = set(re.findall(r'href="#([^"]+)"', html(page))) | {anchor for anchor, _ in page.contents}
        assert links <= targets

    @each_language
    def test_examples_have_captions_and_cannot_be_clicked(self, game: Game, language: str) -> None:
        shown = [example for part in make_rules_page(game, Language(language)).parts for example in part.examples]
        assert len(shown) == len(read_examples(game).get("example", [])), "an example names no clause or section"
        for example in shown:
            drawing = ET.fromstring(example.drawing)
            assert drawing.get("role") == "img" and drawing.get("aria-label")
            assert "tabindex" not in example.drawing and 'role="button"' not in example.drawing
            assert example.caption.endswith(".")
        assert len({example.caption for example in shown}) == len(shown)

    def test_french_captions_are_set_as_french_is(self, game: Game) -> None:
        for example in read_examples(game).get("example", []):
            assert not re.search(r" [:;!?»]|« |'", example["fr"]), example["fr"]

    def test_a_picture_has_its_own_style(self, game: Game) -> None:
        if (drawing := draw_picture(game)) is not None:
            picture = ET.fromstring(drawing)
            assert picture.get("viewBox") == read_examples(game)["picture"]["crop"]
            assert picture.find("{http://www.w3.org/2000/svg}style") is not None

    def test_two_browsers_play_whole_matches_by_clicks_alone(
        self, game: Game, open_browser: OpenBrowser, tmp_path: Path, record_property: RecordProperty
    ) -> None:
        """Until every kind of move was made, but at most TABLES matches. One player has a mouse, the other a phone."""
        ada, basile = open_browser(), open_browser(TouchUser)
        done: set[str] = set()
        while not list_kinds(game) <= done and len(ada.tables) < TABLES:
            clicks = find_clicks(game)
            sit_down_together(ada, basile, game, clicks)
            play_to_the_end(ada, basile, clicks)
            done |= played_kinds(ada, basile)
            assert ada.page.locator(".result tbody tr").count() == game.default_seats
            made = Counter(ada.moves + basile.moves)
            assert download_moves(ada.page, tmp_path) & made == made
        never = sorted(list_kinds(game) - done)
        demand(self, game, [f"click for {kind}, in {TABLES} matches" for kind in never], record_property)


def html(page: RulesPage) -> str:
    parts = [[part.text, *(example.drawing for example in part.examples)] for part in page.parts]
    return "".join(chain.from_iterable(parts))


def list_kinds(game: Game) -> set[str]:
    """Return the kinds of move that people can play."""
    return {kind for kind, arguments in game.rules.MOVES.items() if arguments is not None}


def sit_down_together(ada: BrowserUser, basile: BrowserUser, game: Game, clicks: Clicks) -> None:
    """Open a table for two people; bots have the other seats, where the game needs more."""
    bots = [game.default_bot] * (game.default_seats - 2)
    ada.choose_table(game.name, ["me", "friend", *bots], **{**game.quick, **clicks.options})
    basile.sit_down(ada.invitation(), "Basile")


def play_to_the_end(ada: BrowserUser, basile: BrowserUser, clicks: Clicks) -> None:
    while turn := wait_for_turn(ada, basile):
        mover, board = turn
        assert board.covered == [], "something covers a target"
        player = clicks.friend if mover is basile else clicks.owner
        player(mover, board, played_kinds(ada, basile))


def download_moves(page: Page, folder: Path) -> Counter[str]:
    """Return the moves of the record that the replay page offers."""
    page.locator("[data-replay]").click()
    page.wait_for_url("**/replays/**")  # that is, until it is loaded: a click before that may be lost
    with page.expect_download() as download:
        page.locator("a[href$='/record']").click()
    download.value.save_as(folder / "record.json")
    record = json.loads((folder / "record.json").read_text("utf-8"))
    return Counter(move.partition(" ")[2] for move in record["moves"])
