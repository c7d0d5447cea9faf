"""Open a database, SQLite for this process alone or PostgreSQL for many, and migrate it to the current schema."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludotheque.game import GameError
from ludotheque.store.schema import HEAD

BUSY_SECONDS = 10
LOCK_SECONDS = 5  # a server that was just ended may hold the lock for a moment
# A connection that is cut without a word is noticed after some seconds; milliseconds in tcp_user_timeout.
POSTGRES = {
    "connect_timeout": BUSY_SECONDS,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
MIGRATION_SECONDS = 300  # that another process may take to migrate PostgreSQL
LOCK_NUMBER = 0x4C75646F  # of PostgreSQL's advisory lock; any number will do
LOCK_TIMED_OUT = "55P03"  # PostgreSQL's lock_not_available
CANNOT_OPEN = "The database {database} cannot be opened: {why}"
IN_USE = "Another process is using the database {database}: end it first, or use another database."


class StoreError(GameError):
    """The database cannot be opened, or has refused a query."""


class StoreUnavailable(StoreError):
    """The database does not answer, or cannot write now: the same may succeed later."""


def make_data_folder(data: str = "") -> Path:
    """Return the folder `data`, or else the user's data folder; make it if it is not there."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(data or Path(home) / "ludotheque")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameError("The folder {folder} cannot be made: {why}.", folder=folder, why=error.strerror) from None
    return folder


def open_database(address: str) -> tuple[Engine, Callable[[], None]]:
    """Return the engine, and the function that releases the lock on the database.

    A SQLite file is locked for this process alone. PostgreSQL is locked while it is migrated.
    """
    url = parse_address(address)
    try:
        release = _lock_file(url) if url.get_backend_name() == "sqlite" else _lock_server(url)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(CANNOT_OPEN, database=url, why=describe_error(error)) from error
    engine = _make_engine(url)
    try:
        with engine.begin() as connection:
            _migrate(connection)
    except BaseException as error:
        engine.dispose()
        release()
        if isinstance(error, SQLAlchemyError):
            raise StoreError(CANNOT_OPEN, database=url, why=describe_error(error)) from error
        raise
    if url.get_backend_name() == "sqlite":
        return engine, release
    release()
    return engine, do_nothing


def do_nothing() -> None:
    """Release a lock that was released already."""


def connect(address: str) -> Engine:
    """Return an engine without taking the lock, to look into a database that a server may be using."""
    url = parse_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise StoreError("There is no file {file}.", file=url.database)
    return _make_engine(url)


def describe_error(error: BaseException) -> str:
    """Return the first line of the driver's message."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0].rstrip(".") + "." if lines else f"{type(error).__name__}."


def parse_address(address: str) -> URL:
    try:
        url = make_url(address)
    except ArgumentError:
        url = None
    if url is not None and url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    if url is not None and url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError("A database is sqlite:///FILE or postgresql://USER@HOST/NAME.")


def _make_engine(url: URL, **more: Any) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, **more)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    try:
        return create_engine(url, pool_pre_ping=True, connect_args=POSTGRES, **more)
    except ModuleNotFoundError:
        raise StoreError("PostgreSQL needs its driver: install ludotheque[postgres].") from None


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # the driver's own transactions do not include CREATE TABLE and SAVEPOINT
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _lock_file(url: URL) -> Callable[[], None]:
    """Lock the database with a file beside it; the system releases the lock when the process ends, even by a kill."""
    path = Path(url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # private: it contains the secret that signs sessions
    lock = sqlite3.connect(f"{path}-lock", timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(IN_USE, database=path) from None
        raise
    return lock.close


def _lock_server(url: URL) -> Callable[[], None]:
    engine = _make_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    connection = engine.connect()
    try:
        connection.execute(text(f"SET lock_timeout = '{MIGRATION_SECONDS}s'"))
        connection.execute(text(f"SELECT pg_advisory_lock({LOCK_NUMBER})"))
    except SQLAlchemyError as error:
        connection.close()
        if getattr(getattr(error, "orig", None), "sqlstate", None) == LOCK_TIMED_OUT:
            raise StoreError(IN_USE, database=url) from None
        raise
    return connection.close


def _migrate(connection: Connection) -> None:
    if read_version(connection) == HEAD:
        return
    from alembic import command  # rarely needed, and slow to import
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise StoreError("This database was made by a newer Ludothèque; use that one.") from None


def read_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
