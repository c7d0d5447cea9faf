"""The command `contest`: open contests, join them, look at them and organise them, on a server of contests."""

import argparse
import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque import terminal
from ludotheque.commands.parser import Arguments, Command, Commands, Parser, add_options, options_of
from ludotheque.commands.submit import LOOK_SECONDS, show_version
from ludotheque.game import GameError
from ludotheque.letters import printable

if TYPE_CHECKING:
    from ludotheque.contest.client import Client

SERVER = "http://127.0.0.1:8000"
ACTIONS = {
    "pause": "let no match begin",
    "resume": "go on after a pause",
    "close": "take no more uploads, and play the final tournament",
    "disqualify": "take a team off the board, with a reason",
    "readmit": "let a disqualified team come back",
    "delete-team": "delete a team with its people, keys and sources",
    "rerun": "play a match again; the old one does not count any more",
}


def add(commands: Commands) -> None:
    top = commands.add("contest", lambda arguments: None, "open contests, join them and organise them")
    verbs = Commands(top.add_subparsers(required=True, metavar="WHAT", parser_class=Parser), commands.words[1:])
    add_organising(verbs)
    add_grading(verbs)
    add_taking_part(verbs)
    add_looking(verbs)


def add_organising(verbs: Commands) -> None:
    made = verbs.add("organise", organise, "become an organiser by the link that serve --organiser has printed")
    made.add_argument("link", help="the whole link")
    made = verbs.add("open", open_contest, "open a contest")
    made.add_argument("game")
    made.add_argument("--name", required=True, help="what it is called")
    add_server(made)
    made.add_argument("--starts", metavar="TIME", help="'2026-11-20 14:00'; by default now")
    made.add_argument("--ends", metavar="TIME", help="by default a week later")
    made.add_argument("--freezes", metavar="TIME", help="from when on the board does not change until the end")
    made.add_argument("--zone", default="UTC", help="of these times, as Europe/Paris (UTC)")
    made.add_argument("--seats", type=int, help="of a match; by default the game's own number")
    made.add_argument(
        "--language", action="append", default=[], help="that bots may be in; by default all installed ones"
    )
    made.add_argument(
        "--practice", action="append", default=[], metavar="BOT", help="a bot that new versions meet first"
    )
    made.add_argument("--invitation", metavar="CODE", help="that people need to join; by default anybody may")
    made.add_argument("--clock-scale", type=float, default=1.0, help="times the time on the game's card (1)")
    made.add_argument("--uploads-per-hour", type=int, default=30, help="of a team (30)")
    add_options(made, verbs.words)
    made = verbs.add("worker-key", make_worker_key, "make the key of a worker; an earlier one of that name ends")
    made.add_argument("name", help="letters, digits, . _ -")
    add_server(made)
    for action, about in ACTIONS.items():
        made = add_verb(verbs, action, act, about)
        made.set_defaults(do=action.replace("-", " "))
        if action in ("disqualify", "readmit", "delete-team"):
            made.add_argument("team", help="its name or id")
        if action == "disqualify":
            made.add_argument("--reason", required=True, help="everybody can read it")
        if action == "rerun":
            made.add_argument("match", help="its number")
    made = add_verb(verbs, "webhook", set_webhook, "add an address that is told what happens; without URL, list them")
    made.add_argument("url", nargs="?", metavar="URL", help="https://HOST/PATH")
    made.add_argument("--remove", action="store_true", help="remove this one")
    add_verb(verbs, "queue", show_queue, "what waits, who works, and how many matches to expect")
    add_verb(verbs, "log", show_log, "what organisers have done")
    made = add_verb(verbs, "export", export, "write standings, matches, records and bots to a file")
    made.add_argument("file", type=Path, help="board.csv, matches.csv, contest.json or archive.zip, in any folder")


def add_grading(verbs: Commands) -> None:
    made = add_verb(verbs, "grade", grade, "let each team's bot play fixed opponents here: a table for a course")
    made.add_argument("opponents", nargs="+", metavar="OPPONENT", help="a built-in bot, a file or a folder")
    made.add_argument("--rounds", type=int, default=10, help="a round is one seed with all orders of the seats (10)")
    made.add_argument("--workers", type=int, metavar="N", help="matches at the same time; by default one per core")
    made.add_argument("--csv", type=Path, metavar="FILE", help="write the table there; by default it is printed")


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


def add_verb(verbs: Commands, name: str, run: Command, about: str) -> Parser:
    made = verbs.add(name, run, about)
    made.add_argument("--contest", required=True, metavar="URL", help="http://HOST:8000/contests/NAME")
    made.add_argument("--key", help="by default the one that was kept")
    return made


def add_server(made: argparse.ArgumentParser) -> None:
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


# Organisers


