"""Several browsers at one table: undo, absent players, clocks, and spectators."""

import re

import pytest
from playwright.sync_api import Locator, expect

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser, wait_for_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.games.bzzz.tests.clicks import play_bzzz
from ludotheque.games.ghost.tests.clicks import play_ghost_troop
from ludotheque.games.meduris.tests.clicks import play_meduris

ENVIRONMENT = {"LUDOTHEQUE_AWAY_SECONDS": "0.3"}
Pair = tuple[BrowserUser, BrowserUser]


@pytest.fixture
def ada(open_browser: OpenBrowser) -> BrowserUser:
    return open_browser()


@pytest.fixture
def basile(open_browser: OpenBrowser) -> BrowserUser:
    return open_browser()


def sit_down(ada: BrowserUser, basile: BrowserUser, game: str, **table: object) -> None:
    ada.ask_for(game=game, seats=["me", "friend"], **table)
    basile.sit_down(ada.invitation(), "Basile")


def whose_turn(*users: BrowserUser) -> tuple[BrowserUser, BoardSnapshot]:
    turn = wait_for_turn(*users)
    assert turn is not None
    return turn


def seat(user: BrowserUser, number: int) -> Locator:
    return user.page.locator(".seat-box").nth(number)


# Undo


@pytest.fixture
def placed(ada: BrowserUser, basile: BrowserUser) -> Pair:
    """Place a sample of Alchemy; return the mover, then the other player."""
    sit_down(ada, basile, "alchemy")
    first, board = whose_turn(ada, basile)
    first.click(board.of("PLACE")[0])
    first.click(next(one for one in first.read_board().of("PLACE") if one.move))
    expect(tokens(first)).to_have_count(2)
    return first, basile if first is ada else ada


def tokens(user: BrowserUser) -> Locator:
    return user.page.locator(".stage .al-left [id*='-t'], .stage .al-right [id*='-t']")


def test_inside_an_open_turn_undo_asks_nobody(placed: Pair) -> None:
    first, _ = placed
    first.page.click("[data-undo]")
    for one in placed:
        expect(tokens(one)).to_have_count(0)
        expect(one.page.locator(".asked")).to_be_hidden()
    assert first.read_board().of("PLACE")


@pytest.fixture
def ended(placed: Pair) -> Pair:
    """The mover ends their turn, so that the other player has seen it."""
    first, second = placed
    first.click(first.read_board().of("END")[0])
    assert whose_turn(second)[0] is second
    return placed


def test_an_undo_that_is_refused_changes_nothing(ended: Pair) -> None:
    first, second = ended
    first.page.click("[data-undo]")
    expect(first.page.locator(".asked")).to_contain_text("the others must agree")
    second.page.click("[data-answer=no]")
    expect(first.page.locator(".asked")).to_be_hidden()
    assert second.read_board().of("END") and not first.read_board().of("END")


def test_an_undo_that_is_agreed_to_gives_the_move_back(ended: Pair) -> None:
    first, second = ended
    first.page.click("[data-undo]")
    second.page.click("[data-answer=yes]")
    assert whose_turn(first)[0] is first
    for one in ended:
        expect(tokens(one)).to_have_count(2)
        expect(one.page.locator(".asked")).to_be_hidden()


# Absent players


def test_a_bot_plays_for_an_absent_player_until_they_return(ada: BrowserUser, basile: BrowserUser) -> None:
    sit_down(ada, basile, "meduris")
    expect(ada.page.locator("#room")).to_have_attribute("data-state", "playing")
    expect(seat(ada, 1)).not_to_have_class(re.compile(r"\baway\b"))  # the friend is there, and Ada's page knows it
    expect(seat(ada, 1).locator("[data-stand-in]")).to_be_hidden()
    basile.page.close()
    seat(ada, 1).get_by_role("button", name="Let a bot play").click()
    expect(seat(ada, 1)).to_contain_text("a bot plays")
    while not ada.page.locator(".log li").filter(has_text="Basile").count():  # until the bot has moved
        play_meduris(*whose_turn(ada), {"SHIFT"})
    basile.open_page()
    basile.goto(ada.page.url)
    expect(basile.page.locator(".hint").first).to_contain_text("A bot plays for you")
    seat(basile, 1).get_by_role("button", name="Take my seat back").click()
    expect(seat(ada, 1)).not_to_contain_text("a bot plays")
    while (turn := whose_turn(basile, ada))[0] is ada:
        play_meduris(*turn, {"SHIFT"})


# Clocks


def test_only_the_clock_of_the_awaited_seat_runs(ada: BrowserUser, basile: BrowserUser) -> None:
    sit_down(ada, basile, "alchemy", clock=[300, 5])
    number = 0 if whose_turn(ada, basile)[0] is ada else 1
    for one in (ada, basile):
        expect(seat(one, number).locator(".clock")).to_have_text(re.compile("^4:"))
        expect(seat(one, 1 - number).locator(".clock")).to_have_text("5:00")


def test_a_player_without_time_loses_and_is_told_so(ada: BrowserUser, basile: BrowserUser) -> None:
    sit_down(ada, basile, "emile", clock=[1, 0], options={"rounds": 2})
    for one in (ada, basile):
        expect(one.page.locator(".result")).to_be_visible()
        expect(one.page.locator(".result [data-verdict]").filter(has_text="time is up")).to_have_count(1)
    assert ada.moves == basile.moves == []


# Spectators


def test_a_spectator_sees_no_orders_before_they_are_carried_out(
    ada: BrowserUser, basile: BrowserUser, open_browser: OpenBrowser
) -> None:
    sit_down(ada, basile, "ghost")
    cleo = open_browser()
    cleo.goto(ada.page.url)
    play_ghost_troop(ada, ada.read_board(), set())
    play_ghost_troop(ada, ada.read_board(), {"MOVE"})
    expect(seat(cleo, 0)).not_to_have_class(re.compile("turn"))
    for other in (basile, cleo):
        assert other.page.locator("[id^=ghost-o], [id^=ghost-t]").count() == 0
        assert ada.moves[0] not in other.page.content()
    play_ghost_troop(basile, basile.read_board(), {"MOVE"})
    for other in (basile, cleo):
        expect(other.page.locator("[id^=ghost-t]")).not_to_have_count(0)


LOAD = re.compile(r"carries \d+ of \d+")


def test_a_spectator_sees_no_nectar(ada: BrowserUser, basile: BrowserUser, open_browser: OpenBrowser) -> None:
    sit_down(ada, basile, "bzzz", options={"ncases": 10, "nfleurs": 9})
    cleo = open_browser()
    cleo.goto(ada.page.url)
    while "FORAGE" not in (done := {move.split()[0] for move in ada.moves + basile.moves}):
        mover, board = whose_turn(ada, basile)
        play_bzzz(mover, board, done)
        mover.read_board()
    assert LOAD.search(mover.page.content())
    play_bzzz(mover, mover.read_board(), {"LAY", "STEP", "FORAGE", "HOLD"})
    expect(seat(cleo, 0 if mover is ada else 1)).not_to_have_class(re.compile("turn"))
    assert not LOAD.search(cleo.page.content())
    assert cleo.page.locator(".seat-box .score span:first-child").all_inner_texts() == ["?", "?"]
