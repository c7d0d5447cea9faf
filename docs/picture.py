"""Take docs/table.jpg, the README's picture: a table in a real browser, in the middle of a match of bots."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import ludotheque as lt
from ludotheque.checks import chromium
from ludotheque.checks.fixtures import new_server
from ludotheque.seat import make_player

ROOT = Path(__file__).parent.parent
GAME, SEATS, SEED = "meduris", 3, 4
FIRST_PLY, NEXT_MOVE = 90, "0 HUT"  # the picture shows the first position from there on in which this is played
SIZE = {"width": 1280, "height": 800}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, new_server(Path(folder)) as server, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        assert browser is not None, chromium.MISSING
        match = play_match()
        record = Path(folder) / "match.json"
        record.write_text(match.record().write(), "utf-8")
        ply = next(ply for ply, move in enumerate(match.moves) if ply >= FIRST_PLY and move.startswith(NEXT_MOVE))
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        open_table(page, server.url, record, ply)
        page.screenshot(path=ROOT / "docs" / "table.jpg", type="jpeg", quality=60)
        browser.close()


def play_match() -> lt.Match:
    """Return a match between built-in bots."""
    match = lt.new(GAME, seats=SEATS, seed=SEED)
    return lt.run(match, [make_player(match.game, "medium") for _ in range(SEATS)])


def open_table(page: Page, url: str, record: Path, ply: int) -> None:
    """Upload the record, and play on from one of its positions."""
    page.goto(f"{url}/tables")
    page.set_input_files("#file", record)
    page.locator("form:has(#file) button").click()
    page.fill("form.onward [name=name]", "Ada")
    page.locator("form.onward [name=ply]").evaluate(f"field => field.value = {ply}")
    page.locator("form.onward").evaluate("form => form.requestSubmit()")
    page.wait_for_selector("#room .stage .legal", timeout=120_000)  # it is Ada's turn
    page.wait_for_timeout(2000)  # until nothing moves any more
    while page.get_by_text("being compiled").is_visible():
        page.reload()
        page.wait_for_timeout(4000)


if __name__ == "__main__":
    main()
