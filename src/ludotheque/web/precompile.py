"""Compile every game in a process of its own, while people play already. What open tables need comes first.

    python -m ludotheque.web.precompile GAME …

compiles the games into the cache on disk. Without a game, the process compiles what each line of its input names: a
game and a bot. It prints the line again when that is done. Marker files beside the cache, named by a digest of all
source files, say what is compiled already, so that the next start has nothing to check.
"""

import asyncio
import fcntl
import hashlib
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from ludotheque import game as games
from ludotheque import loops
from ludotheque.compile import cache_root, is_interpreted
from ludotheque.match import Match
from ludotheque.packages import PACKAGE
from ludotheque.seat import bot_play, own_bots
from ludotheque.worker import end_with_parent

PLIES = 24  # enough for each bot to have called everything that it compiles
RULES_ONLY = "random"  # this bot needs nothing but the rules
ANY_GAME = "search"  # this bot is compiled for every game
NICENESS = 10  # the server and its bots come first


class Step(NamedTuple):
    """A bot of a game to compile; the rules are compiled with the bot RULES_ONLY."""

    game: str
    bot: str

    @property
    def is_rules(self) -> bool:
        return self.bot == RULES_ONLY


OnReady = Callable[[Step], Awaitable[None]]


def play_through(game_name: str, bot: str) -> None:
    """Call everything that a game and a bot compile, so that it is in the cache and in memory."""
    game = games.load(game_name)
    match = Match(game, game.default_seats, 1, {}, machine=loops.machine(game, interpreted=False))
    play = bot_play(game, bot)
    while not match.over and match.ply < PLIES:
        seat = match.active[0]
        answer = play(match.view(seat))
        for move in [answer] if isinstance(answer, str) else answer:
            assert match.why(move, seat) is None and match.outcome
            match.play(move, seat)


def compile_or_warn(step: Step) -> bool:
    """Compile one step. If a game has a mistake that no compiler accepts, say so, and go on with the others."""
    try:
        play_through(*step)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".partition("\n")[0]
        print(f"ludotheque: {step.bot} of {step.game} cannot be compiled. {reason}", file=sys.stderr, flush=True)
        return False
    return True


def list_steps(names: Sequence[str]) -> list[Step]:
    """Return everything to compile: first the rules of all games, then their bots, medium first, then the search."""
    bots = {name: own_bots(games.load(name)) for name in names}
    strengths = dict.fromkeys(bot for known in bots.values() for bot in ("medium", *known))
    order = (RULES_ONLY, *strengths, ANY_GAME)
    every_game = (RULES_ONLY, ANY_GAME)
    return [Step(name, bot) for bot in order for name in names if bot in every_game or bot in bots[name]]


@cache
def marker_folder() -> Path:
    """Return the folder of the marker files, for these sources and these versions of the tools."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    folders = {PACKAGE, *(game.folder for game in games.cards())}
    for file in sorted({file for folder in folders for file in folder.rglob("*.py")}):
        digest.update(file.read_bytes())
    return cache_root() / f"ready-{digest.hexdigest()[:16]}"


def is_marked(step: Step) -> bool:
    return (marker_folder() / "-".join(step)).exists()


def mark(step: Step) -> None:
    marker_folder().mkdir(parents=True, exist_ok=True)
    (marker_folder() / "-".join(step)).touch()


class Precompiler:
    """Runs the compiling process, and knows what is ready.

    `find_wanted` returns what open tables need, the most urgent first. `on_ready` is called for each step that is done.
    """

    def __init__(self, names: Sequence[str], find_wanted: Callable[[], Iterable[Step]], on_ready: OnReady):
        self._ready = dict.fromkeys(list_steps(names), False)
        self._find_wanted, self._on_ready = find_wanted, on_ready
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, game: str, bot: str = RULES_ONLY) -> bool:
        """Return whether a bot can play; one that plays any game, or a program, needs only the rules."""
        step = Step(game, bot)
        return is_interpreted() or self._ready[step if step in self._ready else Step(game, RULES_ONLY)]

    def start(self) -> None:
        """Compile in the background."""
        if not is_interpreted():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        for step in filter(is_marked, list(self._ready)):
            await self._set_ready(step)
        if self.next_step() is not None:
            await self._compile()

    async def _compile(self) -> None:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "ludotheque.web.precompile"]
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self._process.stdin is not None and self._process.stdout is not None
        while (step := self.next_step()) is not None:
            self._process.stdin.write(f"{step.game} {step.bot}\n".encode())
            if not await self._process.stdout.readline():
                break
            await self._set_ready(step)
        self._process.stdin.close()
        for step in self._ready:  # if the process failed, others compile the rest when they need it
            await self._set_ready(step)

    def next_step(self) -> Step | None:
        """Return what to compile next: what tables wait for, else the first that is missing."""
        missing = [step for step, is_ready in self._ready.items() if not is_ready]
        wanted = [step for step in self._find_wanted() if step in missing]
        return next(iter([*wanted, *missing]), None)

    async def _set_ready(self, step: Step) -> None:
        """Note that a step is done. Only rules are loaded here; a bot is loaded where it thinks."""
        if not self._ready[step]:
            if step.is_rules:
                await asyncio.to_thread(compile_or_warn, step)
            self._ready[step] = True
            await self._on_ready(step)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


@contextmanager
def compiling_alone() -> Iterator[None]:
    """Wait until no other server on this machine compiles: several at once would only do the same work."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "compiling.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_step(step: Step) -> None:
    if not is_marked(step) and compile_or_warn(step):
        mark(step)


def compile_on_request(lines: Iterable[str]) -> None:
    for line in lines:
        step = Step(*line.split())
        with compiling_alone():
            compile_step(step)
        print(*step, flush=True)


def main(names: Sequence[str]) -> None:
    os.nice(NICENESS)
    if names:
        for step in list_steps(names):
            compile_step(step)
    else:
        end_with_parent(os.getppid())
        compile_on_request(sys.stdin)


if __name__ == "__main__":
    main(sys.argv[1:])
