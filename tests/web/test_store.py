"""The store, on SQLite and on PostgreSQL: what it keeps, in which order, and what it refuses."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect, text

from ludotheque.packages import PACKAGE
from ludotheque.seating import TimeControl
from ludotheque.store import contest_schema, schema
from ludotheque.store.database import StoreError
from ludotheque.store.store import PlyRow, SeatRow, Store, TableRow

T = TypeVar("T")
ADA = SeatRow(0, "person", "Ada", person="ada", seconds_left=300.5)
FRIEND = SeatRow(1, "empty", "", invite="sesame")
TABLE = TableRow(
    id="abcdefghijkl",
    game="emile",
    rules=1,
    options={"rounds": 5, "teams": False},
    seed=-(2**63),
    owner="ada",
    public=True,
    clock=TimeControl(300.0, 2.5),
    created=1000.25,
    touched=1000.25,
    over=False,
    seats=(ADA, FRIEND),
)


def ply(number: int, seat: int = 0, at: float = 2000.5, note: dict[str, Any] | None = None) -> PlyRow:
    return PlyRow(number, seat, f"MOVE {number}", at, note)


def run(work: Callable[[], Awaitable[T]]) -> T:
    async def main() -> T:
        return await work()

    return asyncio.run(main())


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store.open(database)
    yield opened
    opened.close()


async def kept(store: Store, id: str = TABLE.id) -> TableRow:
    row = await store.table(id)
    assert row is not None
    return row


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    async def work() -> None:
        late = replace(ply(2, seat=1, note={"said": "« Ça va ? »", "big": 2**60}), wall=0.125, cpu=0.1, delay=0.0)
        plies = [ply(1), late]
        await store.add_table(TABLE, plies)
        assert await store.table(TABLE.id) == TABLE
        assert await store.plies(TABLE.id) == plies

    run(work)


def test_what_is_not_there_is_none(store: Store) -> None:
    async def work() -> None:
        assert await store.table("nothing") is None
        assert await store.plies("nothing") == []
        assert await store.record("nothing") is None

    run(work)


def test_a_table_without_a_clock(store: Store) -> None:
    async def work() -> None:
        await store.add_table(replace(TABLE, clock=None, public=False, seed=2**63 - 1))
        assert (await kept(store)).clock is None
        assert (await kept(store)).seed == 2**63 - 1

    run(work)


def test_plies_seats_and_the_end_are_kept_together(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE)
        late = replace(ADA, seconds_left=12.25)
        await store.change_table(TABLE.id, plies=[ply(1), ply(2, at=3000.5)], seats=[late], over=True)
        row = await kept(store)
        assert row.seats == (late, FRIEND)
        assert row.over
        assert row.touched == 3000.5

    run(work)


def test_a_ply_cannot_be_written_twice_and_nothing_of_that_write_stays(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE, [ply(1), ply(2)])
        with pytest.raises(StoreError, match=r"^The database refused this: .*\.$"):
            await store.change_table(
                TABLE.id, plies=[ply(3), ply(2, seat=1)], seats=[replace(ADA, name="Eve")], over=True
            )
        assert await store.plies(TABLE.id) == [ply(1), ply(2)]
        assert await kept(store) == TABLE

    run(work)


def test_a_table_cannot_be_added_twice(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE)
        with pytest.raises(StoreError):
            await store.add_table(replace(TABLE, owner="eve"), [ply(1)])
        assert await kept(store) == TABLE
        assert await store.plies(TABLE.id) == []

    run(work)


def test_a_table_that_is_not_there_takes_nothing(store: Store) -> None:
    async def work() -> None:
        attempts: list[Callable[[], Awaitable[None]]] = [
            lambda: store.change_table("nothing", plies=[ply(1)]),
            lambda: store.change_table("nothing", plies=[], over=True),
            lambda: store.change_table("nothing", seats=[ADA]),
            lambda: store.change_table("nothing", keep=0),
        ]
        for attempt in attempts:
            with pytest.raises(StoreError):
                await attempt()
        assert await store.plies("nothing") == []

    run(work)


def test_taking_back_forgets_what_came_after(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE, [ply(1), ply(2), ply(3)])
        await store.add_table(replace(TABLE, id="another"), [ply(1), ply(2), ply(3)])
        await store.change_table(TABLE.id, keep=1, plies=[ply(2, at=5)], seats=[replace(ADA, seconds_left=299.0)])
        assert await store.plies(TABLE.id) == [ply(1), ply(2, at=5)]
        assert (await kept(store)).seats[0].seconds_left == 299.0
        assert len(await store.plies("another")) == 3
        await store.change_table(TABLE.id, keep=0)
        await store.change_table(TABLE.id, plies=[ply(1, seat=1)])
        assert await store.plies(TABLE.id) == [ply(1, seat=1)]

    run(work)


def test_a_friend_sits_down(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE)
        bob = SeatRow(1, "person", "Bob", person="bob")
        await store.change_table(TABLE.id, seats=[bob])
        assert (await kept(store)).seats == (ADA, bob)
        assert [row.id for row in await store.tables_of("bob", 10)] == [TABLE.id]
        with pytest.raises(StoreError, match="no seat 2"):
            await store.change_table(TABLE.id, seats=[replace(bob, name="Eve"), replace(bob, seat=2)])
        assert (await kept(store)).seats == (ADA, bob)

    run(work)


async def several(store: Store) -> None:
    """Tables a, b, c, d, opened in that order and touched in another; b is over, c is private. Ada has moved at each.

    Nobody sits at Bob's.
    """
    for number, id in enumerate("abcd"):
        row = replace(TABLE, id=id, created=number, touched=20 - number, over=id == "b", public=id != "c")
        await store.add_table(row, [ply(1)])
    await store.add_table(replace(TABLE, id="bob's", owner="bob", touched=9, created=9, seats=()), [ply(1)])


def test_tables_that_go_on_come_newest_first(store: Store) -> None:
    async def work() -> None:
        await several(store)
        assert [row.id for row in await store.going_on(9)] == ["bob's", "d", "c", "a"]
        assert [row.id for row in await store.going_on(2)] == ["bob's", "d"]
        assert [row.id for row in await store.going_on(9, public=True)] == ["bob's", "d", "a"]
        assert [row.id for row in await store.going_on(9, public=False)] == ["c"]
        assert [len(row.seats) for row in await store.going_on(9)] == [0, 2, 2, 2]

    run(work)


def test_somebodys_tables_that_go_on_come_first(store: Store) -> None:
    async def work() -> None:
        await several(store)
        assert [row.id for row in await store.tables_of("ada", 9)] == ["d", "c", "a", "b"]
        assert [row.id for row in await store.tables_of("ada", 1)] == ["d"]
        assert await store.tables_of("bob", 9) == []

    run(work)


def test_open_tables_are_counted(store: Store) -> None:
    async def work() -> None:
        await several(store)
        assert await store.count_open() == 3, "at Bob's no person has moved"
        assert await store.count_open("ada") == 3
        assert await store.count_open("ada", since=2) == 2
        assert await store.count_open(since=2) == 2
        await store.add_table(replace(TABLE, id="new"))
        await store.add_table(replace(TABLE, id="bot's turn"), [replace(ply(1), seat=1)])
        assert await store.count_open("ada") == 3, "there Ada has not moved"

    run(work)


def test_records_are_kept_and_counted(store: Store) -> None:
    async def work() -> None:
        await store.add_record("one", '{"a": "\\u0000é"}', "ada", 10)
        await store.add_record("two", "x" * 3_000_000, "ada", 20)
        assert await store.record("one") == '{"a": "\\u0000é"}'
        assert await store.record("two") == "x" * 3_000_000
        assert await store.count_records("ada", 15) == 1
        assert await store.count_records("ada", 0) == 2
        assert await store.count_records("bob", 0) == 0

    run(work)


def test_old_tables_and_records_are_forgotten_whole(store: Store) -> None:
    async def work() -> None:
        await store.add_table(replace(TABLE, id="old", created=5, touched=10), [ply(1)])
        await store.add_table(replace(TABLE, id="new", created=5, touched=20), [ply(1)])
        await store.add_record("old record", "", "ada", 10)
        await store.add_record("new record", "", "ada", 20)
        assert await store.forget(20) == 2
        assert await store.table("old") is None
        assert await store.plies("old") == []
        assert await store.record("old record") is None
        assert (await kept(store, "new")).seats == TABLE.seats
        assert await store.plies("new") == [ply(1)]
        assert await store.forget(20) == 0

    run(work)


def test_odd_texts_are_kept_or_refused_in_a_sentence(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE)
        odd = "'; DROP TABLE plies; -- \N{GRINNING FACE} \u202e %s"
        await store.change_table(TABLE.id, plies=[PlyRow(1, 0, odd, 1.5, {"said": odd + "\0"})])
        assert await store.plies(TABLE.id) == [PlyRow(1, 0, odd, 1.5, {"said": odd + "\0"})]
        with pytest.raises(StoreError, match="The database refused this"):
            await store.change_table(TABLE.id, seats=[replace(ADA, name="\ud800")])
        with pytest.raises(StoreError, match="The database refused this"):
            await store.table("\ud800")

    run(work)


def test_the_secret_is_made_once(database: str) -> None:
    made: list[bytes] = []
    for _ in range(2):
        store = Store.open(database)
        made += run(lambda store=store: asyncio.gather(store.secret(), store.secret()))  # type: ignore[misc]
        store.close()
    assert len(made[0]) == 32
    assert set(made) == {made[0]}


def test_what_was_kept_is_there_after_a_restart(database: str) -> None:
    store = Store.open(database)
    run(lambda: store.add_table(TABLE, [ply(1)]))
    store.close()
    again = Store.open(database)
    assert run(lambda: again.plies(TABLE.id)) == [ply(1)]
    again.close()


def test_a_closed_store_says_so(database: str) -> None:
    store = Store.open(database)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        run(lambda: store.add_table(TABLE))


def test_jobs_that_wait_share_a_commit_and_a_bad_one_spoils_no_other(store: Store) -> None:
    commits = []
    event.listen(store.engine, "commit", lambda _: commits.append(1))

    async def work() -> None:
        rows = [replace(TABLE, id=f"table {number % 90}") for number in range(100)]
        answers = await asyncio.gather(*map(store.add_table, rows), return_exceptions=True)
        assert [i for i, answer in enumerate(answers) if answer is not None] == list(range(90, 100))
        assert all(isinstance(answer, StoreError) for answer in answers[90:])
        assert None not in [await store.table(f"table {number}") for number in range(90)]

    run(work)
    assert len(commits) < 50


def test_writes_are_done_in_the_order_they_were_asked_for(store: Store) -> None:
    async def work() -> None:
        await asyncio.gather(
            store.add_table(TABLE),
            *(store.change_table(TABLE.id, plies=[ply(number)]) for number in range(1, 51)),
            store.change_table(TABLE.id, keep=40),
            store.change_table(TABLE.id, plies=[ply(41, seat=1)]),
        )
        assert await store.plies(TABLE.id) == [*(ply(number) for number in range(1, 41)), ply(41, seat=1)]

    run(work)


def test_a_write_is_done_though_nobody_waits_for_it_any_more(store: Store) -> None:
    async def work() -> None:
        waiting = asyncio.create_task(store.add_table(TABLE))
        await asyncio.sleep(0)  # it has asked
        waiting.cancel()
        await store.secret()  # everything asked for before has been done
        assert waiting.cancelled()
        assert await store.table(TABLE.id) == TABLE

    run(work)


def test_a_read_sees_what_was_written_before(store: Store) -> None:
    async def work() -> None:
        await store.add_table(TABLE)
        for number in range(1, 30):
            await store.change_table(TABLE.id, plies=[ply(number)])
            counts = await asyncio.gather(*(store.plies(TABLE.id) for _ in range(4)))
            assert [len(plies) for plies in counts] == [number] * 4

    run(work)


def test_the_migrations_make_what_the_program_expects(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), contest_schema.metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == schema.HEAD


def test_the_public_list_is_read_in_the_order_of_an_index(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    asked: list[tuple[str, Any]] = []
    event.listen(store.engine, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
    run(lambda: store.going_on(50, public=True))
    query, values = next(call for call in asked if call[0].startswith("SELECT"))
    with store.engine.connect() as connection:
        steps = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)]
    assert steps == ["SEARCH tables USING INDEX tables_going_on (over=?)"]
    store.close()


OLD_ROWS = """
INSERT INTO tables (id, game, rules, options, seed, owner, public, created, touched, over)
    VALUES ('old', 'emile', 1, '{}', 7, 'ada', true, 1, 1, false);
