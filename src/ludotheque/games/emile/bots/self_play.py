"""Turns of Émile at many tables side by side, each played best by what a race says of the standings after it."""

from functools import cache
from typing import NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import compiled
from ludotheque.game import Array, load
from ludotheque.games.emile.bots.race import TOP, ZERO, Race, land_everywhere, tabulate_changes
from ludotheque.games.emile.bots.standing import Floats, Standings
from ludotheque.games.emile.bots.turn import (
    ADDED,
    ENDS,
    FACTOR,
    FAILED,
    NODE,
    STEPS,
    STOPPED,
    Payoff,
    make_turn,
    solve_turn,
)

LIMIT = 100  # steps; a turn that has 5000 points counts as stopped, which saves time and is rare
OUTCOMES = STEPS + 2  # of a turn: its points in steps, then the two failures
RARE = 1e-7  # a chance below which a turn is not followed any further


class Prospect(NamedTuple):
    """What a turn of each match can lead to, if it is played best."""

    odds: Floats  # [match, outcome]
    seats: Standings  # [outcome, match]: whose score it changes
    landings: Standings  # [outcome, match]: the new score
    chances: Floats  # [outcome, match, seat]: of all seats after it


def foresee(race: Race, standings: Standings) -> Prospect:
    """Return what the turns of the players in seat 0 can lead to."""
    matches, outcomes = np.arange(len(standings)), np.arange(OUTCOMES)[:, None]
    landings = np.stack([tabulate_outcomes(seat == 0)[standings[:, seat]].T for seat in race.targets])
    chances = np.stack(
        [
            race.rate_all(land_everywhere(standings, seat))[landing, matches]
            for seat, landing in zip(race.targets, landings)
        ]
    )
    best = chances[..., 0].argmax(axis=0)
    chosen = chances[best, outcomes, matches]
    values = solve_turn(Payoff(chosen[:STEPS, :, 0], chosen[STEPS:, :, 0]), limit=LIMIT)
    return Prospect(spread_turns(values), np.array(race.targets)[best], landings[best, outcomes, matches], chosen)


@cache
def tabulate_outcomes(is_own: bool) -> Standings:
    """Return the new score for each old score and outcome of a turn."""
    return np.concatenate(tabulate_changes(is_own), axis=1)


def spread_turns(values: Floats) -> Floats:
    """Return the chance of each outcome of the turns whose values these are: [match, outcome]."""
    turn, machine = make_turn(), loops.machine_of(load("emile"))
    odds, reached = np.zeros((values.shape[2], OUTCOMES)), np.zeros((LIMIT, values.shape[1]))
    tables = (turn.roll_starts, turn.chances, turn.branch_starts, turn.branches, values, reached, odds)
    machine(fill_odds)(*(machine.wrap(table) for table in tables))
    return odds


@compiled
def fill_odds(
    roll_starts: Array,
    chances: Array,
    branch_starts: Array,
    branches: Array,
    values: Array,
    reached: Array,
    odds: Array,
) -> None:
    """Follow every turn from its first roll on: `reached` is how likely each reserve is at each potential."""
    start = values.shape[1] - 1
    for i in range(values.shape[2]):
        for p in range(LIMIT):
            for node in range(values.shape[1]):
                reached[p, node] = 0.0
        reached[0, start] = 1.0
        for p in range(LIMIT):
            for node in range(start, ENDS - 1, -1):
                if reached[p, node] < RARE:
                    odds[i, p] += reached[p, node]
                    continue
                for roll in range(roll_starts[node - ENDS], roll_starts[node - ENDS + 1]):
                    weight = reached[p, node] * chances[roll]
                    after, step = choose_branch(branches, branch_starts[roll], branch_starts[roll + 1], values, p, i)
                    if after == STOPPED or (after >= ENDS and (step >= LIMIT or (step <= p and after == start))):
                        odds[i, step] += weight
                    elif after < ENDS:
                        odds[i, STEPS + after - FAILED] += weight
                    else:
                        reached[step, after] += weight


@compiled
def choose_branch(branches: Array, first: int, end: int, values: Array, p: int, i: int) -> tuple[int, int]:
    """Return the node and the potential after the best decision of a roll in match `i` at potential `p`."""
    best, after, step = -1.0, 0, 0
    for branch in range(first, end):
        q = branches[branch, FACTOR] * (p + branches[branch, ADDED]) % STEPS
        if values[q, branches[branch, NODE], i] > best:
            best, after, step = values[q, branches[branch, NODE], i], branches[branch, NODE], q
    return after, step


def play_turn(prospect: Prospect, standings: Standings, rng: np.random.Generator) -> Standings:
    """Return the standings after a turn with random dice; scores stay in their seats."""
    matches, sums = np.arange(len(standings)), np.cumsum(prospect.odds, axis=1)
    points = rng.random((len(standings), 1)) * sums[:, -1:]
    outcomes = np.minimum((sums < points).sum(axis=1), OUTCOMES - 1)
    landings = prospect.landings[outcomes, matches]
    after = np.where(standings == landings[:, None], ZERO, standings)  # EM-16
    after[matches, prospect.seats[outcomes, matches]] = landings
    return after


def play_matches(races: tuple[Race, Race], count: int, seed: int) -> Floats:
    """Play matches side by side; return for each of them what the seat or team of the first race has won: 0 or 1.

    It has seat −m in match m, with teams also the partner's, and the second race plays for all others.
    """
    rng, seats, sides = np.random.default_rng(seed), races[0].seats, 2 if races[0].teams else races[0].seats
    scores, won = np.zeros((count, seats), np.int64), np.zeros(count)
    going, turn = np.arange(count), 0
    while len(going):
        player = turn % seats
        turned = np.roll(scores[going], -player, axis=1)
        is_first = (player + going) % sides == 0
        for race, own in zip(races, (is_first, ~is_first)):
            if own.any():
                turned[own] = play_turn(foresee(race, turned[own]), turned[own], rng)
        scores[going] = np.roll(turned, player, axis=1)
        is_over = (scores[going] == TOP).any(axis=1)
        ended = going[is_over]
        won[ended] = races[0].share_win(scores[ended])[np.arange(len(ended)), -ended % sides]
        going, turn = going[~is_over], turn + 1
    return won
