"""Every setting of the web server: its default, its meaning, and the environment variable that changes it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ludotheque.game import GameError, quote

PREFIX = "LUDOTHEQUE_"


def _setting(default: float, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """The values of one server. The variable of `away_seconds` is LUDOTHEQUE_AWAY_SECONDS, and so on."""

    away_seconds: float = _setting(300.0, "seconds until the others may give an absent player's seat to a bot")
    pace_seconds: float = _setting(0.4, "seconds that a bot's turn takes at least, so that people can follow")
    attended_seconds: float = _setting(60.0, "seconds that bots play on after the last visitor has left")
    idle_seconds: float = _setting(120.0, "seconds until a silent socket is closed; a page sends something every 20")
    visits: float = _setting(300.0, "sockets and forms of one address at once; a fifteenth of it per second later")
    table_sockets: int = _setting(1000, "sockets at one table")
    tables_per_person: int = _setting(20, "unfinished tables that one person may open per day")
    tables_per_day: int = _setting(2000, "unfinished tables that all people together may open per day")
    records_per_day: int = _setting(50, "records that one person may upload per day")
    record_moves: int = _setting(20_000, "moves of an uploaded record")
    record_name_letters: int = _setting(200, "letters of a name in an uploaded record; a bot's name may be its command")
    listed_tables: int = _setting(50, "tables in a list")
    rest_seconds: float = _setting(600.0, "seconds until a table without visitors leaves the memory")
    keep_days: float = _setting(90.0, "days after its last change until a table or an uploaded record is removed")
    replays_in_memory: int = _setting(16, "replayed matches that are kept in memory")

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings with what the environment changes."""
        given = {one.name: environment.get(variable(one.name), "") for one in fields(cls)}
        values: dict[str, Any] = {name: _parse(name, text) for name, text in given.items() if text}
        return cls(**values)


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def _parse(name: str, text: str) -> float:
    kind = type(getattr(Settings, name))  # int or float, as the default
    try:
        return float(text) if kind is float else int(text)
    except ValueError:
        raise GameError("{name} is a number, not {value}.", name=variable(name), value=quote(text)) from None
