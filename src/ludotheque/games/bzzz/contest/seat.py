"""Course bots as players of a match: each in a process of its own, with three seconds per call (BZ-20)."""

import ast
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from ludotheque import sandbox
from ludotheque.bot_files import BotCommand, NoSuchBot, read_bot
from ludotheque.build import build_folder
from ludotheque.games.bzzz.contest.actions import LONGEST_NAME, NOTHING, clean, plain_text, read_actions, read_laying
from ludotheque.games.bzzz.contest.jeu import make_jeu
from ludotheque.games.bzzz.contest.turn import Turn
from ludotheque.match import Match
from ludotheque.process import HostedSeat, Program, Pump
from ludotheque.record import Times, Verdict
from ludotheque.referee import Player
from ludotheque.seating import Answer, BotFailed

HOST = Path(__file__).with_name("host.py")
PYTHON = (sys.executable, "-u", "-B", "-P")
ENVIRONMENT = {"PYTHONHASHSEED": "0"}  # fixed hashes make a match repeatable
LIMITS = sandbox.STANDARD._replace(memory=1536 * sandbox.MIB)  # the host itself allows less, so that Python can say it
START_SECONDS = 60.0  # until Python runs; this is not the bot's time
MOST_LOGGED = 1 << 31  # lines that a host can say it left out
IMPORTS_IA = re.compile(rb"^\s*(from\s+ia\s+import|import\s+ia)\b", re.MULTILINE)


def make_champion(path: Path, clock_scale: float) -> Player | None:
    """Return the player for a course bot in a file or a folder, or None if it is not one."""
    is_bot = any(map(imports_ia, path.glob("*.py"))) if path.is_dir() else path.suffix == ".py" and imports_ia(path)
    return CourseSeat(path, clock_scale) if is_bot else None


def prepare(path: Path) -> Path:
    """Return the bot's file in a folder of the cache, with what it imports from its own folder."""
    try:
        bot = read_bot(path)
    except NoSuchBot:
        return path  # the host will say what is wrong
    return build_folder(bot.name, bot.files, ()) / bot.main


def host_command(file: Path) -> BotCommand:
    return BotCommand((*PYTHON, str(HOST), str(file)), file.parent, ENVIRONMENT, (HOST.parent,), limits=LIMITS)


def imports_ia(file: Path) -> bool:
    """Return whether the file imports the course's module; a file that cannot be parsed is searched as text."""
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


