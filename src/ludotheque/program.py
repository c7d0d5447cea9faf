"""A running program: writes to it, reads from it, measures it, says why it failed, ends it."""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any

from ludotheque.exit_causes import judge_exit, quote_stderr, read_peak
from ludotheque.match import Match
from ludotheque.meter import Meter, OwnDelay, Steal, Usage
from ludotheque.pipes import CHUNK, ErrorLog, count_unread, read_ready
from ludotheque.record import Times, Verdict
from ludotheque.sandbox import Launch, Tier, trust

LONGEST_LINE = 4 << 20  # bytes that a program may write without an end of line
QUEUED = 1 << 15  # bytes that a program may write beyond the line that is awaited
GRACE_SECONDS = 1.0  # from the end of a program's output until its exit code is known
START_SECONDS = 10.0  # until it reads its first question
LOOK_SECONDS = 0.002  # how often a program that starts is looked at
QUEUE_SECONDS = 0.012  # the kernel counts a running thread's time at least this often
OVERSLEPT_SECONDS = 0.001  # a timer is late by less than this
MOST_EXCUSED = 20  # answers of a match that may be late because the machine was busy


class Pump:
    """Moves bytes between the referee and all programs of a match, also those it is not waiting for."""

    def __init__(self) -> None:
        self._selector: selectors.BaseSelector | None = None
        self.starting: set[Program] = set()
        self._own_delay, self.steal = OwnDelay(), Steal()
        self._waited = self._overslept = 0.0  # seconds

    @property
    def selector(self) -> selectors.BaseSelector:
        if self._selector is None:
            self._selector = selectors.DefaultSelector()
        return self._selector

    def release(self) -> None:
        """Close the selector when no program uses it any more; the next one that starts opens another."""
        if self._selector is not None and not self._selector.get_map():
            self._selector.close()
            self._selector = None
            self._own_delay.close()
            self.steal.close()

    def wait(self, program: "Program") -> bytes | None:
        """Return the program's next line; None when its time is up or no line can come."""
        while True:
            for starting in list(self.starting):
                starting.look_at_start()
            line = program.next_line()
            if line is not None:
                return None if program.is_late() else line
            left = program.look_at - time.monotonic()
            if program.is_silent:
                return None
            if left <= 0 and not program.may_still_answer():
                self.move_bytes(0.0)  # the answer may have come while this process had no CPU
                line = program.next_line()
                return None if line is None or program.is_late() else line
            self.move_bytes(left)

    def move_bytes(self, seconds: float) -> None:
        """Wait until bytes can be moved, at most so long, and move them."""
        longest = max(0.0, min(seconds, LOOK_SECONDS) if self.starting else seconds)
        end = time.monotonic() + longest
        ready = self.selector.select(longest)
        self._note_oversleep(time.monotonic() - end)
        for key, events in ready:
            key.data(key.fileobj, events)

    def _note_oversleep(self, seconds: float) -> None:
        """The kernel counts how long this thread waits for a CPU, but not what the host of a virtual machine takes."""
        if seconds > OVERSLEPT_SECONDS:
            before = self._waited
            self.read_delay()
            self._overslept += max(0.0, seconds - (self._waited - before))

    def read_delay(self) -> float:
        """Return the seconds for which the machine has kept this process from reading answers."""
        self._waited = self._own_delay.read()
        return self._waited + self._overslept


def make_pump(match: Match) -> Pump:
    return Pump()


