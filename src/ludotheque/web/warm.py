"""Compiles every game ahead of its use, in a process of its own, so that the page opens at once.

    python -m ludotheque.web.warm GAME …     builds them on disk, one after the other, and says when each is ready
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence

from ludotheque import loops
from ludotheque import game as games
from ludotheque.compile import is_interpreted
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.seat import bot_play

PLIES = 24  # of each bot: enough to have called all that it compiles
PR_SET_PDEATHSIG = 1


def play_through(game: Game, bots: Sequence[str]) -> None:
    """Call everything of a game that is compiled, so that it lies on disk and in memory."""
    for bot in bots:
        match = Match(game, game.usual_seats, 1, {}, machine=loops.machine(game, interpreted=False))
        play = bot_play(game, bot)
        while not match.over and match.ply < PLIES:
            seat = match.active[0]
            view = match.view(seat)
            view.legal(), view.outcome, match.why("?", seat)
            answer = play(view)
            for move in [answer] if isinstance(answer, str) else answer:
                match.why(move, seat)
                match.play(move, seat)


class Oven:
    """Which games' compiled rules are ready, and what to do when one is."""

    def __init__(self, names: Sequence[str]):
        self._ready = {name: asyncio.Event() for name in names}
        self._child: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, name: str) -> bool:
        return is_interpreted() or self._ready[name].is_set()

    async def until_ready(self, name: str) -> None:
        if not is_interpreted():
            await self._ready[name].wait()

    def start(self, then: Callable[[str], Awaitable[None]]) -> None:
        """Begin, in the background."""
        if not is_interpreted():
            self._task = asyncio.get_running_loop().create_task(self._run(then))

    async def _run(self, then: Callable[[str], Awaitable[None]]) -> None:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "ludotheque.web.warm", *self._ready]
        self._child = await asyncio.create_subprocess_exec(*command, stdout=pipe, stdin=asyncio.subprocess.DEVNULL)
        assert self._child.stdout is not None
        async for line in self._child.stdout:
            await self._serve(line.decode().strip(), then)
        for name in self._ready:  # a child that failed has built nothing: then the server builds what it needs itself
            if not self._ready[name].is_set():
                await self._serve(name, then)

    async def _serve(self, name: str, then: Callable[[str], Awaitable[None]]) -> None:
        if name in self._ready:
            await asyncio.to_thread(play_through, games.load(name), ["random"])
            self._ready[name].set()
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


def main(names: Sequence[str]) -> None:
    die_with_parent()
    os.nice(5)  # whoever plays already comes first
    for name in names:
        game = games.load(name)
        play_through(game, ["random", *game.bots])
        print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
