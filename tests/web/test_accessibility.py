"""Accessibility of tables and replays: in light and dark mode, on a phone and on a wide screen."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from ludotheque import game as games
from ludotheque.checks.browser_user import BrowserUser, TouchUser, wait_for_turn
from ludotheque.checks.clicks import play_a_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.games.emile.tests.clicks import play_emile
from tests.web.axe import find_faults

PATIENCE = 400_000  # milliseconds: a bot that judges moves may have to be compiled first
SIZES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 740, "height": 360},
    {"width": 1280, "height": 800},
]

each_game = pytest.mark.parametrize("game", games.names())


@pytest.fixture(params=[BrowserUser, TouchUser], ids=["wide", "phone"])
def ada(request: pytest.FixtureRequest, open_browser: OpenBrowser) -> BrowserUser:
    return open_browser(request.param)


@each_game
def test_a_table_with_a_move_half_built(game: str, ada: BrowserUser) -> None:
    ada.quick_table(game)
    play_a_turn(ada, games.load(game))
    wait_for_turn(ada)
    for part in [one for one in ada.read_board().targets if not one.move][:1]:
        ada.click(part)  # it is chosen, or the only move with it is played
        expect(ada.page.locator(f"[id='{part.id}'].legal:not(.selected)")).to_have_count(0)
    assert find_faults(ada.page) == []


def test_a_waiting_table_and_an_invitation(ada: BrowserUser, open_browser: OpenBrowser) -> None:
    ada.choose_table("emile", ["me", "friend", "easy", "friend"], rounds=3)
    expect(ada.page.locator(".stage svg")).to_be_visible()
    assert find_faults(ada.page) == []
    basile = open_browser(type(ada))
    basile.goto(ada.invitation())
    assert find_faults(basile.page) == []


# The headline, the turning point and every button of the end that are not wholly inside the window.
OUTSIDE = """() => [...document.querySelectorAll("#verdict, .turning, .result .go .btn")].filter((one) => {
  const {top, bottom} = one.getBoundingClientRect();
  return one.checkVisibility() && (top < 0 || bottom > innerHeight);
}).map((one) => one.textContent)"""


def test_a_result_and_its_replay(ada: BrowserUser) -> None:
    ada.ask_for(game="emile", seats=["me", "easy"], options={"rounds": 1})
    while turn := wait_for_turn(ada):
        play_emile(*turn, {"KEEP", "STOP", "OWN", "OTHER"})
    expect(ada.page.locator("#verdict")).to_have_text(re.compile("^(You win|You lose|Draw)$"))
    ada.page.locator("[data-analyse]").click()
    expect(ada.page.locator(".turning")).to_contain_text(re.compile("ahead|The match is analysed"), timeout=PATIENCE)
    own_size = ada.page.viewport_size
    for size in SIZES:
        ada.page.set_viewport_size(size)
        ada.page.wait_for_function(f"!({OUTSIDE})().length")
    ada.page.set_viewport_size(own_size or SIZES[0])
    assert find_faults(ada.page) == []
    ada.page.locator("[data-replay]").click()
    expect(ada.page.locator(".moves li").first).to_be_visible()
    ada.page.locator("[data-key=end]").click()
    assert find_faults(ada.page) == []


def test_a_refusal_and_a_form_with_a_mistake(ada: BrowserUser) -> None:
    ada.expected_faults = "status of 4(04|22)"
    ada.goto("/tables/nowhere")
    assert find_faults(ada.page) == []
    page = ada.goto("/games/emile")
    page.locator("#seat-1").select_option("me")
    page.locator("form.setup button.main").click()
    expect(page.get_by_text("You can take one seat only")).to_be_visible()
    assert find_faults(page) == []
