"""The command `watch`: plays a bot again at every save, and shows the board, what it wrote, and its times."""

import contextlib
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from ludotheque import game as games
from ludotheque import sandbox, terminal
from ludotheque.bot_files import list_files
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.commands.playing import BOT_HELP, add_match_options, make_match, make_players, run_match
from ludotheque.game import Game, GameError
from ludotheque.letters import printable
from ludotheque.match import Match, draw_seed
from ludotheque.report import list_notes, number_turns

LOOK_SECONDS = 0.3  # between two looks at the files
SETTLE_SECONDS = 0.1  # an editor may write a file in several steps
SHOWN_STDERR = 12  # lines of a bot
SERVER_SECONDS = 60.0  # until the web server is open
ADDRESS = re.compile(rb"http://[^\s]+")


def add(commands: Commands) -> None:
    watch = commands.add("watch", watch_bot, "play a bot again at every save")
    watch.add_argument("game")
    watch.add_argument("who", nargs="+", metavar="BOT", help=f"the bot, then its rivals: {BOT_HELP}")
    watch.add_argument("--no-browser", action="store_true", help="start no web server for a link to the replay")
    watch.add_argument("--times", type=int, metavar="N", help="stop after N matches")
    add_match_options(watch, commands.words)


def watch_bot(arguments: Arguments) -> None:
    """Play whenever a file of a bot has changed, with the same seed; Ctrl-C ends it."""
    game = games.load(arguments.game)
    who = arguments.who if len(arguments.who) > 1 else [*arguments.who, *[game.default_bot] * (game.default_seats - 1)]
    arguments.seed = draw_seed() if arguments.seed is None else arguments.seed
    paths = [Path(name) for name in who if Path(name).exists()]
    if not paths:
        raise GameError("None of these bots is a file or a folder, so there is nothing to watch.")
    with open_viewer(not arguments.no_browser) as viewer:
        seen: object = None
        played = 0
        while arguments.times is None or played < arguments.times:
            seen = wait_for_change(paths, seen)
            show_match(game, who, arguments, viewer)
            played += 1


def wait_for_change(paths: list[Path], seen: object) -> object:
    """Return the state of the files once it is another one than `seen`, and has settled."""
    while True:
        now = look_at(paths)
        if now != seen:
            time.sleep(SETTLE_SECONDS)
            if look_at(paths) == now:
                return now
        time.sleep(LOOK_SECONDS)


def look_at(paths: list[Path]) -> object:
    """Return what changes when somebody saves a file: of a single file, all in its folder may belong to it."""
    found = []
    for path in paths:
        folder = path if path.is_dir() else path.parent
        files = [folder / name for name in list_files(folder)] if path.is_dir() else list(folder.iterdir())
        for file in files:
            with contextlib.suppress(OSError):
                about = file.stat()
                found.append((str(file), about.st_mtime_ns, about.st_size))
    return sorted(found)


def show_match(game: Game, who: list[str], arguments: Arguments, viewer: "Viewer") -> None:
    """Play once and print all of it; a mistake in a file is printed too, and the next save tries again."""
    if sys.stdout.isatty():
        print("\033[2J\033[H", end="")
    try:
        match = make_match(game, arguments, len(who))
        run_match(match, make_players(game, who, arguments))
    except GameError as error:
        print(f"ludotheque: {error}", flush=True)
        return
    print(match.full_view().text())
    print_stderr(match, who)
    terminal.print_result(match)
    print(f"seed {arguments.seed}; {viewer.show(match)}", flush=True)


def print_stderr(match: Match, who: list[str]) -> None:
    """Print the last lines that each bot wrote."""
    notes = list(list_notes(match, "stderr", number_turns(match)))
    for seat, name in enumerate(match.names):
        lines = [f"turn {note.turn}: {line}" for note in notes if note.seat == seat for line in note.text.splitlines()]
        if lines:
            print(f"stderr of {printable(name)}, seat {seat}, {len(lines)} lines:")
            for line in lines[-SHOWN_STDERR:]:
                print(f"    {printable(line)}")


class Viewer:
    """A web server of our own, on a free port, that shows the replays; without one there are no links."""

    def __init__(self, address: str | None, why: str = ""):
        self._address, self._why = address, why

    def show(self, match: Match) -> str:
        """Return where the replay can be seen."""
        if self._address is None:
            return self._why
        headers = {"Origin": self._address, "Content-Type": "application/json"}
        data = match.record().write().encode()
        request = urllib.request.Request(f"{self._address}/api/records", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=SERVER_SECONDS) as answer:
                return f"{self._address}{json.load(answer)['url']}"
        except (OSError, ValueError, KeyError) as error:
            return f"no link to the replay: {error}"


@contextlib.contextmanager
def open_viewer(wanted: bool) -> Iterator[Viewer]:
    if not wanted:
        yield Viewer(None, "no link to the replay: --no-browser")
        return
    with tempfile.TemporaryDirectory(prefix="ludotheque-watch-") as folder:
        words = [sys.executable, "-m", "ludotheque.cli", "serve", "--port", "0"]
        words += ["--database", f"sqlite:///{folder}/watch.db"]
        # nothing is compiled for it: the bots need the machine
        environment = {"LUDOTHEQUE_INTERPRET": "1", "LUDOTHEQUE_RECORDS_PER_DAY": "100000"}
        process = sandbox.trust(words, environment=environment).start(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            yield read_address(process)
        finally:
            process.terminate()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def read_address(process: "subprocess.Popen[bytes]") -> Viewer:
    """Wait until the server says where it is; if it cannot start, its words are the reason."""
    assert process.stdout is not None
    said = b""
    for line in process.stdout:
        said += line
        if found := ADDRESS.search(line):
            threading.Thread(target=process.stdout.read, daemon=True).start()  # it never waits for a reader
            return Viewer(found[0].decode())
    return Viewer(None, f"no link to the replay: {said.decode(errors='replace').strip()}")
