"""Bots at a table, without a server."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque import thinking
from ludotheque.bot_files import NoSuchBot
from ludotheque.record import OK
from ludotheque.seating import Stale
from ludotheque.store.database import StoreError
from ludotheque.store.store import Store
from ludotheque.web.live_table import LiveTable
from ludotheque.web.precompile import RULES_ONLY, Precompiler, Step
from ludotheque.web.registry import TableRegistry
from ludotheque.web.replay_log import list_move
from ludotheque.web.session import Person
from ludotheque.web.settings import Settings
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language
from ludotheque.worker_pool import WorkerPool
from tests import jobs

ADA = Person("ada", "Ada")
Work = Callable[[LiveTable], Awaitable[None]]


@pytest.fixture
def pool_module() -> str:
    """Return the module that prepares the processes in which bots think."""
    return thinking.MODULE


@pytest.fixture
def at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pool_module: str) -> Iterator[Callable[[Work], None]]:
    """Runs something at a table of Alchemy where a bot begins."""
    monkeypatch.setenv("LUDOTHEQUE_PACE_SECONDS", "0")
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # nothing is compiled, so nothing is waited for
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def run(work: Work) -> None:
        registry = TableRegistry(store)
        registry.pool = WorkerPool(1, pool_module)
        table = await registry.open(TableRequest("alchemy", ("me", "random"), {"first": 1}, "Ada"), ADA)
        await work(table)
        await registry.stop()

    yield lambda work: asyncio.run(run(work))
    store.close()


def test_bots_wait_when_nobody_is_there(at_table: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_ATTENDED_SECONDS", "0")

    async def work(table: LiveTable) -> None:
        assert table.match.active == [1] and table.bot_turns.next_question() is None
        table.registry.settings = Settings(attended_seconds=60)
        assert table.bot_turns.next_question() == table.table.questions()[0]
        table.visit()
        await until(table, lambda: table.match.active == [0])

    at_table(work)


async def until(table: LiveTable, condition: Callable[[], bool]) -> None:
    """Let the table's tasks run until something holds."""
    async with asyncio.timeout(60):
        while not condition():
            async with table.lock:
                await asyncio.sleep(0)


@pytest.mark.parametrize("pool_module", [jobs.MODULE])
def test_a_bot_that_fails_gets_its_verdict_and_the_table_goes_on(at_table: Callable[[Work], None]) -> None:
    """The same rule as without people: its card's move is played from then on, and the record says why."""

    async def work(table: LiveTable) -> None:
        await until(table, lambda: table.match.active == [0])
        assert table.match.moves == ["1 END"]
        assert table.match.verdicts[1].startswith("crash: RuntimeError: out of ideas")
        row = await table.registry.store.table(table.row.id)
        assert row is not None
        assert (row.seats[1].verdict, row.seats[1].withdrawn_why, row.seats[1].withdrawn_ply) == ("crash", "fault", 1)
        await table.play(ADA, "END", table.key(0))
        await until(table, lambda: table.match.ply == 3)
        assert table.match.moves[-1] == "1 END"

    at_table(work)


