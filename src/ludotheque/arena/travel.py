"""Bots that travel to another machine: a bot's content as plain data, and back.

The machine that plays a match writes a bot's files into its own cache, where they are compiled once. A built-in bot
travels by name: the other machine must have the same version of this package, and its digest says whether it has.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ludotheque.arena.entrants import Conditions, Entrant, digest_builtin, entrant_of_files, read_files
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.runner import play_all
from ludotheque.game import GameError, load


class Packed(NamedTuple):
    """A bot as plain data."""

    digest: str
    name: str
    builtin: str  # the name of a built-in bot, or empty
    main: str  # the file of a bot that is one file, empty for a folder
    files: dict[str, bytes]
    conditions: Conditions


def pack(entrant: Entrant) -> Packed:
    if entrant.kind == "command":
        template = "The command {command} cannot travel to a cluster: name its file or folder."
        raise GameError(template, command=entrant.name)
    if entrant.kind == "built-in":
        return Packed(entrant.digest, entrant.name, entrant.word, "", {}, entrant.conditions)
    path = Path(entrant.word)
    main = "" if path.is_dir() else path.name
    return Packed(entrant.digest, entrant.name, "", main, read_files(path), entrant.conditions)


def unpack(game: str, packed: Packed) -> Entrant:
    """Return the bot on this machine; it must be the same bot."""
    if packed.builtin:
        digest = digest_builtin(load(game), packed.builtin)
        entrant = Entrant(packed.name, digest, packed.builtin, "built-in", packed.conditions)
    else:
        entrant = entrant_of_files(packed.name, packed.files, packed.main, packed.conditions)
    if entrant.digest != packed.digest:
        template = "{name} is another bot on {node}: every node needs the same version of this package."
        raise GameError(template, name=packed.name, node=os.uname().nodename)
    return entrant


KNOWN: dict[tuple[str, str], Entrant] = {}  # in the process that plays: bots that are on this machine


def play_packed(tasks: Sequence[Task], *bots: Packed) -> tuple[float, list[Result]]:
    """Play some tasks on the other machine; return the seconds that all of them took, too."""
    game = tasks[0].game
    for packed in bots:
        if (game, packed.digest) not in KNOWN:
            KNOWN[game, packed.digest] = unpack(game, packed)
    return play_all(tasks, {packed.digest: KNOWN[game, packed.digest] for packed in bots})
