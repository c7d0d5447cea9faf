"""Learns the weights of standing.py from self-play: `python -m ludotheque.games.emile.bots.learn --seconds 60`.

Many matches are played side by side. Every turn is solved, so it is known what it leads to and how likely that is: the
chances before a turn are learned from the mean of the chances after it, without the luck of the dice. Each number of
seats, and teams, has weights of its own. At the end they play against the chances of duels alone.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ludotheque.cores import count_cores
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.race import TOP, Race
from ludotheque.games.emile.bots.self_play import foresee, play_matches, play_turn
from ludotheque.games.emile.bots.standing import (
    FILE,
    PARTNERS,
    Floats,
    Standings,
    Weights,
    load_weights,
    name_table,
    new_weights,
    rate_seats,
)
from ludotheque.intervals import wilson

TABLES = ((4, True), *((seats, False) for seats in range(8, 2, -1)))  # seats, teams
SIDE_BY_SIDE = 64  # matches
ANYWHERE = 0.4  # share of matches that begin with any scores
REMEMBERED, FIRST = 30_000, 2_000  # positions to learn from, at most and at least
STEPS, BATCH = 4, 512  # after each turn of all matches: steps of learning, and positions of each
RATE, LAST_RATE = 0.004, 0.0004
AVERAGED = 0.4  # the weights are the mean over this last part of the time
SMALL = 1e-8


class Learner:
    """Adam over the weights of one kind of table."""

    def __init__(self, race: Race):
        self.weights = new_weights(race.seats)
        self.mean: Weights | None = None  # over the last part of learning
        self._race = race
        self._means = [np.zeros_like(one) for one in self.weights]
        self._squares = [np.zeros_like(one) for one in self.weights]
        self._steps = self._averaged = 0

    def step(self, standings: Standings, targets: Floats, rate: float) -> float:
        """Learn the chances of all seats in these standings; return the loss before."""
        base = self._race.rate_duels(standings)
        loss, slopes = find_slopes(self.weights, standings, base, targets, self._race.teams)
        self._steps += 1
        updated = []
        for weight, slope, mean, square in zip(self.weights, slopes, self._means, self._squares):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            fixed, spread = mean / (1 - 0.9**self._steps), square / (1 - 0.99**self._steps)
            updated.append(weight - rate * fixed / (np.sqrt(spread) + SMALL))
        self.weights = Weights(*updated)
        return loss

    def average(self) -> None:
        """Take the present weights into the mean."""
        self._averaged += 1
        old = self.mean or self.weights
        self.mean = Weights(*(one + (new - one) / self._averaged for one, new in zip(old, self.weights)))


class Positions:
    """The last positions of self-play, and the chances of all seats there."""

    def __init__(self, seats: int):
        self._standings, self._chances = np.zeros((REMEMBERED, seats), np.int64), np.zeros((REMEMBERED, seats))
        self._seen = 0

    def add(self, standings: Standings, chances: Floats) -> None:
        at = (self._seen + np.arange(len(standings))) % REMEMBERED
        self._standings[at], self._chances[at] = standings, chances
        self._seen += len(standings)

    def draw(self, rng: np.random.Generator) -> tuple[Standings, Floats]:
        picked = rng.integers(0, min(self._seen, REMEMBERED), BATCH)
        return self._standings[picked], self._chances[picked]

    @property
    def is_enough(self) -> bool:
        return self._seen >= FIRST


class Task(NamedTuple):
    """A kind of table, and the seconds of CPU time to learn and to compare."""

    seats: int
    has_teams: bool
    learning: float
    comparing: float


def learn(task: Task, seed: int = 0) -> Weights:
    """Learn by self-play."""
    race, rng = Race(task.seats, load_duel(), task.has_teams), np.random.default_rng(seed)
    learner, positions = Learner(race), Positions(task.seats)
    standings, started, part = begin_matches(SIDE_BY_SIDE, task.seats, rng), time.thread_time(), 0.0
    while part < 1:
        prospect = foresee(replace(race, weights=learner.weights), standings)
        chances = np.einsum("mo,oms->ms", prospect.odds, prospect.chances)
        chances *= (2 if task.has_teams else 1) / chances.sum(axis=1, keepdims=True)
        positions.add(np.roll(standings, 1, axis=1), np.roll(chances, 1, axis=1))  # as after the turn before
        standings = np.roll(play_turn(prospect, standings, rng), -1, axis=1)
        is_over = (standings == TOP).any(axis=1)
        standings[is_over] = begin_matches(int(is_over.sum()), task.seats, rng)
        part = (time.thread_time() - started) / task.learning
        for _ in range(STEPS if positions.is_enough else 0):
            learner.step(*positions.draw(rng), max(LAST_RATE, RATE + (LAST_RATE - RATE) * part))
        if part > 1 - AVERAGED:
            learner.average()
    return learner.mean or learner.weights


def begin_matches(count: int, seats: int, rng: np.random.Generator) -> Standings:
    standings = np.zeros((count, seats), np.int64)
    is_free = rng.random(count) < ANYWHERE
    standings[is_free] = rng.integers(0, TOP, (int(is_free.sum()), seats))
    return standings


def find_slopes(
    weights: Weights, standings: Standings, base: Floats, targets: Floats, has_teams: bool
) -> tuple[float, Weights]:
    """Return the loss, minus the mean logarithm of the chances weighted by `targets`, and its derivatives."""
    count, seats = standings.shape
    seen, hidden, chances = rate_seats(weights, standings, base, has_teams)
    partners = 2 if has_teams else 1
    loss = -float((targets * np.log(chances + SMALL)).sum(axis=1).mean()) / partners
    errors = (chances - targets) / count
    by_hidden = errors[:, :, None] * weights.last * (hidden > 0)
    by_all = by_hidden.sum(axis=1)
    by_seen = by_hidden @ weights.own.T + (by_all @ weights.mean.T)[:, None] / seats
    flat_seen, flat_hidden = seen.reshape(-1, seen.shape[2]), by_hidden.reshape(-1, seen.shape[2])
    partner = np.zeros_like(weights.partner)
    if has_teams:
        by_partner = by_hidden[:, PARTNERS]
        by_seen += by_partner @ weights.partner.T
        partner = flat_seen.T @ by_partner.reshape(flat_seen.shape)
    by_seen *= seen > 0
    scores = np.zeros_like(weights.scores)
    np.add.at(scores, standings.ravel(), by_seen.reshape(flat_seen.shape))
    return loss, Weights(
        scores=scores,
        orders=by_seen.sum(axis=0),
        own=flat_seen.T @ flat_hidden,
        mean=seen.mean(axis=1).T @ by_all,
        partner=partner,
        bias=by_all.sum(axis=0),
        last=(errors[:, :, None] * hidden).sum(axis=(0, 1)),
        base=np.array([(errors * base).sum()]),
    )


def compare(task: Task, weights: Weights) -> Floats:
    """Let one seat, or one team, with weights play against duels alone for a time; return 1 or 0 for each match."""
    race, won, started, seed = Race(task.seats, load_duel(), task.has_teams), [np.zeros(0)], time.thread_time(), 10**6
    races = (replace(race, weights=weights), replace(race, weights=new_weights(task.seats)))
    while time.thread_time() - started < task.comparing:
        won.append(play_matches(races, SIDE_BY_SIDE // task.seats * task.seats, seed))
        seed += 1
    return np.concatenate(won)


def run(task: Task) -> tuple[Weights, str]:
    """Learn, and say how the weights play."""
    weights = learn(task) if task.learning else load_weights(task.seats, task.has_teams)
    won, even = compare(task, weights), 1 / (2 if task.has_teams else task.seats)
    name, count = "teams" if task.has_teams else f"{task.seats} seats", len(won)
    if not count:
        return weights, f"{name}: learned"
    low, high = wilson(won.mean(), count)
    return weights, f"{name}: first in {won.mean():.1%} ({low:.1%} – {high:.1%}) of {count} matches; equal: {even:.1%}"


def save(file: Path, learned: Mapping[str, Weights]) -> None:
    arrays = {f"{name}_{field}": array for name, one in learned.items() for field, array in one._asdict().items()}
    np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in arrays.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the chances of three to eight seats and of teams in Émile.")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time to learn for each kind of table; 0: none")
    parser.add_argument("--compare", type=float, default=30.0, help="CPU time of matches against duels alone")
    parser.add_argument("--processes", type=int, default=count_cores())
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args()
    os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})  # of each process
    tasks = [Task(*table, arguments.seconds, arguments.compare) for table in TABLES]
    learned = {}
    with ProcessPoolExecutor(arguments.processes, multiprocessing.get_context("spawn")) as pool:
        for task, (weights, report) in zip(tasks, pool.map(run, tasks)):
            print(report, flush=True)
            learned[name_table(task.seats, task.has_teams)] = weights
    if arguments.seconds:
        save(arguments.out, learned)


if __name__ == "__main__":
    main()
