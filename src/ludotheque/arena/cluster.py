"""Plays tasks on a Ray cluster.

A bot's files are put into the cluster once and fetched by every node that needs them. Results come back to the caller,
who alone writes the database. So a worker or a node that dies leaves nothing half-done: its matches are played again,
with the same seeds.
"""

import os
import socket
from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from typing import Any

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.travel import pack, play_packed
from ludotheque.game import GameError

try:
    import ray
except ModuleNotFoundError:
    raise GameError("A cluster needs Ray: install ludotheque[cluster].") from None

CHUNK_SECONDS = 1.0  # tasks that are sent together should take so long: a round trip costs some milliseconds
MANY = 200  # cores: with more, chunks are longer, so that about so many end in a second
LONGEST_CHUNK = 256
WAITING = 2  # chunks for each core: the next one is there when one is done
ANSWER_SECONDS = 10.0  # in which a cluster answers
UNREACHABLE = "The cluster {address} cannot be reached: {why}."
MOST_RETRIES = 5  # of a chunk whose worker or node has died; a bot that ends its worker would do so for ever


class ClusterRunner:
    """Plays on all cores of a cluster that is running, or on `workers` of them; nodes may join and die meanwhile."""

    def __init__(self, entrants: Iterable[Entrant], address: str, workers: int | None = None) -> None:
        self.entrants = {entrant.digest: entrant for entrant in entrants}
        for entrant in self.entrants.values():
            pack(entrant)  # a bot that cannot travel is refused before anything is played
        connect(address)
        self._workers = workers
        self._bots: dict[str, Any] = {}
        self._play = ray.remote(num_cpus=1, max_retries=MOST_RETRIES)(play_packed)
        self._chunk = 1

    def run(self, tasks: Iterable[Task]) -> Generator[Result, None, None]:
        waiting = iter(tasks)
        running: dict[Any, list[Task]] = {}
        try:
            while True:
                most = self._workers or WAITING * count_cores()
                while len(running) < most and (chunk := list(islice(waiting, self._chunk))):
                    running[self._submit(chunk)] = chunk
                if not running:
                    return
                ray.wait(list(running), num_returns=1, timeout=1.0)
                for future in ray.wait(list(running), num_returns=len(running), timeout=0)[0]:  # all that are done
                    yield from self._collect(future, running.pop(future))
        finally:
            for future in running:
                ray.cancel(future)

    def _submit(self, chunk: Sequence[Task]) -> Any:
        needed = dict.fromkeys(digest for task in chunk for digest in task.seats)
        return self._play.remote(chunk, *map(self._put, needed))

    def _put(self, digest: str) -> Any:
        """Return where the cluster has a bot; it travels there once."""
        if digest not in self._bots:
            self._bots[digest] = ray.put(pack(self.entrants[digest]))
        return self._bots[digest]

    def _collect(self, future: Any, chunk: Sequence[Task]) -> Generator[Result, None, None]:
        try:
            seconds, results = ray.get(future)
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, GameError) else error) from None
        except ray.exceptions.RayError as error:
            if len(chunk) == 1:
                raise self._describe(chunk[0]) from error
            for task in chunk:  # one after the other, to find the one
                yield from self._collect(self._submit([task]), [task])
            return
        wanted = CHUNK_SECONDS * max(1.0, count_cores() / MANY)
        self._chunk = max(1, min(LONGEST_CHUNK, round(wanted * len(chunk) / max(seconds, 1e-6))))
        yield from results

    def _describe(self, task: Task) -> GameError:
        names = ", ".join(self.entrants[digest].name for digest in task.seats)
        template = "A match of {names} with seed {seed} has ended {times} workers of the cluster."
        return GameError(template, names=names, seed=task.seed, times=MOST_RETRIES + 1)

    def close(self) -> None:
        """Leave the cluster, which runs on; a second call does nothing."""
        if ray.is_initialized():
            ray.shutdown()


def connect(address: str) -> None:
    """Join the cluster at HOST:PORT as the one who gives work."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    check_listens(address)
    try:
        ray.init(address, ignore_reinit_error=True, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises many kinds: no address, no answer, a wrong token, another version
        why = str(error).strip().partition("\n")[0].rstrip(".")
        raise GameError(UNREACHABLE, address=address, why=why) from None


def check_listens(address: str) -> None:
    """Knock once: Ray would try for minutes, write about it, and end this process."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        return  # "auto" and the like, which Ray looks up
    try:
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise GameError(UNREACHABLE, address=address, why=why) from None


def count_cores() -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
