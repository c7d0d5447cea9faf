"""Chat at a table: those who sit there write, spectators read, and the owner can switch it off.

A message does not change the table: viewers get it beside their frames, which are not built anew.
"""

import asyncio
import time
from typing import Any, NamedTuple

from ludotheque.game import GameError
from ludotheque.seating import Refused
from ludotheque.store.leases import LeaseLost
from ludotheque.store.messages import MOST_MESSAGES, Message
from ludotheque.web.limits import Bucket, Rate, TooMuch
from ludotheque.web.live_table import LiveTable, shielded
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.words import Language

LONGEST_TEXT = 200
PACE = Rate(5, 0.25)  # messages of one seat


class Mark(NamedTuple):
    """How much of a chat a viewer has got."""

    switches: int
    number: int


class Chat:
    """The chat of one table."""

    def __init__(self, table: LiveTable):
        self.table, self.is_on = table, table.row.chat
        self.messages: list[Message] = []
        self.lock = asyncio.Lock()
        self._is_loaded = False
        self._switches = 0
        self._buckets: dict[int, Bucket] = {}

    async def load(self) -> None:
        """Read what was said before, once."""
        async with self.lock:
            if not self._is_loaded:
                self.messages = await self.table.registry.store.messages.list_all(self.table.row.id)
                self._is_loaded = True

    @property
    def is_useful(self) -> bool:
        return can_talk(self.table)

    def check_pace(self, seat: int) -> None:
        now = time.monotonic()
        if not self._buckets.setdefault(seat, Bucket.full(PACE, now)).take(now):
            raise TooMuch("You write too fast. Wait a moment.")

    def add(self, message: Message) -> None:
        self.messages = [*self.messages, message][-MOST_MESSAGES:]
        self._notify()

    def switch(self, is_on: bool) -> None:
        self.is_on = is_on
        self._switches += 1
        self._notify()

    def _notify(self) -> None:
        for watcher in self.table.watchers:
            watcher.touch()

    def news(self, since: Mark | None, language: Language) -> tuple[dict[str, Any] | None, Mark]:
        """Return what a viewer does not have yet, if anything, and the mark of a viewer who has it all.

        A page is made for a chat that is on and empty: its first message would say nothing.
        """
        mark = Mark(self._switches, self.messages[-1].number if self.messages else 0)
        is_known = mark == since or (since is None and self.is_on and not self.messages)
        if is_known or not self.is_useful:
            return None, mark
        is_whole = since is None or since.switches != mark.switches
        known = 0 if is_whole or since is None else since.number
        lines = [describe_message(one, language) for one in self.messages if one.number > known]
        return {"kind": "chat", "on": self.is_on, "whole": is_whole, "lines": lines if self.is_on else []}, mark


def can_talk(table: LiveTable) -> bool:
    """Return whether there is more than one person at a table, or a seat for one."""
    return sum(one.kind in ("person", "empty") for one in table.seats) > 1


@shielded
async def write_message(table: LiveTable, chat: Chat, person: Person, text: str) -> None:
    """Say something to everybody at the table."""
    seat, words = table.seat_at_table(person), parse_message(text)
    chat.check_pace(seat)
    async with chat.lock:
        if not chat.is_on or not chat.is_useful:
            raise Refused("The chat of this table is switched off.")
        number = chat.messages[-1].number + 1 if chat.messages else 1
        message = Message(number, time.time(), seat, table.seats[seat].name, words)
        try:
            await table.registry.store.messages.add(table.row.id, table.lease, message)
        except LeaseLost:
            table.registry.lose(table)
            raise
        chat.add(message)


@shielded
async def switch_chat(table: LiveTable, chat: Chat, person: Person, is_on: bool) -> None:
    """Switch the chat on or off; only the owner of the table may."""
    if person.id != table.row.owner:
        raise Forbidden("Only who has opened a table can switch its chat on or off.")
    async with chat.lock:
        await table.registry.store.set_columns(table.row.id, table.lease, chat=is_on)
        chat.switch(is_on)


def parse_message(text: str) -> str:
    """Return a message as typed, in one line, without signs that cannot be printed."""
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if not 1 <= len(words) <= LONGEST_TEXT:
        raise GameError("A message has 1 to {most} letters.", most=LONGEST_TEXT)
    return words


def describe_message(message: Message, language: Language) -> dict[str, Any]:
    text = name_reactions(language).get(message.text, message.text)
    return {"seat": message.seat, "name": message.name, "text": text, "at": round(message.at)}


def name_reactions(language: Language) -> dict[str, str]:
    """Return what can be said by one click, in the reader's language; the keys are what is stored."""
    say = language.say
    return {
        "Hello!": say("Hello!"),
        "Good luck!": say("Good luck!"),
        "Well played!": say("Well played!"),
        "Oops!": say("Oops!"),
        "One moment, please.": say("One moment, please."),
        "Thank you!": say("Thank you!"),
    }
