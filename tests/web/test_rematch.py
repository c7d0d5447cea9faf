"""What comes before and after a match: a rematch, leaving, deleting a table, ending a game against bots."""

import asyncio

import pytest
from playwright.sync_api import expect

from ludotheque.checks.browser_user import BrowserUser
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.game import GameError
from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web.registry import TableRegistry
from ludotheque.web.rematch import ask_rematch
from ludotheque.web.session import Person
from ludotheque.web.sockets import CloseCode
from ludotheque.web.table_request import TableRequest
from tests.web.conftest import MakeGuest
from tests.web.guest import Guest, Refused
from tests.web.seated_table import SeatedTable, open_seated_table


@pytest.fixture
def ended(guest: MakeGuest) -> SeatedTable:
    """A match of Alchemy that Ada has resigned."""
    table = open_seated_table([guest("Ada"), guest("Béla")], "alchemy", first=0)
    table.sockets[0].ask(do="resign")
    for socket in table.sockets:
        socket.until(lambda frame: frame["over"])
    return table


def test_a_rematch_opens_when_all_people_agreed_and_seats_are_swapped(ended: SeatedTable) -> None:
    ada, bela = ended.sockets
    assert ada.frame["rematch"] == {"can": True, "asked_by": [], "mine": False, "table": None}
    ada.ask(do="rematch", yes=True)
    asked = bela.until(lambda frame: frame["rematch"]["asked_by"])["rematch"]
    assert asked["can"] and asked["asked_by"] == [0] and asked["table"] is None
    bela.ask(do="rematch", yes=True)
    links = {socket.until(lambda frame: frame["rematch"]["table"])["rematch"]["table"] for socket in ended.sockets}
    (link,) = links
    frames = [one.look(link.removeprefix("/tables/")) for one in ended.guests]
    assert [frame["seat"] for frame in frames] == [1, 0]
    assert [seat["name"] for seat in frames[0]["seats"]] == ["Béla", "Ada"]
    assert frames[0]["state"] == "playing"
    with pytest.raises(Refused, match="no match here"):
        ada.ask(do="rematch", yes=True)


def test_a_rematch_can_be_declined(ended: SeatedTable) -> None:
    ada, bela = ended.sockets
    ada.ask(do="rematch", yes=True)
    bela.ask(do="rematch", yes=False)
    assert ada.until(lambda frame: not frame["rematch"]["asked_by"])["rematch"]["can"]


