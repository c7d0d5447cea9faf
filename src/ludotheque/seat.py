"""Makes players: a word, a file or a command becomes somebody who answers views with moves.

random              a bot that plays any game (ludotheque/bots)
easy, medium, hard  the game's own bots, by the strengths on its card
path/to/bot.py      a Python file with a function play(view) that answers with a move
"""

import importlib
import importlib.util
import os
import pkgutil
import shlex
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from ludotheque.game import Game, GameError, quote, suggest
from ludotheque.match import Match
from ludotheque.process import ProcessSeat, ProgramProtocol
from ludotheque.protocol import LineProtocol
from ludotheque.record import Times, Verdict
from ludotheque.referee import Player
from ludotheque.seating import Answer, BotFailed, Kind
from ludotheque.view import View

Play = Callable[[View], str | Sequence[str]]


class NoSuchBot(GameError):
    """No player has that name."""


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


def make_player(game: Game, name: str, protocol: str = "contest", clock_scale: float = 1.0) -> Player:
    """Return the player of that name for this game; programs speak the game's contest protocol, if it has one."""
    champion = _champion(game, Path(name), clock_scale)
    if champion is not None:
        return champion
    if is_command(name):
        return _program(game, name, protocol, clock_scale)
    if name.endswith(".py"):
        return FunctionSeat(Path(name).stem, _play_of_file(Path(name)))
    if name in game.bots or name in bot_names():
        return FunctionSeat(name, bot_play(game, name))
    if Path(name).suffix:
        raise NoSuchBot("There is no file {name} that can play here.", name=quote(name))
    known = [*game.bots, *bot_names()]
    template = "Nobody is called {name}{near}; there are {known}, a file bot.py, or a program such as './bot'."
    raise NoSuchBot(template, name=quote(name), near=suggest(name, known), known=", ".join(known))


def bot_play(game: Game, name: str) -> Play:
    """Return the function of a built-in bot: a strength on the card, or one that plays any game."""
    if name in game.bots:
        return _play_of_module(f"{game.package}.bots.{game.bots[name]}")
    return _play_of_module(f"ludotheque.bots.{name}")


def _champion(game: Game, file: Path, clock_scale: float) -> Player | None:
    """Return a player for a file that was written for the game's original contest, if this is one."""
    if game.contest.player is None or not file.is_file():
        return None
    contest = importlib.import_module(f"{game.package}.contest")
    made: Player | None = getattr(contest, game.contest.player)(file, clock_scale)
    return made


def is_command(name: str) -> bool:
    """Return whether this is a program to start: text with a space in it, or a path that is not a Python file."""
    return " " in name.strip() or (os.sep in name and not name.endswith(".py"))


def _program(game: Game, command: str, protocol: str, clock_scale: float) -> ProcessSeat:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise NoSuchBot("{command} is no command: {why}.", command=quote(command), why=error) from None
    if not words or shutil.which(words[0]) is None:
        name = quote(words[0] if words else command)
        raise NoSuchBot("There is no program {name} that can be started.", name=name)
    first, later = (seconds * clock_scale for seconds in game.clock_seconds)
    return ProcessSeat(command, protocol_of(game, protocol), (first, later))


def protocol_of(game: Game, protocol: str) -> Callable[[Match], ProgramProtocol]:
    """Return the protocol that programs of this game speak."""
    if protocol == "lines" or game.contest.protocol is None:
        return LineProtocol
    contest = importlib.import_module(f"{game.package}.contest")
    made: Callable[[Match], ProgramProtocol] = getattr(contest, game.contest.protocol)
    return made


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
    if not file.is_file():
        raise NoSuchBot("There is no file {file}.", file=file)
    spec = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise NoSuchBot("{file} cannot be run: {why}.", file=file, why=why) from error
    if not callable(getattr(module, "play", None)):
        raise NoSuchBot("{file} has no function play(view).", file=file)
    play: Play = module.play
    return play
