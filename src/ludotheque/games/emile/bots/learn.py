"""Learns the weights of standing.py from matches: `python -m ludotheque.games.emile.bots.learn --minutes 8`.

In each round all processes play matches with the weights of the round before, many side by side, and the weights learn
from all positions who won. At the end the new weights play against the chances of duels alone.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import compiled
from ludotheque.game import Array, load
from ludotheque.games.emile.bots.duel import load_duel
from ludotheque.games.emile.bots.race import TOP, Race, change_score, land_everywhere, rate_landings, rate_turn
from ludotheque.games.emile.bots.standing import FILE, Floats, Standings, Weights, new_weights, rate_seats
from ludotheque.games.emile.bots.turn import (
    ADDED,
    ENDS,
    FACTOR,
    FAILED,
    FAILED_ALL,
    NODE,
    STEP,
    STEPS,
    make_turn,
    solve_turn,
)
from ludotheque.games.emile.rules import FAILED as FAILED_POINTS
from ludotheque.games.emile.rules import FAILED_ALL as FAILED_ALL_POINTS
from ludotheque.games.emile.rules import PERIOD

TABLES = ((8, False), (4, True), (3, False), (4, False), (5, False), (6, False))  # seats, teams
SIDE_BY_SIDE = 60  # matches that a process plays at once
ANYWHERE = 0.3  # share of matches that begin with any scores
LONGEST = 400  # turns; a match that is longer is left out
BATCH, RATE, PASSES = 4096, 0.004, 3
KEPT = 0.3  # of the correction: all of it plays worse than none, because it also learned the luck of the dice
SMALL = 1e-8


class Played(NamedTuple):
    """Positions before a turn, from the view of the player who has just ended one, and which seat won."""

    standings: Standings
    winners: Standings  # seats in these standings


@compiled
def play_turns(
    roll_starts: Array, chances: Array, branch_starts: Array, branches: Array, values: Array, rolls: Array, ends: Array
) -> None:
    """Play a turn of every match by its values, with random numbers from 0 to 1; write its end and its step."""
    for i in range(values.shape[2]):
        node, p, used = len(values[0]) - 1, 0, 0
        while node >= ENDS:
            roll, rest = roll_starts[node - ENDS], rolls[i, used]
            used = (used + 1) % rolls.shape[1]
            while roll < roll_starts[node - ENDS + 1] - 1 and rest >= chances[roll]:
                rest -= chances[roll]
                roll += 1
            best, after, step = -1.0, 0, 0
            for branch in range(branch_starts[roll], branch_starts[roll + 1]):
                q = branches[branch, FACTOR] * (p + branches[branch, ADDED]) % STEPS
                if values[q, branches[branch, NODE], i] > best:
                    best, after, step = values[q, branches[branch, NODE], i], branches[branch, NODE], q
            node, p = after, step
        ends[i, 0], ends[i, 1] = node, p


def play_turn(race: Race, standings: Standings, rng: np.random.Generator) -> Standings:
    """Return the standings after a turn that is played best by what `race` says; scores stay in their seats.

    The player is the one in seat 0 of each standing.
    """
    turn, machine = make_turn(), loops.machine_of(load("emile"))
    values = solve_turn(rate_turn(race, standings))
    ends = np.zeros((len(standings), 2), np.int64)
    tables = (turn.roll_starts, turn.chances, turn.branch_starts, turn.branches, values)
    machine(play_turns)(*tables, rng.random((len(standings), 64)), ends)
    chances = rate_landings(race, standings)
    after = standings.copy()
    for i, (end, step) in enumerate(ends.tolist()):
        gain = {FAILED: FAILED_POINTS, FAILED_ALL: FAILED_ALL_POINTS}.get(end, step * STEP or PERIOD)
        landings = {seat: change_score(int(standings[i, seat]), gain, is_own=seat == 0) for seat in race.targets}
        seat = max(landings, key=lambda one: chances[one, landings[one], i])
        after[i] = land_everywhere(standings[i], seat)[landings[seat]]
    return after


def play_matches(
    seats: int, has_teams: bool, players: Sequence[Weights | None], count: int, seed: int, anywhere: float
) -> Iterator[tuple[Standings, Standings]]:
    """Play matches side by side; yield the positions of each and its winner, all by the real seats of the match.

    Seat i of match m plays by `players[(i + m) % len(players)]`; None are the duels alone. A position is stored as the
    scores of all seats with the seat that has just played first.
    """
    rng = np.random.default_rng(seed)
    races = [Race(seats, load_duel(), has_teams, None, weights) for weights in players]
    scores = np.zeros((count, seats), np.int64)
    free = rng.random(count) < anywhere
    scores[free] = rng.integers(0, TOP, (int(free.sum()), seats))
    seen: list[list[Standings]] = [[] for _ in range(count)]
    going = np.arange(count)
    for turn in range(LONGEST):
        player = turn % seats
        turned = np.roll(scores[going], -player, axis=1)
        for number, race in enumerate(races):
            own = (player + going) % len(races) == number
            if own.any():
                turned[own] = play_turn(race, turned[own], rng)
        scores[going] = np.roll(turned, player, axis=1)
        for i, standing in zip(going.tolist(), turned):
            seen[i].append(standing)
        for i in going[(scores[going] == TOP).any(axis=1)].tolist():
            yield np.array(seen[i]), np.array([i, find_winner(scores[i], has_teams)])
        going = going[~(scores[going] == TOP).any(axis=1)]
        if not len(going):
            return


def find_winner(scores: Standings, has_teams: bool) -> int:
    """Return the seat that won, or one of the team that did (EM-18, EM-22)."""
    best = int(np.argmax(scores == TOP))
    if not has_teams:
        return best
    lead = int(scores[0::2].sum() - scores[1::2].sum())
    return best if lead == 0 else int(lead < 0)


def collect(task: tuple[int, bool, Weights | None, int, float]) -> tuple[int, bool, Played]:
    """Play until a time; return the positions of finished matches."""
    seats, has_teams, weights, seed, end = task
    standings, winners = [np.zeros((0, seats), np.int64)], [np.zeros(0, np.int64)]
    while time.time() < end:
        for positions, (_, winner) in play_matches(seats, has_teams, [weights], SIDE_BY_SIDE, seed, ANYWHERE):
            last = np.arange(len(positions) - 1)  # the last position is the end
            standings.append(positions[:-1])
            winners.append((winner - last) % seats)
        seed += 1
    return seats, has_teams, Played(np.concatenate(standings), np.concatenate(winners))


def count_wins(task: tuple[int, bool, Weights | None, int, float]) -> tuple[int, bool, int, int]:
    """Let one seat, or one team, with weights play against duels alone, until a time; return its wins and matches."""
    seats, has_teams, weights, seed, end = task
    players = [weights] + [None] * ((2 if has_teams else seats) - 1)
    wins = matches = 0
    while time.time() < end:
        count = SIDE_BY_SIDE // len(players) * len(players)
        for _, (match, winner) in play_matches(seats, has_teams, players, count, seed, 0.0):
            wins += (winner + match) % len(players) == 0
            matches += 1
        seed += 1
    return seats, has_teams, wins, matches


class Learner:
    """Adam over the weights of one kind of table."""

    def __init__(self, has_teams: bool):
        self.has_teams = has_teams
        self.weights = new_weights(1)
        self._means = [np.zeros_like(one) for one in self.weights]
        self._squares = [np.zeros_like(one) for one in self.weights]
        self._steps = 0

    def learn(self, groups: Sequence[Played], rng: np.random.Generator) -> float:
        """Learn from all positions PASSES times; return the mean loss of the last pass, before each step."""
        bases = [Race(g.standings.shape[1], load_duel(), self.has_teams).rate_duels(g.standings) for g in groups]
        losses: list[float] = []
        for number in range(PASSES):
            batches = [(g, part) for g in range(len(groups)) for part in split(len(groups[g].winners), rng)]
            rng.shuffle(batches)
            losses = []
            for g, part in batches:
                rate = RATE * (1 - len(losses) / len(batches)) if number == PASSES - 1 else RATE
                losses.append(self._step(groups[g].standings[part], bases[g][part], groups[g].winners[part], rate))
        return float(np.mean(losses))

    def _step(self, standings: Standings, base: Floats, winners: Standings, rate: float) -> float:
        loss, slopes = find_slopes(self.weights, standings, base, winners, self.has_teams)
        self._steps += 1
        updated = []
        for weight, slope, mean, square in zip(self.weights, slopes, self._means, self._squares):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            fixed, spread = mean / (1 - 0.9**self._steps), square / (1 - 0.99**self._steps)
            updated.append(weight - rate * fixed / (np.sqrt(spread) + SMALL))
        self.weights = Weights(*updated)
        return loss


def split(count: int, rng: np.random.Generator) -> list[Any]:
    order = rng.permutation(count)
    return [order[start : start + BATCH] for start in range(0, count, BATCH)]


def find_slopes(
    weights: Weights, standings: Standings, base: Floats, winners: Standings, has_teams: bool
) -> tuple[float, Weights]:
    """Return the loss, minus the mean logarithm of the winner's chance, and its derivatives by all weights."""
    count, seats = standings.shape
    seen, hidden, chances = rate_seats(weights, standings, base, has_teams)
    rows = np.arange(count)
    loss = -float(np.log(chances[rows, winners] + SMALL).mean())
    errors = chances / count
    errors[rows, winners] -= 1 / count
    if has_teams:  # each seat's logit counts for its team
        errors[rows, (winners + 2) % 4] -= 1 / count
    by_hidden = errors[:, :, None] * weights.last * (hidden > 0)
    by_all = by_hidden.sum(axis=1)
    by_seen = by_hidden @ weights.own.T + (by_all @ weights.mean.T)[:, None] / seats
    flat_seen, flat_hidden = seen.reshape(-1, seen.shape[2]), by_hidden.reshape(-1, seen.shape[2])
    partner = np.zeros_like(weights.partner)
    if has_teams:
        by_partner = by_hidden[:, [2, 3, 0, 1]]
        by_seen += by_partner @ weights.partner.T
        partner = flat_seen.T @ by_partner.reshape(flat_seen.shape)
    by_seen *= seen > 0
    flags = np.zeros((standings.size, len(weights.scores)))
    flags[np.arange(standings.size), standings.ravel()] = 1
    orders, counts = np.zeros_like(weights.orders), np.zeros_like(weights.counts)
    orders[:seats] = by_seen.sum(axis=0)
    counts[seats - 1] = by_seen.sum(axis=(0, 1))
    return loss, Weights(
        scores=flags.T @ by_seen.reshape(flat_seen.shape),
        orders=orders,
        counts=counts,
        own=flat_seen.T @ flat_hidden,
        mean=seen.mean(axis=1).T @ by_all,
        partner=partner,
        bias=by_all.sum(axis=0),
        last=(errors[:, :, None] * hidden).sum(axis=(0, 1)),
        base=np.array([(errors * base).sum()]),
    )


