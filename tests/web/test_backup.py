"""Backups: one file from one moment of a database that is being written, loaded into either kind of database."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ludotheque.checks.fixtures import new_server
from ludotheque.store import schema
from ludotheque.store.backup import backup, restore
from ludotheque.store.database import StoreError
from ludotheque.store.store import PlyRow, Store
from tests.web import postgres
from tests.web.guest import Guest
from tests.web.test_store import ADA, OLD_ROWS, TABLE, make_database_of_version, ply

pytestmark = pytest.mark.server

PAIR = [replace(TABLE, id=id) for id in ("left", "right")]


@contextmanager
def writing(store: Store) -> Iterator[threading.Event]:
    """Write ply after ply into two tables, always the same number into both in one commit, until the block ends."""
    has_begun, is_done = threading.Event(), threading.Event()

    async def write() -> None:
        await asyncio.gather(*map(store.add_table, PAIR))
        number = 0
        while not is_done.is_set():
            number += 1
            await store.writer.do(partial(add_plies, number))
            if number == 50:
                has_begun.set()

    def add_plies(number: int, connection: Connection) -> None:
        row = {"ply": number, "seat": 0, "move": "MOVE", "at": 1.0, "note": {"é": [None, 2**60]}}
        for table in PAIR:
            connection.execute(schema.plies.insert(), {"table_id": table.id, **row})

    thread = threading.Thread(target=lambda: asyncio.run(write()))
    thread.start()
    try:
        yield has_begun
    finally:
        is_done.set()
        thread.join()


def test_a_backup_holds_one_moment_of_a_database_that_is_written(database: str, tmp_path: Path) -> None:
    store = Store.open(database)
    with writing(store) as has_begun:
        assert has_begun.wait(60)
        for number in range(5):
            counts = backup(database, tmp_path / f"{number}.db")
            assert counts["plies"] >= 100
            assert counts["plies"] % 2 == 0, "half of a commit is in it"
    store.close()
    assert sorted(file.name for file in tmp_path.glob("?.db*")) == [f"{number}.db" for number in range(5)]
    assert stat.S_IMODE((tmp_path / "0.db").stat().st_mode) == 0o600, "it holds the secret"
    with sqlite3.connect(tmp_path / "4.db") as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.server
def test_everything_comes_back_from_a_backup_in_the_other_kind_of_database(
    cluster: postgres.Cluster, tmp_path: Path
) -> None:
    first = f"sqlite:///{tmp_path / 'first.db'}"
    second, third = cluster.new_database(), f"sqlite:///{tmp_path / 'third.db'}"
    secret = asyncio.run(fill(first))
    for number, (source, target) in enumerate([(first, second), (second, third)]):
        file = tmp_path / f"{number}.db"
        assert backup(source, file) == restore(file, target)
        asyncio.run(check(target, secret))


async def fill(database: str) -> bytes:
    store = Store.open(database)
    secret = await store.secret()
    await store.add_table(replace(TABLE, dice=[[0, 1], [5, -(2**63)]], ending={"kind": "draw", "seats": [0]}), PLIES)
    await store.add_record("r", '"\\u0000é"', "ada", 10.5)
    store.close()
    return secret


PLIES = [ply(1), PlyRow(2, 1, "MOVE 2", 2.25, {"said": "« Ça va ? »\0"}, 0.125, 0.1, None)]


async def check(database: str, secret: bytes) -> None:
    store = Store.open(database)
    assert await store.secret() == secret, "cookies stay valid"
    row = await store.table(TABLE.id)
    assert row == replace(TABLE, dice=[[0, 1], [5, -(2**63)]], ending={"kind": "draw", "seats": [0]})
    assert await store.plies(TABLE.id) == PLIES
    assert await store.record("r") == '"\\u0000é"'
    store.close()


def test_a_backup_of_an_older_version_can_be_loaded(database: str, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    make_database_of_version(f"sqlite:///{old}", "0001", OLD_ROWS)
    assert restore(old, database)["plies"] == 1
    with sqlite3.connect(old) as plain:
        assert plain.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",), "the file is unchanged"


def test_what_cannot_be_backed_up_or_restored_gets_a_sentence(tmp_path: Path) -> None:
    database, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "backup.db"
    with pytest.raises(StoreError, match=r"^There is no file .*tables\.db\.$"):
        backup(database, file)
    store = Store.open(database)
    asyncio.run(store.add_table(replace(TABLE, seats=(ADA,))))
    store.close()
    backup(database, file)
    with pytest.raises(StoreError, match="exists already"):
        backup(database, file)
    with pytest.raises(StoreError, match="is not empty"):
        restore(file, database)
    with pytest.raises(StoreError, match=r"^There is no file"):
        restore(tmp_path / "nothing", database)
    with pytest.raises(StoreError, match=r"cannot be (written|opened)"):
        backup(database, tmp_path / "no folder" / "b.db" if os.geteuid() else Path("/proc/b.db"))
    (tmp_path / "letter").write_text("Dear Ada, " * 500)
    with pytest.raises(StoreError, match="not a database"):
        restore(tmp_path / "letter", f"sqlite:///{tmp_path / 'new.db'}")


def test_a_server_that_is_asked_to_end_closes_its_database(tmp_path: Path) -> None:
    """Everything is in the one file then, and not in the log of writes beside it."""
    with new_server(tmp_path) as server:
        with Guest(server.url) as ada:
            ada.open("emile", "me", "random")
        assert (tmp_path / "tables.db-wal").stat().st_size > 0
        server.terminate()
        assert not (tmp_path / "tables.db-wal").exists()
        with sqlite3.connect(tmp_path / "tables.db") as plain:
            assert plain.execute("SELECT count(*) FROM tables").fetchone() == (1,)
