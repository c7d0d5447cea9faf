"""Whoever leaves a table and comes back finds it as it was: a page reloaded, closed and opened, a server killed."""

import re
from xml.etree.ElementTree import canonicalize

import pytest
from playwright.sync_api import expect

from tests.web.clicks import meduris
from tests.web.conftest import Visit
from tests.web.server import Server
from tests.web.visitor import Visitor, to_move


@pytest.fixture
def pair(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two in the middle of a match."""
    ada, basile = visit(), visit()
    ada.choose_table("meduris", ["me", "friend"])
    basile.sit_down(ada.invitation(), "Basile")
    play(ada, basile, plies=8)
    return ada, basile


def play(ada: Visitor, basile: Visitor, plies: int) -> None:
    """So many moves more, of whoever is to move; both have seen the last of them."""
    for _ in range(plies):
        turn = to_move(ada, basile)
        assert turn is not None
        meduris(*turn, {"SHIFT"})
        mover, other = turn[0], basile if turn[0] is ada else ada
        mover.look()
        expect(other.page.locator(".log li")).to_have_count(mover.page.locator(".log li").count())


def seen(visitor: Visitor) -> tuple[str, list[str]]:
    """The board, whatever the order of attributes, and the log."""
    visitor.look()
    board = visitor.page.locator(".stage svg").evaluate("svg => new XMLSerializer().serializeToString(svg)")
    return canonicalize(board), visitor.page.locator(".log li").all_inner_texts()


def test_a_reload_in_the_middle_changes_nothing(pair: tuple[Visitor, Visitor]) -> None:
    before = [seen(one) for one in pair]
    for one in pair:
        one.page.reload()
    assert [seen(one) for one in pair] == before
    play(*pair, plies=4)


def test_a_page_that_was_closed_and_opened_again_goes_on(pair: tuple[Visitor, Visitor]) -> None:
    ada, basile = pair
    before = seen(ada)
    ada.page.close()
    expect(basile.page.locator(".seat-box").first).to_have_class(re.compile("away"))
    ada.open_page()
    ada.goto("/")
    ada.page.get_by_role("link", name="Back to the table").click()
    assert seen(ada) == before
    expect(basile.page.locator(".seat-box.away")).to_have_count(0)
    play(ada, basile, plies=4)


def test_a_killed_server_comes_back_and_so_do_the_pages(pair: tuple[Visitor, Visitor], server: Server) -> None:
    before = [seen(one) for one in pair]
    for one in pair:
        one.forgiven = "WebSocket connection to .* failed"
    server.kill()
    for one in pair:
        expect(one.page.locator("[role=alert]")).to_contain_text("The connection is lost")
    server.start()
    for one in pair:
        expect(one.page.locator("[role=alert]")).to_be_hidden()
    assert [seen(one) for one in pair] == before
    play(*pair, plies=4)
