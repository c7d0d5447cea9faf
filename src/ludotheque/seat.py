"""Makes players: a name becomes somebody who answers views with moves. Names are the same everywhere.

random, …, search   a bot that plays any game (ludotheque/bots)
easy, …, champion   the game's own bots, by the strengths on its card
bot.py, bot.cpp, …  a source file: a Python function play(view), a program, or a file of the game's original contest
bots/mine           a folder with the files of one bot
"./bot --fast"      a command with its words
"""

import ast
import importlib
import importlib.util
import os
import pkgutil
import re
import shlex
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

from ludotheque import sandbox
from ludotheque.bot_files import BotCommand, BotFiles, NoSuchBot, read_bot
from ludotheque.build import CompileFailed, build
from ludotheque.game import Game, TimeBank, quote, suggest
from ludotheque.languages import BY_SUFFIX, PYTHON
from ludotheque.match import Match
from ludotheque.nets.player import SHIPPED, has_network, make_play
from ludotheque.process import Clock, ProcessSeat, ProgramProtocol, run_python_file
from ludotheque.protocol import LineProtocol
from ludotheque.record import Times, Verdict
from ludotheque.referee import Player
from ludotheque.seating import Answer, BotFailed, Kind
from ludotheque.view import View

Play = Callable[[View], str | Sequence[str]]
NETWORK, NETWORK_FILE = "net", "net:"  # names of bots


