"""Chat at a table: who writes, who reads, how much, and who switches it off."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.websockets import WebSocket, WebSocketState

from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.game import GameError
from ludotheque.store.messages import MOST_MESSAGES, Message
from ludotheque.store.store import Store
from ludotheque.web.chat import LONGEST_TEXT, Chat, can_talk, parse_message, switch_chat, write_message
from ludotheque.web.limits import TooMuch
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.sockets import Connection
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language
from tests.web.axe import find_faults
from tests.web.conftest import MakeGuest
from tests.web.guest import Refused, Socket
from tests.web.seated_table import open_seated_table
from tests.web.test_store import TABLE

ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


def next_chat(socket: Socket) -> dict[str, Any]:
    """Wait for the next message of the chat."""
    while (message := socket.read())["kind"] != "chat":
        pass
    return message


def test_those_at_the_table_write_and_spectators_read(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Bob", "fr")], "alchemy", first=0)
    ada, bob = table.sockets
    eve = guest("Eve").socket(table.id)
    eve.until(lambda frame: True)
    ada.say(do="say", text="Well played!")
    heard = [next_chat(socket) for socket in (ada, bob, eve)]
    assert [one["lines"][0]["text"] for one in heard] == ["Well played!", "Bien joué\u00a0!", "Well played!"]
    assert [(line["seat"], line["name"]) for line in heard[2]["lines"]] == [(0, "Ada")]
    with pytest.raises(Refused, match="only looking on"):
        eve.ask(do="say", text="Move there!")
    bob.say(do="say", text=" <b>Merci</b>\n\u202e ! ")
    assert next_chat(eve)["lines"][0]["text"] == "<b>Merci</b> !"
    late = next_chat(guest("Late").socket(table.id))
    assert late["whole"] and [line["name"] for line in late["lines"]] == ["Ada", "Bob"]


def test_only_the_owner_switches_the_chat_off(guest: MakeGuest) -> None:
    table = open_seated_table([guest("Ada"), guest("Bob")], "alchemy", first=0)
    ada, bob = table.sockets
    ada.say(do="say", text="Secret")
    assert next_chat(bob)["lines"]
    with pytest.raises(Refused, match="Only who has opened"):
        bob.ask(do="switch_chat", on=False)
    ada.ask(do="switch_chat", on=False)
    assert next_chat(bob) == {"kind": "chat", "on": False, "whole": True, "lines": []}
    with pytest.raises(Refused, match="switched off"):
        bob.ask(do="say", text="Hello?")
    assert next_chat(guest("Eve").socket(table.id))["lines"] == []
    ada.ask(do="switch_chat", on=True)
    assert [line["text"] for line in next_chat(bob)["lines"]] == ["Secret"]


async def open_table(registry: TableRegistry, *seats: str) -> LiveTable:
    table = await registry.open(TableRequest("alchemy", ("me", *seats), {"first": 0}, "Ada"), ADA)
    for invite in table.invitations(ADA).values():
        await table.sit(invite, BOB, "Bob")
    return table


@asynccontextmanager
async def open_chat(folder: Path) -> AsyncIterator[tuple[TableRegistry, LiveTable, Chat]]:
    """Open a table for two people, and its chat."""
    store = Store.open(f"sqlite:///{folder / 'tables.db'}")
    registry = TableRegistry(store)
    table = await open_table(registry, "friend")
    yield registry, table, await registry.chat_of(table)
    await registry.stop()
    store.close()


def test_messages_are_stored_with_the_table(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")

    async def work() -> None:
        store = Store.open(database)
        first = TableRegistry(store)
        table = await open_table(first, "friend")
        chat = await first.chat_of(table)
        await asyncio.gather(*(write_message(table, chat, ADA, text) for text in ("One", "Two")))
        await first.stop()
        second = TableRegistry(store)
        again = await second.table(table.row.id)
        loaded = await second.chat_of(again)
        assert [(one.number, one.text) for one in loaded.messages] == [(1, "One"), (2, "Two")]
        await write_message(again, loaded, BOB, "Three")
        await switch_chat(again, loaded, ADA, False)
        stored = await store.table(table.row.id)
        assert stored is not None and not stored.chat
        assert [one.name for one in await store.messages.list_all(table.row.id)] == ["Ada", "Ada", "Bob"]
        await store.remove_table(table.row.id)
        assert await store.messages.list_all(table.row.id) == []
        await second.stop()
        store.close()

    asyncio.run(work())


def test_only_the_last_messages_are_kept(database: str) -> None:
    async def work() -> None:
        store = Store.open(database)
        await store.add_table(TABLE)
        for number in range(1, MOST_MESSAGES + 3):
            await store.messages.add(TABLE.id, None, Message(number, 1.5, 0, "Ada", "x"))
        assert [one.number for one in await store.messages.list_all(TABLE.id)] == [*range(3, MOST_MESSAGES + 3)]
        store.close()

    asyncio.run(work())


def test_a_seat_writes_a_few_messages_at_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")

    async def work() -> None:
        async with open_chat(tmp_path) as (registry, table, chat):

            async def write_without_end() -> None:
                while True:  # a machine on which each message takes 4 seconds would not come to an end
                    await write_message(table, chat, ADA, "Hello!")

            with pytest.raises(TooMuch):
                await write_without_end()
            await write_message(table, chat, BOB, "Hello!")
            alone = await open_table(registry, "easy")
            with pytest.raises(GameError, match="switched off"):
                await write_message(alone, await registry.chat_of(alone), ADA, "Hello!")
            assert not can_talk(alone) and can_talk(table)

    asyncio.run(work())


def test_what_is_said_about_a_ply_arrives_after_it(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at a viewer who is so slow that both wait for the frame before."""
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")

    async def work() -> None:
        async with open_chat(tmp_path) as (registry, table, chat):
            sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            is_free = asyncio.Event()

            async def send(message: Any) -> None:
                await sent.put(read_sent(message))
                await is_free.wait()

            connection = Connection(connected_socket(send), registry.frames_of(table), chat, -1, Language("en"))
            table.enter(connection)
            sending = asyncio.create_task(connection.send_loop())
            first = await sent.get()
            await table.play(ADA, "PLACE 0 1", table.key(0))
            await write_message(table, chat, ADA, "Oops!")
            is_free.set()
            later = [await sent.get() for _ in range(2)]
            assert [one["kind"] for one in (first, *later)] == ["frame", "frame", "chat"]
            sending.cancel()

    asyncio.run(work())


