"""What all commands share: a parser whose error is one sentence, and the options of a game as flags."""

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from ludotheque import game as games
from ludotheque.game import GameError, OptionValue

Arguments = argparse.Namespace
Command = Callable[[Arguments], int | None]


class Parser(argparse.ArgumentParser):
    """A parser whose error is one sentence."""

    def error(self, message: str) -> NoReturn:
        raise GameError(f"{message[:1].upper()}{message[1:].rstrip('.')} (see {self.prog} --help).")


class Commands(NamedTuple):
    """The parsers of all commands, and the words of the command line."""

    parsers: "argparse._SubParsersAction[Parser]"
    words: Sequence[str]

    def add(self, name: str, run: Command, about: str) -> Parser:
        """Add a command; `run` returns its exit code, or None for 0."""
        made = self.parsers.add_parser(name, help=about, description=about)
        made.set_defaults(run=run)
        return made


def add_options(made: Parser, words: Sequence[str]) -> None:
    """Add a game's options as flags, once the words say which game it is.

    An option that is called like one of the command's own has the game in front: `--emile-rounds`.
    """
    name = next((word for word in words[1:] if not word.startswith("-")), "")
    if name not in games.names():
        return
    game = games.load(name)
    group = made.add_argument_group(f"options of {game.title}")
    for option, about in game.options.items():
        text = f"{about.about} ({about.describe_range()}; by default {about.format(about.default)})".replace("%", "%%")
        switch: dict[str, Any] = {"nargs": "?", "const": "on"} if about.is_switch else {}
        flag = f"--{name}-{option}" if f"--{option}" in made._option_string_actions else f"--{option}"
        group.add_argument(flag, dest=f"option_{option}", help=text, metavar=option.upper(), **switch)
    if game.presets:
        group.add_argument("--rules", dest="option_rules", help=f"a rule set: {', '.join(game.presets)}")


def options_of(arguments: Arguments) -> dict[str, OptionValue]:
    given = {
        name.removeprefix("option_"): value for name, value in vars(arguments).items() if name.startswith("option_")
    }
    return {name: value for name, value in given.items() if value is not None}