class FunctionSeat:
    """A Python function that answers a view with a move, or with the moves of a turn."""

    kind = Kind.BOT
    has_clock = False

    def __init__(self, name: str, play: Play):
        self.name = name
        self.play = play

    def begin(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat

    def ask(self) -> None:
        self._view = self._match.view(self._seat)

    def answer(self) -> Answer:
        return call_bot(self.play, self._view)

    def close(self) -> None:
        """Nothing to do."""


def call_bot(play: Play, view: View) -> Answer:
    """Call a bot's function and measure it; an exception is a crash."""
    wall, cpu = time.monotonic(), time.thread_time()

    def measure() -> Times:
        return Times(round(time.monotonic() - wall, 6), round(time.thread_time() - cpu, 6))

    try:
        moves = play(view)
    except BotFailed as failed:
        raise BotFailed(failed.verdict, failed.notes, measure()) from failed
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        verdict = Verdict("crash", f"{type(error).__name__}: {error} ({where})")
        raise BotFailed(verdict, times=measure()) from error
    return Answer(moves if isinstance(moves, list | tuple) else [moves], times=measure())


class FailedSeat:
    """A bot that cannot even be started, because it does not compile."""

    kind = Kind.PROGRAM
    has_clock = False

    def __init__(self, name: str, failed: CompileFailed):
        self.name = name
        self.failed = failed

    def begin(self, match: Match, seat: int) -> None:
        """Nothing to do."""

    def ask(self) -> None:
        """Nothing to do."""

    def answer(self) -> Answer:
        raise BotFailed(self.failed.verdict, {"stderr": self.failed.output})

    def close(self) -> None:
        """Nothing to do."""


def make_player(
    game: Game,
    name: str,
    protocol: str | None = None,
    clock_scale: float = 1.0,
    *,
    inside: bool = False,
    strict: bool = False,
) -> Player:
    """Return the player of that name for this game.

    `protocol` is what programs speak, lines or contest. Without it a source file shows which one it speaks, and a
    command speaks the game's contest protocol, if it has one. `inside`: a Python file runs in this process, with its
    rights and without a clock, for its author. `strict`: files run in the full sandbox or not at all.
    """
    if name in list_bots(game) or name.startswith(NETWORK_FILE):
        return FunctionSeat(name, bot_play(game, name))
    if Path(name).exists():
        return _player_of_path(game, Path(name), protocol, clock_scale, inside, strict)
    if is_command(name):
        command = BotCommand(tuple(split_command(name)), is_trusted=True)
        return ProcessSeat(name, protocol_of(game, protocol or "contest"), _clock(game, clock_scale), command)
    if Path(name).suffix or os.sep in name:
        raise NoSuchBot("There is no file {file}.", file=name)
    known = list_bots(game)
    template = "Nobody is called {name}{near}; there are {known}, a file bot.py, or a program such as './bot'."
    raise NoSuchBot(template, name=quote(name), near=suggest(name, known), known=", ".join(known))


def _player_of_path(
    game: Game, path: Path, protocol: str | None, clock_scale: float, inside: bool, strict: bool
) -> Player:
    """Return the player whose files these are. Where the sandbox is too weak, nothing of them runs, nor a compiler."""
    sandbox.require_tier(strict)
    champion = find_champion(game, path, clock_scale)
    if champion is not None:
        return champion
    bot = read_bot(path)
    try:
        command = build(bot)
    except CompileFailed as failed:
        return FailedSeat(bot.name, failed)
    if bot.language is PYTHON:
        source = bot.files[bot.main]
        if defines_play(source) and inside:
            return FunctionSeat(bot.name, _play_of_file(path if path.is_file() else path / bot.main))
        if defines_play(source):
            assert command.folder is not None
            child = run_python_file(command.folder / bot.main, game, source)
            return ProcessSeat(bot.name, LineProtocol, _clock(game, clock_scale), child)
        if not reads_lines(bot):
            raise NoSuchBot("{file} has no function play(view), and reads no lines.", file=path)
    made = protocol_of(game, protocol or bot.protocol)
    return ProcessSeat(bot.name, made, _clock(game, clock_scale), command)


def _clock(game: Game, scale: float) -> Clock:
    """Return a program's limits, which are on the game's card."""
    first, later = game.clock_seconds
    bank = game.time_bank and TimeBank(game.time_bank.start * scale, game.time_bank.bonus * scale)
    return Clock(first * scale, later * scale, bank, game.start_seconds * max(1.0, scale))


def defines_play(source: bytes) -> bool:
    """Return whether this Python file has a function play at its top level, its own or an imported one.

    A program for a contest may have one too; it reads its input by itself, and does not know this project.
    """
    has_play = any("play" in _defined_names(node) for node in ast.parse(source).body)
    return has_play and (b"ludotheque" in source or READS_INPUT.search(source) is None)


READS_INPUT = re.compile(rb"\binput\s*\(|\bstdin\b")


def _defined_names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


def reads_lines(bot: BotFiles) -> bool:
    """Return whether a Python bot reads its input in some way."""
    return any(word in bot.text for word in ("input", "stdin", "open(0", "os.read", "speak", "subprocess"))


def bot_play(game: Game, name: str) -> Play:
    """Return the function of a built-in bot: a strength on the card, a network, or one that plays any game."""
    if name in game.bots:
        return _play_of_module(f"{game.package}.bots.{game.bots[name]}")
    network = find_network(game, name)
    if network is not None:
        return make_play(game, network)
    return _play_of_module(f"ludotheque.bots.{name}")


def find_network(game: Game, name: str) -> Path | None:
    """Return the file of the network that is called so, None for other bots."""
    if name == NETWORK and has_network(game):
        return game.folder / SHIPPED
    return Path(name.removeprefix(NETWORK_FILE)) if name.startswith(NETWORK_FILE) else None


def find_champion(game: Game, path: Path, clock_scale: float) -> Player | None:
    """Return a player for a file or folder that was written for the game's original contest, if this is one."""
    if game.contest.player is None:
        return None
    contest = importlib.import_module(f"{game.package}.contest")
    made: Player | None = getattr(contest, game.contest.player)(path, clock_scale)
    return made


def is_command(name: str) -> bool:
    """Return whether this is a command to start: text with a space in it, or a path that is not a source file."""
    return " " in name.strip() or (os.sep in name and Path(name).suffix not in BY_SUFFIX)


def split_command(command: str) -> list[str]:
    """Return the words of a command whose program is there."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise NoSuchBot("{command} is no command: {why}.", command=quote(command), why=error) from None
    if not words or shutil.which(words[0]) is None:
        name = quote(words[0] if words else command)
        raise NoSuchBot("There is no program {name} that can be started.", name=name)
    return words


def protocol_of(game: Game, protocol: str) -> Callable[[Match], ProgramProtocol]:
    """Return the protocol that programs of this game speak."""
    if protocol == "lines" or game.contest.protocol is None:
        return LineProtocol
    contest = importlib.import_module(f"{game.package}.contest")
    made: Callable[[Match], ProgramProtocol] = getattr(contest, game.contest.protocol)
    return made


def own_bots(game: Game) -> list[str]:
    """Return the names of the bots of one game: the strengths on its card, and its network."""
    return [*game.bots, *([NETWORK] if has_network(game) else [])]


def list_bots(game: Game) -> list[str]:
    """Return the names of all built-in bots that play a game."""
    return [*own_bots(game), *bot_names()]


def bot_names() -> list[str]:
    """Return the names of the bots that play any game."""
    import ludotheque

    folder = [str(Path(path) / "bots") for path in ludotheque.__path__]
    return sorted(module.name for module in pkgutil.iter_modules(folder))


def _play_of_module(module: str) -> Play:
    play: Play = importlib.import_module(module).play
    return play


def _play_of_file(file: Path) -> Play:
    """Run a Python file and return its `play`."""
    spec = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.parent))
    try:
        with redirect_stdout(sys.stderr):  # stdout may have a result in JSON
            spec.loader.exec_module(module)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise NoSuchBot("{file} cannot be run: {why}.", file=file, why=why) from error
    finally:
        sys.path.remove(str(file.parent))
    if not callable(getattr(module, "play", None)):
        raise NoSuchBot("{file} has no function play(view).", file=file)
    return partial(_call_quietly, module.play)


def _call_quietly(play: Play, view: View) -> str | Sequence[str]:
    with redirect_stdout(sys.stderr):
        return play(view)
