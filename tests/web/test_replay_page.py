"""The replay page in a real browser: buttons, keys, the slider, viewpoints, and playing on from a ply."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

import ludotheque as lt
from ludotheque.checks.server import Server
from ludotheque.match import Match
from tests.web.conftest import MakeGuest

PLIES = 60


@cache
def match() -> Match:
    """Play the beginning of a match of Bzzz; its third ply has a note."""
    match, luck = lt.new("bzzz", seed=9), random.Random(9)
    while match.ply < PLIES:
        match.play(luck.choice(match.legal()))
    match.notes[3] = {"said": "<i>to the flowers</i>", "stderr": "a warning", "seconds": 1.5}
    return match


@pytest.fixture(scope="module")
def url(server: Server, browser: Browser) -> str:
    """Upload the match and return the address of its replay."""
    page = browser.new_page()
    page.goto(f"{server.url}/tables")
    text = match().record().write().encode()
    page.set_input_files("input[type=file]", {"name": "match.json", "mimeType": "application/json", "buffer": text})
    page.click("form[action='/replays'] button")
    page.wait_for_url("**/replays/*")
    page.close()
    return page.url.partition("?")[0]


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    opened = browser.new_context(reduced_motion="reduce").new_page()
    opened.goto(f"{url}?ply=3")
    expect(opened.locator(".moves li")).to_have_count(PLIES)
    yield opened
    opened.context.close()


def expect_ply(page: Page, ply: int) -> None:
    """Check that every part of the page shows this ply."""
    expect(page.locator(".where")).to_contain_text(f"move {ply} of {PLIES}")
    expect(page).to_have_url(re.compile(rf"ply={ply}(&|$)"))
    expect(page.locator("#at")).to_have_value(str(ply))
    expect(page.locator("#share")).to_have_value(re.compile(rf"ply={ply}(&|$)"))
    expect(page.locator(".moves .now")).to_have_count(1 if ply else 0)


def test_the_board_grows_with_the_window_and_its_keys_stay_in_sight(page: Page) -> None:
    heights = []
    for width, height in (1280, 800), (1920, 1080):
        page.set_viewport_size({"width": width, "height": height})
        board, keys = page.locator(".stage .board").bounding_box(), page.locator(".replay .keys").bounding_box()
        assert board and keys and board["y"] + board["height"] <= keys["y"] <= height - keys["height"]
        heights.append(board["height"])
    assert heights[1] - heights[0] > 200


def test_a_link_leads_to_its_ply(page: Page) -> None:
    expect_ply(page, 3)


def test_keys_and_buttons_go_through_the_match(page: Page) -> None:
    for key, ply in (("ArrowRight", 4), ("ArrowLeft", 3), ("End", PLIES), ("Home", 0)):
        page.keyboard.press(key)
        expect_ply(page, ply)
    for name, ply in (("on", 1), ("end", PLIES), ("back", PLIES - 1), ("start", 0)):
        page.click(f"[data-key={name}]")
        expect_ply(page, ply)


def test_the_slider_and_the_list_go_anywhere(page: Page) -> None:
    page.locator("#at").fill("40")
    expect_ply(page, 40)
    page.click(".moves li:nth-child(20) button")
    expect_ply(page, 20)


def test_the_list_shows_where_we_are(page: Page) -> None:
    page.locator("#at").fill("40")
    expect_ply(page, 40)
    seen = "now => { const box = now.parentElement.getBoundingClientRect(), own = now.getBoundingClientRect();"
    assert page.locator(".moves .now").evaluate(f"{seen} return own.top >= box.top && own.bottom <= box.bottom; }}")


def test_it_plays_by_itself_to_the_end(page: Page) -> None:
    page.locator("#at").fill(str(PLIES - 4))
    expect_ply(page, PLIES - 4)
    page.click("[data-speed='8']")
    page.locator(".stage").focus()
    page.keyboard.press(" ")
    expect_ply(page, PLIES)
    expect(page.locator("[data-key=play]")).to_have_attribute("aria-label", "Play")


def test_what_a_player_wrote_is_shown_as_text(page: Page) -> None:
    expect(page.locator(".notes")).to_contain_text("<i>to the flowers</i>")
    expect(page.locator(".notes pre")).to_have_text("a warning")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".notes")).to_be_hidden()


def test_the_view_of_a_seat_hides_what_it_did_not_know(page: Page) -> None:
    expect(page.locator("[data-score]").nth(1)).not_to_have_text("?")
    page.select_option("#viewpoint", "0")
    expect(page.locator("[data-score]").nth(1)).to_have_text("?")
    expect(page).to_have_url(re.compile("seat=0"))


def test_nothing_on_the_board_can_be_clicked(page: Page) -> None:
    page.select_option("#viewpoint", "0")
    expect(page).to_have_url(re.compile("seat=0"))
    assert page.locator(".stage .legal, .stage [role=button]").count() == 0


def test_a_table_plays_on_from_here(page: Page, guest: MakeGuest) -> None:
    page.keyboard.press("ArrowRight")
    expect_ply(page, 4)
    page.select_option("[name=seat-1]", "friend")
    page.click(".onward [type=submit]")
    page.wait_for_url("**/tables/*")
    expect(page.locator(".invites")).to_be_visible()
    expect(page.locator(".stage svg")).to_be_visible()