INSERT INTO seats (table_id, seat, kind, name, person, seconds_left) VALUES ('old', 0, 'person', 'Ada', 'ada', 0.0);
INSERT INTO seats (table_id, seat, kind, name, invite, seconds_left) VALUES ('old', 1, 'friend', '', 'sesame', 300.0);
INSERT INTO plies (table_id, ply, seat, move, at) VALUES ('old', 1, 0, 'STOP', 2.0)
"""


def test_a_database_of_the_first_version_is_brought_up_to_date(database: str) -> None:
    """Seats that ran out of time get a verdict, empty seats their new name, and no row is lost."""
    make_database_of_version(database, "0001", OLD_ROWS)
    store = Store.open(database)
    row = run(lambda: kept(store, "old"))
    assert [seat.kind for seat in row.seats] == ["person", "empty"]
    assert (row.seats[0].verdict, row.seats[0].withdrawn_why) == ("timeout", "time")
    assert (row.seats[1].verdict, row.seats[1].withdrawn_why, row.seats[1].random_seed) == ("ok", None, None)
    assert (row.dice, row.ending) == (None, None)
    assert run(lambda: store.plies("old")) == [PlyRow(1, 0, "STOP", 2.0)]
    store.close()


TIMED_ROWS = """
INSERT INTO tables (id, game, rules, options, seed, owner, public, clock_start, clock_added, created, touched, over,
    awaited) VALUES ('old', 'emile', 1, '{}', 7, 'ada', true, 300, 5, 1, 1, false, '[0]');
