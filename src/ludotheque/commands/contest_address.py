"""Which contest or server a command means: its words, and the client that asks there."""

import os
from typing import TYPE_CHECKING

from ludotheque.commands.parser import Arguments, Command, Commands, Parser
from ludotheque.game import GameError

if TYPE_CHECKING:
    from ludotheque.contest.client import Client

SERVER = "http://127.0.0.1:8000"


def add_verb(verbs: Commands, name: str, run: Command, about: str) -> Parser:
    made = verbs.add(name, run, about)
    made.add_argument("--contest", required=True, metavar="URL", help="http://HOST:8000/contests/NAME")
    made.add_argument("--key", help="by default the one that was kept")
    return made


def add_server(made: Parser) -> None:
    made.add_argument(
        "--server", default=os.environ.get("LUDOTHEQUE_SERVER", SERVER), metavar="URL", help=f"({SERVER})"
    )
    made.add_argument("--key", help="by default the one that was kept")


def of_server(arguments: Arguments) -> "Client":
    from ludotheque.contest.client import Client, find_key

    return Client(arguments.server, find_key(arguments.server, arguments.key))


def of_contest(arguments: Arguments, is_member: bool = True) -> tuple["Client", str]:
    """Return who asks the server, and where the contest is there; organisers have one key for the whole server."""
    try:
        from ludotheque.contest.client import Client, find_key, split_address
    except ModuleNotFoundError as error:
        raise GameError("Contests need {name}: install ludotheque[web].", name=error.name) from None
    server, id = split_address(arguments.contest)
    address = f"{server}/contests/{id}" if is_member else server
    return Client(server, find_key(address, arguments.key)), f"/api/contests/{id}"