def organise(arguments: Arguments) -> None:
    from ludotheque.contest.client import Client, save_key

    server, slash, link = arguments.link.rstrip("/").rpartition("/organiser/")
    if not slash:
        raise GameError("This is no organiser's link: it ends in /organiser/ and a word.")
    key = Client(server).post("/api/organisers", {"link": link})["key"]
    file = save_key(server, key)
    print(f"You are an organiser now. Your key, which is kept in {file}:\n{key}")


def open_contest(arguments: Arguments) -> None:
    client = of_server(arguments)
    body = {name: getattr(arguments, name) for name in ("name", "game", "zone", "starts", "ends", "freezes", "seats")}
    body |= {"languages": arguments.language, "practice": arguments.practice, "invitation": arguments.invitation}
    body |= {"limits": {"clock_scale": arguments.clock_scale, "uploads_per_hour": arguments.uploads_per_hour}}
    made = client.post("/api/contests", {**body, "options": options_of(arguments)})
    print(f"{client.url}/contests/{made['id']}")
    print(f"{made['name']}: {made['game']}, {made['seats']} seats, {made['starts']} to {made['ends']} ({made['zone']})")
    print(f"bots in {', '.join(made['languages'])}; a new version meets {', '.join(made['practice'])} first")


def make_worker_key(arguments: Arguments) -> None:
    key = of_server(arguments).post("/api/workers", {"name": arguments.name})["key"]
    print(f"{key}\nOn the machine that is to play: ludotheque worker {arguments.server} --key KEY")


def act(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    facts = {name: getattr(arguments, name) for name in ("team", "match", "reason") if hasattr(arguments, name)}
    client.post(f"{path}/actions", {"do": arguments.do, **facts})
    print("Done.")


def set_webhook(arguments: Arguments) -> None:
    """Add or remove a webhook; without a URL, list all of them with what was sent last."""
    client, path = of_contest(arguments, is_member=False)
    if arguments.url is None:
        show_webhooks(client, path)
    elif arguments.remove:
        found = [one["id"] for one in client.get(f"{path}/webhooks") if one["url"] == arguments.url]
        client.ask("DELETE", f"{path}/webhooks/{(found or ['none'])[0]}")
        print("Done.")
    else:
        secret = client.post(f"{path}/webhooks", {"url": arguments.url})["secret"]
        print(f"{secret}\nThis secret signs what is sent there. It is shown only now.")


def show_webhooks(client: "Client", path: str) -> None:
    for webhook in client.get(f"{path}/webhooks"):
        print(printable(webhook["url"]))
    rows = [
        [
            show_time(one["created"]),
            printable(one["url"]),
            one["event"],
            one["state"],
            str(one["tries"]),
            show_answer(one),
        ]
        for one in client.get(f"{path}/deliveries")
    ]
    terminal.print_table(["when", "webhook", "event", "state", "tries", "answer"], rows)


def show_answer(delivery: dict[str, Any]) -> str:
    return printable(" ".join(filter(None, [str(delivery["status"] or ""), delivery["answer"]])))


def show_queue(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    queue = client.get(f"{path}/queue")
    rows = [[state, *(str(queue[state].get(kind, 0)) for kind in KINDS)] for state in STATES]
    terminal.print_table(["", *KINDS], rows)
    workers = ", ".join(f"{name} ({slots})" for name, slots in queue["workers"].items())
    print(f"workers: {workers or 'none: start ludotheque worker'}")
    if queue["matches_per_hour"] is not None:
        print(f"about {queue['matches_per_hour']} matches an hour, {queue['seconds_per_match']} s each")
    for why in queue["failures"]:
        print(printable(f"failed: {why}"))


STATES, KINDS = ("waiting", "running", "finished", "failed"), ("validation", "practice", "match", "final")


def show_log(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    rows = [
        [show_time(entry["at"]), entry["who"], entry["action"], show_facts(entry["facts"])]
        for entry in client.get(f"{path}/log")
    ]
    terminal.print_table(["when", "who", "what", ""], rows)


def show_facts(facts: dict[str, Any]) -> str:
    return printable(", ".join(f"{name} {value}" for name, value in facts.items() if value is not None))


def show_time(seconds: float) -> str:
    from datetime import datetime

    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def export(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    data = client.ask("GET", f"{path}/export/{arguments.file.name}").content
    try:
        arguments.file.write_bytes(data)
    except OSError as error:
        raise GameError("{file} cannot be written: {why}.", file=arguments.file, why=error.strerror) from None
    print(f"{arguments.file}: {len(data)} bytes")


def grade(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    from ludotheque.contest.grading import grade_all, write_grades

    archive = client.ask("GET", f"{path}/export/archive.zip").content
    grades = grade_all(archive, arguments.opponents, arguments.rounds, arguments.workers)
    table = write_grades(grades, arguments.opponents)
    if arguments.csv is None:
        print(table, end="")
    else:
        terminal.write_file(arguments.csv, table)
        print(f"{arguments.csv}: {len(grades)} teams")


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
