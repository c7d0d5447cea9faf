"""Plays tasks in several processes, one per core, and yields their results as they come."""

import asyncio
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Protocol

from ludotheque import cores
from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import Result, Task, play
from ludotheque.game import GameError
from ludotheque.thinking import prepare_worker
from ludotheque.worker_pool import WorkerDied, WorkerPool

__all__ = ["LocalRunner", "Runner", "play_all", "prepare_worker"]

CHUNK_SECONDS = 0.5  # tasks that are sent to a process together should take so long
LONGEST_CHUNK = 64


class Runner(Protocol):
    """Plays tasks somewhere. A task that fails by itself is a GameError; results come in any order."""

    entrants: dict[str, Entrant]  # by digest; more may be added before their tasks are run

    def run(self, tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """Closing the generator ends the matches that are being played."""

    def close(self) -> None:
        """End all processes."""


class LocalRunner:
    """Plays on this machine, with as many processes as cores: more bots that think at once would not be fair.

    Tasks are taken from the iterable when a process is nearly free, in the caller's thread.
    """

    def __init__(self, entrants: Iterable[Entrant], workers: int | None = None) -> None:
        self.entrants = {entrant.digest: entrant for entrant in entrants}
        self.workers = workers or cores.count_cores()
        self._pool = WorkerPool(self.workers, __name__)
        self._loop = asyncio.new_event_loop()  # in a thread of its own: a notebook has a loop already
        self._thread = threading.Thread(target=self._loop.run_forever, name="arena", daemon=True)
        self._thread.start()
        self._chunk = 1

    def run(self, tasks: Iterable[Task]) -> Generator[Result, None, None]:
        waiting = iter(tasks)
        running: dict[Future[tuple[float, list[Result]]], list[Task]] = {}
        try:
            while True:
                while len(running) <= self.workers and (chunk := list(islice(waiting, self._chunk))):
                    running[self._submit(chunk)] = chunk  # one more than there are processes: none has to wait
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield from self._collect(future, running.pop(future))
        finally:
            for future in running:
                future.cancel()

    def _submit(self, chunk: Sequence[Task]) -> "Future[tuple[float, list[Result]]]":
        needed = {digest: self.entrants[digest] for task in chunk for digest in task.seats}
        return asyncio.run_coroutine_threadsafe(self._pool.run("arena", play_all, chunk, needed), self._loop)

    def _collect(self, future: "Future[tuple[float, list[Result]]]", chunk: Sequence[Task]) -> Iterator[Result]:
        try:
            seconds, results = future.result()
        except WorkerDied as died:
            if len(chunk) == 1:
                raise self._describe(chunk[0]) from died
            for task in chunk:  # one after the other, to find the one
                yield from self._collect(self._submit([task]), [task])
            return
        self._chunk = max(1, min(LONGEST_CHUNK, round(CHUNK_SECONDS * len(chunk) / max(seconds, 1e-6))))
        yield from results

    def _describe(self, task: Task) -> GameError:
        names = ", ".join(self.entrants[digest].name for digest in task.seats)
        return GameError("A match of {names} with seed {seed} has ended its process.", names=names, seed=task.seed)

    def close(self) -> None:
        """End all processes; a second call does nothing."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._pool.close(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def __enter__(self) -> "LocalRunner":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_all(tasks: Sequence[Task], entrants: Mapping[str, Entrant]) -> tuple[float, list[Result]]:
    """Play some tasks, in one of the processes; return the seconds that all of them took, too."""
    started = time.monotonic()
    results = [play(task, entrants) for task in tasks]
    return time.monotonic() - started, results
