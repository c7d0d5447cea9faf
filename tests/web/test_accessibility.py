"""Tables and replays can be used by everybody: by day and by night, on a phone and on a wide screen."""

import pytest
from playwright.sync_api import expect

from ludotheque import game as games
from tests.web.axe import faults
from tests.web.clicks import emile, play_a_turn
from tests.web.conftest import Visit
from tests.web.visitor import Fingers, Visitor, to_move

ENVIRONMENT = {"LUDOTHEQUE_PACE_SECONDS": "0"}
each_game = pytest.mark.parametrize("game", games.names())


@pytest.fixture(params=[Visitor, Fingers], ids=["wide", "phone"])
def ada(request: pytest.FixtureRequest, visit: Visit) -> Visitor:
    return visit(request.param)


@each_game
def test_a_table_with_a_move_half_built(game: str, ada: Visitor) -> None:
    ada.quick_table(game)
    play_a_turn(ada, game)
    to_move(ada)
    for part in [one for one in ada.look().targets if not one.move][:1]:
        ada.click(part)
        expect(ada.tray.locator(".part").first).to_be_visible()
    assert faults(ada.page) == []


def test_a_table_that_waits_and_the_chair_of_a_friend(ada: Visitor, visit: Visit) -> None:
    ada.choose_table("emile", ["me", "friend", "easy", "friend"], rounds=3)
    expect(ada.page.locator(".stage svg")).to_be_visible()
    assert faults(ada.page) == []
    basile = visit(type(ada))
    basile.goto(ada.invitation())
    assert faults(basile.page) == []


def test_a_result_and_its_replay(ada: Visitor) -> None:
    ada.ask_for(game="emile", seats=["me", "easy"], options={"rounds": 1})
    while turn := to_move(ada):
        emile(*turn, {"KEEP", "STOP", "OWN", "OTHER"})
    expect(ada.page.locator(".result")).to_be_visible()
    assert faults(ada.page) == []
    ada.page.locator("[data-replay]").click()
    expect(ada.page.locator(".moves li").first).to_be_visible()
    ada.page.locator("[data-key=end]").click()
    assert faults(ada.page) == []


def test_a_refusal_and_a_form_with_a_mistake(ada: Visitor) -> None:
    ada.forgiven = "status of 4(04|22)"
    ada.goto("/tables/nowhere")
    assert faults(ada.page) == []
    page = ada.goto("/games/emile")
    page.locator("#seat-1").select_option("me")
    page.locator("form.setup button.main").click()
    expect(page.get_by_text("You can take one seat only")).to_be_visible()
    assert faults(page) == []
