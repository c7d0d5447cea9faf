"""Compile every game before it is needed, in a process of its own, so that the first page opens at once.

    python -m ludotheque.web.precompile GAME …

compiles the games into the cache on disk, and prints a line when a game's rules or one of its bots are ready. A line on
its input asks for one of them, which is then compiled next. Marker files beside the cache, named by a digest of all
source files, say what is compiled already, so that the next start has nothing to check.
"""

import asyncio
import ctypes
import hashlib
import os
import select
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from ludotheque import game as games
from ludotheque import loops
from ludotheque.compile import cache_root, is_interpreted
from ludotheque.match import Match
from ludotheque.packages import PACKAGE
from ludotheque.seat import bot_play

PLIES = 24  # enough for each bot to have called everything that it compiles
RULES_ONLY = "random"  # this bot needs nothing but the rules
PR_SET_PDEATHSIG = 1

OnRulesReady = Callable[[str], Awaitable[None]]


class Step(NamedTuple):
    """A bot of a game to compile; the rules are compiled with the bot RULES_ONLY."""

    game: str
    bot: str


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
    """Return everything to compile: first the rules of all games, then their bots, medium first."""
    bots = {name: games.load(name).bots for name in names}
    strengths = dict.fromkeys(bot for known in bots.values() for bot in ("medium", *known))
    order = (RULES_ONLY, *strengths)
    return [Step(name, bot) for bot in order for name in names if bot == RULES_ONLY or bot in bots[name]]


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
    """Runs the compiling process, and knows what is ready."""

    def __init__(self, names: Sequence[str]):
        self._names = names
        self._ready = {step: asyncio.Event() for step in list_steps(names)}
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, game: str, bot: str = RULES_ONLY) -> bool:
        return is_interpreted() or self._event(game, bot).is_set()

    async def wait_until_ready(self, game: str, bot: str) -> None:
        if self.is_ready(game, bot):
            return
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(f"{game} {bot}\n".encode())
        await self._event(game, bot).wait()

    def _event(self, game: str, bot: str) -> asyncio.Event:
        """Return the event of a bot; a bot that plays any game, or a program, needs only the rules."""
        return self._ready.get(Step(game, bot)) or self._ready[Step(game, RULES_ONLY)]

    def start(self, on_rules_ready: OnRulesReady) -> None:
        """Compile in the background; `on_rules_ready` is called with the name of each game whose rules are ready."""
        if not is_interpreted():
            self._task = asyncio.get_running_loop().create_task(self._run(on_rules_ready))

    async def _run(self, on_rules_ready: OnRulesReady) -> None:
        missing = [step for step in self._ready if not is_marked(step)]
        for step in self._ready:
            if step not in missing:
                await self._set_ready(step, on_rules_ready)
        if missing:
            await self._compile(on_rules_ready)

    async def _compile(self, on_rules_ready: OnRulesReady) -> None:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "ludotheque.web.precompile", *self._names]
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            game, _, bot = line.decode().strip().partition(" ")
            await self._set_ready(Step(game, bot), on_rules_ready)
        for step in self._ready:  # if the process failed, the server compiles the rest when it needs it
            await self._set_ready(step, on_rules_ready)

    async def _set_ready(self, step: Step, on_rules_ready: OnRulesReady) -> None:
        """Load compiled rules from disk and wake the waiters; a bot is loaded when it first thinks."""
        if not self._ready[step].is_set():
            if step.bot == RULES_ONLY:
                await asyncio.to_thread(compile_or_warn, step)
            self._ready[step].set()
            if step.bot == RULES_ONLY:
                await on_rules_ready(step.game)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def end_with_parent() -> None:
    """On Linux, end this process when the server ends, even if the server is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def read_requests(steps: Sequence[Step]) -> list[Step]:
    """Return the steps that the server asks for on our input, out of `steps`."""
    requests = []
    while select.select([0], [], [], 0)[0] and (data := os.read(0, 4096)):
        requests += [Step(*line.partition(" ")[::2]) for line in data.decode().splitlines()]
    return [step for step in dict.fromkeys(requests) if step in steps]


def main(names: Sequence[str]) -> None:
    end_with_parent()
    os.nice(5)  # the server and its players come first
    steps = list_steps(names)
    while steps:
        step = [*read_requests(steps), steps[0]][0]
        if not is_marked(step) and compile_or_warn(step):
            mark(step)
        steps.remove(step)
        print(*step, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
