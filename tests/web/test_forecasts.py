"""Forecasts at a table: the server's answers, the line at the tray, and the question before a move that loses."""

from typing import Any

from playwright.sync_api import Page, expect

from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.fixtures import OpenBrowser
from tests.web.conftest import MakeGuest
from tests.web.guest import Socket


def forecast(socket: Socket, move: str) -> dict[str, Any]:
    """Ask about a move, and return the answer."""
    socket.say(do="foresee", move=move)
    while (message := socket.read())["kind"] != "forecast":
        pass
    return message


def test_a_player_is_told_what_a_move_would_bring_in_their_language(guest: MakeGuest) -> None:
    ada, zoe = guest("Ada"), guest("Zoé", "fr")
    table = ada.open("alchemy", "me", "friend", first=0)
    zoe.sit(table.invitations[0])
    own, other, watching = ada.socket(table.id), zoe.socket(table.id), guest().socket(table.id)
    key = own.my_turn()["key"]
    said = forecast(own, "GIVE 1 2")
    assert said["words"] == "Zoé receives lead, then iron." and said["key"] == key and not said["loses"]
    assert own.frame["legal"], "asking plays nothing"
    own.play("PLACE 0 1"), own.play("END")
    other.my_turn()
    assert forecast(other, "GIVE 1 2")["words"].startswith("Ada reçoit")
    assert forecast(other, "TRANSMUTE 0")["words"] == "", "the move is not legal"
    assert forecast(other, "nonsense")["words"] == ""
    assert forecast(watching, "GIVE 1 2")["words"] is None


def line(page: Page) -> Any:
    return page.locator(".forecast span")


def open_alchemy(open_browser: OpenBrowser) -> BrowserUser:
    """Return the user at a table of Alchemy, with lead and iron on the bench."""
    user = open_browser()
    user.ask_for(game="alchemy", seats=["me", "friend"], options={"first": 0})
    guest = open_browser()
    guest.sit_down(user.invitation(), "Basile")
    wait_for_turn(user)
    user.click(user.read_board().of("PLACE", cell="0")[0])
    user.click(user.read_board().of(move="PLACE 0 1")[0])
    return user


def test_the_page_asks_before_a_move_that_loses(open_browser: OpenBrowser) -> None:
    user = open_alchemy(open_browser)
    chip = user.read_board().of(move="TRANSMUTE 0")[0]
    user.click(chip)
    expect(line(user.page)).to_have_text("−3 gold: a single cell costs gold.")
    user.page.get_by_role("button", name="Leave it").click()
    expect(line(user.page)).to_be_hidden()
    assert user.moves == ["PLACE 0 1"]
    user.click(chip)
    user.page.get_by_role("button", name="Play it all the same").click()
    expect(user.page.locator("#alchemy-0-t0")).to_have_count(0)
    assert user.moves == ["PLACE 0 1", "TRANSMUTE 0"]


def test_the_line_speaks_of_what_is_pointed_at_or_focused(open_browser: OpenBrowser) -> None:
    user = open_alchemy(open_browser)
    user.page.hover("#alchemy-one1")
    expect(line(user.page)).to_be_hidden()
    user.page.focus("#alchemy-0-r1")
    user.page.keyboard.press("PageDown")
    user.page.keyboard.press("PageUp")
    expect(user.page.locator("#alchemy-0-r1")).to_be_focused()
    expect(line(user.page)).to_have_text("−3 gold: a single cell costs gold.")
    user.page.click("#alchemy-one1")
    user.page.hover("#alchemy-two4")
    expect(line(user.page)).to_have_text("Basile receives lead, then sulfur.")


def test_the_line_follows_the_number_of_cyborgs(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.ask_for(game="ghost", seats=["me", "friend"], options={"map": 7, "cyborgs": 30})
    open_browser().sit_down(user.invitation(), "Basile")
    wait_for_turn(user)
    user.click(user.read_board().parts("source")[0])
    user.click(next(one for one in user.read_board().parts("target") if "source" not in one.data))
    expect(line(user.page)).to_contain_text("Arrives in")
    user.page.locator(".stage").hover(position={"x": 3, "y": 3})  # on the way to the tray
    expect(line(user.page)).to_contain_text("Arrives in")
    field = user.tray.locator("[type=number]")
    field.fill("1")
    expect(line(user.page)).to_contain_text("with 1 left")
    field.fill("30")
    expect(line(user.page)).to_contain_text("with 30 left")
