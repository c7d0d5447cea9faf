"""Copies a whole database into one SQLite file, also while a server runs, and such a file into an empty database."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.store import schema
from ludotheque.store.contest_schema import metadata  # all tables: it knows those of schema.py too
from ludotheque.store.database import StoreError, connect, describe_error, open_database, parse_address, read_version

FAILED = "The copy failed: {why}"
BATCH = 1000  # rows in memory at once


def backup(address: str, file: Path) -> dict[str, int]:
    """Write a consistent copy of a database to a new file; return the number of rows by table."""
    if file.exists():
        raise StoreError("The file {file} exists already: choose another name.", file=file)
    part = file.with_name(file.name + ".part")
    try:
        with _open_snapshot(address) as source, _new_file(part) as target:
            counts = _copy(source, target)
        os.replace(part, file)
    except SQLAlchemyError as error:
        raise StoreError(FAILED, why=describe_error(error)) from error
    finally:
        part.unlink(missing_ok=True)
    return counts


def restore(file: Path, address: str) -> dict[str, int]:
    """Load a backup into an empty database; return the number of rows by table."""
    if not file.is_file():
        raise StoreError("There is no file {file}.", file=file)
    engine, release = open_database(address)
    try:
        with _updated_copy(file) as backed_up, _open_snapshot(backed_up) as source, engine.begin() as target:
            _check_empty(target)
            return _copy(source, target)
    except SQLAlchemyError as error:
        raise StoreError(FAILED, why=describe_error(error)) from error
    finally:
        engine.dispose()
        release()


@contextmanager
def _open_snapshot(address: str) -> Iterator[Connection]:
    """Connect without the lock of a server. All reads see the database as it is at the first of them."""
    engine, url = connect(address), parse_address(address)
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            if read_version(connection) != schema.HEAD:
                raise StoreError("The database {database} is of another version: start the server once.", database=url)
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _new_file(file: Path) -> Iterator[Connection]:
    """Make a database in a new file. When it is closed, everything is in this one file, and on the disk."""
    engine, release = open_database(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            yield connection
        engine.dispose()
        with closing(sqlite3.connect(file)) as plain:
            plain.execute("PRAGMA journal_mode = DELETE")
    finally:
        engine.dispose()
        release()
        file.with_name(file.name + "-lock").unlink(missing_ok=True)


@contextmanager
def _updated_copy(file: Path) -> Iterator[str]:
    """Copy a backup and migrate the copy: the backup of an older version can be loaded too."""
    with TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'backup.db'}"
        shutil.copyfile(file, Path(folder) / "backup.db")
        engine, release = open_database(address)
        engine.dispose()
        release()
        yield address


def _check_empty(connection: Connection) -> None:
    for table in (schema.tables, schema.records):
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise StoreError("This database is not empty: a backup is loaded into a new one.")
    for table in (schema.secrets, schema.heartbeat):  # a server that was started once has made them
        connection.execute(delete(table))


def list_tables() -> list[Table]:
    """Return the tables that a backup holds, in the order in which they can be filled."""
    return [table for table in metadata.sorted_tables if not table.info.get("transient")]


def _copy(source: Connection, target: Connection) -> dict[str, int]:
    counts = {}
    for table in list_tables():
        rows = source.execution_options(yield_per=BATCH).execute(select(table))
        counts[table.name] = 0
        for batch in rows.partitions():
            target.execute(insert(table), [dict(row._mapping) for row in batch])
            counts[table.name] += len(batch)
    return counts
