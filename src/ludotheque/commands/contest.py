"""The command `contest`: open contests, join them, look at them and organise them, on a server of contests."""

import json
import re
import time
from typing import TYPE_CHECKING, Any

from ludotheque import terminal
from ludotheque.commands.contest_address import add_server, add_verb, of_contest, of_server
from ludotheque.commands.contest_organising import add_grading, add_organising
from ludotheque.commands.parser import Arguments, Commands, Parser
from ludotheque.commands.submit import LOOK_SECONDS, show_version
from ludotheque.game import GameError
from ludotheque.letters import printable

if TYPE_CHECKING:
    from ludotheque.contest.client import Client


def add(commands: Commands) -> None:
    top = commands.add("contest", lambda arguments: None, "open contests, join them and organise them")
    verbs = Commands(top.add_subparsers(required=True, metavar="WHAT", parser_class=Parser), commands.words[1:])
    add_organising(verbs)
    add_grading(verbs)
    add_taking_part(verbs)
    add_looking(verbs)


def add_taking_part(verbs: Commands) -> None:
    made = add_verb(verbs, "join", join, "join a contest with a new team, or with the code of one")
    made.add_argument("--name", required=True, help="yours")
    made.add_argument("--team", required=True)
    made.add_argument("--code", default="", help="of the team, if it is there already")
    made.add_argument("--invitation", default="", help="the contest's code, if it is by invitation")
    add_verb(verbs, "versions", show_versions, "your versions, with the compiler's words and their ratings")
    made = add_verb(verbs, "activate", activate, "let a version play, a new one or an earlier one")
    made.add_argument("number", type=int)
    made = add_verb(verbs, "try", try_version, "let a valid version of yours play a practice match, which is not rated")
    made.add_argument("version", type=int, help="its number")
    made.add_argument("opponent", metavar="BOT", help="a practice bot of the contest, or another version by its number")
    made.add_argument("--seat", type=int, help="of your version, from 0; by default drawn")
    made.add_argument("--seed", type=int, help="by default drawn")
    made.add_argument("--no-wait", action="store_true", help="do not wait until it is played")
    made = add_verb(verbs, "stderr", show_stderr, "what your bot wrote to stderr in a match")
    made.add_argument("match", help="its number")
    add_verb(verbs, "new-key", replace_key, "replace your key")
    add_verb(verbs, "new-code", replace_code, "replace the code with which others join your team")


def add_looking(verbs: Commands) -> None:
    made = verbs.add("list", list_contests, "list the contests of a server")
    add_server(made)
    made = add_verb(verbs, "standings", show_standings, "the board")
    made.add_argument("--json", action="store_true", help="as JSON")
    made = add_verb(verbs, "matches", show_matches, "the latest matches")
    made.add_argument("--json", action="store_true", help="as JSON")


# Participants


def join(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    from ludotheque.contest.client import save_key

    body = {name: getattr(arguments, name) for name in ("name", "team", "code", "invitation")}
    joined = client.post(f"{path}/members", body)
    file = save_key(f"{client.url}{path.removeprefix('/api')}", joined["key"])
    print(f"You have joined, in the team {joined['team']}. Your key is kept in {file}.")
    if joined["code"]:
        print(f"Up to three others join your team with its code: {joined['code']}")
    print(f"Submit a bot: ludotheque submit BOT --contest {arguments.contest}")


def show_versions(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    team = client.get(f"{path}/team")
    print(printable(f"{team['team']}: {', '.join(team['members'])}"))
    for version in team["versions"]:
        show_version(version)
        if version["rating"] is not None:
            half = (version["high"] - version["low"]) / 2
            print(f"  rating {version['rating']:+.0f} ± {half:.0f} after {version['games']} matches")


def activate(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    client.post(f"{path}/versions/{arguments.number}/activate")
    print(f"Version {arguments.number} plays now.")


def show_stderr(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    if not re.fullmatch(r"\d{1,19}", arguments.match):
        raise GameError("A match has a number: ludotheque contest matches lists them.")
    print_stderr(client, path, arguments.match)


def print_stderr(client: "Client", path: str, match: str) -> None:
    for line in client.get(f"{path}/matches/{match}/log"):
        print(printable(f"ply {line['ply']}: {line['stderr']}"))


def try_version(arguments: Arguments) -> None:
    """Ask for a practice match, wait for it, and print what came of it."""
    client, path = of_contest(arguments)
    body = {name: getattr(arguments, name) for name in ("version", "opponent", "seat", "seed")}
    one = client.post(f"{path}/practice", body)
    print(f"Practice match {one['number']}: seat {one['seat']}, seed {one['seed']}.", flush=True)
    while not arguments.no_wait and one["state"] in ("waiting", "leased"):
        time.sleep(LOOK_SECONDS)
        one = client.get(f"{path}/practice/{one['number']}")
    if one["state"] == "failed":
        raise GameError("It could not be played: {why}", why=one["failure"])
    if one["state"] == "finished":
        show_practice(client, path, one)


def show_practice(client: "Client", path: str, one: dict[str, Any]) -> None:
    fault = "" if one["verdict"] == "ok" else printable(f" ({one['verdict']}: {one['cause']})")
    times = f"longest answer {1000 * one['longest']:.0f} of {1000 * one['limit']:.0f} ms"
    print(f"Against {one['opponent']}: {one['result']}{fault}, score {one['score']}, {times}")
    print(f"Board and log, where you have joined in your browser: {client.url}{one['replay']}")
    print_stderr(client, path, one["match"])


def replace_key(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    from ludotheque.contest.client import save_key

    file = save_key(f"{client.url}{path.removeprefix('/api')}", client.post(f"{path}/key")["key"])
    print(f"Your new key is kept in {file}; the old one is worthless.")


def replace_code(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    print(client.post(f"{path}/code")["code"])


# Everybody


def list_contests(arguments: Arguments) -> None:
    client = of_server(arguments)
    rows = [
        [f"{client.url}/contests/{one['id']}", printable(one["name"]), one["game"], one["state"], one["ends"]]
        for one in client.get("/api/contests")
    ]
    terminal.print_table(["contest", "name", "game", "state", "ends"], rows)


def show_standings(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    board = client.get(f"{path}/board")
    if arguments.json:
        print(json.dumps(board, ensure_ascii=False))
        return
    terminal.print_table(
        ["", "team", "version", "rating", "games", "won", "drawn", "lost", "faults"], [show_row(row) for row in board]
    )


def show_row(row: dict[str, Any]) -> list[str]:
    rating = "" if row["rating"] is None else f"{row['rating']:+.0f} ± {(row['high'] - row['low']) / 2:.0f}"
    name = row["name"] if row["disqualified"] is None else f"{row['name']} (disqualified: {row['disqualified']})"
    counts = [str(row[name]) for name in ("games", "won", "drawn", "lost", "faults")]
    return [str(row["rank"] or ""), printable(name), str(row["version"] or ""), rating, *counts]


def show_matches(arguments: Arguments) -> None:
    client, path = of_contest(arguments)
    matches = client.get(f"{path}/matches")
    if arguments.json:
        print(json.dumps(matches, ensure_ascii=False))
        return
    rows = [
        [
            match["id"],
            printable(" – ".join(match["bots"])),
            " – ".join(match["results"]),
            f"{client.url}{match['replay']}",
        ]
        for match in matches
    ]
    terminal.print_table(["match", "bots", "results", "replay"], rows)
