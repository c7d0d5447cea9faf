"""A stranger's first minute: from the home page to a first turn, by mouse, by finger and by keyboard."""

import pytest
from playwright.sync_api import expect

from ludotheque import game as games
from tests.web.clicks import TURN, play_a_turn
from tests.web.conftest import Visit
from tests.web.visitor import Fingers, Keys

ENVIRONMENT = {"LUDOTHEQUE_PACE_SECONDS": "0"}
FEW = 3  # clicks until the first move is made

each_game = pytest.mark.parametrize("game", games.names())


@each_game
def test_one_click_and_a_few_more_make_the_first_move(game: str, visit: Visit) -> None:
    ada = visit()
    ada.quick_table(game)
    expect(ada.page.locator(".hint:not(.wait) span").first).not_to_be_empty()
    player, _ = TURN[game]
    player(ada, ada.look(), set())
    ada.look()
    assert len(ada.moves) == 1
    assert ada.clicks <= FEW


@each_game
def test_a_turn_by_the_keyboard_alone(game: str, visit: Visit) -> None:
    ada = visit(Keys)
    ada.quick_table(game)
    play_a_turn(ada, game)
    assert ada.page.evaluate("document.activeElement.closest('.stage') !== null"), "the keyboard was lost"


@each_game
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_turn_on_a_phone(game: str, locale: str, visit: Visit) -> None:
    ada = visit(Fingers, locale=locale)
    ada.quick_table(game)
    play_a_turn(ada, game)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360, "the page scrolls sideways"