class Program:
    """A running process with three pipes, none of which can block the referee."""

    def __init__(self, launch: Launch | Sequence[str], pump: Pump, core: int | None = None):
        self._launch = launch if isinstance(launch, Launch) else trust(launch)
        self._pump = pump
        self._inbox, self._outbox = bytearray(), bytearray()
        self._stderr = ErrorLog()
        self._searched = 0  # how far the inbox was searched for the end of a line
        self._ended = False
        self.is_silent = False
        self._deadline = self._asked_at = self._answered_at = self.look_at = time.monotonic()
        self._limit_seconds = 0.0
        self._has_started = False
        self._written = 0  # bytes of its first question
        self._start_seconds = START_SECONDS
        self._excused = 0
        self._failure: Verdict | None = None  # why it never answers again
        self._meter: Meter | None = None
        self._before: Usage | None = None
        self._used: Usage | None = None
        self._reader_delay = self._steal = 0.0  # when the question was written
        self._looked_at = self._waits_since = 0.0  # when it was last looked at, and when it may have begun to wait
        self.most_memory = 0  # bytes, measured when it is ended; 0 if it ended by itself
        self._peak_bytes, self._cpu_seconds = 0, 0.0
        self._is_stopped = False
        self._process = self._start(core)

    def _start(self, core: int | None) -> subprocess.Popen[bytes] | None:
        pipe = subprocess.PIPE
        try:
            process = self._launch.start(core, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            self._fail("crash", f"cannot be started: {getattr(error, 'strerror', None) or error}")
            return None
        assert process.stdin and process.stdout and process.stderr
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._stdin, self._stdout, self._errors = (s.fileno() for s in (process.stdin, process.stdout, process.stderr))
        self._listening = self._is_writing = False
        self._listen(True)
        self._pump.selector.register(self._errors, selectors.EVENT_READ, self._on_stderr)
        return process

    def ask(self, text: bytes, limit_seconds: float, start_seconds: float = START_SECONDS) -> None:
        """Write the question and start the clock. What does not fit into the pipe follows when the program reads.

        The clock of the first question starts when the program has begun to read it.
        """
        self._limit_seconds, self._start_seconds, self._used = limit_seconds, start_seconds, None
        if self._process is None or self.is_silent:
            self._asked_at = self._answered_at = self._deadline = self.look_at = time.monotonic()
            return
        self.resume()
        self._listen(True)
        if self._has_started and self._meter is not None:
            self._before = self._meter.read()
        self._reader_delay = self._pump.read_delay()
        self._outbox += text
        self._asked_at = self._answered_at = self._looked_at = time.monotonic()
        self._deadline = self.look_at = self._asked_at + (limit_seconds if self._has_started else start_seconds)
        self._steal = self._pump.steal.sample(self._asked_at)
        self._on_stdin(self._stdin, selectors.EVENT_WRITE)
        if not self._has_started:
            self._pump.starting.add(self)

    def look_at_start(self) -> None:
        """Start the clock of the first question once the program has begun to read it."""
        has_line = b"\n" in self._inbox
        if not has_line:
            self._asked_at = time.monotonic()
        if self._ended or self._has_started:
            self._pump.starting.discard(self)
        elif self.is_silent or self._written == 0 or count_unread(self._stdin) < self._written:
            self._pump.starting.discard(self)
            self._has_started = True
            self._deadline = self.look_at = self._asked_at + self._limit_seconds
            self._looked_at = self._asked_at
            process = self._launch.find_process()
            self._meter = None if process is None else Meter(process)
            self._before = None if self._meter is None else self._meter.read()
            self._reader_delay = self._pump.read_delay()

    def next_line(self) -> bytes | None:
        """Return the first line that the program wrote; the others stay for the next questions."""
        end = self._inbox.find(b"\n", self._searched) if self._failure is None else -1
        if end < 0:
            self._searched = len(self._inbox)
            return None
        if not self._has_started:  # it has answered before anybody saw that it reads
            self.look_at_start()
        self._note_usage()
        line = bytes(self._inbox[:end])
        del self._inbox[: end + 1]
        self._searched = 0
        return line

    def is_late(self) -> bool:
        """Return whether its answer came after its time, without being excused."""
        return self._answered_at > self._deadline and not self._is_excused(self._answered_at)

    def may_still_answer(self) -> bool:
        """Its time is up: return whether that may be the machine's fault, and when to look again."""
        if not self._has_started:
            return False
        before, now = self._used, time.monotonic()
        self._note_usage()
        if before is None or self._used is None or self._used.cpu > before.cpu:
            self._waits_since = self._looked_at  # it has run since then
        self._looked_at = now
        wall = now - self._asked_at
        delay = self._host_delay(wall)
        if self._used is not None and wall - delay <= self._limit_seconds:
            self.look_at = self._deadline + delay + 0.001
            return self._excused < MOST_EXCUSED
        # the kernel counts a delay when it is over: a thread that is ready may have waited since it last ran
        self.look_at = now + QUEUE_SECONDS
        may_be_in_time = wall - delay - (now - self._waits_since) <= self._limit_seconds
        return may_be_in_time and self._meter is not None and self._meter.is_ready()

    def _is_excused(self, now: float) -> bool:
        """Would it have been in time on a machine that was free? Not more than MOST_EXCUSED times in a match."""
        if self._used is None or self._excused >= MOST_EXCUSED:
            return False
        wall = now - self._asked_at
        return wall - self._host_delay(wall) <= self._limit_seconds

    def _host_delay(self, wall: float) -> float:
        """Return how much of its time the machine took: from it, or from the referee that had to read its answer."""
        if self._used is None:
            return 0.0
        reader = self._pump.read_delay() - self._reader_delay
        return self._used.host_delay(wall, reader + self._pump.steal.since(self._steal))

    def _note_usage(self) -> None:
        """Measure what it used since the question."""
        now = self._meter.read() if self._meter is not None else None
        if now is not None and self._before is not None:
            self._used = now.since(self._before)

    @property
    def used_seconds(self) -> float:
        """From the question to the arrival of the answer, or until now if none has come."""
        end = self._answered_at if self._answered_at > self._asked_at else time.monotonic()
        return max(0.0, end - self._asked_at)

    def times(self) -> Times:
        used = self._used
        if used is None:
            return Times(round(self.used_seconds, 6))
        return Times(round(self.used_seconds, 6), round(used.cpu, 6), round(used.delay, 6))

    def take_excuse(self) -> dict[str, Any]:
        """Count an answer that was late because of the machine, and return it as a note."""
        late = self.used_seconds - self._limit_seconds
        if late <= 0 or self.is_silent:
            return {}
        self._excused += 1
        return {"host": f"{late * 1000:.0f} ms late because the machine was busy"}

    def take_stderr(self, is_last: bool = False) -> dict[str, Any]:
        """Return what it wrote to stderr since the last call, as a note."""
        text = self._stderr.take(is_last)
        return {"stderr": text} if text else {}

    def verdict(self) -> Verdict:
        """Return why there is no answer, as exactly as it is known."""
        if self._failure is not None:
            return Verdict(self._failure.kind, f"{self._failure.cause}{quote_stderr(self._stderr.text)}")
        if self.is_silent:
            return self._judge_exit()
        if not self._has_started:
            return Verdict(
                "timeout", f"has read nothing within {self._start_seconds:g} s{quote_stderr(self._stderr.text)}"
            )
        part = bytes(self._inbox[:40]).decode(errors="replace")
        rest = f", only {part!r} without an end of line" if part else ""
        end = self._answered_at if self._answered_at > self._deadline else time.monotonic()
        wall = end - self._asked_at
        text = (
            f"{wall * 1000:.0f} ms used of {self._limit_seconds * 1000:.0f} ms{rest}{quote_stderr(self._stderr.text)}"
        )
        if self._used is not None and wall - self._host_delay(wall) <= self._limit_seconds:
            return Verdict("host", f"the machine was busy too often: {text}")
        return Verdict("timeout", text)

    def stop(self) -> None:
        """Let it use no CPU until it is asked again; it must not think while others do."""
        if self._has_started and not self._is_stopped and not self.is_silent:
            self._is_stopped = self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        if self._is_stopped:
            self._is_stopped = not self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> bool:
        return self._launch.tier != Tier.TRUSTED and not self._ended and self._launch.signal(number)

    def end(self) -> None:
        """Kill the process and everything it started, and close its pipes."""
        if self._process is None or self._ended:
            return
        self.most_memory = read_peak(self._launch.find_process())
        self._kill()
        self._ended = True
        self._pump.starting.discard(self)
        for stream in (self._stdin, self._stdout, self._errors):
            self._forget(stream)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        if self._meter is not None:
            self._meter.close()
        self._launch.end()
        self._pump.release()

    def _kill(self) -> None:
        """Kill the program first: bubblewrap then ends by itself, when nothing is left of it."""
        assert self._process is not None
        if self._launch.tier == Tier.FULL and not self._wait(0) and self._signal(signal.SIGKILL):
            self._wait(1.0)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._wait(None)

    def _wait(self, seconds: float | None) -> bool:
        """Wait for the end of the process at most so long, and note what it has used."""
        process = self._process
        assert process is not None
        ends = None if seconds is None else time.monotonic() + seconds
        while process.returncode is None:
            pid, status, usage = os.wait4(process.pid, 0 if ends is None else os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                self._peak_bytes, self._cpu_seconds = usage.ru_maxrss << 10, usage.ru_utime + usage.ru_stime
            elif ends is not None and time.monotonic() >= ends:
                return False
            else:
                time.sleep(0.0005)
        return True

    def _judge_exit(self) -> Verdict:
        """Say how the process ended; its output has ended already."""
        if not self._wait(GRACE_SECONDS):
            return Verdict("crash", f"closed its output{quote_stderr(self._stderr.text)}")
        while data := read_ready(self._errors):
            self._stderr.add(data)
        assert self._process is not None
        code = self._process.returncode
        return judge_exit(code, self._stderr.text, self._launch, self._peak_bytes, self._cpu_seconds)

    def _fail(self, kind: str, cause: str) -> None:
        self._failure, self.is_silent = Verdict(kind, cause), True

    def _listen(self, wanted: bool) -> None:
        """Read its output, or leave it in the pipe."""
        if wanted and not self._listening:
            self._pump.selector.register(self._stdout, selectors.EVENT_READ, self._on_stdout)
        elif not wanted and self._listening:
            self._pump.selector.unregister(self._stdout)
        self._listening = wanted

    def _on_stdout(self, stream: int, events: int) -> None:
        data = read_ready(stream)
        if data == b"":
            self._listen(False)
            self.is_silent = True
        elif data:
            has_line = b"\n" in self._inbox
            if not has_line and b"\n" in data:
                self._answered_at = time.monotonic()
            self._inbox += data
            self._check_flood(has_line)

    def _check_flood(self, had_line: bool) -> None:
        """Stop to read when a line is there; a program that writes on and on, or never ends a line, is out."""
        if had_line and len(self._inbox) > QUEUED:
            self._listen(False)
        elif len(self._inbox) > LONGEST_LINE:
            self._listen(False)
            if b"\n" not in self._inbox:
                self._fail("flood", f"{LONGEST_LINE >> 20} MiB without an end of line")

    def check_output(self) -> None:
        """Before a question: a program that wrote far more than it was asked for is out."""
        if self._process is None or self.is_silent or self._ended:
            return
        while len(self._inbox) <= QUEUED and (data := read_ready(self._stdout)):
            self._inbox += data
        if len(self._inbox) > QUEUED:
            self._listen(False)
            self._fail("flood", f"more than {QUEUED >> 10} KiB beyond its answer")

    def _on_stderr(self, stream: int, events: int) -> None:
        data = read_ready(stream)
        if data == b"":
            self._forget(stream)
        elif data:
            self._stderr.add(data)

    def _on_stdin(self, stream: int, events: int) -> None:
        """Write as much as the pipe takes, and go on when it takes more."""
        try:
            while self._outbox:
                count = os.write(stream, self._outbox[:CHUNK])
                del self._outbox[:count]
                self._written += count
        except BlockingIOError:
            self._write_later(True)
            return
        except OSError:  # it closed its input; it may still answer
            self._outbox.clear()
        self._write_later(False)

    def _write_later(self, wanted: bool) -> None:
        if wanted and not self._is_writing:
            self._pump.selector.register(self._stdin, selectors.EVENT_WRITE, self._on_stdin)
        elif self._is_writing and not wanted:
            self._pump.selector.unregister(self._stdin)
        self._is_writing = wanted

    def _forget(self, stream: int) -> None:
        with contextlib.suppress(KeyError):
            self._pump.selector.unregister(stream)
