"""Champions of the contest at the table: Python, C and C++ files, unchanged, each in a process of its own (AL-20)."""

import ast
import sys
from contextlib import suppress
from pathlib import Path

from ludotheque.game import PlayedMove
from ludotheque.match import Match
from ludotheque.notation import BadNotation, read, write
from ludotheque.process import Program, Pump, make_pump
from ludotheque.record import Verdict
from ludotheque.referee import Player
from ludotheque.table import Answer, BotFailed, Kind

HOST = "ludotheque.games.alchemy.contest.host"
COMPILED = (".c", ".cc", ".cpp", ".cxx")
START_SECONDS = 120.0  # to compile and to load: not the champion's time


def sit_champion(file: Path, clock_scale: float) -> Player | None:
    """The champion in this file; None if it is none."""
    if file.suffix in COMPILED or (file.suffix == ".py" and plays_turns(file)):
        return ChampionSeat(file, clock_scale)
    return None


def plays_turns(file: Path) -> bool:
    """Does this Python file name jouer_tour? One that cannot be parsed is asked as text."""
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError:
        return False
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return "jouer_tour" in text
    return any("jouer_tour" in (getattr(node, "name", ""), getattr(node, "id", "")) for node in ast.walk(tree))


class ChampionSeat:
    """A champion whose host keeps a copy of the match, and is told what it does not know yet."""

    kind = Kind.CHAMPION
    has_clock = False

    def __init__(self, file: Path, clock_scale: float):
        self.name = file.stem
        self._file = file.absolute()
        self._clock_scale = clock_scale
        self._told: list[PlayedMove] = []
        self._program: Program | None = None
        self._is_ready = False

    def begin(self, match: Match, seat: int) -> None:
        """Start the host; it gets ready while the others start theirs."""
        self._match, self._seat = match, seat
        self._pump: Pump = match.share(make_pump)
        first = match.played[0][0] if match.played else match.active[0]
        words = [sys.executable, "-u", "-P", "-m", HOST, str(self._file), str(seat), str(first)]
        self._told, self._is_ready = [], False
        self._program = Program(words, self._pump)

    def ask(self) -> None:
        """Turns alternate, so the question can wait until the answer is waited for."""

    def answer(self) -> Answer:
        try:
            if not self._is_ready:
                self._meet()
            line = self._call("jouer_tour", self._match.played)
        except BotFailed:
            self._end()
            raise
        assert self._program is not None
        times, notes = self._program.times(), self._program.take_stderr()
        try:
            moves = [read(self._match.game.rules.MOVES, part) for part in line.split(";")]
        except BadNotation as error:  # it found the host's pipe
            raise BotFailed(Verdict("illegal", str(error))) from None
        self._told += [PlayedMove(self._seat, move) for move in moves]
        return Answer(moves, times=times, notes=notes)

    def close(self) -> None:
        """The champion's last word, if the match came to its end; then its process ends."""
        if self._program is not None and self._is_ready and self._match.over:
            with suppress(BotFailed):  # whatever it does after the match, the match stands
                self._call("partie_fin", self._match.played)
        self._end()

    def _meet(self) -> None:
        """Wait until the host can call the champion, and let the champion begin."""
        self._ask("", START_SECONDS)
        word, _, verdict = self._hear().partition(" ")
        if word != "ready":
            raise BotFailed(Verdict.from_text(verdict))
        assert self._program is not None
        self._program.take_stderr()  # what was said so far is the host's: that it compiles the rules
        self._call("partie_init", [])  # the match as it began, also for whoever plays second
        self._is_ready = True

    def _call(self, function: str, played: list[PlayedMove]) -> str:
        """Bring the host's copy up to date and have a function of the champion called, in its time."""
        kept, game = common(self._told, played), self._match.game
        text = "; ".join(f"{seat} {write(game.rules.MOVES, move)}" for seat, move in played[kept:])
        self._told = list(played)
        seconds = game.clock_seconds[0 if function == "partie_init" else 1] * self._clock_scale
        self._ask(f"{function} {kept} {text}\n", seconds)
        return self._hear()

    def _ask(self, text: str, seconds: float) -> None:
        assert self._program is not None
        self._program.ask(text.encode(), seconds)

    def _hear(self) -> str:
        assert self._program is not None
        line = self._pump.wait(self._program)
        if line is None:
            raise BotFailed(self._program.verdict(), self._program.take_stderr())
        return line.decode(errors="replace")

    def _end(self) -> None:
        if self._program is not None:
            self._program.end()
        self._program = None


def common(one: list[PlayedMove], two: list[PlayedMove]) -> int:
    """How many plies two matches begin with together."""
    return next((i for i, (a, b) in enumerate(zip(one, two)) if a != b), min(len(one), len(two)))