def soften(weights: Weights) -> Weights:
    """Return weights that correct the chances of duels by a part of what was learned."""
    return weights._replace(last=KEPT * weights.last, base=1 + KEPT * (weights.base - 1))


def save(file: Path, alone: Weights, teams: Weights) -> None:
    both = {"alone": alone, "teams": teams}
    arrays = {f"{kind}_{name}": array for kind, one in both.items() for name, array in one._asdict().items()}
    np.savez_compressed(file, **{name: array.astype(np.float16) for name, array in arrays.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the chances of three to eight seats in Émile.")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args()
    os.environ.update({"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})  # of each process that plays
    collect((3, False, None, 0, time.time() + 0.1))  # compiles once
    learners = {has_teams: Learner(has_teams) for has_teams in (False, True)}
    played: dict[tuple[int, bool], list[Played]] = {table: [] for table in TABLES}
    with ProcessPoolExecutor(arguments.processes, multiprocessing.get_context("spawn")) as pool:
        share = 60 * arguments.minutes / (arguments.rounds + 1)

        def ask(work: Callable[[Any], Any], weights: Sequence[Weights | None], seed: int, seconds: float) -> list[Any]:
            tables = [TABLES[number % len(TABLES)] for number in range(max(arguments.processes, len(TABLES)))]
            tasks = [
                (*table, weights[table[1]], seed + 100_000 * number, time.time() + seconds)
                for number, table in enumerate(tables)
            ]
            return list(pool.map(work, tasks))

        for number in range(arguments.rounds):
            players = [learners[has_teams].weights if number else None for has_teams in (False, True)]
            for seats, has_teams, found in ask(collect, players, 10_000_000 * number, 0.7 * share):
                played[seats, has_teams].append(found)
            for has_teams, learner in learners.items():
                groups = [one for (_, teams), ones in played.items() if teams == has_teams for one in ones]
                loss = learner.learn([one for one in groups if len(one.winners)], np.random.default_rng(number))
                print(f"round {number}, teams {has_teams}: {sum(len(g.winners) for g in groups):,} positions,", end=" ")
                print(f"loss {loss:.4f}", flush=True)
            save(arguments.out, soften(learners[False].weights), soften(learners[True].weights))
        softened = [soften(learners[has_teams].weights) for has_teams in (False, True)]
        wins: dict[tuple[int, bool], list[int]] = {table: [0, 0] for table in TABLES}
        for seats, has_teams, won, matches in ask(count_wins, softened, 900_000_000, share):
            wins[seats, has_teams][0] += won
            wins[seats, has_teams][1] += matches
    for (seats, has_teams), (won, matches) in wins.items():
        even = 1 / (2 if has_teams else seats)
        error = (even * (1 - even) / max(1, matches)) ** 0.5
        name = "teams" if has_teams else f"{seats} seats"
        shown = f"{won / max(1, matches):.1%} ± {1.96 * error:.1%} of {matches} matches"
        print(f"{name}: first in {shown}; equal ones would be in {even:.1%}")


if __name__ == "__main__":
    main()
