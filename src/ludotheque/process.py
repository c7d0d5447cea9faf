"""Programs as players: start, write to, time and end a process and everything it started."""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from ludotheque.bot_files import BotCommand
from ludotheque.last_words import summarize
from ludotheque.match import Match
from ludotheque.record import Times, Verdict
from ludotheque.seating import Answer, BotFailed, Kind

LONGEST_LINE = 4 << 20  # bytes that a program may write without an end of line
QUEUED = 1 << 16  # bytes that are read ahead beyond the next line; the rest waits in the pipe
STDERR_KEPT = 4096
GRACE_SECONDS = 0.2  # from the end of a program's output until its exit code is known
CHUNK = 1 << 16


class ProgramProtocol(Protocol):
    """The language between the referee and the programs of one match; one object serves all seats."""

    def lines(self, seat: int) -> list[str]:
        """Return what is written to a seat now: only what it may know."""

    def read(self, seat: int, line: str) -> Answer:
        """Parse a seat's line."""


class ProcessSeat:
    """A program that reads lines and answers each question with one line before its time is up."""

    kind = Kind.PROGRAM
    has_clock = True

    def __init__(
        self,
        name: str,
        protocol: Callable[[Match], ProgramProtocol],
        clock_seconds: tuple[float, float],
        command: BotCommand | None = None,
    ):
        """Without `command`, the name is the command."""
        self.name = name
        self._command = command or BotCommand(tuple(shlex.split(name)), is_trusted=True)
        self._make_protocol = protocol
        self._clock_seconds = clock_seconds
        self._asked = 0
        self._program: Program | None = None

    def begin(self, match: Match, seat: int) -> None:
        """Start the program; all programs of a match share one protocol and one pump."""
        self._seat = seat
        self._protocol: ProgramProtocol = match.share(self._make_protocol)
        self._pump: Pump = match.share(make_pump)
        self._program = Program(self._command, self._pump)

    def ask(self) -> None:
        assert self._program is not None
        text = "\n".join(self._protocol.lines(self._seat)) + "\n"
        self._program.ask(text.encode(), self._clock_seconds[min(self._asked, 1)])
        self._asked += 1

    def answer(self) -> Answer:
        assert self._program is not None
        line = self._pump.wait(self._program)
        times, notes = self._program.times(), self._program.take_stderr()
        if line is None:
            verdict = self._program.verdict()
            notes = {**notes, **self._program.take_stderr()}
            self.close()
            raise BotFailed(verdict, notes, times)
        try:  # a message may hold any bytes; in a move they are no UTF-8 and no move
            answer = self._protocol.read(self._seat, line.decode(errors="replace"))
        except BotFailed as failed:
            raise BotFailed(failed.verdict, {**failed.notes, **notes}, times) from None
        return replace(answer, times=times, notes={**answer.notes, **notes})

    def close(self) -> None:
        if self._program is not None:
            self._program.end()


class Pump:
    """Moves bytes between the referee and all programs of a match, also those it is not waiting for."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()

    def wait(self, program: "Program") -> bytes | None:
        """Return the program's next line; None when its time is up or no line can come."""
        while True:
            line = program.next_line()
            if line is not None or program.is_silent:
                return line
            left = program.deadline - time.monotonic()
            if left <= 0:
                return None
            for key, events in self.selector.select(left):
                key.data(key.fileobj, events)


def make_pump(match: Match) -> Pump:
    return Pump()


