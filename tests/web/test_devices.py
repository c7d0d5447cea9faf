"""A profile on another device: by a link that is valid once, for ten minutes."""

import asyncio
import io
import re
from collections.abc import Callable

import zxingcpp
from PIL import Image
from playwright.sync_api import expect
from sqlalchemy import select, text

from ludotheque.checks.browser_user import TouchUser
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.store import schema
from ludotheque.store.device_links import Profile
from ludotheque.store.store import Store
from ludotheque.web.logs import hide_secrets
from tests.web.axe import find_faults
from tests.web.guest import Guest

ADA = Profile("ada", "Ada")


def test_a_link_is_valid_once(database: str) -> None:
    async def work() -> None:
        store = Store.open(database)
        secret = await store.device_links.make(ADA)
        with store.engine.connect() as connection:
            stored = connection.execute(select(schema.device_links.c.digest)).scalar_one()
        assert secret not in stored
        assert await store.device_links.look(secret) == ADA
        assert await store.device_links.look(stored) is None
        used = await asyncio.gather(*(store.device_links.use(secret) for _ in range(5)))
        assert sorted(used, key=bool) == [None, None, None, None, ADA]
        assert await store.device_links.look(secret) is None
        store.close()

    asyncio.run(work())


def test_a_link_is_valid_for_ten_minutes_and_a_new_one_replaces_it(database: str) -> None:
    async def work() -> None:
        store = Store.open(database)
        links = store.device_links
        first, bobs = await links.make(ADA), await links.make(Profile("bob", ""))
        second = await links.make(ADA)
        assert await links.look(first) is None and await links.look(second) == ADA
        let_minutes_pass(store, 9)
        assert await links.look(bobs) == Profile("bob", "")
        let_minutes_pass(store, 1)
        assert await links.look(bobs) is None and await links.use(second) is None
        store.close()

    asyncio.run(work())


def let_minutes_pass(store: Store, minutes: int) -> None:
    with store.engine.begin() as connection:
        connection.execute(text(f"UPDATE device_links SET until = until - {60 * minutes}"))


def make_link(guest: Guest) -> str:
    page = guest.post("/devices").text
    assert "<svg" in page
    found = re.search(r'value="[^"]*(/devices/[\w-]+)"', page)
    assert found is not None
    return found[1]


def test_the_other_device_has_the_seats_the_results_and_the_name(guest: Callable[..., Guest]) -> None:
    ada, phone, eve = guest("Ada"), guest("Phone", "fr"), guest("Eve")
    table = ada.open("alchemy", "me", "easy")
    ada.socket(table.id).until(lambda frame: True)
    link = make_link(ada)
    page = phone.get(link)
    assert "Jouer dans ce navigateur sous le nom de Ada" in page.text
    assert phone.look(table.id)["seat"] == -1, "opening a link changes nothing"
    assert phone.post(link).headers["Location"] == "/history"
    assert phone.look(table.id)["seat"] == 0 and ada.look(table.id)["seat"] == 0
    assert phone.get("/api/session").json() == ada.get("/api/session").json()
    for answer in (eve.get(link), eve.post(link), eve.post("/devices/nothing"), eve.get("/devices/%00")):
        assert answer.status_code == 403
        assert "This link is not valid any more" in answer.text
    assert eve.look(table.id)["seat"] == -1


def test_a_link_is_not_in_the_log() -> None:
    assert hide_secrets("GET /devices/abc-DEF_1 200") == hide_secrets("GET /devices/xyz 200")


def read_qr_code(png: bytes) -> str:
    """Return what a camera reads."""
    found = zxingcpp.read_barcode(Image.open(io.BytesIO(png)))
    assert found is not None
    return str(found.text)


def test_a_person_takes_their_profile_to_a_phone(open_browser: OpenBrowser) -> None:
    ada, phone = open_browser(), open_browser(TouchUser)
    ada.ask_for(game="emile", seats=["me", "easy"])
    page = ada.goto("/history")
    assert find_faults(page) == []
    page.get_by_role("button", name="Show a link and a QR code").click()
    picture = page.get_by_role("img", name="QR code of the link below")
    expect(picture).to_be_visible()
    assert find_faults(page) == []
    link = read_qr_code(picture.screenshot())
    assert link == page.get_by_label("The same as a link").input_value()
    other = phone.goto(link)
    assert find_faults(other) == []
    other.get_by_role("button", name="Yes, that is me").click()
    expect(other.get_by_role("heading", name="Your matches")).to_be_visible()
    phone.goto("/")
    expect(other.get_by_role("heading", name="Your tables")).to_be_visible()
