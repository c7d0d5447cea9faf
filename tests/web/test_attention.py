"""A player is called when their turn begins: by the title of the tab, a sound, and a notification in the background."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from ludotheque.checks.server import Server
from tests.web.conftest import MakeGuest
from tests.web.guest import Socket

# Notes down what the page plays and shows, and lets the test say whether the page is in the background.
RECORD = """
window.played = [];
window.notes = [];
window.asked = 0;
window.isHidden = false;
Object.defineProperty(document, "hidden", { get: () => window.isHidden });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) { window.played.push(this.frequency.value); start.call(this, when); };
const request = Notification.requestPermission.bind(Notification);
window.Notification = class extends Notification {
  constructor(title, options) { super(title, options); window.notes.push(options.body); }
  static requestPermission() { window.asked += 1; return request(); }
};
"""


class Pair(NamedTuple):
    """Ada in a browser and Béla without one, at a table where Ada moves first."""

    page: Page
    bela: Socket

    def answer(self) -> None:
        """Béla ends the turn."""
        self.bela.my_turn()
        self.bela.play("END")


@pytest.fixture
def pair(browser: Browser, server: Server, guest: MakeGuest) -> Iterator[Pair]:
    ada, bela = guest("Ada"), guest("Béla")
    table = ada.open("alchemy", "me", "friend", first=0)
    assert bela.sit(table.invitations[0]).status_code == 303
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": c.name, "value": c.value or "", "url": server.url} for c in ada.http.cookies.jar])
    context.grant_permissions(["notifications"], origin=server.url)
    page = context.new_page()
    page.add_init_script(RECORD)
    page.goto(f"{server.url}/tables/{table.id}?lang=en")
    expect(page.locator(".stage .legal").first).to_be_visible()
    yield Pair(page, bela.socket(table.id))
    context.close()


def end_turn(page: Page) -> None:
    """End Ada's turn, and wait until the page knows that Béla moves: until then it still says that it is Ada's turn."""
    page.locator(".stage [data-move=END]").click()
    expect(page).to_have_title("Alchemy · Ludothèque")


def test_the_title_of_the_tab_says_whose_turn_it_is(pair: Pair) -> None:
    expect(pair.page).to_have_title("Your turn · Alchemy · Ludothèque")
    end_turn(pair.page)
    pair.answer()
    expect(pair.page).to_have_title("Your turn · Alchemy · Ludothèque")


def test_sounds_are_played_once_they_are_switched_on(pair: Pair) -> None:
    end_turn(pair.page)
    assert pair.page.evaluate("played") == []
    pair.page.locator(".top [data-unfold]").click()
    pair.page.locator("#sounds").check()
    sample = pair.page.evaluate("played")
    assert len(sample) == 2
    pair.answer()
    expect(pair.page).to_have_title("Your turn · Alchemy · Ludothèque")
    assert pair.page.evaluate("played")[2:] == [247, *sample]  # a move, then the player's turn
    pair.page.reload()
    expect(pair.page.locator("#sounds")).to_be_checked()


def test_a_notification_is_shown_in_the_background_to_those_who_asked(pair: Pair) -> None:
    end_turn(pair.page)
    pair.page.evaluate("isHidden = true")
    pair.answer()
    expect(pair.page).to_have_title("Your turn · Alchemy · Ludothèque")
    assert pair.page.evaluate("[notes, asked]") == [[], 0]
    pair.page.evaluate("isHidden = false")
    pair.page.locator(".top [data-unfold]").click()
    pair.page.locator("#notifications").check()
    assert pair.page.evaluate("asked") == 1
    for is_hidden, notes in (False, []), (True, ["It is your turn."]):
        pair.page.evaluate(f"isHidden = {str(is_hidden).lower()}")
        end_turn(pair.page)
        pair.answer()
        expect(pair.page).to_have_title("Your turn · Alchemy · Ludothèque")
        assert pair.page.evaluate("notes") == notes
