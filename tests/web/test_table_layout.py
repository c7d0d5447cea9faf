"""The table page in windows of several sizes: the board comes first, and nothing that a turn needs is out of sight."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ludotheque import game as games
from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.game import Game

DESKTOPS: list[ViewportSize] = [{"width": 1280, "height": 800}, {"width": 1920, "height": 1080}]
PHONES: list[ViewportSize] = [
    {"width": 360, "height": 740},
    {"width": 740, "height": 360},
    {"width": 640, "height": 400},  # a window of 1280×800 at a zoom of 200 %
]

# Boxes of the page, and what a turn needs that is not wholly inside the window.
MEASURE = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const isInside = ({left, top, right, bottom}) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const [board, stage, bar, head] = [box(".stage .board"), box(".stage"), box(".bar"), box(".top")];
  const side = box(".side").width;
  const needed = [...document.querySelectorAll(".stage .legal, .step .hint, .bar .btn, .asks input")];
  const buttons = [...document.querySelectorAll(".bar .btn")].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const overlap = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return {
    wide: board.width / (innerWidth - side),
    high: board.height / (innerHeight - head.height),
    fit: Math.max(board.width / stage.width, board.height / stage.height),
    area: board.width * board.height / (stage.width * stage.height),
    covered: bar.top < stage.bottom - 1 && bar.left < stage.right - 1,
    head: head.height,
    stage: stage.height,
    outside: needed.filter((one) => one.checkVisibility() && !isInside(one.getBoundingClientRect()))
      .map((one) => one.outerHTML.slice(0, 90)),
    overlaps: buttons.some((one) => buttons.some((other) => one !== other && overlap(one, other))),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
  };
}"""


def sit_down(user: BrowserUser, game: Game) -> Page:
    user.quick_table(game.name)
    wait_for_turn(user)
    return user.page


@pytest.fixture(params=games.names())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


def test_the_board_grows_with_the_window(game: Game, open_browser: OpenBrowser) -> None:
    """It shows names and scores itself, so the page's row of players is there for screen readers only.

    It keeps its size while a move is being made, with sentences of one line or two.
    """
    user = open_browser(locale="fr-FR")
    page = sit_down(user, game)
    assert "Invité" in page.locator(".seat-box .who").all_inner_texts()
    widths = page.locator(".seat-box").evaluate_all("boxes => boxes.map((one) => one.getBoundingClientRect().width)")
    assert max(widths) <= 1
    for size in DESKTOPS:
        page.set_viewport_size(size)
        found = page.evaluate(MEASURE)
        assert found["wide"] >= 0.95 or found["high"] >= 0.85, (size, found)
        assert not found["scrolls"] and found["outside"] == [], (size, found)
        for part in [one for one in user.read_board().targets if not one.move][:1]:
            user.click(part)
            expect(page.locator("[data-back]")).to_be_visible()
            assert page.evaluate(MEASURE)["stage"] == found["stage"], size
            page.keyboard.press("Escape")


def test_a_phone_shows_all_that_a_turn_needs(game: Game, open_browser: OpenBrowser) -> None:
    """Without the site's header and navigation, and the bar never covers the board. No button is out of sight."""
    user = open_browser(viewport=PHONES[0], has_touch=True, locale="fr-FR")
    page = sit_down(user, game)
    for size in PHONES:
        page.set_viewport_size(size)
        for part in [None, *[one for one in user.read_board().targets if not one.move][:1]]:
            if part:
                user.click(part)  # the tray may ask for something now
                expect(page.locator("[data-back]")).to_be_visible()
            found = page.evaluate(MEASURE)
            assert found["fit"] >= 0.95 and found["head"] == 0 and not found["covered"], (size, found)
            assert found["area"] >= 0.7 or size != PHONES[0], (size, found)
            assert not found["overlaps"], (size, found)
            assert not found["scrolls"] and found["outside"] == [], (size, found)
        page.keyboard.press("Escape")
    assert page.locator(".nav").is_hidden() and page.locator(".bar a[href='/']").is_visible()


def test_a_factory_is_as_large_as_a_finger_on_a_phone(open_browser: OpenBrowser) -> None:
    """Also on the largest map of Ghost in the Cell, which lies across and is turned for a phone."""
    user = open_browser(viewport=PHONES[0], has_touch=True)
    user.ask_for(game="ghost", seats=["me", "easy"], options={"factories": 15})
    wait_for_turn(user)
    measure = "all => all.map((one) => one.getBoundingClientRect()).flatMap(({width, height}) => [width, height])"
    sizes = user.page.locator(".stage .fg > .ring").evaluate_all(measure)
    assert len(sizes) == 30 and min(sizes) >= 48 and max(sizes) <= min(sizes) + 1, sizes


def test_the_side_panel_stays_as_it_was_left(open_browser: OpenBrowser) -> None:
    page = sit_down(open_browser(), games.load("ghost"))
    expect(page.locator(".side")).to_be_hidden()
    page.locator(".top [data-unfold]").click()
    expect(page.locator(".side #share")).to_be_visible()
    page.reload()
    expect(page.locator(".side #share")).to_be_visible()
    page.locator(".top [data-unfold]").click()
    page.reload()
    expect(page.locator(".stage .board")).to_be_visible()
    expect(page.locator(".side")).to_be_hidden()


def test_the_legend_is_behind_a_question_mark(open_browser: OpenBrowser) -> None:
    page = sit_down(open_browser(), games.load("bzzz"))
    expect(page.locator(".stage .legend").first).to_be_hidden()
    page.locator(".top [data-explain]").click()
    expect(page.locator(".stage .legend").first).to_be_visible()
