"""The table page in a real browser: moves by clicks, keys and taps, undo and refused moves."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from ludotheque.checks.server import Server
from tests.web.conftest import MakeGuest
from tests.web.guest import Guest

Open = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, server: Server) -> Iterator[Open]:
    """Return a function that opens a table in the browser of a guest: show(ada, table)."""
    contexts = []

    def open_table(guest: Guest, table: str, **settings: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900}, **settings)
        contexts.append(context)
        context.add_cookies(
            [{"name": c.name, "value": c.value or "", "url": server.url} for c in guest.http.cookies.jar]
        )
        page = context.new_page()
        page.goto(f"{server.url}/tables/{table}?lang={guest.language}")
        expect(page.locator(".stage svg")).to_be_visible()
        return page

    yield open_table
    for context in contexts:
        context.close()


def table_of_two(ada: Guest, bela: Guest, game: str, **options: int) -> str:
    table = ada.open(game, "me", "friend", **options)
    assert bela.sit(table.invitations[0]).status_code == 303
    return table.id


@pytest.fixture
def ghost(guest: MakeGuest, show: Open) -> Page:
    """A match of Ghost in the Cell between two people, seen by seat 0."""
    ada, bela = guest("Ada"), guest("Béla")
    return show(ada, table_of_two(ada, bela, "ghost", map=7))


SOURCE = ".stage [data-source]"
TARGET = ".stage [data-target]:not([data-source])"
ORDERS = ".stage [id^=ghost-o]"


def test_a_troop_is_sent_by_three_clicks_and_no_other_player_sees_it(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = table_of_two(ada, bela, "ghost", map=7)
    page, other = show(ada, table), show(bela, table)
    page.click(SOURCE)
    page.click(f"{TARGET} >> nth=0")
    page.fill(".tray input[type=number]", "2")
    page.click(".tray .btn.main")
    expect(page.locator(ORDERS)).to_have_count(1)
    expect(page.locator(".log li").first).to_contain_text("2 cyborgs")
    assert other.locator(ORDERS).count() == 0


def test_the_slider_reaches_every_cyborg(ghost: Page) -> None:
    stock = ghost.get_attribute(SOURCE, "data-most")
    ghost.click(SOURCE)
    ghost.click(f"{TARGET} >> nth=0")
    assert ghost.get_attribute(".tray input[type=range]", "max") == stock


@pytest.mark.parametrize("how", ["Escape", "again", "button"])
def test_a_half_built_move_is_taken_back(ghost: Page, how: str) -> None:
    ghost.click(SOURCE)
    expect(ghost.locator(".stage .selected")).to_have_count(1)
    expect(ghost.locator("#ghost-end.off")).to_have_count(1)
    if how == "Escape":
        ghost.keyboard.press("Escape")
    else:
        ghost.click(SOURCE if how == "again" else "[data-back]")
    expect(ghost.locator(".stage .selected")).to_have_count(0)
    expect(ghost.locator("#ghost-end.legal")).to_have_count(1)


STEP = ".step .hint"


@pytest.mark.parametrize(
    ("language", "step", "sentence"),
    [
        ("en", "Choose where the troops go.", "So many cyborgs are not left there."),
        ("fr", "Choisissez où vont les troupes.", "Il n’y reste pas autant de cyborgs."),
    ],
)
def test_a_refused_move_is_explained_where_it_was_clicked_and_can_be_corrected(
    guest: MakeGuest, show: Open, language: str, step: str, sentence: str
) -> None:
    ada, bela = guest("Ada", language), guest("Béla")
    page = show(ada, table_of_two(ada, bela, "ghost", map=7))
    page.click(SOURCE)
    expect(page.locator(STEP)).to_have_text(step)
    page.click(f"{TARGET} >> nth=0")
    expect(page.locator(STEP)).not_to_have_text(step)
    page.fill(".tray input[type=number]", "999")
    page.click(".tray .btn.main")
    expect(page.locator("[role=alert]")).to_have_text(sentence)
    assert distance(page, "[role=alert]", ".tray .btn.main") < 60
    page.fill(".tray input[type=number]", "1")
    page.click(".tray .btn.main")
    expect(page.locator(ORDERS)).to_have_count(1)
    expect(page.locator("[role=alert]")).to_be_hidden()


def distance(page: Page, one: str, other: str) -> float:
    """Return the height between two elements, 0 if they share a row of pixels."""
    above, below = sorted((box["y"], box["y"] + box["height"]) for box in boxes(page, one, other))
    return max(0, below[0] - above[1])


def boxes(page: Page, *names: str) -> Iterator[FloatRect]:
    for name in names:
        box = page.locator(name).first.bounding_box()
        assert box is not None
        yield box


def test_a_click_on_what_cannot_be_chosen_shows_the_rule(guest: MakeGuest, show: Open) -> None:
    """Workers are placed first, so no hut can be built on this site."""
    ada, bela = guest("Ada"), guest("Béla")
    table = table_of_two(ada, bela, "meduris")
    page = max((show(one, table) for one in (ada, bela)), key=lambda page: page.locator(".stage .legal").count())
    site = ".stage [data-site='3']"
    page.click(site)
    expect(page.locator("[role=alert]")).to_contain_text("Workers are being placed")
    assert distance(page, "[role=alert]", site) < 60
    page.keyboard.press("Escape")
    expect(page.locator("[role=alert]")).to_be_hidden()


def test_what_cannot_be_used_says_why_in_the_players_language(guest: MakeGuest, show: Open) -> None:
    """By a click, by the focus of the keyboard, and when it is another player's turn."""
    ada, bela = guest("Ada", "fr"), guest("Béla")
    page = show(ada, table_of_two(ada, bela, "alchemy", first=0))
    alert = page.locator("[role=alert]")
    page.click("#alchemy-0-0")
    page.click("#alchemy-p0-1")
    expect(page.locator("#alchemy-0-t0")).to_have_count(1)
    page.click("#alchemy-0-20")
    expect(alert).to_have_text("L’échantillon est déjà posé.")
    page.keyboard.press("Escape")
    expect(alert).to_be_hidden()
    page.locator("#alchemy-end").focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".stage [data-why]:focus")).to_have_count(1)
    expect(alert).to_have_text("Il ne reste pas de catalyseur.")
    page.locator("#alchemy-end").press("Enter")
    expect(page.locator(".stage .legal")).to_have_count(0)
    page.click("#alchemy-0-20")
    expect(alert).to_contain_text("Béla joue")


