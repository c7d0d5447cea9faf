"""First places of Bzzz's champion against two drone users and a peaceful hive, in all six orders around the table.

    python -m bench.bzzz_orders --seeds 30 --processes 14
    python -m bench.bzzz_orders hard --variants moteur
    python -m bench.bzzz_orders f7209c3

The rivals' styles change from seed to seed. An order names the rivals as they follow the bot: the two drone users,
`first` and `second`, and the `peaceful` hive. A shared first place counts as its share. The six matches of a seed have
the same field, so the interval is computed from the means of the seeds. Matches are played without the platform: views
are the same, moves are not checked.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from itertools import permutations
from multiprocessing import get_context
from typing import Any

import numpy as np

import ludotheque as lt
from bench.against import interval
from bench.bzzz_rivals import DRONE_USERS, PEACEFUL, PLANNERS, Rival
from ludotheque.dice import LENGTH, MATCH, reset
from ludotheque.games.bzzz.bots.ahead import carry_out
from ludotheque.games.bzzz.bots.champion import Budget, find_best_turn
from ludotheque.games.bzzz.bots.hard import decide
from ludotheque.games.bzzz.bots.ledger import Ledger
from ludotheque.games.bzzz.bots.plan import Plan
from ludotheque.games.bzzz.bots.rule import decide_by_rule
from ludotheque.loops import awaited, look, machine_of

SEATS = 4
RIVALS = ("first", "second", "peaceful")
BUILD = machine_of(lt.load("bzzz"))


class OwnBot:
    """The champion, its rule without search, or the hard bot."""

    def __init__(self, name: str, budget: Budget):
        self.name, self.budget = name, budget
        self.plans, self.ledgers = np.zeros(1, Plan), np.zeros(1, Ledger)

    def play(self, states: Any, seat: int, dice: Any) -> None:
        view = states.copy()
        BUILD(look)(view, 0, seat)
        BUILD(carry_out)(states[0], self.choose_turn(view, seat)[0], seat, dice)

    def choose_turn(self, view: Any, seat: int) -> Any:
        """Return an array with one record that holds the moves of a turn."""
        if self.name == "champion":
            return find_best_turn(BUILD, view, seat, self.ledgers, self.budget)
        if self.name == "rule":
            BUILD(decide_by_rule)(view[0], self.plans[0], self.ledgers[0], seat)
        else:
            BUILD(decide)(view, self.plans, seat)
        return self.plans


def make_bot(name: str, budget: Budget) -> OwnBot | Rival:
    return Rival(name) if name in PLANNERS else OwnBot(name, budget)


def play_match(bot: OwnBot | Rival, rivals: Sequence[Rival], seat: int, seed: int, variant: str) -> tuple[float, float]:
    """Return the bot's share of the first place, and its lead over the best rival."""
    states = lt.new("bzzz", SEATS, seed=seed, rules=variant).state.copy()
    around: list[Any] = [bot, *rivals]
    players = [around[(i - seat) % SEATS] for i in range(SEATS)]
    dice = np.zeros(LENGTH, np.int64)
    while (mover := BUILD(awaited)(states[0])) >= 0:
        BUILD(reset)(dice, seed, int(states["turn"][0]), MATCH)
        players[mover].play(states, mover, dice)
    stocks = states["stock"][0].tolist()
    best = max(stocks)
    share = 1 / stocks.count(best) if stocks[seat] == best else 0.0
    return share, stocks[seat] - max(stock for i, stock in enumerate(stocks) if i != seat)


def play_seed(task: tuple[str, Budget, int, str]) -> list[tuple[str, float, float]]:
    """Play the six orders of a seed."""
    bot, budget, seed, variant = task
    first, second = seed % len(DRONE_USERS), seed // len(DRONE_USERS) % (len(DRONE_USERS) - 1)
    names = (
        DRONE_USERS[first],
        DRONE_USERS[second + (second >= first)],
        PEACEFUL[seed % len(PEACEFUL)],
    )
    rows = []
    for number, order in enumerate(permutations(range(3))):
        rivals = [Rival(names[i]) for i in order]
        share, lead = play_match(make_bot(bot, budget), rivals, (seed + number) % SEATS, seed, variant)
        rows.append(("-".join(RIVALS[i] for i in order), share, lead))
    return rows


def main() -> None:
    args, since = parse_arguments(), time.perf_counter()
    budget = Budget(tuple(args.futures), args.rounds, args.errors)
    seeds = range(args.first, args.first + args.seeds)
    tasks = [(args.bot, budget, seed, variant) for variant in args.variants for seed in seeds]
    if args.processes == 1:
        rows = list(map(play_seed, tasks))
    else:
        play_match(make_bot(args.bot, budget), [Rival(name) for name in PEACEFUL[:3]], 0, 0, "seed")  # compile
        with get_context("spawn").Pool(args.processes) as pool:
            rows = pool.map(play_seed, tasks, chunksize=1)
    for i, variant in enumerate(args.variants):
        report(variant, rows[i * args.seeds : (i + 1) * args.seeds])
    print(f"{args.bot}, {budget}, {time.perf_counter() - since:.0f} s", flush=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bot", nargs="?", default="champion", choices=("champion", "rule", "hard", "f7209c3"))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--variants", nargs="+", default=["seed", "moteur"])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--futures", type=int, nargs="+", default=Budget().futures)
    parser.add_argument("--rounds", type=int, default=Budget().rounds)
    parser.add_argument("--errors", type=float, default=Budget().errors)
    return parser.parse_args()


def report(variant: str, by_seed: list[list[tuple[str, float, float]]]) -> None:
    orders = [order for order, _, _ in by_seed[0]]
    shares = [statistics.mean(rows[i][1] for rows in by_seed) for i in range(len(orders))]
    print(variant, " ".join(f"{order} {share:.0%}" for order, share in zip(orders, shares)))
    mean, width = interval([statistics.mean(share for _, share, _ in rows) for rows in by_seed])
    print(f"  first: {100 * mean:.1f} ± {100 * width:.1f} % of {6 * len(by_seed)} matches")
    mean, width = interval([statistics.mean(lead for _, _, lead in rows) for rows in by_seed])
    print(f"  lead: {mean:.1f} ± {width:.1f}")


if __name__ == "__main__":
    main()