INSERT INTO seats (table_id, seat, kind, name, person, seconds_left) VALUES ('old', 0, 'person', 'Ada', 'ada', 200.0);
INSERT INTO seats (table_id, seat, kind, name, person, seconds_left) VALUES ('old', 1, 'person', 'Bob', 'bob', 300.0)
"""


def test_clocks_of_an_older_version_begin_to_count_when_it_is_brought_up_to_date(database: str) -> None:
    make_database_of_version(database, "0006", TIMED_ROWS)
    before = time.time()
    store = Store.open(database)
    row = run(lambda: kept(store, "old"))
    assert row.clock == TimeControl(300, 5)
    assert row.seats[0].deadline is not None and before <= row.seats[0].deadline - 200 <= time.time()
    assert row.seats[1].deadline is None
    store.close()


def make_database_of_version(database: str, version: str, statements: str) -> None:
    """Make the tables of an old version, and put rows into them as that version did."""
    url = database.replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "store" / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for statement in statements.split(";\n"):
            connection.execute(text(statement.replace(":", "\\:")))
    engine.dispose()


def test_a_newer_database_is_refused_and_left_as_it_is(database: str) -> None:
    store = Store.open(database)
    run(lambda: store.add_table(TABLE))
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    for _ in range(2):  # and it is let go of
        with pytest.raises(StoreError, match=r"^This database was made by a newer Ludothèque"):
            Store.open(database)


def test_a_second_server_is_refused_as_long_as_the_first_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This is for SQLite; PostgreSQL has leases."""
    monkeypatch.setattr("ludotheque.store.database.LOCK_SECONDS", 1)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    first = Store.open(database)
    with pytest.raises(StoreError, match=r"^Another process is using the database .*tables\.db: end it first"):
        Store.open(database)
    first.close()
    Store.open(database).close()


