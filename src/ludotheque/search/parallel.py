"""`ParallelSearch`: the same search on several cores, each with a tree and dice of its own; visits are added up."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

from ludotheque.game import Game, Move
from ludotheque.notation import write
from ludotheque.search.search import ANY_NUMBER, Line, Search
from ludotheque.view import View

SEEDS_APART = 0x9E3779B97F4A7C15 >> 2  # between the seeds of two cores: each plays other playouts
SEEDS = 2**62


class ParallelSearch:
    """Searches a position on `cores` cores, with threads: compiled playouts run beside each other.

    With one core it is exactly a `Search`. With more, a budget in playouts or plies is shared out, so the same seed and
    number of cores give the same moves too.
    """

    def __init__(self, game: Game, seats: int, cores: int = 1, *, interpreted: bool | None = None):
        self._searches = [Search(game, seats, interpreted=interpreted) for _ in range(cores)]

    @property
    def playouts(self) -> int:
        return sum(search.playouts for search in self._searches)

    def start(self, view: View, seed: int) -> None:
        for number, search in enumerate(self._searches):
            search.start(view, (seed + number * SEEDS_APART) % SEEDS)

    def run(self, playouts: int = ANY_NUMBER, plies: int = ANY_NUMBER) -> None:
        """Play until there are this many playouts in all, or for this many plies."""
        count = len(self._searches)
        shares = [(share(playouts, count, number), share(plies, count, number)) for number in range(count)]
        self._run_all([partial(one.run, *most) for one, most in zip(self._searches, shares)])

    def run_for(self, seconds: float) -> None:
        self._run_all([partial(one.run_for, seconds) for one in self._searches])

    def _run_all(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Run a job for each search: the first in this thread, the others beside it."""
        others = [threads(len(jobs)).submit(job) for job in jobs[1:]]
        jobs[0]()
        for other in others:
            other.result()

    def best(self) -> Move:
        """Return the move that was tried most."""
        if not any(search.lines() for search in self._searches):
            return self._searches[0].best()
        return self.lines()[0].move

    def lines(self) -> list[Line]:
        """Return the moves at the root, those with most visits first."""
        by_move: dict[Move, list[Line]] = {}
        for search in self._searches:
            for line in search.lines():
                by_move.setdefault(line.move, []).append(line)
        merged = [merge(lines) for lines in by_move.values()]
        return sorted(merged, key=lambda line: (-line.visits, -line.value))


def share(number: int, count: int, which: int) -> int:
    """Return the part of `number` that one of `count` gets."""
    return (number + count - 1 - which) // count


def merge(lines: Sequence[Line]) -> Line:
    """Return the lines of one move as one."""
    visits = sum(line.visits for line in lines)
    weights = [line.visits / visits for line in lines]
    return Line(
        move=lines[0].move,
        visits=visits,
        value=math.fsum(weight * line.value for weight, line in zip(weights, lines)),
        wins=tuple(
            math.fsum(weight * share for weight, share in zip(weights, shares))
            for shares in zip(*(line.wins for line in lines))
        ),
        error=math.hypot(*(weight * line.error for weight, line in zip(weights, lines))),
        expected=max(lines, key=lambda line: line.visits).expected,
    )


@cache
def threads(count: int) -> ThreadPoolExecutor:
    """Return threads that stay, because starting one takes a while."""
    return ThreadPoolExecutor(count, "search")


@cache
def parallel_search(game: Game, seats: int, cores: int) -> ParallelSearch:
    return ParallelSearch(game, seats, cores)


def choose_within(view: View, seconds: float, cores: int = 1) -> str:
    """Return the move of a view's seat after a search for a time, for programs with a clock: one call at a time."""
    legal = view.legal_rows(view.seat)
    move = Move(*legal[0].tolist())
    if len(legal) > 1:
        search = parallel_search(view.game, view.seats, cores)
        search.start(view, view.random.getrandbits(62))
        search.run_for(seconds)
        move = search.best()
    return write(view.game.rules.MOVES, move)
