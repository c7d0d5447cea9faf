"""The course's bots at the table: each in a process of its own, with three seconds a call (BZ-20)."""

import ast
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from ludotheque.games.bzzz.contest.actions import LONGEST_NAME, NOTHING, clean, read_actions, read_laying, text
from ludotheque.games.bzzz.contest.jeu import jeu_of
from ludotheque.games.bzzz.contest.turn import Turn
from ludotheque.match import Match
from ludotheque.process import Program, Pump, make_pump
from ludotheque.record import Times, Verdict
from ludotheque.referee import Player
from ludotheque.table import Answer, BotFailed, Kind

HOST = Path(__file__).with_name("host.py")
PYTHON = ["env", "PYTHONHASHSEED=0", sys.executable, "-u", "-B", "-P"]  # the same match again has the same hashes
START_SECONDS = 60.0  # until Python runs: not the bot's time
MOST_LOGGED = 1 << 31
IMPORTS_IA = re.compile(rb"^\s*(from\s+ia\s+import|import\s+ia)\b", re.MULTILINE)


def champion(file: Path, clock_scale: float) -> Player | None:
    """The course's bot in this file; None if it holds none."""
    return CourseSeat(file, clock_scale) if file.suffix == ".py" and imports_ia(file) else None


def imports_ia(file: Path) -> bool:
    """Does this file import the course's module? One that cannot be parsed is asked as text."""
    try:
        source = file.read_bytes()
    except OSError:
        return False
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return IMPORTS_IA.search(source) is not None
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return "ia" in names or any(isinstance(node, ast.ImportFrom) and node.module == "ia" for node in nodes)


class CourseSeat:
    """A course bot: told two things a turn, it gives one answer."""

    kind = Kind.CHAMPION
    has_clock = False

    def __init__(self, file: Path, clock_scale: float):
        self.name = file.stem
        self._file = file.absolute()
        self._clock_scale = clock_scale
        self._bot: HostedBot | None = None

    def begin(self, match: Match, seat: int) -> None:
        """Start the process; it gets ready while the others start theirs."""
        self._match, self._seat = match, seat
        seconds = match.game.clock_seconds[0] * self._clock_scale
        luck = hashlib.sha256(match.view(seat).state.tobytes()).hexdigest()  # the same match again; no hint at its dice
        self._bot = HostedBot(self._file, match.share(make_pump), seconds, luck)
        self._table: Table = match.share(Table)
        self._table.join(seat, self._bot)
        self._is_constructed = False

    def ask(self) -> None:
        """Turns alternate, so the question can wait until the answer is waited for."""

    def answer(self) -> Answer:
        """Both calls of a turn; what was laid before a bot fell silent stands."""
        assert self._bot is not None
        turn, fault = Turn(self._match, self._seat), None
        try:
            self._construct()
            self._lay(turn)
            self._act(turn)
        except BotFailed as error:
            fault = error.verdict
        times, notes = self._bot.times(), self._bot.take_stderr()
        if str(turn.log):
            notes["said"] = str(turn.log)
        if fault is not None:
            self._bot.end()
        return Answer(turn.moves, fault, times, notes)

    def close(self) -> None:
        if self._bot is not None:
            self._bot.end()

    def _construct(self) -> None:
        """Before its first turn."""
        assert self._bot is not None
        ids, state = self._table.ids(), self._match.state[0]
        if self._bot.fault is not None:
            raise BotFailed(self._bot.fault)
        if not self._is_constructed:
            options = (int(state[name]) for name in ("ncases", "time_out", "time_ko"))
            whole(self._bot.call("__init__", ids[self._seat], *options))
            self._is_constructed = True

    def _lay(self, turn: Turn) -> None:
        answer = self._call(turn, "ponte", int(self._match.state["cout_ponte"][0]))
        turn.lay(read_laying(answer.get("value", NOTHING), turn.log))

    def _act(self, turn: Turn) -> None:
        answer = self._call(turn, "action_abeilles")
        listed = answer.get("value", [])
        if isinstance(listed, list):
            listed = [tuple(entry) if isinstance(entry, list) else entry for entry in listed]
        turn.act(read_actions(listed, turn.bees, turn.log))

    def _call(self, turn: Turn, method: str, *arguments: Any) -> dict[str, Any]:
        """One method, with the position of this moment; an exception costs this call alone."""
        assert self._bot is not None
        answer = self._bot.call(method, jeu_of(turn.view, self._table.ids()), *arguments)
        turn.log.take(answer.get("log", []), answer.get("more", 0))
        if "raised" in answer:
            turn.log.add(f"{method}: {answer['raised']}")
        return answer


