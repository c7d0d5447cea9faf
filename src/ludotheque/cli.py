"""The command line: `ludotheque COMMAND GAME …`. A user's mistake gets one sentence and exit code 2."""

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

from ludotheque import commands
from ludotheque.commands.parser import Commands, Parser
from ludotheque.game import GameError


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    try:
        arguments = make_parser(words).parse_args(words)
        return arguments.run(arguments) or 0
    except GameError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nludotheque: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def make_parser(words: Sequence[str]) -> Parser:
    """Make the parser of all commands: every module in `ludotheque.commands` that has `add` adds its own."""
    top = Parser("ludotheque", description="Turn-based games as one arena.")
    parsers = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    for found in sorted(pkgutil.iter_modules(commands.__path__), key=lambda module: module.name):
        module = importlib.import_module(f"{commands.__name__}.{found.name}")
        if hasattr(module, "add"):
            module.add(Commands(parsers, words))
    return top


if __name__ == "__main__":
    sys.exit(main())
