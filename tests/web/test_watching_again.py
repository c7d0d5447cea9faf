"""The replay of a match that was played at a table: watched, downloaded, uploaded, and played on from."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.games.emile.tests.clicks import play_emile


@pytest.fixture
def ada(open_browser: OpenBrowser) -> BrowserUser:
    """A user who has finished a match against a bot, and looks at its replay."""
    user = open_browser()
    user.ask_for(game="emile", seats=["me", "easy"], options={"rounds": 3})
    while turn := wait_for_turn(user):
        play_emile(*turn, {"KEEP", "STOP", "OWN", "OTHER"})
    user.page.locator("[data-replay]").click()
    expect(moves(user.page).first).to_be_visible()
    return user


def moves(page: Page) -> Locator:
    return page.locator(".moves li")


def download(page: Page, link: str, folder: Path) -> Path:
    with page.expect_download() as info:
        page.locator(link).click()
    file = folder / info.value.suggested_filename
    info.value.save_as(file)
    return file


def test_it_plays_until_it_is_paused(ada: BrowserUser) -> None:
    page = ada.page
    page.clock.install()
    page.reload()
    expect(moves(page).first).to_be_visible()
    button, slower, slider = page.locator("[data-key=play]"), page.locator("[data-speed='0.5']"), page.locator("#at")
    slower.click()
    expect(slower).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-label", "Pause")
    expect(page.locator(".where")).to_contain_text(re.compile("move [1-9]"))
    button.click()
    expect(button).to_have_attribute("aria-label", "Play")
    stopped = slider.input_value()
    page.clock.run_for(10_000)
    expect(page.locator(".where")).to_contain_text(f"move {stopped} of")
    assert slider.input_value() == stopped


def test_it_shows_how_long_a_bot_has_thought(ada: BrowserUser) -> None:
    own, bots = moves(ada.page).filter(has=ada.page.locator(".s0")), moves(ada.page).filter(has=ada.page.locator(".s1"))
    expect(bots.first.locator(".t")).to_have_text(re.compile(r"^\d\.\d\d s$"))
    expect(own.first.locator(".t")).to_be_empty()
    bots.first.get_by_role("button").click()
    expect(ada.page.locator(".seat-box.s1 .clock")).to_have_text(re.compile(r"^\d\.\d\d s$"))


def test_its_record_is_downloaded_and_uploaded(ada: BrowserUser, open_browser: OpenBrowser, tmp_path: Path) -> None:
    count = moves(ada.page).count()
    file = download(ada.page, "a[href$='/record']", tmp_path)
    assert len(json.loads(file.read_text("utf-8"))["moves"]) == count
    basile = open_browser()
    basile.goto("/tables")
    basile.page.locator("input[type=file]").set_input_files(file)
    basile.page.get_by_role("button", name="Show it").click()
    basile.page.wait_for_url("**/replays/*")
    expect(moves(basile.page)).to_have_count(count)
    assert moves(basile.page).all_inner_texts() == moves(ada.page).all_inner_texts()


def test_its_positions_are_downloaded_as_svg(ada: BrowserUser, tmp_path: Path) -> None:
    ada.page.keyboard.press("End")
    expect(ada.page.locator("[data-picture]")).to_have_attribute(
        "href", re.compile(rf"/{moves(ada.page).count()}\.svg")
    )
    drawing = ElementTree.parse(download(ada.page, "[data-picture]", tmp_path))
    assert drawing.getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_table_plays_on_from_its_middle(ada: BrowserUser) -> None:
    page = ada.page
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-at]")).to_have_text("1")
    page.locator("[name=seat-0]").select_option("me")
    page.locator("[name=seat-1]").select_option("easy")
    page.locator(".onward [type=submit]").click()
    page.wait_for_url("**/tables/*")
    ada.moves.clear()
    turn = wait_for_turn(ada)
    assert turn is not None
    play_emile(*turn, set())
    ada.read_board()
    assert len(ada.moves) == 1
    assert ada.page.locator(".log li").count() > 1
