"""A page shows the plies of the others one by one. The page's clock is in the hands of the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.checks.server import Server
from tests.web.conftest import MakeGuest
from tests.web.guest import Guest, Socket
from tests.web.seated_table import SeatedTable, awaited_seats, open_seated_table

PLIES = 4
STOPPED_AT = 60_000  # milliseconds
LINES = ".log li"


class StoppedPage:
    """A table with two players, and a spectator's page whose clock stands still."""

    def __init__(self, table: SeatedTable, eve: Socket, page: Page) -> None:
        self.table, self.eve, self.page = table, eve, page
        self.counts = [0]  # lines of the log after each ply

    def play(self, plies: int) -> None:
        """Play, and wait until the page has all plies; it may show them later."""
        for _ in range(plies):
            self.table.play(lambda legal: legal[0])
            self.eve.until(lambda frame: len(self.eve.log) > self.counts[-1])
            self.counts.append(len(self.eve.log))
        self.table.sockets[0].say(do="say", text="Your turn!")
        expect(self.page.locator(".chat li")).to_have_count(1)  # shown at once, and never before an earlier ply arrives

    def expect_ply(self, number: int) -> None:
        expect(self.page.locator(LINES)).to_have_count(self.counts[number])


@pytest.fixture
def open_page(browser: Browser, server: Server, guest: MakeGuest, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(reduced_motion=request.param, viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture
def stopped(open_page: Page, server: Server, guest: MakeGuest) -> StoppedPage:
    eve: Guest = guest("Eve")
    table = open_seated_table([guest("Ada"), guest("Béla")], "alchemy", first=0)
    open_page.clock.install(time=0)
    open_page.goto(f"{server.url}/tables/{table.id}?lang=en")
    expect(open_page.locator(".stage svg")).to_be_visible()
    open_page.clock.pause_at(STOPPED_AT)
    socket = eve.socket(table.id)
    socket.until(lambda frame: frame["watchers"] == 2)
    return StoppedPage(table, socket, open_page)


@pytest.mark.parametrize("open_page", ["no-preference"], indirect=True)
def test_plies_are_shown_one_by_one(stopped: StoppedPage) -> None:
    stopped.play(PLIES)
    for number in range(1, PLIES + 1):
        stopped.expect_ply(number)
        expect(stopped.page.locator("#room.stepping")).to_have_count(int(number < PLIES))
        stopped.page.clock.run_for(400)


@pytest.mark.parametrize("open_page", ["no-preference", "reduce"], indirect=True)
def test_the_last_move_is_marked(stopped: StoppedPage) -> None:
    stopped.play(1)
    stopped.expect_ply(1)
    stopped.page.clock.run_for(100)  # draws the board
    expect(stopped.page.locator(".stage .moved").first).to_be_attached()


@pytest.mark.parametrize("open_page", ["no-preference"], indirect=True)
@pytest.mark.parametrize("how", ["click", "key"])
def test_a_click_or_a_key_shows_the_newest_position(stopped: StoppedPage, how: str) -> None:
    stopped.play(PLIES)
    expect(stopped.page.locator("#room.stepping")).to_have_count(1)
    if how == "click":
        stopped.page.locator(".stage").click(position={"x": 3, "y": 3})
    else:
        stopped.page.keyboard.press("Space")
    stopped.expect_ply(PLIES)
    expect(stopped.page.locator("#room.stepping")).to_have_count(0)


@pytest.mark.parametrize("open_page", ["no-preference"], indirect=True)
def test_a_user_can_have_everything_at_once(stopped: StoppedPage) -> None:
    stopped.page.locator(".top [data-unfold]").click()
    stopped.page.locator("[data-speed]").select_option("0")
    stopped.play(PLIES)
    stopped.expect_ply(PLIES)
    stopped.page.reload()
    expect(stopped.page.locator("[data-speed]")).to_have_value("0")


@pytest.mark.parametrize("open_page", ["reduce"], indirect=True)
def test_with_reduced_motion_everything_is_shown_at_once(stopped: StoppedPage) -> None:
    stopped.play(PLIES)
    stopped.expect_ply(PLIES)


# Notes the ids of the dice that the page lets roll.
NOTE_ROLLS = """() => {
  window.rolled = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.roll) window.rolled.push(this.id);
    return animate.apply(this, how);
  };
}"""


@pytest.mark.parametrize("open_page", ["no-preference", "reduce"], indirect=True)
def test_dice_roll_unless_motion_is_reduced(open_page: Page, server: Server, guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Béla")], "emile", first=0)
    open_page.goto(f"{server.url}/tables/{table.id}?lang=en")
    before = open_page.locator("[data-roll]").first.get_attribute("data-roll")
    open_page.evaluate(NOTE_ROLLS)
    mover = table.awaited().frame["seat"]
    while awaited_seats(table.sockets[0].frame) == [mover]:
        table.play(lambda legal: legal[-1])
    expect(open_page.locator("[data-roll]").first).not_to_have_attribute("data-roll", before or "")
    is_moving = open_page.evaluate("matchMedia('(prefers-reduced-motion: no-preference)').matches")
    assert ("emile-d0" in open_page.evaluate("window.rolled")) == is_moving
