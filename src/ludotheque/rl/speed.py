"""How fast a game runs: random legal matches on one core, with all legal moves listed at every ply."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import Machine, compiled
from ludotheque.dice import LENGTH, Dice
from ludotheque.game import Array, Game
from ludotheque.loops import begin, random_ply


class Speed(NamedTuple):
    """Plies per second: compiled by wall time, compiled by CPU time, and interpreted by wall time."""

    compiled: float
    compiled_cpu: float
    interpreted: float


def measure(game: Game, plies: int = 2_000_000, interpreted_plies: int = 10_000) -> Speed:
    """Measure a game: the best of three compiled runs, and one interpreted run."""
    run = make_benchmark(game, loops.machine(game, interpreted=False))
    run(0, 1000)  # compiles
    rates = [measure_rate(run, seed, plies) for seed in (10, 20, 30)]
    slow = measure_rate(make_benchmark(game, loops.machine(game, interpreted=True)), 10, interpreted_plies)
    return Speed(max(r[0] for r in rates), max(r[1] for r in rates), slow[0])


def measure_rate(run: Callable[[int, int], int], seed: int, plies: int) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.thread_time()
    played = run(seed, plies)
    return played / (time.perf_counter() - wall), played / (time.thread_time() - cpu)


def make_benchmark(game: Game, machine: Machine) -> Callable[[int, int], int]:
    """Return a function that plays random matches from `seed` on, `plies` plies in all, and returns their number."""
    states = np.zeros(2, game.rules.State)  # the match, and a record with only the options set
    for name, value in game.read_options({}, game.default_seats, 1).items():
        states[name] = value
    blank = states[1:].copy()
    offers = loops.offers_of(game)
    scratch = [machine.wrap(a) for a in (offers, np.zeros(len(offers), np.int8), np.zeros(LENGTH, np.int64))]
    wrapped = machine.wrap(states)

    def run(seed: int, plies: int) -> int:
        played = 0
        while played < plies:
            for name, option in game.options.items():
                if option.is_seed:
                    blank[name] = seed + played
            states[:1] = blank
            played += machine(play_random_match)(wrapped, game.default_seats, seed + played, plies - played, *scratch)
        return played

    return run


@compiled
def play_random_match(states: Array, seats: int, seed: int, most: int, offers: Array, mask: Array, dice: Dice) -> int:
    """Play a random match to its end, at most `most` plies; return the number of plies."""
    begin(states, 0, seats, seed, dice)
    for ply in range(1, most + 1):
        if random_ply(states, 0, seed, ply, offers, mask, dice) < 0:
            return ply - 1
    return most
