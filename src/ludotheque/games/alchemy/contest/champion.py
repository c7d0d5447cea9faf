"""A contest champion as a player: an unchanged Python, C or C++ file, run in a process of its own (AL-20)."""

import ast
import re
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath

from ludotheque import loops
from ludotheque.bot_files import BotCommand, BotFiles, NoSuchBot, list_files, read_bot
from ludotheque.build import CompileFailed, build_folder
from ludotheque.game import Game, PlayedMove
from ludotheque.games.alchemy.contest.build import build
from ludotheque.match import Match
from ludotheque.notation import BadNotation, read, write
from ludotheque.playback import count_common
from ludotheque.process import HostedSeat, run_module
from ludotheque.record import Verdict
from ludotheque.referee import Player
from ludotheque.seating import Answer, BotFailed

HOST = "ludotheque.games.alchemy.contest.host"
COMPILED = (".c", ".cc", ".cpp", ".cxx")
GLUE = ("interface",)  # stems of files that the contest generated for its own server
START_SECONDS = 60.0  # to load; not part of the champion's time
MAIN = re.compile(rb"\bmain\s*\(")


def make_champion(path: Path, clock_scale: float) -> Player | None:
    """Return the champion in a file or a folder, or None if it is not one."""
    return ChampionSeat(path, clock_scale) if is_champion(path) else None


def is_champion(path: Path) -> bool:
    """A file is one if it has a jouer_tour, a C or C++ file also if it has no main; a folder, if it has such a file."""
    if path.is_dir():
        return bool(list_mains(path))
    if path.suffix in COMPILED:
        return mentions_turn(path) or (path.is_file() and MAIN.search(path.read_bytes()) is None)
    return path.suffix == ".py" and has_turn_function(path)


def list_mains(folder: Path) -> list[str]:
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.stem not in GLUE]
    return [file.name for file in files if is_champion(file) and mentions_turn(file)]


def mentions_turn(file: Path) -> bool:
    return file.is_file() and b"jouer_tour" in file.read_bytes()


def read_champion(path: Path) -> BotFiles:
    """Return the files of a champion: of a folder all sources, but not the contest's own glue."""
    if not path.is_dir():
        return read_bot(path)
    names = [name for name in list_files(path) if PurePosixPath(name).stem not in GLUE]
    return BotFiles(path, {name: (path / name).read_bytes() for name in names}, None, list_mains(path)[0])


def prepare(path: Path) -> Path:
    """Return the file that the host loads: a shared object, or a Python file, both in a folder of the cache."""
    champion = read_champion(path)
    if PurePosixPath(champion.main).suffix in COMPILED:
        return build(champion)
    return build_folder(champion.name, champion.files, ()) / champion.main


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


@cache
def compile_rules(game: Game) -> None:
    from ludotheque.games.alchemy.contest.native import make_c_functions  # imports Numba, which a script does not need

    make_c_functions(loops.machine(game, False))


class ChampionSeat(HostedSeat):
    """A player that runs a champion in a host process (host.py), which keeps a copy of the match.

    Each call sends the host the plies that its copy lacks.
    """

    def __init__(self, path: Path, clock_scale: float):
        super().__init__(path, clock_scale)
        self._failure: BotFailed | None = None
        self._sent: list[PlayedMove] = []  # the plies of the host's copy
        self._is_ready = False

    def begin(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        first = match.played[0][0] if match.played else match.active[0]
        self._sent, self._is_ready = [], False
        try:
            self._start(self._command(prepare(self._path), seat, first), match, seat)
        except CompileFailed as failed:
            self._failure = BotFailed(failed.verdict, {"stderr": failed.output})
        except NoSuchBot as error:
            self._failure = BotFailed(Verdict("compile", str(error)))

    def _command(self, file: Path, seat: int, first: int) -> BotCommand:
        """Return how to start the host. A shared object calls compiled rules, which must be in the cache by then."""
        is_compiled = file.suffix == ".so"
        if is_compiled:
            compile_rules(self._match.game)
        words = (str(file), str(seat), str(first))
        return run_module(HOST, words, file.parent, self._match.game, is_compiled)

    def answer(self) -> Answer:
        if self._failure is not None:
            raise self._failure
        try:
            if not self._is_ready:
                self._wait_until_ready()
            line = self._call("jouer_tour", self._match.played)
        except BotFailed:
            self._is_ready = False
            super().close()
            raise
        assert self._program is not None
        times = self._program.times()
        notes = {**self._program.take_stderr(), **self._program.take_excuse()}
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
        super().close()

    def _wait_until_ready(self) -> None:
        """Wait for the host, then call the champion's partie_init."""
        self._ask("", START_SECONDS)
        self._read_line()
        assert self._program is not None
        self._program.take_stderr()  # drop what the host itself wrote to stderr
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
            raise BotFailed(self._program.verdict(), self._program.take_stderr(is_last=True))
        return line.decode(errors="replace")