class CourseSeat(HostedSeat):
    """A course bot as a player: two calls per turn make one answer."""

    def begin(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        seconds = match.game.clock_seconds[0] * self._clock_scale
        luck = hashlib.sha256(match.view(seat).state.tobytes()).hexdigest()  # repeatable, and tells nothing of the dice
        program = self._start(host_command(prepare(self._path)), match, seat)
        self._bot = HostedBot(program, self._pump, seconds, luck)
        self._table: ContestTable = match.share(ContestTable)
        self._table.join(seat, self._bot)
        self._is_constructed = False

    def answer(self) -> Answer:
        """Make both calls of a turn; a bee that was laid before the bot failed stays."""
        turn, fault = Turn(self._match, self._seat), None
        try:
            self._construct()
            self._lay(turn)
            self._act(turn)
        except BotFailed as error:
            fault = error.verdict
        times, notes = self._bot.take_times(), self._bot.take_notes()
        if str(turn.log):
            notes["said"] = str(turn.log)
        if fault is not None:
            self._bot.end()
        return Answer(turn.moves, fault, times, notes, turn.error)

    def _construct(self) -> None:
        """Construct the bot before its first turn."""
        ids, state = self._table.load_ids(), self._match.state[0]
        if self._bot.fault is not None:
            raise BotFailed(self._bot.fault)
        if not self._is_constructed:
            options = (int(state[name]) for name in ("ncases", "time_out", "time_ko"))
            require_success(self._bot.call("__init__", ids[self._seat], *options))
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
        """Call a method with the present position; an exception costs only this call."""
        answer = self._bot.call(method, make_jeu(turn.view, self._table.load_ids()), *arguments)
        turn.log.extend(answer.get("log", []), answer.get("more", 0))
        if "raised" in answer:
            turn.log.add(f"{method}: {answer['raised']}")
            turn.error = turn.error or raised_verdict(f"{method}: {answer['raised']}; it played on", answer["raised"])
        return answer


class ContestTable:
    """All course bots of one match. Ids contain the bots' names, so every bot is loaded before the first call."""

    def __init__(self, match: Match):
        self._match = match
        self._waiting: dict[int, HostedBot] = {}
        self._noms: dict[int, str] = {}

    def join(self, seat: int, bot: "HostedBot") -> None:
        self._waiting[seat] = bot

    def load_ids(self) -> list[str]:
        """Load the bots that are not loaded yet. Return all ids by seat; other players have their name in the match."""
        for bot in self._waiting.values():
            bot.begin_import()
        for seat in list(self._waiting):
            nom = self._waiting.pop(seat).end_import()
            self._noms[seat] = self._match.names[seat] if nom is None else nom
        return [f"{self._noms.get(seat, name)}#{seat + 1}" for seat, name in enumerate(self._match.names)]


class HostedBot:
    """A bot in its own process, reached through two pipes."""

    def __init__(self, program: Program, pump: Pump, clock_seconds: float, luck: str):
        self._program, self._pump = program, pump
        self._clock_seconds = clock_seconds
        self._luck = luck
        self._used: list[Times] = []  # of each call since `take_times`
        self._excuse: dict[str, Any] = {}
        self.fault: Verdict | None = None  # the reason why it could not be loaded

    def call(self, call: str, *arguments: Any) -> dict[str, Any]:
        """Call something of the bot, on its clock."""
        self._send(call, *arguments)
        return self._receive(call)

    def begin_import(self) -> None:
        """Wait until Python runs, then ask it to run the bot's file."""
        self._program.ask(b"", START_SECONDS)
        try:
            self._receive("import")
            self.take_times()  # the time so far was not the bot's
            self.take_notes()
            self._send("import", self._luck)
        except BotFailed as error:
            self._fail(error)

    def end_import(self) -> str | None:
        """Return the bot's name, or None if it could not be loaded."""
        if self.fault is not None:
            return None
        try:
            nom = plain_text(require_success(self._receive("import")).get("value"))
        except BotFailed as error:
            self._fail(error)
            return None
        return nom and nom[:LONGEST_NAME]

    def take_times(self) -> Times:
        """Return the time that the bot used since the last call of this."""
        used, self._used = self._used, []
        wall, *others = ([row[column] for row in used] for column in range(3))
        cpu, delay = (None if None in some else round(sum(filter(None, some)), 6) for some in others)
        return Times(round(sum(filter(None, wall)), 6), cpu, delay)

    def take_notes(self) -> dict[str, Any]:
        """Return what it wrote to stderr, and whether it was late because of the machine."""
        excuse, self._excuse = self._excuse, {}
        return {**self._program.take_stderr(), **excuse}

    def end(self) -> None:
        self._program.end()

    def _fail(self, error: BotFailed) -> None:
        self.fault = error.verdict
        self.end()

    def _send(self, call: str, *arguments: Any) -> None:
        line = json.dumps({"call": call, "arguments": arguments}) + "\n"
        self._program.ask(line.encode(), self._clock_seconds)

    def _receive(self, call: str) -> dict[str, Any]:
        line = self._pump.wait(self._program)
        self._used.append(self._program.times())
        if line is None:
            verdict = self._program.verdict()
            raise BotFailed(Verdict(verdict.kind, f"{call}: {verdict.cause}"))
        self._excuse |= self._program.take_excuse()
        answer = parse_answer(line)
        if answer is None:  # the bot wrote into the host's pipe
            raise BotFailed(Verdict("illegal", f"{call}: {clean(repr(line[:40]))} is no answer"))
        return answer


def require_success(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of a call that must not raise: an exception there is the end of the bot."""
    if "raised" in answer:
        raise BotFailed(raised_verdict(answer["raised"], answer["raised"]))
    return answer


def raised_verdict(cause: str, raised: str) -> Verdict:
    """Python says itself when there was too little memory."""
    return Verdict("memory" if raised.startswith("MemoryError") else "crash", cause)


def parse_answer(line: bytes) -> dict[str, Any] | None:
    """Return the answer in a line, or None if the line cannot come from a host."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict):
        return None
    raised, log, more = answer.get("raised", ""), answer.get("log", []), answer.get("more", 0)
    if not isinstance(raised, str) or not isinstance(more, int) or not 0 <= more < MOST_LOGGED:
        return None
    if not isinstance(log, list) or not all(isinstance(entry, str) for entry in log):
        return None
    return {**answer, "raised": clean(raised)} if raised else answer
