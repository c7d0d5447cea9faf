"""Compiles every game ahead of its use, in a process of its own, so that the page opens at once.

    python -m ludotheque.web.warm GAME …

builds them on disk, and says when a game's rules or one of its bots are ready. Whoever waits for one says so on its
input, and that one comes next. What was built is noted beside it, by a digest of all source, so that the next start
need not look.
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

from ludotheque import game as games
from ludotheque import loops
from ludotheque.compile import PACKAGE, cache_root, is_interpreted
from ludotheque.match import Match
from ludotheque.seat import bot_play

PLIES = 24  # of each bot: enough to have called all that it compiles
RULES = "random"  # this bot needs nothing but the rules
PR_SET_PDEATHSIG = 1

Then = Callable[[str], Awaitable[None]]


def play_through(name: str, bot: str) -> None:
    """Call everything that a game and a bot compile, so that it lies on disk and in memory."""
    game = games.load(name)
    match = Match(game, game.default_seats, 1, {}, machine=loops.machine(game, interpreted=False))
    play = bot_play(game, bot)
    while not match.over and match.ply < PLIES:
        seat = match.active[0]
        answer = play(match.view(seat))
        for move in [answer] if isinstance(answer, str) else answer:
            assert match.why(move, seat) is None and match.outcome
            match.play(move, seat)


def steps(names: Sequence[str]) -> list[tuple[str, str]]:
    """All there is to build, what is needed most first: rules, then bots."""
    bots = {name: games.load(name).bots for name in names}
    strengths = dict.fromkeys(bot for some in bots.values() for bot in ("medium", *some))
    return [(name, bot) for bot in (RULES, *strengths) for name in names if bot == RULES or bot in bots[name]]


@cache
def notebook() -> Path:
    """Where it is noted what lies compiled on disk, for this source and this machine's tools."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return cache_root() / f"ready-{digest.hexdigest()[:16]}"


def is_noted(step: tuple[str, str]) -> bool:
    return (notebook() / "-".join(step)).exists()


def note(step: tuple[str, str]) -> None:
    notebook().mkdir(parents=True, exist_ok=True)
    (notebook() / "-".join(step)).touch()


class Oven:
    """What is compiled already, and what to do when a game's rules are."""

    def __init__(self, names: Sequence[str]):
        self._names = names
        self._ready = {step: asyncio.Event() for step in steps(names)}
        self._child: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, name: str, bot: str = RULES) -> bool:
        return is_interpreted() or self._ready[name, bot].is_set()

    async def until_ready(self, name: str, bot: str) -> None:
        if self.is_ready(name, bot):
            return
        if self._child is not None and self._child.stdin is not None:
            self._child.stdin.write(f"{name} {bot}\n".encode())
        await self._ready[name, bot].wait()

    def start(self, then: Then) -> None:
        """Begin, in the background."""
        if not is_interpreted():
            self._task = asyncio.get_running_loop().create_task(self._run(then))

    async def _run(self, then: Then) -> None:
        todo = [step for step in self._ready if not is_noted(step)]
        for name, bot in self._ready:
            if (name, bot) not in todo:
                await self._serve(name, bot, then)
        if todo:
            await self._build(then)

    async def _build(self, then: Then) -> None:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "ludotheque.web.warm", *self._names]
        self._child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self._child.stdout is not None
        async for line in self._child.stdout:
            name, _, bot = line.decode().strip().partition(" ")
            await self._serve(name, bot, then)
        for name, bot in self._ready:  # a child that failed: the server builds what is missing itself
            await self._serve(name, bot, then)

    async def _serve(self, name: str, bot: str, then: Then) -> None:
        """Load the rules from disk (a bot is loaded when it first thinks), and let those go on who wait."""
        if not self._ready[name, bot].is_set():
            if bot == RULES:
                await asyncio.to_thread(play_through, name, bot)
            self._ready[name, bot].set()
            if bot == RULES:
                await then(name)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await self._child.wait()


def die_with_parent() -> None:
    """Where the system can do that, end when the server does, however it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def asked_for(todo: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """What somebody waits for, out of what is still to do."""
    asked = []
    while select.select([0], [], [], 0)[0] and (told := os.read(0, 4096)):
        asked += [line.partition(" ")[::2] for line in told.decode().splitlines()]
    return [step for step in dict.fromkeys(asked) if step in todo]


def main(names: Sequence[str]) -> None:
    die_with_parent()
    os.nice(5)  # whoever plays already comes first
    todo = steps(names)
    while todo:
        for step in [*asked_for(todo), todo[0]][:1]:
            if not is_noted(step):
                play_through(*step)
                note(step)
            todo.remove(step)
            print(*step, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
