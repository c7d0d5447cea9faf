"""Coming back to a table: after a reload, after closing the page, after the server was killed."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import canonicalize

import pytest
from playwright.sync_api import expect

from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.fixtures import OpenBrowser, new_server
from ludotheque.checks.server import Server
from ludotheque.games.meduris.tests.clicks import play_meduris


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server for this file alone, because its tests kill it."""
    with new_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def pair(open_browser: OpenBrowser) -> tuple[BrowserUser, BrowserUser]:
    """Two players in the middle of a match."""
    ada, basile = open_browser(), open_browser()
    ada.choose_table("meduris", ["me", "friend"])
    basile.sit_down(ada.invitation(), "Basile")
    play(ada, basile, plies=8)
    return ada, basile


def play(ada: BrowserUser, basile: BrowserUser, plies: int) -> None:
    """Play `plies` moves, and wait until both players have seen the last one."""
    for _ in range(plies):
        turn = wait_for_turn(ada, basile)
        assert turn is not None
        play_meduris(*turn, {"SHIFT"})
        mover, other = turn[0], basile if turn[0] is ada else ada
        mover.read_board()
        expect(other.page.locator(".log li")).to_have_count(mover.page.locator(".log li").count())


WITHOUT_MARKS = """svg => {
  const copy = svg.cloneNode(true);
  for (const one of copy.querySelectorAll(".moved")) {
    one.classList.remove("moved");
    if (!one.classList.length) one.removeAttribute("class");
  }
  return new XMLSerializer().serializeToString(copy);
}"""


def snapshot(user: BrowserUser) -> tuple[str, list[str]]:
    """Return the board, with attributes in a fixed order and without marks of the last move, and the log."""
    expect(user.page.locator(".table.stepping")).to_have_count(0)
    user.read_board()
    board = user.page.locator(".stage svg").evaluate(WITHOUT_MARKS)
    return canonicalize(board), user.page.locator(".log li").all_inner_texts()


def test_a_reload_in_the_middle_changes_nothing(pair: tuple[BrowserUser, BrowserUser]) -> None:
    before = [snapshot(one) for one in pair]
    for one in pair:
        one.page.reload()
    assert [snapshot(one) for one in pair] == before
    play(*pair, plies=4)


def test_a_page_that_was_closed_and_opened_again_goes_on(pair: tuple[BrowserUser, BrowserUser]) -> None:
    ada, basile = pair
    before = snapshot(ada)
    ada.page.close()
    expect(basile.page.locator(".seat-box").first).to_have_class(re.compile("away"))
    ada.open_page()
    ada.goto("/")
    ada.page.get_by_role("link", name="Back to the table").click()
    assert snapshot(ada) == before
    expect(basile.page.locator(".seat-box.away")).to_have_count(0)
    play(ada, basile, plies=4)


def test_a_killed_server_comes_back_and_so_do_the_pages(pair: tuple[BrowserUser, BrowserUser], server: Server) -> None:
    before = [snapshot(one) for one in pair]
    for one in pair:
        one.expected_faults = "WebSocket connection to .* failed"
    server.kill()
    for one in pair:
        expect(one.page.locator("[role=alert]")).to_contain_text("The connection is lost")
    server.start()
    for one in pair:
        expect(one.page.locator("[role=alert]")).to_be_hidden()
    assert [snapshot(one) for one in pair] == before
    play(*pair, plies=4)


def test_a_page_that_has_reconnected_takes_clicks(open_browser: OpenBrowser, server: Server) -> None:
    ada, basile = open_browser(), open_browser()
    ada.ask_for(game="ghost", seats=["me", "friend"], options={"map": 7})
    basile.sit_down(ada.invitation(), "Basile")
    source = ada.page.locator(".stage [data-source]").first
    expect(source).to_be_visible()
    for one in (ada, basile):
        one.expected_faults = "WebSocket connection to .* failed"
    server.kill()
    expect(ada.page.locator("[role=alert]")).to_contain_text("The connection is lost")
    server.start()
    expect(ada.page.locator("[role=alert]")).to_be_hidden()
    source.click()
    expect(ada.page.locator(".stage .selected")).to_have_count(1)
