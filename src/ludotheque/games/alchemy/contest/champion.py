"""A contest champion as a player: an unchanged Python, C or C++ file, run in a process of its own (AL-20)."""

import ast
import sys
from contextlib import suppress
from pathlib import Path

from ludotheque.game import PlayedMove
from ludotheque.match import Match
from ludotheque.notation import BadNotation, read, write
from ludotheque.playback import count_common
from ludotheque.process import Program, Pump, make_pump
from ludotheque.record import Verdict
from ludotheque.referee import Player
from ludotheque.seating import Answer, BotFailed, Kind

HOST = "ludotheque.games.alchemy.contest.host"
COMPILED = (".c", ".cc", ".cpp", ".cxx")
START_SECONDS = 120.0  # to compile and load; not part of the champion's time


def make_champion(file: Path, clock_scale: float) -> Player | None:
    """Return the champion in `file`, or None if the file is not a champion."""
    if file.suffix in COMPILED or (file.suffix == ".py" and has_turn_function(file)):
        return ChampionSeat(file, clock_scale)
    return None


def has_turn_function(file: Path) -> bool:
    """Does this Python file mention jouer_tour? A file that cannot be parsed is searched as text."""
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
    """A player that runs a champion in a host process (host.py), which keeps a copy of the match.

    Each call sends the host the plies that its copy lacks.
    """

    kind = Kind.CHAMPION
    has_clock = False

    def __init__(self, file: Path, clock_scale: float):
        self.name = file.name
        self._file = file.absolute()
        self._clock_scale = clock_scale
        self._sent: list[PlayedMove] = []  # the plies of the host's copy
        self._program: Program | None = None
        self._is_ready = False

    def begin(self, match: Match, seat: int) -> None:
        """Start the host process without waiting for it, so that the hosts of both seats start at the same time."""
        self._match, self._seat = match, seat
        self._pump: Pump = match.share(make_pump)
        first = match.played[0][0] if match.played else match.active[0]
        words = [sys.executable, "-u", "-P", "-m", HOST, str(self._file), str(seat), str(first)]
        self._sent, self._is_ready = [], False
        self._program = Program(words, self._pump)

    def ask(self) -> None:
        """Do nothing: turns alternate, so `answer` can send the question itself."""

    def answer(self) -> Answer:
        try:
            if not self._is_ready:
                self._wait_until_ready()
            line = self._call("jouer_tour", self._match.played)
        except BotFailed:
            self._end()
            raise
        assert self._program is not None
        times, notes = self._program.times(), self._program.take_stderr()
        line, _, raised = line.partition("\t")
        slip = Verdict("crash", f"jouer_tour: {raised}; it played on") if raised else None
        try:
            moves = [read(self._match.game.rules.MOVES, part) for part in line.split(";")]
        except BadNotation as error:  # the champion wrote into the host's pipe
            raise BotFailed(Verdict("illegal", str(error))) from None
        self._sent += [PlayedMove(self._seat, move) for move in moves]
        return Answer(moves, times=times, notes=notes, error=slip)

    def close(self) -> None:
        """Call the champion's partie_fin if the match is over, then end its process."""
        if self._program is not None and self._is_ready and self._match.over:
            with suppress(BotFailed):  # a failure after the match does not change its result
                self._call("partie_fin", self._match.played)
        self._end()

    def _wait_until_ready(self) -> None:
        """Wait for the host, then call the champion's partie_init."""
        self._ask("", START_SECONDS)
        word, _, verdict = self._read_line().partition(" ")
        if word != "ready":
            raise BotFailed(Verdict.from_text(verdict))
        assert self._program is not None
        self._program.take_stderr()  # drop what the host itself wrote to stderr while it compiled
        self._call("partie_init", [])  # on the match as it began, also for the second player
        self._is_ready = True

    def _call(self, function: str, played: list[PlayedMove]) -> str:
        """Update the host's copy to `played` and call a function of the champion; return the host's answer."""
        kept, game = count_common(self._sent, played), self._match.game
        text = "; ".join(f"{seat} {write(game.rules.MOVES, move)}" for seat, move in played[kept:])
        self._sent = list(played)
        seconds = game.clock_seconds[0 if function == "partie_init" else 1] * self._clock_scale
        self._ask(f"{function} {kept} {text}\n", seconds)
        return self._read_line()

    def _ask(self, text: str, seconds: float) -> None:
        assert self._program is not None
        self._program.ask(text.encode(), seconds)

    def _read_line(self) -> str:
        assert self._program is not None
        line = self._pump.wait(self._program)
        if line is None:
            raise BotFailed(self._program.verdict(), self._program.take_stderr())
        return line.decode(errors="replace")

    def _end(self) -> None:
        if self._program is not None:
            self._program.end()
        self._program = None