def test_a_request_for_a_rematch_outlives_the_process(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    ada, bela = Person("ada", "Ada"), Person("bela", "Béla")

    async def work() -> None:
        store = Store.open(database)
        first = TableRegistry(store)
        table = await first.open(TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada"), ada)
        await table.sit(table.invitations(ada)[1], bela, "Béla")
        await table.act(ada, Table.resign)
        ended = await store.table(table.row.id)
        await ask_rematch(table, ada, True)
        await first.stop()
        second = TableRegistry(store)
        again = await second.table(table.row.id)
        assert again.rematch_asked == {0} and again.rematch_id == ""
        await ask_rematch(again, bela, True)
        await second.stop()
        stored = await store.table(table.row.id)
        assert ended is not None and stored is not None and stored.touched == ended.touched
        third = TableRegistry(store)
        link = (await third.table(table.row.id)).rematch_id
        assert link == again.rematch_id
        opened = await third.table(link)
        assert [opened.seat_of(one) for one in (ada, bela)] == [1, 0]
        with pytest.raises(GameError, match="no match here"):
            await ask_rematch(await third.table(table.row.id), ada, True)
        await third.stop()
        store.close()

    asyncio.run(work())


def test_a_match_that_goes_on_has_no_rematch(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Béla")], "alchemy", first=0)
    with pytest.raises(Refused, match="no match here"):
        table.sockets[0].ask(do="rematch", yes=True)


def open_waiting_table(ada: Guest, bela: Guest) -> str:
    """Open a table for three at which Béla sits too, and one seat is free."""
    table = ada.open("emile", "me", "friend", "friend")
    assert bela.sit(table.invitations[0]).status_code == 303
    return table.id


def test_who_leaves_a_table_that_waits_makes_their_seat_free(guest: MakeGuest) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = open_waiting_table(ada, bela)
    assert bela.post(f"/tables/{table}/leave").headers["location"] == "/"
    assert [seat["kind"] for seat in ada.look(table)["seats"]] == ["person", "friend", "friend"]
    assert bela.look(table)["seat"] == -1
    assert ada.get(f"/tables/{table}").text.count(f"/tables/{table}/sit/") == 2


def test_a_bot_plays_on_for_who_leaves_a_match(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Béla")], "emile")
    assert table.guests[1].post(f"/tables/{table.id}/leave").status_code == 303
    assert table.sockets[0].until(lambda frame: frame["seats"][1]["stand_in"])["state"] == "playing"
    table.sockets[1].ask(do="return")
    table.sockets[0].until(lambda frame: not frame["seats"][1]["stand_in"])


def test_only_the_owner_deletes_a_table_that_waits(guest: MakeGuest) -> None:
    ada, bela = guest("Ada"), guest("Béla")
    table = open_waiting_table(ada, bela)
    socket = bela.socket(table)
    socket.until(lambda frame: True)
    assert bela.post(f"/tables/{table}/delete").status_code == 403
    assert ada.post(f"/tables/{table}/delete").headers["location"] == "/"
    assert socket.closing_code() == CloseCode.MOVED  # the page connects again, and is told that there is no table
    assert ada.get(f"/tables/{table}").status_code == 404
    assert bela.socket(table).closing_code() == CloseCode.NO_TABLE


def test_a_table_whose_match_has_begun_is_not_deleted(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Béla")], "emile")
    assert table.guests[0].post(f"/tables/{table.id}/delete").status_code == 400
    assert table.guests[0].look(table.id)["state"] == "playing"


def test_a_game_against_bots_ends_by_one_click(open_browser: OpenBrowser) -> None:
    user: BrowserUser = open_browser()
    user.ask_for(game="emile", seats=["me", "random", "random"])
    page = user.page
    expect(page.locator("[data-resign]")).to_be_hidden()
    page.locator(".top [data-unfold]").click()
    page.locator("[data-end]").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#room")).to_have_attribute("data-state", "over")


def test_the_first_page_offers_the_strength_of_the_bots(open_browser: OpenBrowser) -> None:
    user = open_browser()
    page = user.goto("/")
    page.locator("#bot-emile").select_option("easy")
    page.locator("form:has(input[name=game][value=emile]) button").click()
    expect(page.locator("#room")).to_have_attribute("data-state", "playing")
    table = page.url.rpartition("/")[2]
    assert [seat["bot"] for seat in user.context.request.get(f"/api/tables/{table}").json()["seats"]] == [None, "easy"]


def test_a_visitor_takes_a_seat_that_is_open_to_all(guest: MakeGuest, open_browser: OpenBrowser) -> None:
    table = guest("Ada").open("emile", "me", "anyone")
    user = open_browser()
    page = user.goto("/tables")
    page.locator(f"a[href='/tables/{table.id}/sit/open']").click()
    page.locator("#name").fill("Béla")
    page.locator("button.main").click()
    expect(page.locator("#room")).to_have_attribute("data-state", "playing")


def test_two_browsers_meet_again_at_the_rematch(open_browser: OpenBrowser) -> None:
    ada, bela = open_browser(), open_browser()
    ada.ask_for(game="alchemy", seats=["me", "friend"], options={"first": 0})
    bela.sit_down(ada.invitation(), "Béla")
    first = ada.page.url
    ada.page.on("dialog", lambda dialog: dialog.accept())
    ada.page.locator(".top [data-unfold]").click()
    ada.page.locator("[data-resign]").click()
    ada.page.locator("[data-rematch]").click()
    bela.page.locator(".asked [data-answer=yes]").click()
    for user in (ada, bela):
        expect(user.page).not_to_have_url(first)
        expect(user.page.locator("#room")).to_have_attribute("data-state", "playing")
    assert ada.page.url == bela.page.url
