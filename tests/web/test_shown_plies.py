"""The plies that a page shows one by one: which of them a viewer gets, and how they are drawn."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web import frame as frames
from ludotheque.web.frame import Frame, FrameCache, frame_delta
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language

ENGLISH = Language("en")
ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


class Viewer:
    """A socket at a table that fetches a frame when the test says so."""

    def __init__(self, cache: FrameCache, seat: int) -> None:
        self.cache, self.seat = cache, seat
        self.last: Frame | None = None
        cache.table.enter(self)

    @property
    def last_frame(self) -> int | None:
        return None if self.last is None else self.last.number

    def touch(self) -> None:
        """The test fetches frames itself."""

    async def fetch(self) -> list[dict[str, Any]]:
        """Fetch the newest frame and return the plies that it brings."""
        frame = await self.cache.get(self.seat, ENGLISH)
        delta, self.last = frame_delta(frame, self.last), frame
        return [] if delta is None else list(delta["plies"])


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # so the tests do not wait for the compiler
    opened = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    yield opened
    opened.close()


async def open_table(store: Store, game: str, **options: int) -> LiveTable:
    """Open a table at which Ada and Bob sit."""
    table = await TableRegistry(store).open(TableRequest(game, ("me", "friend"), options, "Ada"), ADA)
    await table.sit(table.invitations(ADA)[1], BOB, "Bob")
    return table


async def play(table: LiveTable, seat: int, *moves: str) -> None:
    for move in moves:
        await table.play((ADA, BOB)[seat], move, table.key(seat))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_viewer_gets_every_ply_since_their_last_frame(store: Store) -> None:
    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        viewer = Viewer(FrameCache(table), -1)
        assert await viewer.fetch() == []
        for _ in range(3):
            seat = table.match.active[0]
            await play(table, seat, table.match.legal(seat)[0])
        plies = await viewer.fetch()
        drawings = [table.match.view(-1, ply).drawing(ENGLISH.board(table.game)) for ply in (1, 2)]
        assert [one.get("svg") for one in plies] == [*drawings, None]
        assert viewer.last is not None and [line for one in plies for line in one["lines"]] == viewer.last["log"]
        assert [one["seat"] for one in plies] == [ply.seat for ply in table.match.played]
        await table.close()

    run(check())


def test_a_slow_viewer_gets_the_plies_of_all_frames_that_they_missed(store: Store) -> None:
    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        cache = FrameCache(table)
        slow, fast = Viewer(cache, -1), Viewer(cache, -1)
        await slow.fetch()
        await fast.fetch()
        for _ in range(4):
            seat = table.match.active[0]
            await play(table, seat, table.match.legal(seat)[0])
            assert len(await fast.fetch()) == 1
        assert len(await slow.fetch()) == 4
        seat = table.match.active[0]
        await play(table, seat, table.match.legal(seat)[0])
        await fast.fetch()
        assert fast.last is not None and len(fast.last.plies) == 1  # nobody needs the older drawings any more
        await table.close()

    run(check())


def test_a_frame_has_the_last_plies_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MOST_SHOWN_PLIES", 3)

    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        viewer = Viewer(FrameCache(table), 0)
        await viewer.fetch()
        for _ in range(5):
            seat = table.match.active[0]
            await play(table, seat, table.match.legal(seat)[0])
        plies = await viewer.fetch()
        assert [one["seat"] for one in plies] == [ply.seat for ply in table.match.played[-3:]]
        await table.close()

    run(check())


@pytest.mark.parametrize("orders", [0, 3])
def test_secret_plies_do_not_show_by_their_number(store: Store, orders: int) -> None:
    async def check() -> None:
        table = await open_table(store, "ghost", factories=9)
        cache = FrameCache(table)
        viewers = [Viewer(cache, seat) for seat in (0, 1, -1)]
        for viewer in viewers:
            await viewer.fetch()
        for _ in range(orders):
            await play(table, 0, next(move for move in table.match.legal(0) if move.startswith("MOVE")))
            assert [len(await viewer.fetch()) for viewer in viewers] == [1, 0, 0]
        await play(table, 0, "END")
        for viewer in viewers:
            await viewer.fetch()
        await play(table, 1, "END")
        _, other, spectator = [await viewer.fetch() for viewer in viewers]
        assert len(other) == len(spectator) == 1  # the turn, whatever was ordered in it
        assert all("svg" not in one for one in [*other, *spectator])
        await table.close()

    run(check())


def test_a_ply_that_was_taken_back_is_not_shown(store: Store) -> None:
    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        viewer = Viewer(FrameCache(table), 0)
        await play(table, 0, "PLACE 0 1")
        await viewer.fetch()
        await table.act(ADA, Table.request_undo)
        await play(table, 0, "PLACE 5 2")
        plies = await viewer.fetch()
        assert len(plies) == 1 and "cell F1" in plies[0]["lines"][0]
        await table.close()

    run(check())


def test_nothing_is_drawn_for_nobody(store: Store) -> None:
    """A program that asks the API for frames sees positions only."""

    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        cache = FrameCache(table)
        await cache.get(0, ENGLISH)
        await play(table, 0, "PLACE 0 1")
        assert (await cache.get(0, ENGLISH)).plies == []
        await table.close()

    run(check())


def test_who_sits_down_sees_the_position_only(store: Store) -> None:
    async def check() -> None:
        table = await open_table(store, "alchemy", first=0)
        cache = FrameCache(table)
        viewer, other = Viewer(cache, -1), Viewer(cache, 0)
        await viewer.fetch()
        await other.fetch()
        await play(table, 0, "PLACE 0 1")
        assert len(await other.fetch()) == 1
        viewer.seat = 0
        assert await viewer.fetch() == []
        await table.close()

    run(check())
