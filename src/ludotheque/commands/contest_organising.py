"""What organisers do with the command `contest`: open contests, run them, and grade a course."""

from argparse import BooleanOptionalAction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque import terminal
from ludotheque.commands.contest_address import add_server, add_verb, of_contest, of_server
from ludotheque.commands.parser import Arguments, Commands, Parser, add_options, options_of
from ludotheque.game import GameError
from ludotheque.letters import printable

if TYPE_CHECKING:
    from ludotheque.contest.client import Client

ACTIONS = {
    "pause": "let no match begin",
    "resume": "go on after a pause",
    "close": "take no more uploads, and play the final tournament",
    "disqualify": "take a team off the board, with a reason",
    "readmit": "let a disqualified team come back",
    "delete-team": "delete a team with its people, keys and sources",
    "rerun": "play a match again; the old one does not count any more",
}


def add_organising(verbs: Commands) -> None:
    made = verbs.add("organise", organise, "become an organiser by the link that serve --organiser has printed")
    made.add_argument("link", help="the whole link")
    made = verbs.add("open", open_contest, "open a contest")
    made.add_argument("game")
    made.add_argument("--name", required=True, help="what it is called")
    add_server(made)
    made.add_argument("--seats", type=int, help="of a match; by default the game's own number")
    made.add_argument("--clock-scale", type=float, default=1.0, help="times the time on the game's card (1)")
    add_properties(made)
    add_options(made, verbs.words)
    made = add_verb(verbs, "change", change_contest, "change a contest that is open; what is not named stays")
    made.add_argument("--name", help="what it is called")
    add_properties(made)
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


def add_properties(made: Parser) -> None:
    """Add what is said when a contest is opened, and can be changed later."""
    made.add_argument("--starts", metavar="TIME", help="'2026-11-20 14:00'; by default now")
    made.add_argument("--ends", metavar="TIME", help="by default a week later")
    made.add_argument("--freezes", metavar="TIME", help="from when on the board does not change; '' for never")
    made.add_argument("--zone", help="of these times, as Europe/Paris; by default UTC")
    made.add_argument(
        "--language", action="append", dest="languages", help="that bots may be in; by default all installed ones"
    )
    made.add_argument("--practice", action="append", metavar="BOT", help="a bot that new versions meet first")
    made.add_argument("--invitation", metavar="CODE", help="that people need to join; '' if anybody may")
    made.add_argument("--uploads-per-hour", type=int, metavar="N", help="of a team; by default 30")
    made.add_argument("--teams", type=int, metavar="N", help="that may join; by default 500")
    made.add_argument("--final-rounds", type=int, metavar="N", help="at most; by default 50")
    made.add_argument(
        "--challenges", action=BooleanOptionalAction, default=None, help="people may play against the bots of the board"
    )


LIMITS = ("uploads_per_hour", "teams", "final_rounds", "challenges")
PROPERTIES = ("name", "zone", "starts", "ends", "freezes", "languages", "practice", "invitation")


def list_properties(arguments: Arguments) -> dict[str, Any]:
    """Return those that were given, as the API takes them."""
    given = {name: value for name, value in vars(arguments).items() if value is not None}
    limits = {name: given[name] for name in LIMITS if name in given}
    return {name: given[name] for name in PROPERTIES if name in given} | ({"limits": limits} if limits else {})


def add_grading(verbs: Commands) -> None:
    made = add_verb(verbs, "grade", grade, "let each team's bot play fixed opponents here: a table for a course")
    made.add_argument("opponents", nargs="+", metavar="OPPONENT", help="a built-in bot, a file or a folder")
    made.add_argument("--rounds", type=int, default=10, help="a round is one seed with all orders of the seats (10)")
    made.add_argument("--workers", type=int, metavar="N", help="matches at the same time; by default one per core")
    made.add_argument("--csv", type=Path, metavar="FILE", help="write the table there; by default it is printed")


def organise(arguments: Arguments) -> None:
    from ludotheque.contest.client import Client, save_key

    server, slash, link = arguments.link.rstrip("/").rpartition("/organiser/")
    if not slash:
        raise GameError("This is no organiser's link: it ends in /organiser/ and a word.")
    key = Client(server).post("/api/organisers", {"link": link})["key"]
    file = save_key(server, key)
    print(f"You are an organiser now. Your key, which is kept in {file}:\n{key}")


def open_contest(arguments: Arguments) -> None:
    client, body = of_server(arguments), list_properties(arguments)
    body["limits"] = {**body.get("limits", {}), "clock_scale": arguments.clock_scale}
    more = {"game": arguments.game, "seats": arguments.seats, "options": options_of(arguments)}
    made = client.post("/api/contests", {**body, **more})
    print(f"{client.url}/contests/{made['id']}")
    show_contest(made)


def show_contest(card: dict[str, Any]) -> None:
    zone, freezes = card["zone"], f", frozen from {card['freezes']}" if card["freezes"] else ""
    seats = f"{card['game']}, {card['seats']} seats"
    print(printable(f"{card['name']}: {seats}, {card['starts']} to {card['ends']}{freezes} ({zone})"))
    print(f"bots in {', '.join(card['languages'])}; a new version meets {', '.join(card['practice'])} first")


def change_contest(arguments: Arguments) -> None:
    client, path = of_contest(arguments, is_member=False)
    wanted = list_properties(arguments)
    for name in ("freezes", "invitation"):
        if wanted.get(name) == "":
            wanted[name] = None
    show_contest(client.ask("PATCH", path, json=wanted).json())


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
