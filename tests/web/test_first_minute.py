"""A new user's first minute: from the home page to a first turn, by mouse, by touch and by keyboard.

By mouse and by touch whole matches are played in checks/pages.py.
"""

import pytest
from playwright.sync_api import expect

from ludotheque import game as games
from ludotheque.checks.browser_user import KeyboardUser, TouchUser, wait_for_turn
from ludotheque.checks.clicks import find_clicks, play_a_turn
from ludotheque.checks.fixtures import OpenBrowser

MOST_CLICKS = 3  # until the first move is made

each_game = pytest.mark.parametrize("game", games.names())


@each_game
def test_one_click_and_a_few_more_make_the_first_move(game: str, open_browser: OpenBrowser) -> None:
    ada = open_browser()
    ada.quick_table(game)
    expect(ada.page.locator(".hint:not(.wait) span").first).not_to_be_empty()
    find_clicks(games.load(game)).turn(ada, ada.read_board(), set())
    ada.read_board()
    assert len(ada.moves) == 1
    assert ada.clicks <= MOST_CLICKS


@each_game
def test_a_short_match_by_the_keyboard_alone(game: str, open_browser: OpenBrowser) -> None:
    ada = open_browser(KeyboardUser)
    ada.quick_table(game)
    play_a_turn(ada, games.load(game))
    assert ada.page.evaluate("document.activeElement.closest('.stage') !== null"), "the keyboard was lost"
    ada.press(ada.page.locator(".top [data-unfold]"))
    ada.press(ada.page.get_by_role("button", name="End this game"))
    expect(ada.page.locator("#verdict")).to_have_text("You lose")
    ada.press(ada.page.get_by_role("button", name="Play again"))
    expect(ada.page.locator(".stage .board")).to_be_visible()
    assert ada.page.url != ada.tables[-1]


@each_game
def test_a_turn_on_a_phone_in_the_language_with_longer_words(game: str, open_browser: OpenBrowser) -> None:
    """In English the accessibility of such a table is tested, with a turn by touch."""
    ada = open_browser(TouchUser, locale="fr-FR")
    ada.quick_table(game)
    play_a_turn(ada, games.load(game))
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360, "the page scrolls sideways"


def test_page_down_goes_through_everything_on_the_board(open_browser: OpenBrowser) -> None:
    ada = open_browser()
    ada.quick_table("ghost")
    turn = wait_for_turn(ada)
    assert turn is not None
    ids = {target.id for target in turn[1].targets}
    ada.page.locator(f"#{turn[1].targets[0].id}").focus()
    seen = set()
    for _ in ids:
        ada.page.keyboard.press("PageDown")
        seen.add(ada.page.evaluate("document.activeElement.id"))
    assert seen == ids
    ada.page.keyboard.press("PageUp")
    assert ada.page.evaluate("document.activeElement.id") in ids
