"""Every setting of the web server: its default, its meaning, and the environment variable that changes it."""

import re
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ludotheque.game import GameError, quote

PREFIX = "LUDOTHEQUE_"
PASSWORD = re.compile(r"(://[^:/@]*:)[^@]*@")


def parse_address(text: str) -> str:
    """Return the address of a site as browsers write it in the header Origin."""
    address = text.strip().lower().rstrip("/")
    if address and not re.fullmatch(r"https?://[^/?#@\s]+", address):
        raise ValueError("an address is https://NAME, or http://NAME:PORT")
    return address


def parse_networks(text: object) -> object:
    """Return addresses and networks that are separated by commas."""
    if not isinstance(text, str):
        return text
    return tuple(str(ip_network(one.strip(), strict=False)) for one in text.split(",") if one.strip())


Networks = Annotated[tuple[str, ...], NoDecode, BeforeValidator(parse_networks)]
Address = Annotated[str, AfterValidator(parse_address)]


class Settings(BaseSettings):
    """The values of one server. The variable of `away_seconds` is LUDOTHEQUE_AWAY_SECONDS, and so on."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="forbid", frozen=True, use_attribute_docstrings=True
    )

    host: str = "127.0.0.1"
    """address to listen at; 0.0.0.0 for everybody who can reach this machine"""
    port: int = 8000
    """port to listen at; 0 takes a free one"""
    database: str = ""
    """`sqlite:///FILE` or `postgresql://USER@HOST/NAME`; a file in `DATA` if empty"""
    data: str = ""
    """folder of the SQLite file; `~/.local/share/ludotheque` if empty"""
    internal_host: str = "127.0.0.1"
    """address of this machine for the site's other processes; a private one if there are several machines"""
    public_address: Address = ""
    """`https://NAME` of the site as visitors see it, if there is a proxy"""
    log_format: Literal["text", "json"] = "text"
    """`text`, or `json` for one object per line"""
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    """what is logged: `debug`, `info` (every request), `warning` or `error`"""
    metrics_host: str = "127.0.0.1"
    """address at which metrics are served; not a public one"""
    metrics_port: int = 0
    """port of the metrics for Prometheus, or the next one that is free; 0 for no metrics"""
    away_seconds: float = 300
    """seconds until the others may give an absent player's seat to a bot"""
    pace_seconds: float = 0.4
    """seconds that spectators see each ply of bots where no person plays"""
    bot_processes: int = 0
    """processes in which bots think; 0: one per core"""
    attended_seconds: float = 60
    """seconds that bots play on after the last visitor has left"""
    idle_seconds: float = 120
    """seconds until a silent socket is closed; a page sends every 20"""
    trusted_proxies: Networks = ()
    """addresses or networks of proxies whose X-Forwarded-For is believed, with commas"""
    connections_per_address: int = 400
    """connections of one address, other than a trusted proxy, at once"""
    header_seconds: float = 10
    """seconds until the headers of a request must be there"""
    body_seconds: float = 60
    """seconds until the body of a request must be there, or a response be read"""
    upload_mib: float = 32
    """MiB that one address may send at once; a sixtieth of it per second later"""
    work_seconds: float = 60
    """seconds of computing for one address at once; half a second per second later"""
    analyses: float = 20
    """matches that one address may have analysed at once; as many per hour later"""
    joins: float = 100
    """people of one address who may join contests at once; as many per hour later; a wrong code counts for five"""
    visits: float = 300
    """sockets and forms of one address at once; a fifteenth of it per second later"""
    table_sockets: int = 1000
    """sockets at one table"""
    tables_per_person: int = 20
    """unfinished tables of one day at which one person may have played"""
    tables_per_address: int = 200
    """tables that one address may open at once; as many per day later"""
    tables_per_day: int = 2000
    """unfinished tables of one day at which all people together may have played"""
    records_per_day: int = 50
    """records that one person may upload per day"""
    record_moves: int = 20_000
    """moves of an uploaded record"""
    record_name_letters: int = 200
    """letters of a name in an uploaded record, which may be a command"""
    listed_tables: int = 50
    """tables in a list"""
    rest_seconds: float = 600
    """seconds until a table without visitors leaves the memory"""
    keep_days: float = 90
    """days after its last change until a table or an uploaded record is removed"""
    replays_mib: float = 64
    """MiB of replayed matches in memory; each leaves it after the same rest"""
    contest_matches: int = -1
    """matches of contests that this machine plays at once; -1: one for each core but one; 0: none, workers do it"""
    webhook_networks: Networks = ()
    """private addresses or networks, with commas, to which webhooks of contests may go: `10.0.0.0/8`"""
    tables_mib: float = 512
    """MiB of tables in memory, from which on they rest for 10 seconds only"""


def read_settings(**given: Any) -> Settings:
    """Return the settings of the environment; `given` values that are not None come first."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        wrong = error.errors()[0]
        name, value, why = variable(str(wrong["loc"][0])), quote(wrong["input"]), wrong["msg"]
        why = why[:1].lower() + why[1:]
        raise GameError("{name} cannot be {value}: {why}.", name=name, value=value, why=why) from None


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


class Row(NamedTuple):
    """A setting in the printed table."""

    variable: str
    value: str
    default: str
    about: str


def list_settings(settings: Settings) -> Iterator[Row]:
    """Yield every setting as text, without secrets."""
    for name, field in Settings.model_fields.items():
        value, default = format_value(getattr(settings, name)), format_value(field.default)
        yield Row(variable(name), value, default, str(field.description))


def format_value(value: object) -> str:
    """Return a value as the docs show it: a dash for nothing, and no password."""
    if isinstance(value, float):
        return f"{value:g}"
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return PASSWORD.sub(r"\1***@", text) or "–"
