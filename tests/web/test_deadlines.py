"""Clocks outlive memory and server: deadlines are in the database, and somebody ends a match whose time is up."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.seating import Refused, TimeControl
from ludotheque.store.database import connect
from ludotheque.store.store import Store, TableRow
from ludotheque.web.clocks import CLOCKS, describe_clock, explain_clock
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.settings import Settings
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language
from tests.web import postgres
from tests.web.guest import TIMEOUT, Guest
from tests.web.test_leases import leases_of, two_processes
from tests.web.test_store import ADA as ADAS_SEAT
from tests.web.test_store import TABLE
from tests.web.test_tables import open_timed_table

ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")
A_DAY = 86_400.0


@pytest.fixture
def own_server(database: str, tmp_path: Path) -> Iterator[Server]:
    with Server(database, tmp_path, COMMON_ENVIRONMENT) as server:
        yield server


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_a_restart_loses_nothing(own_server: Server, end: Callable[[Server], None]) -> None:
    """Bob has thought for 500 seconds, then no server ran for an hour: only the first counts."""
    ada, bob = Guest(own_server.url, "Ada"), Guest(own_server.url, "Bob")
    table = open_timed_table([ada, bob], "alchemy", (1000, 50), first=0)
    forgotten = open_timed_table([ada, bob], "alchemy", (400, 0), first=0)
    table.played(table.sockets[0], "END")
    before = bob.look(table.id)
    end(own_server)
    let_time_pass(own_server.database, 500 + 3600)
    let_heart_rest(own_server.database, 3600)
    own_server.start()
    after = bob.look(table.id)
    for name in ("svg", "log", "legal", "seat", "state"):
        assert after[name] == before[name]
    clocks = [seat["clock"] for seat in after["seats"]]
    assert 1000 < clocks[0]["left"] <= 1050 and 300 < clocks[1]["left"] < 700 and clocks[1]["running"]
    assert wait_until_over(own_server.database, forgotten.id) == "time", "nobody has come back to this table"
    assert bob.socket(table.id).play(after["legal"][0])["kind"] == "frame"
    ada.leave()
    bob.leave()


def let_time_pass(database: str, seconds: float) -> None:
    """Let all running clocks be later, while no server runs."""
    execute(database, f"UPDATE seats SET deadline = deadline - {seconds}")


def let_heart_rest(database: str, seconds: float) -> None:
    """Let the last heartbeat be earlier."""
    execute(database, f"UPDATE heartbeat SET at = at - {seconds}")


def execute(database: str, statement: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def wait_until_over(database: str, table: str) -> str:
    """Wait until a match is over in the database, and return how it ended."""
    engine, until = connect(database), time.monotonic() + TIMEOUT
    query = text("SELECT ending FROM tables WHERE id = :id AND over")
    while time.monotonic() < until:
        with engine.connect() as connection:
            ending = connection.execute(query, {"id": table}).scalar()
        if ending is not None:
            engine.dispose()
            return str((json.loads(ending) if isinstance(ending, str) else ending)["kind"])
        time.sleep(0.05)
    raise AssertionError("the match still goes on")


@asynccontextmanager
async def timed_table(database: str, clock: TimeControl) -> AsyncIterator[tuple[TableRegistry, LiveTable]]:
    """A table of Alchemy at which Ada is to move; tables leave memory as soon as nobody looks."""
    store = Store.open(database)
    registry = TableRegistry(store, settings=Settings(rest_seconds=0, attended_seconds=0))
    await registry.clocks.start()
    table = await registry.open(TableRequest("alchemy", ("me", "friend"), {"first": 0}, "Ada", clock=clock), ADA)
    await table.sit(table.invitations(ADA)[1], BOB, "Bob")
    yield registry, table
    await registry.stop()
    store.close()


async def evict(registry: TableRegistry) -> None:
    async with asyncio.timeout(TIMEOUT):
        while registry.list_live():
            await registry.sweep()
            await asyncio.sleep(0.01)  # what the table still has to do comes first


async def stored(registry: TableRegistry, table: LiveTable) -> TableRow:
    row = await registry.store.table(table.row.id)
    assert row is not None
    return row


async def until_over(registry: TableRegistry, table: LiveTable) -> TableRow:
    async with asyncio.timeout(TIMEOUT):
        while not (row := await stored(registry, table)).over:
            await asyncio.sleep(0.01)
    return row


@pytest.fixture(autouse=True)
def interpret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # nothing is compiled, so nothing is waited for


def left_of(table: LiveTable, seat: int) -> float:
    clock = table.clock(seat)
    assert clock is not None
    return float(clock["left"])


def test_a_table_with_a_clock_leaves_memory_and_comes_back(database: str) -> None:
    async def work() -> None:
        async with timed_table(database, TimeControl(1000, 50)) as (registry, table):
            await evict(registry)
            let_time_pass(database, 400)
            again = await registry.table(table.row.id)
            assert again is not table
            assert 300 < left_of(again, 0) < 700 and left_of(again, 1) == 1000
            await again.play(ADA, "END", again.key(0))
            row = await stored(registry, table)
            assert row.seats[0].deadline is None and row.seats[1].deadline is not None
            assert row.seats[0].seconds_left is not None and 350 < row.seats[0].seconds_left < 750

    asyncio.run(work())


def test_time_runs_out_while_a_table_is_not_in_memory(database: str) -> None:
    async def work() -> None:
        async with timed_table(database, TimeControl(1000)) as (registry, table):
            await evict(registry)
            await registry.clocks.beat()
            assert registry.list_live() == [], "nobody's time is up yet"
            let_time_pass(database, 1001)
            await registry.clocks.beat()
            row = await until_over(registry, table)
            assert row.ending == {"kind": "time", "seats": [0]}
            assert [(seat.verdict, seat.rank, seat.deadline) for seat in row.seats] == [
                ("timeout", 2, None),
                ("ok", 1, None),
            ]

    asyncio.run(work())


def test_days_for_each_turn(database: str) -> None:
    async def work() -> None:
        async with timed_table(database, TimeControl(3 * A_DAY, is_per_turn=True)) as (registry, table):
            assert (await stored(registry, table)).clock == CLOCKS["3d"]
            for _ in range(2):  # five days in all
                await evict(registry)
                let_time_pass(database, 2.5 * A_DAY)
                await registry.clocks.beat()
                table = await registry.table(table.row.id)
                seat, person = (0, ADA) if table.match.active == [0] else (1, BOB)
                assert left_of(table, seat) < A_DAY and not table.may_stand_in(1 - seat)
                await table.play(person, "END", table.key(seat))
                assert left_of(table, seat) == 3 * A_DAY
            await evict(registry)
            let_time_pass(database, 3 * A_DAY)
            await registry.clocks.beat()
            assert (await until_over(registry, table)).ending == {"kind": "time", "seats": [0]}

    asyncio.run(work())


def test_an_answer_that_comes_too_late_to_an_evicted_table_is_refused(database: str) -> None:
    async def work() -> None:
        async with timed_table(database, TimeControl(1000)) as (registry, table):
            await evict(registry)
            let_time_pass(database, 1000)
            again = await registry.table(table.row.id)
            with pytest.raises(Refused):
                await again.play(ADA, "END", again.key(0))
            assert (await until_over(registry, table)).ending == {"kind": "time", "seats": [0]}

    asyncio.run(work())


def test_a_table_that_cannot_be_loaded_is_asked_for_once(database: str) -> None:
    async def work() -> None:
        async with timed_table(database, TimeControl(1000)) as (registry, _):
            await evict(registry)
            let_time_pass(database, 1001)
            execute(database, "UPDATE tables SET rules = 0")
            await registry.clocks.beat()
            assert await registry.store.heartbeat.find_overdue() == []

    asyncio.run(work())


def test_time_counts_while_another_process_is_alive(cluster: postgres.Cluster) -> None:
    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            await left.heartbeat.start()
            await left.add_table(with_deadline(5000.0))
            let_heart_rest(str(left.engine.url), 100)
            assert await right.heartbeat.start() == 0
            assert await deadline(right) == 5000
            assert await left.heartbeat.beat(), "one of them ends matches in time"
            assert not await right.heartbeat.beat()
            execute(str(left.engine.url), "UPDATE heartbeat SET sweeper_until = 0")
            assert await right.heartbeat.beat() and not await left.heartbeat.beat()

    asyncio.run(work())


def test_time_does_not_count_while_no_process_is_alive(cluster: postgres.Cluster) -> None:
    """Several processes start at the same time: the time is given back once."""

    async def work() -> None:
        async with two_processes(cluster) as (left, right):
            await left.heartbeat.start()
            await left.add_table(with_deadline(5000.0))
            for store in (left, right):
                await leases_of(store).leave()
            let_heart_rest(str(left.engine.url), 1000)
            lost = await asyncio.gather(left.heartbeat.start(), right.heartbeat.start())
            assert max(lost) >= 1000 and await deadline(left) == pytest.approx(5000 + sum(lost))
            assert min(lost) < 500

    asyncio.run(work())


def with_deadline(at: float) -> TableRow:
    seats = (replace(ADAS_SEAT, deadline=at), *TABLE.seats[1:])
    return replace(TABLE, seats=seats)


async def deadline(store: Store) -> float | None:
    row = await store.table(TABLE.id)
    assert row is not None
    return row.seats[0].deadline


@pytest.mark.parametrize(
    ("clock", "english", "french"),
    [
        (None, "no clock", "sans pendule"),
        (CLOCKS["60+1"], "1 minute each, and 1 second a turn", "1 minute chacun, et 1 seconde par tour"),
        (CLOCKS["1800+20"], "30 minutes each, and 20 seconds a turn", "30 minutes chacun, et 20 secondes par tour"),
        (CLOCKS["1d"], "1 day for each turn", "1 jour pour chaque tour"),
        (TimeControl(3690), "1 hour 1 minute 30 seconds each", "1 heure 1 minute 30 secondes chacun"),
    ],
)
def test_a_clock_in_words(clock: TimeControl | None, english: str, french: str) -> None:
    assert describe_clock(clock, Language("en")) == english
    assert describe_clock(clock, Language("fr")) == french


def test_a_program_reads_how_much_time_is_left_now(guest: Callable[..., Guest]) -> None:
    """Also if nothing has changed at the table since it asked before."""
    table = open_timed_table([guest("Ada"), guest("Bob")], "alchemy", (1000, 0), first=0)
    ada, until = table.guests[0], time.monotonic() + TIMEOUT
    before = ada.look(table.id)["seats"]
    while (now := ada.look(table.id)["seats"])[0]["clock"]["left"] >= before[0]["clock"]["left"]:
        assert time.monotonic() < until
    assert now[1]["clock"] == before[1]["clock"] == {"left": 1000, "running": False}


def test_who_is_invited_reads_which_clock_there_is(guest: Callable[..., Guest]) -> None:
    ada = guest("Ada")
    answer = ada.send("/api/tables", {"game": "emile", "seats": ["me", "anyone"], "turn_seconds": A_DAY})
    link = next(iter(answer.json()["invitations"].values()))
    sentence = explain_clock(CLOCKS["1d"], Language("fr"))
    assert sentence == "Il y a une pendule : 1 jour pour chaque tour. Qui n’a plus de temps est éliminé."
    assert sentence in guest("Zoé", "fr").get(link).text
    assert "1 jour pour chaque tour" in guest("Zoé", "fr").get("/tables").text