def connected_socket(send: Any) -> WebSocket:
    """Return the server's side of a spectator's socket."""
    socket = WebSocket({"type": "websocket", "session": {"id": "eve"}, "headers": []}, asyncio.Event().wait, send)  # type: ignore[arg-type]
    socket.client_state = socket.application_state = WebSocketState.CONNECTED
    return socket


def read_sent(message: Any) -> dict[str, Any]:
    text = message.get("text") or gzip.decompress(message["bytes"])
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize("text", ["", " \n ", "x" * (LONGEST_TEXT + 1), "\0\u202e"])
def test_a_message_of_no_or_too_many_letters_is_refused(text: str) -> None:
    with pytest.raises(GameError, match=f"1 to {LONGEST_TEXT} letters"):
        parse_message(text)


def test_two_browsers_talk(open_browser: OpenBrowser) -> None:
    ada, bela = open_browser(), open_browser()
    ada.ask_for(game="alchemy", seats=["me", "friend"], options={"first": 0})
    bela.sit_down(ada.invitation(), "Béla")
    ada.page.locator(".top [data-unfold]").click()
    ada.page.get_by_label("Your message").fill("<i>Hi</i> & welcome")
    ada.page.get_by_role("button", name="Send").click()
    expect(bela.page.locator(".top [data-unfold]")).to_have_attribute("data-unread", "")
    bela.page.locator(".top [data-unfold]").click()
    expect(bela.page.locator(".chat li")).to_contain_text("<i>Hi</i> & welcome")
    expect(bela.page.locator(".top [data-unfold]")).not_to_have_attribute("data-unread", "")
    assert find_faults(bela.page) == []
    bela.page.get_by_role("button", name="Thank you!").click()
    expect(ada.page.locator(".chat li")).to_have_count(2)
    expect(ada.page.get_by_label("Your message")).to_have_value("")
    ada.page.get_by_label("Chat at this table").uncheck()
    expect(bela.page.locator(".chat")).to_be_hidden()
    expect(ada.page.locator(".chat li")).to_have_count(0)
