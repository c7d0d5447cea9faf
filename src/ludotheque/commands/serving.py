"""The command `serve`: the web page."""

import re
import shutil
from argparse import SUPPRESS
from collections.abc import Sequence
from pathlib import Path

from ludotheque import game as games
from ludotheque import terminal
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError, quote
from ludotheque.seat import NETWORK_FILE, FailedSeat, find_champion, is_command, list_bots, make_player

PROGRAM_NAME = re.compile(r"[\w.-]{1,40}")


def add(commands: Commands) -> None:
    serving = commands.add("serve", serve, "open the web page")
    serving.add_argument("--host", help="127.0.0.1 for this machine alone (the default), 0.0.0.0 for all")
    serving.add_argument("--port", type=int, help="8000 by default; 0 takes a free one")
    serving.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=BOT",
        help="a bot of yours that visitors can choose by NAME: a file, a folder, net:FILE, a command with your rights",
    )
    serving.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    serving.add_argument(
        "--workers", type=int, metavar="N", help="start N processes, which share a PostgreSQL database"
    )
    serving.add_argument("--listener", type=int, help=SUPPRESS)  # a descriptor that --workers gives to each process
    serving.add_argument(
        "--organiser",
        action="store_true",
        help="print a link that makes you an organiser of contests, and play them here",
    )
    serving.add_argument(
        "--matches",
        type=int,
        metavar="N",
        help="matches of contests played here at the same time; one for each core but one by default, 0 for none",
    )
    serving.add_argument("--settings", action="store_true", help="print all settings with their values, and stop")


def serve(arguments: Arguments) -> None:
    try:
        from ludotheque.web.serve import serve as run_server
        from ludotheque.web.settings import list_settings, read_settings
    except ModuleNotFoundError as error:
        raise GameError("The web page needs {name}: install ludotheque[web].", name=error.name) from None
    if arguments.matches is not None and arguments.matches < 0:
        raise GameError("--matches is a number from 0 on.")
    given = {name: getattr(arguments, name) for name in ("host", "port", "database")}
    settings = read_settings(**given, contest_matches=arguments.matches)
    if arguments.settings:
        terminal.print_table(["variable", "value", "default", "meaning"], list(list_settings(settings)))
    elif arguments.workers is not None:
        from ludotheque.web.workers import serve_with_workers

        serve_with_workers(settings, read_programs(arguments.bot), arguments.workers, arguments.organiser)
    else:
        run_server(settings, read_programs(arguments.bot), arguments.listener, arguments.organiser)


def read_programs(entries: Sequence[str]) -> dict[str, str]:
    """Return the operator's bots by name, from NAME=BOT."""
    programs: dict[str, str] = {}
    taken = {"me", "friend", "nobody", *(bot for card in games.cards() for bot in list_bots(card))}
    for entry in entries:
        name, _, command = entry.partition("=")
        if not PROGRAM_NAME.fullmatch(name) or not command.strip():
            raise GameError("A bot is given as NAME=BOT, not {entry}.", entry=quote(entry))
        if name in taken or name in programs:
            raise GameError("The name {name} is taken: give the program another one.", name=quote(name))
        programs[name] = find_program(command)
    return programs


def find_program(command: str) -> str:
    """Return the name of a bot that can play; files are compiled now, so that no table waits for it."""
    path = Path(command.removeprefix(NETWORK_FILE))
    if command.startswith(NETWORK_FILE):
        if not path.exists():
            raise GameError("There is no file {file}.", file=path)
        return f"{NETWORK_FILE}{path.absolute()}"
    if path.exists():
        compile_bot(path)
        return str(path.absolute())
    if is_command(command):
        return command
    found = shutil.which(command)
    if found is None:
        raise GameError("There is no program {command} that can be started.", command=quote(command))
    return found


def compile_bot(path: Path) -> None:
    """Compile a file or a folder; those of a contest are compiled for their own game, when it is played."""
    cards = games.cards()
    if any(find_champion(card, path, 1.0) for card in cards):
        return
    player = make_player(cards[0], str(path))
    if isinstance(player, FailedSeat):
        raise player.failed
