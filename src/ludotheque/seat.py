"""Who sits down: a seat is named by a word or a file, and becomes a player.

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
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from ludotheque.game import Game, GameError, quote, suggest
from ludotheque.match import Match, View
from ludotheque.process import ProcessSeat, ProgramProtocol
from ludotheque.protocol import LineProtocol
from ludotheque.referee import Answer, BotFailed, Player

Play = Callable[[View], str | Sequence[str]]


class NoSuchBot(GameError):
    """A name that no player goes by."""


class FunctionSeat:
    """A Python function that answers a view with a move, or with the moves of a turn."""

    def __init__(self, name: str, play: Play):
        self.name = name
        self.play = play

    def begin(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat

    def ask(self) -> None:
        self._view = self._match.view(self._seat)

    def answer(self) -> Answer:
        try:
            moves = self.play(self._view)
        except BotFailed:
            raise
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}"
            raise BotFailed(f"crash: {type(error).__name__}: {error} ({where})") from error
        return Answer(moves if isinstance(moves, list | tuple) else [moves])

    def close(self) -> None:
        """A function needs no goodbye."""


def make_player(game: Game, name: str, protocol: str = "contest", clock_scale: float = 1.0) -> Player:
    """The player of that name, for this game; programs speak the game's contest protocol, if it has one."""
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
        raise NoSuchBot(f"There is no file {name} that can be seated here.")
    known = [*game.bots, *bot_names()]
    template = "Nobody is called {name}{near}; there are {known}, a file bot.py, or a program such as './bot'."
    raise NoSuchBot(template, name=quote(name), near=suggest(name, known), known=", ".join(known))


def bot_play(game: Game, name: str) -> Play:
    """The function of one of the house's own bots: by strength on the card, or one that plays any game."""
    if name in game.bots:
        return _play_of_module(f"{game.package}.bots.{game.bots[name]}")
    return _play_of_module(f"ludotheque.bots.{name}")


def _champion(game: Game, file: Path, clock_scale: float) -> Player | None:
    """A file that was written for the game's original contest, if this is one."""
    if game.contest.player is None or not file.is_file():
        return None
    contest = importlib.import_module(f"{game.package}.contest")
    made: Player | None = getattr(contest, game.contest.player)(file, clock_scale)
    return made


def is_command(name: str) -> bool:
    """Is this a program to start? Anything with a space in it, or a path that is no Python file."""
    return " " in name.strip() or (os.sep in name and not name.endswith(".py"))


def _program(game: Game, command: str, protocol: str, clock_scale: float) -> ProcessSeat:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise NoSuchBot(f"{command!r} is no command: {error}.") from None
    if not words or shutil.which(words[0]) is None:
        raise NoSuchBot(f"There is no program {words[0] if words else command!r} that can be started.")
    first, later = (seconds * clock_scale for seconds in game.clock_seconds)
    return ProcessSeat(command, protocol_of(game, protocol), (first, later))


def protocol_of(game: Game, protocol: str) -> Callable[[Match], ProgramProtocol]:
    """How programs of this game are spoken to."""
    if protocol == "lines" or game.contest.protocol is None:
        return LineProtocol
    contest = importlib.import_module(f"{game.package}.contest")
    made: Callable[[Match], ProgramProtocol] = getattr(contest, game.contest.protocol)
    return made


def bot_names() -> list[str]:
    """The bots that play any game."""
    import ludotheque

    folder = [str(Path(path) / "bots") for path in ludotheque.__path__]
    return sorted(module.name for module in pkgutil.iter_modules(folder))


def _play_of_module(module: str) -> Play:
    play: Play = importlib.import_module(module).play
    return play


def _play_of_file(file: Path) -> Play:
    """The `play` of a Python file, which is run for it."""
    if not file.is_file():
        raise NoSuchBot(f"There is no file {file}.")
    spec = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise NoSuchBot(f"{file} cannot be run: {type(error).__name__}: {error}.") from error
    if not callable(getattr(module, "play", None)):
        raise NoSuchBot(f"{file} has no function play(view).")
    play: Play = module.play
    return play