def test_the_keyboard_alone_is_enough(ghost: Page) -> None:
    ghost.focus(SOURCE)
    ghost.keyboard.press("Enter")
    ghost.keyboard.press("ArrowRight")
    expect(ghost.locator(f"{TARGET}.legal:focus")).to_have_count(1)
    ghost.keyboard.press(" ")
    assert ghost.evaluate("() => document.activeElement.type") == "number"
    ghost.keyboard.press("Enter")
    expect(ghost.locator(ORDERS)).to_have_count(1)


def test_a_tap_beside_a_target_takes_it(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    page = show(ada, table_of_two(ada, bela, "ghost", map=7), has_touch=True)
    box = page.locator(SOURCE).locator(".ring").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 40)
    assert page.locator(".stage .selected").count() == 0
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 15)
    expect(page.locator(f"{SOURCE}.selected")).to_have_count(1)


def test_a_move_of_another_player_leaves_the_focus_where_it_is(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = table_of_two(ada, bela, "ghost", map=7)
    page, other = show(ada, table), show(bela, table)
    page.focus(SOURCE)
    page.evaluate("() => { document.activeElement.wasHere = true; }")
    other.click("#ghost-end")
    expect(page.locator(".seat-box >> nth=1")).not_to_have_class("turn")
    expect(page.locator(".log li")).to_have_count(1)
    assert page.evaluate("() => document.activeElement.wasHere === true")


def test_a_move_of_an_open_turn_is_taken_back_at_once(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = table_of_two(ada, bela, "alchemy")
    pages = [show(ada, table), show(bela, table)]
    first, second = sorted(pages, key=lambda page: page.locator(".stage .legal").count(), reverse=True)
    first.click(".stage .al-first.legal >> nth=0")
    first.click(".stage .al-second:visible >> nth=0")
    tokens = first.locator(".stage .al-left [id*='-t']")
    expect(tokens).to_have_count(2)
    first.click("[data-undo]")
    expect(tokens).to_have_count(0)
    assert second.locator(".asked").is_hidden()


def test_the_owner_sees_the_link_until_the_friend_has_come(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = ada.open("ghost", "me", "friend").id
    page = show(ada, table)
    link = page.input_value("#invite-1")
    assert link.startswith("http")
    assert bela.sit(link.removeprefix(bela.url)).status_code == 303
    expect(page.locator(".invites")).to_be_hidden()
    expect(page.locator(".seat-box >> nth=1")).to_contain_text("Béla")


def test_a_spectator_has_nothing_to_click(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    page = show(guest("Cleo"), table_of_two(ada, bela, "ghost", map=7))
    expect(page.locator(".tray")).to_be_hidden()
    assert page.locator(".stage .legal").count() == 0


def test_after_an_agreed_draw_the_board_names_nobody_to_move(guest: MakeGuest, show: Open) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = table_of_two(ada, bela, "alchemy", first=0)
    page = show(bela, table)
    expect(page.locator(".stage .to-move")).to_be_visible()
    for one in (ada, bela):
        one.socket(table).ask(do="draw")
    expect(page.locator(".stage.ended .to-move")).to_be_hidden()
    page.goto(page.url.replace("/tables/", "/replays/"))
    expect(page.locator(".stage .to-move")).to_be_hidden()
    expect(page.locator(".seats .turn")).to_have_count(0)