WRITER = """
import asyncio, sys
from ludotheque.store.store import *

async def main():
    store = Store.open(sys.argv[1])
    await store.add_table(TableRow("t", "emile", 1, {}, 0, "ada", True, None, 0, 0, False, ()))
    for start in range(1, 10**9, 8):
        await asyncio.gather(*(store.change_table("t", plies=[PlyRow(n, 0, "M", n)]) for n in range(start, start + 8)))
        print(start + 7, flush=True)

asyncio.run(main())
"""


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_a_kill(database: str) -> None:
    """The writer is killed in the middle of its work; the database opens at once, without a hole."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 400:
            os.kill(process.pid, signal.SIGKILL)
            break
    acknowledged = [400, *map(int, process.stdout.read().split())][-1]
    process.stdout.close()
    process.wait()
    store = Store.open(database)
    numbers = [row.ply for row in run(lambda: store.plies("t"))]
    store.close()
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= acknowledged


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("tables.db", "A database is sqlite:///FILE or postgresql://USER@HOST/NAME."),
        ("sqlite://", "A database is sqlite:///FILE or postgresql://USER@HOST/NAME."),
        ("mysql://localhost/tables", "A database is sqlite:///FILE or postgresql://USER@HOST/NAME."),
        ("sqlite:////proc/nowhere/tables.db", "The database sqlite:////proc/nowhere/tables.db cannot be opened: "),
        (
            "postgresql://eve:hush@127.0.0.1:1/none",
            "The database postgresql+psycopg://eve:***@127.0.0.1:1/none cannot ",
        ),
    ],
)
def test_a_database_that_cannot_be_opened_gets_a_sentence(address: str, sentence: str) -> None:
    with pytest.raises(StoreError) as told:
        Store.open(address)
    assert str(told.value).startswith(sentence)
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)
    assert "hush" not in str(told.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 500)
    with pytest.raises(StoreError, match=r"cannot be opened: file is not a database\."):
        Store.open(f"sqlite:///{tmp_path / 'letter.txt'}")


def test_sqlite_is_set_to_survive(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'new folder' / 'tables.db'}")
    with store.engine.connect() as connection:
        settings = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS]
    store.close()
    assert dict(zip(PRAGMAS, settings)) == PRAGMAS
    mode = (tmp_path / "new folder" / "tables.db").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600, "it holds the secret"


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_a_step_that_fails_leaves_nothing_half_made(database: str) -> None:
    """A stranger's table is in the way of the last one that is made."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE records (id INTEGER)"))
    with pytest.raises(StoreError, match=r"cannot be opened: .*already exists"):
        Store.open(database)
    assert inspect(engine).get_table_names() == ["records"]
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE records"))
    engine.dispose()
    Store.open(database).close()
