"""A duel: two bots play groups of matches until a sequential test decides which hypothesis holds."""

import time
from collections.abc import Callable, Generator
from contextlib import closing
from itertools import chain

from ludotheque.arena.duel_plan import MOST_GAMES, Plan, make_plan
from ludotheque.arena.duel_state import Duel
from ludotheque.arena.entrants import Conditions
from ludotheque.arena.matches import Result
from ludotheque.arena.places import open_runner
from ludotheque.arena.results import Results, Stored
from ludotheque.arena.runner import Runner
from ludotheque.arena.sprt import Bounds
from ludotheque.game import OptionValue, load

LOOK_SECONDS = 0.3  # results are stored and looked at so often


def duel(
    game: str,
    first: str,
    second: str,
    *,
    seats: int | None = None,
    fill: str | None = None,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    games: int = MOST_GAMES,
    seed: int = 0,
    database: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    after: Callable[[Duel], None] | None = None,
    protocol: str | None = None,
    clock_scale: float = 1.0,
    inside: bool = False,
    strict: bool = False,
    **options: OptionValue,
) -> Duel:
    """Test whether the first bot is better than the second, as `ludotheque duel` does, and return how it ended.

    Bots are named as on the command line. The same call goes on where it was interrupted. `after` is called a few
    times a second with the state so far. `options` are those of the game.
    """
    conditions = Conditions(protocol, clock_scale, inside, strict)
    bounds = Bounds(elo0, elo1, alpha, beta)
    plan = make_plan(load(game), (first, second), fill, bounds, games, seats, seed, conditions, options)
    with Results(database) as results, open_runner(plan.entrants, workers, cluster) as runner:
        return play_duel(plan, results, runner, after)


def play_duel(plan: Plan, results: Results, runner: Runner, after: Callable[[Duel], None] | None = None) -> Duel:
    """Play until the test decides or all games are played; what is stored already is not played again."""
    duel = Duel(plan)
    results.begin(plan.setting, plan.entrants)
    duel.read(results)
    if not duel.is_over:
        _play_rest(duel, results, runner, after)
    duel.read_seats(results)
    return duel


def _play_rest(duel: Duel, results: Results, runner: Runner, after: Callable[[Duel], None] | None) -> None:
    plan = duel.plan
    tasks = chain.from_iterable(plan.make_group(number) for number in range(duel.next_round, plan.rounds))
    stored = Stored(results)
    waiting = (task for task in tasks if task not in stored)
    started = time.monotonic()
    with closing(split_by_time(runner.run(waiting))) as looks:
        for fresh, pace in looks:
            results.add(fresh)
            duel.read(results)
            duel.seconds, duel.pace = time.monotonic() - started, pace
            if after is not None:
                after(duel)
            if duel.is_over:
                break


Look = tuple[list[Result], float]


def split_by_time(stream: Generator[Result, None, None]) -> Generator[Look, None, None]:
    """Yield the results of each moment, and the seconds that a match has taken since the first one."""
    fresh: list[Result] = []
    played, first = 0, 0.0
    looked = time.monotonic()
    with closing(stream):
        for result in stream:
            now = time.monotonic()
            first = first or now
            fresh.append(result)
            played += 1
            if now - looked >= LOOK_SECONDS:
                yield fresh, (now - first) / played
                fresh, looked = [], time.monotonic()
        if fresh:
            yield fresh, (time.monotonic() - first) / played
