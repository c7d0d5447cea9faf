"""Matches between two styles of Ghost's rule, thousands in a minute: what each part of the rule is worth.

    python -m bench.ghost_styles throws_bombs=0 --rival limit=9

Each side is the rule with these changes (see games/ghost/bots/styles.py); no change is the rule itself. Every map is
played twice with the seats swapped. Hidden bombs stay hidden, as in a match.
"""

import argparse

import numpy as np

import ludotheque as lt
from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.ghost.bots.position import Plan, Position, clear_plan, launch, play_turn, read_position
from ludotheque.games.ghost.bots.rule import complete_plan
from ludotheque.games.ghost.bots.styles import BASE, make_styles, use_style
from ludotheque.games.ghost.bots.ways import Work, find_ways
from ludotheque.games.ghost.turn import SEATS
from ludotheque.intervals import wilson
from ludotheque.loops import machine


@compiled
def play_match(position: StateRecord, work: StateRecord, plans: Array, styles: Array, first: int) -> int:
    """Play a match by rule; return the cyborgs of seat 0 less those of seat 1. Seat 0 has style `first`."""
    while not position.over:
        for seat in range(SEATS):
            clear_plan(plans[seat])
            use_style(work, styles[first if seat == 0 else 1 - first])
            complete_plan(position, work, plans[seat], seat)
        for seat in range(SEATS):
            launch(position, plans[seat], seat, work.distance)
        play_turn(position, work.distance)
    return count_lead(position)


@compiled
def count_lead(position: StateRecord) -> int:
    lead = position.flying[0] - position.flying[1]
    for factory in range(position.count):
        if position.owner[factory] >= 0:
            lead += (1 - 2 * position.owner[factory]) * position.stock[factory]
    return lead


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("changes", nargs="*", help="changes of the first style")
    parser.add_argument("--rival", nargs="*", default=[], help="changes of the second style")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--league", type=int, default=3)
    args = parser.parse_args()
    styles = make_styles(parse_changes(args.changes), parse_changes(args.rival))
    pairs = max(1, args.matches // 2)
    share = sum(play_pair(styles, seed, args.league) for seed in range(pairs)) / (2 * pairs)
    low, high = wilson(share, 2 * pairs)
    print(f"{share:.1%} [{low:.1%}, {high:.1%}] of {2 * pairs} matches in league {args.league}")


def parse_changes(words: list[str]) -> dict[str, int]:
    changes = {name: int(value) for name, _, value in (word.partition("=") for word in words)}
    unknown = set(changes) - set(BASE)
    if unknown:
        raise SystemExit(f"A style has no {', '.join(sorted(unknown))}; it has {', '.join(BASE)}.")
    return changes


def play_pair(styles: np.ndarray, seed: int, league: int) -> float:
    """Play one map from both seats; return the points of the first style."""
    build = machine(lt.load("ghost"), interpreted=False)
    state = lt.new("ghost", seed=seed, league=league).state
    points = 0.0
    for first in range(SEATS):
        positions, work, plans = np.zeros(1, Position), np.zeros(1, Work), np.zeros(SEATS, Plan)
        build(read_position)(state[0], positions[0])
        build(find_ways)(state[0], work[0])
        lead = build(play_match)(positions[0], work[0], plans, styles, first)
        lead = lead if first == 0 else -lead
        points += 0.5 if lead == 0 else float(lead > 0)
    return points


if __name__ == "__main__":
    main()
