"""Where matches are played."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ludotheque.arena.entrants import Entrant
from ludotheque.arena.runner import LocalRunner, Runner


@contextmanager
def open_runner(entrants: Iterable[Entrant], workers: int | None = None) -> Iterator[Runner]:
    """Yield what plays on this machine, with so many processes."""
    runner: Runner = LocalRunner(entrants, workers)
    try:
        yield runner
    finally:
        runner.close()