class Table:
    """The course's bots at one match: every player's id has his name in it, so all are loaded before one is called."""

    def __init__(self, match: Match):
        self._match = match
        self._waiting: dict[int, HostedBot] = {}
        self._noms: dict[int, str] = {}

    def join(self, seat: int, bot: "HostedBot") -> None:
        self._waiting[seat] = bot

    def ids(self) -> list[str]:
        """Everybody's id, by seat; whoever is no bot of the course goes by the name that the table has for him."""
        for bot in self._waiting.values():
            bot.begin_import()
        for seat in list(self._waiting):
            nom = self._waiting.pop(seat).end_import()
            self._noms[seat] = self._match.names[seat] if nom is None else nom
        return [f"{self._noms.get(seat, name)}#{seat + 1}" for seat, name in enumerate(self._match.names)]


class HostedBot:
    """A bot in its own process, on the other side of two pipes."""

    def __init__(self, file: Path, pump: Pump, clock_seconds: float, luck: str):
        self._pump = pump
        self._clock_seconds = clock_seconds
        self._luck = luck
        self._program = Program([*PYTHON, str(HOST), str(file)], pump)
        self._used_seconds = 0.0
        self.fault: Verdict | None = None  # why it could not be loaded

    def call(self, call: str, *arguments: Any) -> dict[str, Any]:
        """Have something of the bot called, in its time."""
        self._ask(call, *arguments)
        return self._hear(call)

    def begin_import(self) -> None:
        """As soon as its Python runs, let it run the bot's file."""
        self._program.ask(b"", START_SECONDS)
        try:
            self._hear("import")
            self.times()  # so far the time was not the bot's
            self.take_stderr()
            self._ask("import", self._luck)
        except BotFailed as error:
            self._give_up(error)

    def end_import(self) -> str | None:
        """The bot's name; None if there is none to be had."""
        if self.fault is not None:
            return None
        try:
            nom = text(whole(self._hear("import")).get("value"))
        except BotFailed as error:
            self._give_up(error)
            return None
        return nom and nom[:LONGEST_NAME]

    def times(self) -> Times:
        """Return the time that it used since the last call."""
        used, self._used_seconds = self._used_seconds, 0.0
        return Times(round(used, 6))

    def take_stderr(self) -> dict[str, Any]:
        return self._program.take_stderr()

    def end(self) -> None:
        self._program.end()

    def _give_up(self, error: BotFailed) -> None:
        self.fault = error.verdict
        self.end()

    def _ask(self, call: str, *arguments: Any) -> None:
        line = json.dumps({"call": call, "arguments": arguments}) + "\n"
        self._program.ask(line.encode(), self._clock_seconds)

    def _hear(self, call: str) -> dict[str, Any]:
        line = self._pump.wait(self._program)
        self._used_seconds += self._program.used_seconds
        if line is None:
            verdict = self._program.verdict()
            raise BotFailed(Verdict(verdict.kind, f"{call}: {verdict.cause}"))
        answer = read(line)
        if answer is None:  # it found the host's pipe
            raise BotFailed(Verdict("illegal", f"{call}: {clean(repr(line[:40]))} is no answer"))
        return answer


def whole(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without which there is no bot: an exception is the end of it."""
    if "raised" in answer:
        raise BotFailed(Verdict("crash", answer["raised"]))
    return answer


def read(line: bytes) -> dict[str, Any] | None:
    """A host's line; None for one that no host writes."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict):
        return None
    raised, log, more = answer.get("raised", ""), answer.get("log", []), answer.get("more", 0)
    if not isinstance(raised, str) or not isinstance(more, int) or not 0 <= more < MOST_LOGGED:
        return None
    if not isinstance(log, list) or not all(isinstance(told, str) for told in log):
        return None
    return {**answer, "raised": clean(raised)} if raised else answer
