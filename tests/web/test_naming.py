"""A line of the log marks on the board what it names: for pointers, keys and taps."""

from playwright.sync_api import Browser, Page, expect

import ludotheque as lt
from ludotheque import game as games
from ludotheque.checks.browser_user import BrowserUser, TouchUser, wait_for_turn
from ludotheque.checks.clicks import play_a_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.checks.server import Server
from tests.web.axe import find_faults
from tests.web.conftest import MakeGuest

NAMED = ".log [data-named]"


def play(user: BrowserUser, game: str) -> Page:
    user.quick_table(game)
    play_a_turn(user, games.load(game))
    wait_for_turn(user)
    return user.page


def test_the_pointer_and_the_keys_mark_what_a_line_names(open_browser: OpenBrowser) -> None:
    page = play(open_browser(), "ghost")
    page.locator(".top [data-unfold]").click()
    assert find_faults(page) == []  # with the log, the settings and the rest of the side panel
    order = page.locator(NAMED).filter(has_text="Your order").first
    named = [f"ghost-{name}" for name in (order.get_attribute("data-named") or "").split()]
    assert len(named) == 2
    marked = page.locator(".stage .named")
    order.hover()
    expect(marked).to_have_count(2)
    assert {one.get_attribute("id") for one in marked.all()} == {*named}
    page.locator(".top").hover()
    expect(marked).to_have_count(0)
    page.locator(".log").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{NAMED}:focus")).to_have_count(1)
    expect(marked).not_to_have_count(0)


def test_a_tap_on_a_phone_uncovers_the_board(open_browser: OpenBrowser) -> None:
    page = play(open_browser(TouchUser), "alchemy")
    page.locator(".bar [data-unfold]").tap()
    page.locator(NAMED).filter(has_text="You place").first.tap()
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator(".stage .named")).to_have_count(2)


def test_a_move_that_moves_nothing_is_marked_too(browser: Browser, server: Server, guest: MakeGuest) -> None:
    """To stop in Émile moves nothing on the board; the lane of the player who stops is marked."""
    match = lt.new("emile", seed=3, first=0)
    while "STOP" not in match.legal(match.active[0]):
        match.play(match.legal(match.active[0])[0], match.active[0])
    stops = match.active[0]
    match.play("STOP", stops)
    answer = guest().http.post("/replays", content=match.record().write())
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{server.url}{answer.json()['url']}?ply={match.ply - 1}")
    expect(page.locator(".moves li")).to_have_count(match.ply)
    assert page.locator(".stage .moved").count() == 0
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#emile-lane{stops}.moved")).to_have_count(1)
    page.close()
