"""Programs as players: the clock of a seat, the protocol it speaks, and how it is started."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from ludotheque import cores, sandbox
from ludotheque.bot_files import BotCommand
from ludotheque.compile import cache_root
from ludotheque.game import Game, TimeBank
from ludotheque.match import Match
from ludotheque.program import START_SECONDS, Program, Pump, make_pump
from ludotheque.record import Verdict
from ludotheque.seating import Answer, BotFailed, Kind

SHARED_CACHE = "LUDOTHEQUE_SHARED_CACHE"  # where the child finds compiled rules

__all__ = ["Clock", "HostedSeat", "ProcessSeat", "Program", "ProgramProtocol", "Pump", "launch_bot", "run_python_file"]


class ProgramProtocol(Protocol):
    """The language between the referee and the programs of one match; one object serves all seats."""

    def lines(self, seat: int) -> list[str]:
        """Return what is written to a seat now: only what it may know."""

    def read(self, seat: int, line: str) -> Answer:
        """Parse a seat's line."""


class Clock:
    """What a seat may use: a limit for each answer, and where the card has one a bank for the whole match."""

    def __init__(self, first: float, later: float, bank: TimeBank | None = None, start: float = START_SECONDS):
        self._seconds = (first, later)
        self.start = start
        self._bank = bank
        self._left = bank.start if bank else 0.0
        self._asked = 0

    def next_limit(self) -> float:
        limit = self._seconds[min(self._asked, 1)]
        self._asked += 1
        return limit if self._bank is None else min(limit, self._left)

    def use(self, seconds: float) -> None:
        if self._bank is not None:
            self._left = max(0.0, self._left - seconds) + self._bank.bonus


class ProgramSeat:
    """A player that is a program; it is started when the match begins."""

    has_clock = True

    def __init__(self) -> None:
        self._program: Program | None = None
        self.core: int | None = None

    def rest(self) -> None:
        """Others think now: a program of a stranger is stopped until it is asked again."""
        if self._program is not None:
            self._program.stop()

    @property
    def most_memory(self) -> int:
        """The most bytes of memory that it used, once it was ended; 0 if it had ended by itself."""
        return self._program.most_memory if self._program is not None else 0

    def close(self) -> None:
        if self._program is not None:
            self._program.end()


class ProcessSeat(ProgramSeat):
    """A program that reads lines and answers each question with one line before its time is up."""

    kind = Kind.PROGRAM

    def __init__(
        self,
        name: str,
        protocol: Callable[[Match], ProgramProtocol],
        clock: Clock | tuple[float, float],
        command: BotCommand | None = None,
    ):
        """Without `command`, the name is the command."""
        super().__init__()
        self.name = name
        self._command = command or BotCommand(tuple(shlex.split(name)), is_trusted=True)
        self._make_protocol = protocol
        self._clock = clock if isinstance(clock, Clock) else Clock(*clock)
        self._question: bytes | None = None

    @property
    def is_trusted(self) -> bool:
        """A command that the user wrote runs with their rights."""
        return self._command.is_trusted

    def begin(self, match: Match, seat: int) -> None:
        """Start the program; all programs of a match share one protocol and one pump."""
        self._seat = seat
        self._protocol: ProgramProtocol = match.share(self._make_protocol)
        self._pump: Pump = match.share(make_pump)
        self.core = cores.choose(seat)
        self._program = Program(launch_bot(self._command), self._pump, self.core)

    def prepare(self) -> None:
        """Make the question. This may take long, and no clock runs yet."""
        assert self._program is not None
        self._question = ("\n".join(self._protocol.lines(self._seat)) + "\n").encode()
        self._program.check_output()

    def ask(self) -> None:
        assert self._program is not None
        if self._question is None:
            self.prepare()
        question, self._question = self._question, None
        self._program.ask(question or b"", self._clock.next_limit(), self._clock.start)

    def answer(self) -> Answer:
        assert self._program is not None
        program = self._program
        line = self._pump.wait(program)
        times = program.times()
        self._clock.use(times.wall)
        if line is None:
            verdict = program.verdict()
            notes = {**program.take_stderr(is_last=True), **program.take_excuse()}
            self.close()
            raise BotFailed(Verdict(verdict.kind, self._hide_folder(verdict.cause)), notes, times)
        notes = {**program.take_stderr(), **program.take_excuse()}
        try:  # a message may hold any bytes; in a move they are no UTF-8 and no move
            answer = self._protocol.read(self._seat, line.decode(errors="replace"))
        except BotFailed as failed:
            raise BotFailed(failed.verdict, {**failed.notes, **notes}, times) from None
        return replace(answer, times=times, notes={**answer.notes, **notes})

    def _hide_folder(self, text: str) -> str:
        """Name the bot's files as its author does, without the folder of the cache."""
        return text.replace(f"{self._command.folder}{os.sep}", "") if self._command.folder else text


