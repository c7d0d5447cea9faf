"""People at different browsers: taking back, seats that were left, clocks, and who looks on."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.clicks import bzzz, meduris, sender
from tests.web.conftest import Visit
from tests.web.visitor import Sight, Visitor, to_move

ENVIRONMENT = {"LUDOTHEQUE_AWAY_SECONDS": "1", "LUDOTHEQUE_PACE_SECONDS": "0"}
Pair = tuple[Visitor, Visitor]


@pytest.fixture
def ada(visit: Visit) -> Visitor:
    return visit()


@pytest.fixture
def basile(visit: Visit) -> Visitor:
    return visit()


def sit_down(ada: Visitor, basile: Visitor, game: str, **table: object) -> None:
    ada.ask_for(game=game, seats=["me", "friend"], **table)
    basile.sit_down(ada.invitation(), "Basile")


def whose_turn(*people: Visitor) -> tuple[Visitor, Sight]:
    turn = to_move(*people)
    assert turn is not None
    return turn


def seat(visitor: Visitor, number: int) -> Locator:
    return visitor.page.locator(".seat-box").nth(number)


# Taking back


@pytest.fixture
def placed(ada: Visitor, basile: Visitor) -> Pair:
    """A sample of Alchemy was placed; who did it comes first."""
    sit_down(ada, basile, "alchemy")
    first, sight = whose_turn(ada, basile)
    first.click(sight.of("PLACE")[0])
    first.click(next(one for one in first.look().of("PLACE") if one.move))
    expect(tokens(first)).to_have_count(2)
    return first, basile if first is ada else ada


def tokens(visitor: Visitor) -> Locator:
    return visitor.page.locator(".stage .al-left [id*='-t'], .stage .al-right [id*='-t']")


def test_an_undo_that_is_refused_changes_nothing(placed: Pair) -> None:
    first, second = placed
    first.page.click("[data-undo]")
    expect(first.page.locator(".asked")).to_contain_text("the others must agree")
    second.page.click("[data-answer=no]")
    expect(first.page.locator(".asked")).to_be_hidden()
    expect(tokens(first)).to_have_count(2)
    expect(tokens(second)).to_have_count(2)


def test_an_undo_that_is_agreed_to_gives_the_move_back(placed: Pair) -> None:
    first, second = placed
    first.page.click("[data-undo]")
    second.page.click("[data-answer=yes]")
    for one in placed:
        expect(tokens(one)).to_have_count(0)
        expect(one.page.locator(".asked")).to_be_hidden()
    assert first.look().of("PLACE")


# Seats that were left


def test_a_bot_stands_in_for_who_left_until_he_returns(ada: Visitor, basile: Visitor) -> None:
    sit_down(ada, basile, "meduris")
    expect(seat(ada, 1).locator("[data-stand-in]")).to_be_hidden()
    basile.page.close()
    seat(ada, 1).get_by_role("button", name="Let a bot play").click()
    expect(seat(ada, 1)).to_contain_text("a bot plays")
    while not ada.page.locator(".log li").filter(has_text="Basile").count():  # it does
        meduris(*whose_turn(ada), {"SHIFT"})
    basile.open_page()
    basile.goto(ada.page.url)
    expect(basile.page.locator(".hint").first).to_contain_text("A bot plays for you")
    seat(basile, 1).get_by_role("button", name="Take my seat back").click()
    expect(seat(ada, 1)).not_to_contain_text("a bot plays")
    while (turn := whose_turn(basile, ada))[0] is ada:
        meduris(*turn, {"SHIFT"})


# Clocks


def test_the_clock_of_who_is_to_move_runs(ada: Visitor, basile: Visitor) -> None:
    sit_down(ada, basile, "alchemy", clock=[300, 5])
    number = 0 if whose_turn(ada, basile)[0] is ada else 1
    for one in (ada, basile):
        expect(seat(one, number).locator(".clock")).to_have_text(re.compile("^4:"))
        expect(seat(one, 1 - number).locator(".clock")).to_have_text("5:00")


def test_whose_clock_runs_out_is_told_so_and_has_the_rest_played(ada: Visitor, basile: Visitor) -> None:
    sit_down(ada, basile, "emile", clock=[1, 0], options={"rounds": 2})
    for one in (ada, basile):
        expect(one.page.locator(".result")).to_be_visible()
        assert one.page.locator(".result [data-verdict]").all_inner_texts() == ["time is up"] * 2
    assert ada.moves == basile.moves == []


# Who looks on


def test_who_looks_on_sees_no_orders_before_they_are_carried_out(ada: Visitor, basile: Visitor, visit: Visit) -> None:
    sit_down(ada, basile, "ghost")
    cleo = visit()
    cleo.goto(ada.page.url)
    sender(ada, ada.look(), set())
    sender(ada, ada.look(), {"MOVE"})
    expect(seat(cleo, 0)).not_to_have_class(re.compile("turn"))
    for other in (basile, cleo):
        assert other.page.locator("[id^=ghost-o], [id^=ghost-t]").count() == 0
        assert ada.moves[0] not in other.page.content()
    sender(basile, basile.look(), {"MOVE"})
    for other in (basile, cleo):
        expect(other.page.locator("[id^=ghost-t]")).not_to_have_count(0)


LOAD = re.compile(r"carries \d+ of \d+")


def test_who_looks_on_sees_no_nectar(ada: Visitor, basile: Visitor, visit: Visit) -> None:
    sit_down(ada, basile, "bzzz", options={"ncases": 10, "nfleurs": 9})
    cleo = visit()
    cleo.goto(ada.page.url)
    while "FORAGE" not in (done := {move.split()[0] for move in ada.moves + basile.moves}):
        mover, sight = whose_turn(ada, basile)
        bzzz(mover, sight, done)
        mover.look()
    assert LOAD.search(mover.page.content())
    bzzz(mover, mover.look(), {"LAY", "STEP", "FORAGE", "HOLD"})
    expect(seat(cleo, 0 if mover is ada else 1)).not_to_have_class(re.compile("turn"))
    assert not LOAD.search(cleo.page.content())
    assert cleo.page.locator(".seat-box .score span:first-child").all_inner_texts() == ["?", "?"]
