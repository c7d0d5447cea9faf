"""Who takes part: a bot is its content. An edited file is another entrant, a renamed one is the same."""

import hashlib
import importlib.util
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludotheque.bot_files import BotFiles, find_companions, list_files
from ludotheque.build import build_folder
from ludotheque.game import Game, GameError
from ludotheque.languages import BY_SUFFIX
from ludotheque.packages import source_folders
from ludotheque.referee import Player
from ludotheque.seat import FailedSeat, FunctionSeat, Play, bot_names, bot_play, find_network, list_bots, make_player
from ludotheque.sources import find_sources


class Conditions(NamedTuple):
    """How programs run; the same for all of a league. They are the options of `ludotheque match`."""

    protocol: str | None = None
    clock_scale: float = 1.0
    inside: bool = False
    strict: bool = False


PLAIN = Conditions()


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part. `digest` is its identity; `name` is shown and may change."""

    name: str
    digest: str
    word: str  # what make_player gets: a built-in bot's name, a command, or where the copy of its files is
    kind: str  # built-in, files or command
    conditions: Conditions = PLAIN

    def make_player(self, game: Game) -> Player:
        """Return a player for one match."""
        if self.kind == "built-in":
            return FunctionSeat(self.name, _builtin_play(game, self.word))
        protocol, scale, inside, strict = self.conditions
        if self.kind == "files":
            with suppress(OSError):
                os.utime(_copy_folder(self.word))  # old copies are removed, but none that is in use
        player = make_player(game, self.word, protocol, scale, inside=inside, strict=strict)
        player.name = self.name
        return player


@cache
def _builtin_play(game: Game, name: str) -> Play:
    """The lookup takes longer than a match of quick bots."""
    return bot_play(game, name)


def read_entrants(game: Game, words: Sequence[str], conditions: Conditions = PLAIN) -> list[Entrant]:
    """Return who is meant by the names that `ludotheque match` takes; every bot is compiled if it has to be."""
    entrants = [read_entrant(game, word, conditions) for word in words]
    for index, entrant in enumerate(entrants):
        for other, word in zip(entrants[:index], words):
            if other.digest == entrant.digest:
                raise GameError("{one} and {two} are the same bot.", one=word, two=words[index])
    return name_apart(entrants, words)


def read_entrant(game: Game, word: str, conditions: Conditions = PLAIN) -> Entrant:
    """Return one of them; a bot that does not compile, or is not there, is a GameError."""
    if word in game.bots or word in bot_names():
        return Entrant(word, digest_builtin(game, word), word, "built-in")
    network = find_network(game, word)
    if network is not None:
        make_player(game, word)  # says what is wrong with the file
        return Entrant(word, digest_network(network), word, "built-in")
    path = Path(word)
    if path.exists():
        return check(game, copy_files(path, conditions))
    how = repr((conditions.protocol, conditions.clock_scale))
    digest = hashlib.sha256(f"command\0{word}\0{how}".encode()).hexdigest()[:32]
    return check(game, Entrant(word, digest, word, "command", conditions))


def check(game: Game, entrant: Entrant) -> Entrant:
    """Make a player once, to hear of mistakes before the first match."""
    try:
        player = entrant.make_player(game)
    except GameError as error:  # about the copy of a file: name the user's own
        if entrant.kind != "files" or "file" not in error.facts:
            raise
        raise type(error)(error.template, **{**error.facts, "file": entrant.name}) from None
    if isinstance(player, FailedSeat):
        raise player.failed
    return entrant


def digest_network(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:32]


@cache
def digest_builtin(game: Game, name: str) -> str:
    """Return the digest of a built-in bot: all source that it can come from, and what lies beside it."""
    network = find_network(game, name)
    if network is not None:
        return digest_network(network)
    module = f"{game.package}.bots.{game.bots[name]}" if name in game.bots else f"ludotheque.bots.{name}"
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    file = Path(spec.origin)
    data = [other for other in file.parent.iterdir() if other.is_file() and other.suffix not in (".py", ".pyc")]
    made = hashlib.sha256(module.encode())
    for source in sorted({*find_sources([file], source_folders(module.partition(".")[0])), *data}):
        made.update(source.read_bytes())
    return made.hexdigest()[:32]


@cache
def name_builtins(game: Game) -> dict[str, str]:
    """Return the names of all built-in bots by their digests."""
    return {digest_builtin(game, name): name for name in list_bots(game)}


def copy_files(path: Path, conditions: Conditions = PLAIN) -> Entrant:
    """Copy a bot's files into the cache: an edit while a league runs makes another bot."""
    files = read_files(path)
    return entrant_of_files(path.absolute().name, files, "" if path.is_dir() else path.name, conditions)


def entrant_of_files(name: str, files: Mapping[str, bytes], main: str, conditions: Conditions = PLAIN) -> Entrant:
    """Return the entrant with these files; `main` is the file of a bot that is one file, empty for a folder."""
    digest = digest_files(files, main, conditions)
    folder = build_folder(name, files, (), executable=main if Path(main).suffix not in BY_SUFFIX else "")
    return Entrant(name, digest, str(folder / main if main else folder), "files", conditions)


def digest_files(files: Mapping[str, bytes], main: str, conditions: Conditions = PLAIN) -> str:
    """Return the identity of a bot with these files; what a single file is called does not matter."""
    bare = {("main" + Path(main).suffix if one == main else one): data for one, data in files.items()}
    how = (bool(main), conditions.protocol, conditions.clock_scale, conditions.inside)
    return BotFiles(Path(), bare, None, "").digest(*how)


def read_files(path: Path) -> dict[str, bytes]:
    """Return what belongs to a bot: a folder's files, or a file and what it brings along."""
    folder = path if path.is_dir() else path.parent
    if path.is_dir():
        names = list_files(path)
    else:
        language = BY_SUFFIX.get(path.suffix)
        names = [path.name, *(find_companions(path, language) if language else ())]
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError as error:
        raise GameError("{file} cannot be read: {why}.", file=path, why=error.strerror) from None


def _copy_folder(word: str) -> Path:
    path = Path(word)
    return path if path.is_dir() else path.parent


def name_apart(entrants: Sequence[Entrant], words: Sequence[str]) -> list[Entrant]:
    """Give everybody a name of their own: the folder in front, or a part of the digest behind."""
    count = Counter(entrant.name for entrant in entrants)
    named = [
        replace(entrant, name="/".join(Path(word).absolute().parts[-2:]))
        if count[entrant.name] > 1 and entrant.kind == "files"
        else entrant
        for entrant, word in zip(entrants, words)
    ]
    count = Counter(entrant.name for entrant in named)
    return [replace(e, name=f"{e.name} {e.digest[:4]}") if count[e.name] > 1 else e for e in named]