def test_a_write_that_fails_leaves_the_table_as_it_was(
    at_table: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sees the ply, and the same move can be played again."""

    async def work(table: LiveTable) -> None:
        await until(table, lambda: table.match.active == [0])
        store, ply, change = table.registry.store, table.match.ply, table.change
        write = store.change_table

        async def fail(*_: object, **__: object) -> None:
            raise StoreError("The disk is full.")

        monkeypatch.setattr(store, "change_table", fail)
        with pytest.raises(StoreError):
            await table.play(ADA, "END", table.key(0))
        assert (table.match.ply, table.change) == (ply, change)
        monkeypatch.setattr(store, "change_table", write)
        await table.play(ADA, "END", table.key(0))
        assert table.match.ply > ply

    at_table(work)


def test_a_write_that_failed_after_its_commit_is_found_again(
    at_table: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(table: LiveTable) -> None:
        await until(table, lambda: table.match.active == [0])
        store, ply, key = table.registry.store, table.match.ply, table.key(0)
        write = store.change_table

        async def write_and_fail(*words: Any, **columns: Any) -> None:
            await write(*words, **columns)
            raise StoreError("The connection broke.")

        monkeypatch.setattr(store, "change_table", write_and_fail)
        with pytest.raises(StoreError):
            await table.play(ADA, "END", key)
        assert table.match.ply == ply
        monkeypatch.setattr(store, "change_table", write)
        with pytest.raises(Stale):
            await table.play(ADA, "END", key)
        assert table.match.moves[ply] == "0 END"
        assert len(await store.plies(table.row.id)) == table.match.ply

    at_table(work)


PROGRAM = """
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "legal":
        legal = rest.split("; ")
    if word == "go":
        print(legal[-1], "# asked", flush=True)
"""


def test_an_operators_program_plays_and_is_asked_again_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_PACE_SECONDS", "0")
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    file = tmp_path / "mine.py"
    file.write_text(PROGRAM)
    programs = {"mine": f"{sys.executable} {file}"}
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def play() -> str:
        registry = TableRegistry(store, programs)
        table = await registry.open(TableRequest("emile", ("me", "mine"), {"first": 1, "rounds": 20}, "Ada"), ADA)
        await until(table, lambda: table.match.active == [0])
        assert {note["said"] for note in table.match.notes.values()} == {"asked"}
        await registry.stop()
        return table.row.id

    async def go_on(id: str) -> None:
        registry = TableRegistry(store, programs)
        table = await registry.table(id)
        before = table.match.ply
        while table.match.active == [0]:
            await table.play(ADA, table.match.legal(0)[-1], table.key(0))
        await until(table, lambda: table.match.active == [0])
        assert table.match.ply > before and table.match.verdicts == [OK, OK]
        await registry.stop()

    asyncio.run(go_on(asyncio.run(play())))
    store.close()


def test_a_visitor_cannot_name_a_program(at_table: Callable[[Work], None]) -> None:
    async def work(table: LiveTable) -> None:
        for name in (f"{sys.executable} -c 1", "./bot", "mine"):
            with pytest.raises(NoSuchBot, match="Nobody is called"):
                await table.registry.open(TableRequest("emile", ("me", name), {}, "Ada"), ADA)  # type: ignore[attr-defined]

    at_table(work)


async def nothing(step: Step) -> None:
    """Somebody might want to know what is compiled."""


def test_what_open_tables_need_is_compiled_first(
    at_table: Callable[[Work], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(table: LiveTable) -> None:
        registry = table.registry
        assert isinstance(registry, TableRegistry)
        await registry.open(TableRequest("meduris", ("me", "hard"), {}, "Ada"), ADA)
        order: list[Step] = []
        wanted = registry._wanted_steps()
        precompiler = Precompiler(["alchemy", "emile", "meduris"], lambda: wanted, nothing)
        while (step := precompiler.next_step()) is not None and len(order) < 5:
            order.append(step)
            precompiler._ready[step] = True
        rules = [Step(game, RULES_ONLY) for game in ("alchemy", "meduris", "emile")]
        assert order == [*rules[:2], Step("meduris", "hard"), rules[2], Step("alchemy", "medium")]

    at_table(work)


def test_a_simple_bot_plays_until_the_chosen_one_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here, because the registry is not started: page and record say who has played."""
    monkeypatch.setenv("LUDOTHEQUE_PACE_SECONDS", "0")
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")

    async def play() -> None:
        registry = TableRegistry(store)
        table = await registry.open(TableRequest("alchemy", ("me", "hard"), {"first": 1}, "Ada"), ADA)
        assert [seat["compiling"] for seat in await seats_of(registry, table)] == [False, True]
        await until(table, lambda: table.match.active == [0])
        (stored, *_), listed = await store.plies(table.row.id), list_move(table.match, 1, Language("en"))
        assert stored.note == table.match.record().notes[1] == {"stand_in": "greedy"}
        assert listed["stand_in"] == "Gaspard (looks ahead)"
        registry._precompiler._ready[Step("alchemy", "hard")] = True
        table.changed()
        assert [seat["compiling"] for seat in await seats_of(registry, table)] == [False, False]
        await registry.stop()

    asyncio.run(play())
    store.close()


async def seats_of(registry: TableRegistry, table: LiveTable) -> list[dict[str, Any]]:
    frame = await registry.frames_of(table).get(0, Language("en"))
    seats: list[dict[str, Any]] = frame["seats"]
    return seats


def test_only_some_tables_show_a_turn_of_a_bot_at_once(at_table: Callable[[Work], None]) -> None:
    """While others do, a bot waits, and a person's move is played all the same."""

    async def work(table: LiveTable) -> None:
        await until(table, lambda: table.match.active == [0])
        gate = table.registry.bot_turns = asyncio.Semaphore(1)
        await gate.acquire()
        await table.play(ADA, "END", table.key(0))
        await until(table, lambda: bool(gate._waiters))
        assert table.match.active == [1] and table.match.moves[-1] == "0 END"
        gate.release()
        await until(table, lambda: table.match.active == [0])

    at_table(work)
