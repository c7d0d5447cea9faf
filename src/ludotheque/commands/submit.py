"""The command `submit`: a new version of a team's bot for a contest."""

import time
from pathlib import Path
from typing import Any

from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.letters import printable

LOOK_SECONDS = 0.5


def add(commands: Commands) -> None:
    made = commands.add("submit", submit, "submit a bot to a contest, and wait until it is validated")
    made.add_argument("bot", type=Path, metavar="BOT", help="a file or a folder")
    made.add_argument("--contest", required=True, metavar="URL", help="http://HOST:8000/contests/NAME")
    made.add_argument("--key", help="yours; by default the one that `contest join` has kept")
    made.add_argument("--keep-active", action="store_true", help="do not let it play, even if it is valid")
    made.add_argument("--no-wait", action="store_true", help="do not wait until it is validated")


def submit(arguments: Arguments) -> int:
    """Submit and wait; the exit code is 1 for a bot that is not valid."""
    try:
        from ludotheque.contest.client import Client, find_key, read_archive_of, split_address
    except ModuleNotFoundError as error:
        raise GameError("Contests need {name}: install ludotheque[web].", name=error.name) from None
    server, id = split_address(arguments.contest)
    client = Client(server, find_key(f"{server}/contests/{id}", arguments.key))
    name, data = read_archive_of(arguments.bot)
    parameters = {"name": name, "activate": not arguments.keep_active}
    version = client.post(f"/api/contests/{id}/versions", content=data, params=parameters)
    path = f"/api/contests/{id}/versions/{version['number']}"
    print(f"Version {version['number']} is submitted.", flush=True)
    while not arguments.no_wait and version["state"] in ("waiting", "compiling"):
        time.sleep(LOOK_SECONDS)
        version = client.get(path)
    if arguments.no_wait:
        return 0
    show_version(version)
    return 0 if version["state"] == "valid" else 1


def show_version(version: dict[str, Any]) -> None:
    playing = ", and plays" if version["active"] else ""
    print(f"Version {version['number']} ({version['name']}, {version['language']}) is {version['state']}{playing}.")
    for match in version["first_matches"]:
        longest, limit = 1000 * match["longest"], 1000 * match["limit"]
        times = f"longest answer {longest:.0f} of {limit:.0f} ms"
        print(f"  against {match['opponent']}: {match['result']}, score {match['score']}, {times}")
    if version["message"]:
        print("\n".join(printable(line) for line in version["message"].splitlines()))