class HostedSeat(ProgramSeat):
    """A file of an original contest: it runs inside a host of its game, which is a program like any other."""

    kind = Kind.CHAMPION
    is_trusted = False

    def __init__(self, path: Path, clock_scale: float):
        super().__init__()
        self.name = path.name
        self._path = path.absolute()
        self._clock_scale = clock_scale

    def _start(self, command: BotCommand, match: Match, seat: int) -> Program:
        """Start the host without waiting for it, so that those of all seats start at the same time."""
        self._pump: Pump = match.share(make_pump)
        self.core = cores.choose(seat)
        self._program = Program(launch_bot(command), self._pump, self.core)
        return self._program

    def prepare(self) -> None:
        """Do nothing: one seat plays at a time, so `answer` makes the question, asks and waits."""

    def ask(self) -> None:
        """Do nothing."""


def launch_bot(command: BotCommand | Sequence[str]) -> sandbox.Launch:
    """Return how to start a bot: in the sandbox, or with the user's rights if they wrote the command themselves."""
    if not isinstance(command, BotCommand):
        return sandbox.trust(command)
    if command.is_trusted or sandbox.find_tier() == sandbox.Tier.TRUSTED:
        return sandbox.trust(command.words, command.folder, command.environment)
    folder = command.folder
    assert folder is not None
    return sandbox.launch(
        command.words,
        folder,
        readable=[folder, *command.readable],
        environment=command.environment,
        limits=command.limits,
    )


def run_python_file(file: Path, game: Game, source: bytes) -> BotCommand:
    """Return how to run a Python file with play(view) in a process of its own (child.py)."""
    words = (str(file), game.name)
    return run_module("ludotheque.child", words, file.parent, game, asks_for_compiled_rules(source))


def run_module(module: str, words: Sequence[str], folder: Path, game: Game, is_compiled: bool) -> BotCommand:
    """Return how to run a module of ours that runs a bot's files: it can read the game, and compiled rules if asked."""
    packages = {Path(sys.modules[name.partition(".")[0]].__path__[0]) for name in (__name__, game.package)}
    environment = {
        "PYTHONPATH": os.pathsep.join(sorted({str(package.parent) for package in packages})),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LUDOTHEQUE_INTERPRET": "1",
    }
    readable, limits = sorted(packages), sandbox.STANDARD
    if is_compiled:
        limits = limits._replace(scratch=64 * sandbox.MIB, memory=1024 * sandbox.MIB)
        environment |= {SHARED_CACHE: str(cache_root()), "LUDOTHEQUE_CACHE": "/tmp/cache"}
        readable += [folder for folder in cache_root().glob(f"{game.name}-*") if folder.is_dir()]
    command = (sys.executable, "-u", "-P", "-m", module, *words)
    return BotCommand(command, folder, environment, readable=tuple(readable), limits=limits)


def asks_for_compiled_rules(source: bytes) -> bool:
    """Return whether a file says COMPILED_RULES = True; it has not run yet."""
    return re.search(rb"^COMPILED_RULES\s*=\s*True", source, re.MULTILINE) is not None
