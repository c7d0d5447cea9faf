"""Where matches are played: on this machine, or on a cluster."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.runner import LocalRunner, Runner
from ludotheque.game import GameError


@contextmanager
def open_runner(
    entrants: Iterable[Entrant], workers: int | None = None, cluster: str | None = None
) -> Iterator[Runner]:
    """Yield what plays on this machine, or on the Ray cluster with this address, with at most so many processes."""
    if workers is not None and workers < 1:
        raise GameError("At least 1 match is played at a time, not {workers}.", workers=workers)
    if cluster is None:
        runner: Runner = LocalRunner(entrants, workers)
    else:
        from ludotheque.arena.cluster import ClusterRunner

        runner = ClusterRunner(entrants, cluster, workers)
    try:
        yield runner
    finally:
        runner.close()
