"""Matches between two searches of Ghost's champion, compiled as a whole: what plans and futures are worth.

    python -m bench.ghost_search --plans 140 --futures 2 6 40 --rival-plans 4

Each side has a number of plans and the futures of its three rounds (see games/ghost/bots/champion.py); the bot `hard`
has 4 plans. Every map is played twice with the seats swapped. Hidden bombs stay hidden, as in a match.
"""

import argparse
import time

import numpy as np

import ludotheque as lt
from bench.against import interval
from bench.ghost_styles import count_lead
from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.ghost.bots.champion import ERRORS, FUTURES, KEPT
from ludotheque.games.ghost.bots.memory import CANDIDATES, NOW, START, Memory, make_memory
from ludotheque.games.ghost.bots.position import Plan, Position, clear_plan, launch, play_turn, read_position
from ludotheque.games.ghost.bots.search import begin_search, compare
from ludotheque.games.ghost.bots.ways import find_ways
from ludotheque.games.ghost.turn import BOMBS, SEATS
from ludotheque.loops import machine
from ludotheque.search.selection import find_winner, keep_best

ROUNDS = len(KEPT)


@compiled
def play_match(positions: Array, plans: Array, raw: tuple[Array, Array], memory: Memory, efforts: Array) -> int:
    """Play a match; return the cyborgs of seat 0 less those of seat 1. `efforts` has a row for each seat."""
    position, distance = positions[0], memory.works[0].distance
    while not position.over:
        for seat in range(SEATS):
            copy_bytes(raw[0], 0, memory.raw_positions, NOW)
            for slot in range(BOMBS):
                memory.positions[NOW].bomb_target[1 - seat, slot] = -1
            clear_plan(memory.plans[START])
            chosen = choose_plan(memory, seat, efforts[seat])
            copy_bytes(memory.raw_plans, chosen, raw[1], seat)
        for seat in range(SEATS):
            launch(position, plans[seat], seat, distance)
        play_turn(position, distance)
    return count_lead(position)


@compiled
def choose_plan(memory: Memory, seat: int, effort: Array) -> int:
    """Return the best plan; `effort` has the number of plans, and the futures of each round."""
    count, done = begin_search(memory, seat, effort[0]), 0
    for i in range(ROUNDS):
        compare(memory, count, done, done + effort[1 + i], seat)
        done += effort[1 + i]
        keep_best(memory.alive, memory.values, count, done, KEPT[i])
    return find_winner(memory.alive, memory.values, count, done, ERRORS)


@compiled
def copy_bytes(source: Array, row: int, target: Array, target_row: int) -> None:
    for i in range(source.shape[1]):
        target[target_row, i] = source[row, i]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plans", type=int, default=CANDIDATES)
    parser.add_argument("--futures", type=int, nargs=ROUNDS, default=FUTURES)
    parser.add_argument("--rival-plans", type=int, default=CANDIDATES)
    parser.add_argument("--rival-futures", type=int, nargs=ROUNDS, default=FUTURES)
    parser.add_argument("--matches", type=int, default=120)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    efforts = np.array([[args.plans, *args.futures], [args.rival_plans, *args.rival_futures]])
    began = time.process_time()
    shares = [play_pair(efforts, args.first + seed) for seed in range(args.matches // 2)]
    mean, width = interval(shares)
    print(f"{100 * mean:.1f} ± {100 * width:.1f} % of {args.matches} matches, {time.process_time() - began:.0f} s")


def play_pair(efforts: np.ndarray, seed: int) -> float:
    """Play one map from both seats; return the share of the points that the first search gets."""
    build = machine(lt.load("ghost"), interpreted=False)
    state: StateRecord = lt.new("ghost", seed=seed, league=3).state[0]
    points = 0.0
    for first in range(SEATS):
        (memory, _), positions, plans = make_memory(build), np.zeros(1, Position), np.zeros(SEATS, Plan)
        raw = tuple(array.view(np.uint8).reshape(len(array), -1) for array in (positions, plans))
        build(read_position)(state, positions[0])
        build(find_ways)(state, memory.works[0])
        seats = efforts if first == 0 else efforts[::-1].copy()
        lead = build(play_match)(positions, plans, raw, memory, seats)
        points += 0.5 + 0.5 * np.sign(lead if first == 0 else -lead)
    return points / SEATS


if __name__ == "__main__":
    main()