class Program:
    """A running process with three pipes, none of which can block the referee."""

    def __init__(self, command: BotCommand | Sequence[str], pump: Pump):
        self._selector = pump.selector
        self._inbox, self._outbox, self._stderr = bytearray(), bytearray(), bytearray()
        self._taken = 0  # how much of stderr was returned already
        self._searched = 0  # how far the inbox was searched for the end of a line
        self._ended = False
        self.is_silent = False
        self.deadline = self._asked_at = self._answered_at = time.monotonic()
        self._limit_seconds = 0.0
        self._failure: str | None = None  # why it never answers again
        self._process = self._start(command if isinstance(command, BotCommand) else BotCommand(tuple(command)))

    def _start(self, command: BotCommand) -> subprocess.Popen[bytes] | None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                command.words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                start_new_session=True,
                cwd=command.folder,
                env={**os.environ, **command.environment},
            )
        except (OSError, ValueError) as error:
            self._failure = f"cannot be started: {getattr(error, 'strerror', None) or error}"
            self.is_silent = True
            return None
        assert process.stdin and process.stdout and process.stderr
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._stdin, self._stdout, self._errors = (s.fileno() for s in (process.stdin, process.stdout, process.stderr))
        self._listening = self._is_writing = False
        self._listen(True)
        self._selector.register(self._errors, selectors.EVENT_READ, self._on_stderr)
        return process

    def ask(self, text: bytes, limit_seconds: float) -> None:
        """Write the question and start the clock. What does not fit into the pipe follows when the program reads."""
        self._limit_seconds = limit_seconds
        self._asked_at = self._answered_at = time.monotonic()
        self.deadline = self._asked_at + limit_seconds
        if self._process is not None and not self.is_silent:
            self._listen(True)
            self._outbox += text
            self._on_stdin(self._stdin, selectors.EVENT_WRITE)

    def next_line(self) -> bytes | None:
        """Return the first line that the program wrote; the others stay for the next questions."""
        end = self._inbox.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._inbox)
            return None
        line = bytes(self._inbox[:end])
        del self._inbox[: end + 1]
        self._searched = 0
        return line

    @property
    def used_seconds(self) -> float:
        """From the question to the arrival of the answer."""
        return max(0.0, self._answered_at - self._asked_at)

    def times(self) -> Times:
        return Times(round(self.used_seconds, 6))

    def take_stderr(self) -> dict[str, Any]:
        """Return what it wrote to stderr since the last call, as a note."""
        new = bytes(self._stderr[self._taken :]).decode(errors="replace")
        self._taken = len(self._stderr)
        return {"stderr": new} if new else {}

    def verdict(self) -> Verdict:
        """Return why there is no answer, as exactly as it is known."""
        if self._failure is not None:
            return Verdict("crash", f"{self._failure}{self._last_stderr()}")
        if self.is_silent:
            return Verdict("crash", f"{self._describe_exit()}{self._last_stderr()}")
        part = bytes(self._inbox[:40]).decode(errors="replace")
        rest = f", only {part!r} without an end of line" if part else ""
        used = time.monotonic() - self._asked_at
        limit = f"{used * 1000:.0f} ms used of {self._limit_seconds * 1000:.0f} ms"
        return Verdict("timeout", f"{limit}{rest}{self._last_stderr()}")

    def end(self) -> None:
        """Kill the process and everything it started, and close its pipes."""
        if self._process is None or self._ended:
            return
        self._ended = True
        for stream in (self._stdin, self._stdout, self._errors):
            self._forget(stream)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def _describe_exit(self) -> str:
        """Say how the process ended; its output has ended already."""
        assert self._process is not None
        try:
            code = self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        while data := _read(self._errors):
            self._keep(data)
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def _last_stderr(self) -> str:
        told = summarize(bytes(self._stderr).decode(errors="replace"))
        return f"; stderr: {told}" if told else ""

    def _listen(self, wanted: bool) -> None:
        """Read its output, or leave it in the pipe."""
        if wanted and not self._listening:
            self._selector.register(self._stdout, selectors.EVENT_READ, self._on_stdout)
        elif not wanted and self._listening:
            self._selector.unregister(self._stdout)
        self._listening = wanted

    def _on_stdout(self, stream: int, events: int) -> None:
        data = _read(stream)
        if data == b"":
            self._listen(False)
            self.is_silent = True
        elif data:
            if b"\n" in data and b"\n" not in self._inbox:
                self._answered_at = time.monotonic()
            self._inbox += data
            has_line = b"\n" in data or b"\n" in self._inbox[:QUEUED]
            if has_line and len(self._inbox) > QUEUED:
                self._listen(False)
            elif not has_line and len(self._inbox) > LONGEST_LINE:
                self._listen(False)
                self._failure, self.is_silent = f"{LONGEST_LINE >> 20} MiB without an end of line", True

    def _on_stderr(self, stream: int, events: int) -> None:
        data = _read(stream)
        if data == b"":
            self._forget(stream)
        elif data:
            self._keep(data)

    def _keep(self, data: bytes) -> None:
        """Keep only the end of stderr."""
        self._stderr += data
        over = len(self._stderr) - STDERR_KEPT
        if over > 0:
            del self._stderr[:over]
            self._taken = max(0, self._taken - over)

    def _on_stdin(self, stream: int, events: int) -> None:
        """Write as much as the pipe takes, and go on when it takes more."""
        try:
            while self._outbox:
                del self._outbox[: os.write(stream, self._outbox[:CHUNK])]
        except BlockingIOError:
            self._write_later(True)
            return
        except OSError:  # it closed its input; it may still answer
            self._outbox.clear()
        self._write_later(False)

    def _write_later(self, wanted: bool) -> None:
        if wanted and not self._is_writing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE, self._on_stdin)
        elif self._is_writing and not wanted:
            self._selector.unregister(self._stdin)
        self._is_writing = wanted

    def _forget(self, stream: int) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(stream)


def _read(stream: int) -> bytes | None:
    """Return what can be read now: None for nothing yet, empty at the end."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
