"""Play whole matches of every game as people do, and take pictures of the pages: make screens.

Each game is played against a bot three times: with the mouse, by touch on a phone, and with the keyboard alone. The
pictures go to screens/, for every size and theme.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from ludotheque import game as games
from ludotheque.checks import chromium
from ludotheque.checks.browser_user import BrowserUser, KeyboardUser, TouchUser, wait_for_turn
from ludotheque.checks.clicks import Clicks, find_clicks, played_kinds
from ludotheque.checks.fixtures import new_server
from ludotheque.game import Game

FOLDER = Path(__file__).parent.parent.parent / "screens"
SIZES = [(360, 740), (740, 360), (1280, 800), (1920, 1080), (640, 400)]  # the last one is 1280×800 at a zoom of 200 %
WAYS = {"mouse": BrowserUser, "touch": TouchUser, "keyboard": KeyboardUser}
PICTURE_AT = 4  # moves of the person until the pictures of a match in the middle


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.names(), help="which games; by default all")
    parser.add_argument(
        "--ways", nargs="*", choices=WAYS, default=list(WAYS), help="how they are played; none: pages only"
    )
    arguments = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder, new_server(Path(folder)) as server, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        assert browser is not None, chromium.MISSING
        shoot_pages(browser, server.url)
        for game in map(games.load, arguments.games):
            for way in arguments.ways:
                faults += play_match(browser, server.url, game, way)
        browser.close()
    print(f"The pictures are in {FOLDER}.")
    return 1 if faults else 0


def play_match(browser: Browser, url: str, game: Game, way: str) -> int:
    """Play a whole match against an easy bot; return the number of errors that the page has reported."""
    started = time.monotonic()
    with WAYS[way](browser, url) as user:
        clicks = find_clicks(game)
        bots = ["easy"] * (game.default_seats - 1)
        user.ask_for(game=game.name, seats=["me", *bots], options={**game.quick, **clicks.options})
        has_pictures = False
        for made in play_moves(user, clicks):
            if way == "mouse" and not has_pictures and made >= PICTURE_AT:
                shoot(user.page, f"{game.name}-table")
                has_pictures = True
        expect(user.page.locator("#verdict")).to_be_visible()
        verdict, faults = user.page.locator("#verdict").inner_text(), user.unexpected_faults()
        if way == "mouse":
            shoot_end(user.page, game)
        seconds = time.monotonic() - started
        print(f"{game.name:8} {way:9} {len(user.moves):4} moves {seconds:6.0f} s  {verdict}", *faults, flush=True)
        return len(faults)


def play_moves(user: BrowserUser, clicks: Clicks) -> Iterator[int]:
    """Make moves until the match is over; yield how many the user has made, before each of their turns."""
    while turn := wait_for_turn(user):
        yield len(user.moves)
        mover, board = turn
        clicks.turn(mover, board, played_kinds(user))
        user.read_board()


def shoot_pages(browser: Browser, url: str) -> None:
    with BrowserUser(browser, url) as user:
        for name, path in ("home", "/"), ("tables", "/tables"), ("new", "/games/emile"), ("rules", "/rules/emile"):
            shoot(user.goto(path), name)


def shoot_end(page: Page, game: Game) -> None:
    """Take pictures of the result, and of the replay."""
    shoot(page, f"{game.name}-end")
    page.goto(page.locator("[data-replay]").get_attribute("href") or "")
    expect(page.locator(".moves li").first).to_be_visible()
    page.keyboard.press("End")
    shoot(page, f"{game.name}-replay")


def shoot(page: Page, name: str) -> None:
    """Take a picture in every size, light and dark, and go back to the size before."""
    FOLDER.mkdir(exist_ok=True)
    before = page.viewport_size
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=FOLDER / f"{name}-{width}x{height}-{theme}.png")
    page.emulate_media(color_scheme="light")
    if before is not None:
        page.set_viewport_size(before)


if __name__ == "__main__":
    sys.exit(main())
