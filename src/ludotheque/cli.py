"""The command line: `ludotheque COMMAND GAME …`. A user's mistake gets one sentence and exit code 2."""

import errno
import importlib
import io
import os
import pkgutil
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from ludotheque import commands
from ludotheque.commands.parser import Commands, Parser
from ludotheque.game import GameError

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    if words is None:
        prepare_process()
    words = list(sys.argv[1:] if words is None else words)
    try:
        arguments = make_parser(words).parse_args(words)
        code = arguments.run(arguments) or 0
        sys.stdout.flush()
        return code
    except GameError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nludotheque: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        drop_output()
        return 0
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        drop_output()
        print(f"ludotheque: The output cannot be written: {error.strerror}.", file=sys.stderr)
        return 2


def prepare_process() -> None:
    """Replace closed streams by empty ones, write `?` for what a terminal cannot show, and end programs when ended."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for the life of the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, stop)


def stop(number: int, frame: object) -> NoReturn:
    """Leave every block, so that programs are ended and folders removed."""
    raise SystemExit(128 + number)


def drop_output() -> None:
    """Let what is still to be written to stdout disappear."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_parser(words: Sequence[str]) -> Parser:
    """Make the parser of all commands: every module in `ludotheque.commands` that has `add` adds its own.

    Once the command in `words` is found, no other module is imported; one with the command's name comes first. So
    `ludotheque bot` is ready soon.
    """
    top = Parser("ludotheque", description="Turn-based games as one arena.")
    parsers = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    command = words[0] if words else ""
    found = (module.name for module in pkgutil.iter_modules(commands.__path__))
    for name in sorted(found, key=lambda name: (name != command, name)):
        if command in parsers.choices:
            break
        module = importlib.import_module(f"{commands.__name__}.{name}")
        if hasattr(module, "add"):
            module.add(Commands(parsers, words))
    return top


if __name__ == "__main__":
    sys.exit(main())
