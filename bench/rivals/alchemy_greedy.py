"""A rival for Alchemy's bots: greedy, without look-ahead, in the style of bots that won contests.

It rates every placement, also those that first transmute what lies in the way, by a score of the bench after it. It
spends catalysts on the rival's largest regions, and gives what leaves the rival the worst best placement. Of equal
choices it draws one.
"""

import numpy as np

from ludotheque import loops
from ludotheque.compile import Machine, compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.alchemy.bots.answers import worst_change
from ludotheque.games.alchemy.bots.own_turn import find_placements, foreign_element
from ludotheque.games.alchemy.bots.worth import Bench, change_cells, copy_bench, element_at, load_bench, rate_bench
from ludotheque.games.alchemy.cells import (
    bit_of,
    cell_of,
    count_cells,
    count_joints,
    first_of,
    neighbours_of,
    region_of,
    shift,
)
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, EMPTY, TURNS, catalysts_for, gold_for
from ludotheque.view import View

# Weights of a bench's score, found by matches against the hard bot of this project's first release.
GOLD, CATALYST, CONTACT, LIKE, REGION, HOLE = 5.6, 6.8, 0.94, 0.4, -0.97, 0.9
GAINED, GAINED_CATALYST = 7.3, 1.9  # for what is transmuted at once
NOTHING = -1e6
OWN, RIVAL, TRIAL = range(3)  # rows of the benches


def play(view: View) -> list[str]:
    machine = loops.machine_of(view.game)
    benches = np.zeros(3, Bench)
    choice, gifts = np.zeros(4, np.int64), np.zeros((ELEMENTS + 1, ELEMENTS + 1))
    luck = np.array([view.random.random() for _ in range(4 * CELLS)])
    wrap = machine.wrap
    held = wrap(benches)
    machine(choose)(wrap(view.state), view.seat, held, wrap(luck), wrap(choice))
    moves = write_placement(view, choice)
    catalysts = view.catalysts + int(choice[3])
    for cell, element in find_attacks(machine, held, catalysts):
        moves.append(f"CATALYSE {cell} {1 - view.seat} {element}")
    if view.turn >= TURNS - 1 or not (view.has_placed or any(move.startswith("PLACE") for move in moves)):
        moves += harvest(view, moves)
    if not view.has_given:
        machine(rate_gifts)(held, wrap(luck), wrap(gifts))
        moves.append(choose_gift(view, gifts))
    return [*moves, "END"]


def write_placement(view: View, choice: Array) -> list[str]:
    """Return the transmutations that make room, and the placement."""
    cell, way = int(choice[0]), int(choice[1])
    if cell < 0:
        return []
    moves, after = [], view
    for place in (cell, int(choice[2])):
        if after.bench[view.seat][place] != EMPTY:
            moves.append(f"TRANSMUTE {place}")
            after = after.after(moves[-1])
    return [*moves, f"PLACE {cell} {way}"]


def find_attacks(machine: Machine, benches: Array, catalysts: int) -> list[tuple[int, int]]:
    found = np.zeros(2, np.int64)
    attacks = []
    for _ in range(catalysts):
        if machine(attack_once)(benches, machine.wrap(found)):
            attacks.append((int(found[0]), int(found[1])))
    return attacks


def harvest(view: View, moves: list[str]) -> list[str]:
    """Return transmutations of all that pays after `moves`."""
    from ludotheque.games.alchemy.regions import find_regions

    after = view
    for move in moves:
        after = after.after(move)
    return [f"TRANSMUTE {region.first}" for region in find_regions(after.bench[view.seat]) if region.gold > 0]


def choose_gift(view: View, gifts: Array) -> str:
    allowed = [(one, two) for one in range(1, 6) for two in range(one, 6) if {one, two} & set(view.sample)]
    one, two = min(allowed, key=lambda pair: gifts[pair])
    return f"GIVE {one} {two}"


@compiled
def choose(states: Array, seat: int, benches: Array, luck: Array, choice: Array) -> None:
    """Choose a placement, and do it on the own bench; choice[0] is -1 if there is none."""
    state = states[0]
    load_bench(state, seat, benches[OWN], 1)
    load_bench(state, 1 - seat, benches[RIVAL], 1)
    choice[0] = -1
    if state.has_placed == 0:
        best_placement(benches, OWN, state.sample[0], state.sample[1], luck, choice)


@compiled
def rate_gifts(benches: Array, luck: Array, gifts: Array) -> None:
    choice = np.zeros(4, np.int64)
    for one in range(1, ELEMENTS + 1):
        for two in range(one, ELEMENTS + 1):
            gifts[one, two] = best_placement(benches, RIVAL, one, two, luck, choice) + 1e-6 * luck[6 * one + two]


@compiled
def best_placement(benches: Array, row: int, one: int, two: int, luck: Array, choice: Array) -> float:
    """Return the score of the best placement, and write its cells, its way and the catalysts gained."""
    best = NOTHING
    for cell in range(CELLS):
        for way in range(4):
            other = shift(bit_of(cell), way)
            if is_cell(other):
                copy_bench(benches[row], benches[TRIAL])
                score = try_placement(benches[TRIAL], bit_of(cell), other, one, two, way)
                if score > NOTHING and score + 1e-6 * luck[4 * cell + way] > best:
                    best = score + 1e-6 * luck[4 * cell + way]
                    choice[0], choice[1], choice[2] = cell, way, cell_of(other)
                    choice[3] = count_gained(benches[row], bit_of(cell), other)
    return best


@compiled
def is_cell(bit: int) -> bool:
    for cell in range(CELLS):
        if bit_of(cell) == bit:
            return True
    return False


@compiled
def try_placement(bench: StateRecord, first: int, second: int, one: int, two: int, way: int) -> float:
    gold = clear(bench, first) + clear(bench, second)
    if not find_placements(bench, one, two, way) & first:
        return NOTHING
    change_cells(bench, first, EMPTY, one)
    change_cells(bench, second, EMPTY, two)
    return gold + score_bench(bench)


@compiled
def clear(bench: StateRecord, bit: int) -> float:
    """Transmute what lies on a cell; return its gold with the value of its catalysts."""
    element = element_at(bench, bit)
    if element == EMPTY:
        return 0.0
    region = region_of(bit, bench.cells[element])
    change_cells(bench, region, element, EMPTY)
    size = count_cells(region)
    return GAINED * gold_for(element, size) + GAINED_CATALYST * catalysts_for(element, size)


@compiled
def count_gained(bench: StateRecord, first: int, second: int) -> int:
    one, two, count = element_at(bench, first), element_at(bench, second), 0
    region = region_of(first, bench.cells[one]) if one != EMPTY else 0
    count += catalysts_for(one, count_cells(region)) if region else 0
    if two != EMPTY and not region & second:
        count += catalysts_for(two, count_cells(region_of(second, bench.cells[two])))
    return count


@compiled
def score_bench(bench: StateRecord) -> float:
    """Score gold, catalysts, empty contacts and like neighbours, and count regions and holes."""
    empty, score = bench.cells[EMPTY], 0.0
    for element in range(1, ELEMENTS + 1):
        rest = bench.cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            size = count_cells(region)
            score += GOLD * gold_for(element, size) + CATALYST * catalysts_for(element, size) + REGION
            score += CONTACT * count_cells(neighbours_of(region) & empty) + LIKE * count_joints(region)
    return score + HOLE * count_cells(empty & ~neighbours_of(empty))


@compiled
def attack_once(benches: Array, found: Array) -> bool:
    """Change the cell of the rival that costs most; write it and its new element."""
    bit, _ = worst_change(benches[RIVAL], 1)
    if bit == 0:
        return False
    bench, old = benches[RIVAL], element_at(benches[RIVAL], bit)
    new = foreign_element(bench, bit, old)
    change_cells(bench, bit, old, new)
    rate_bench(bench, 1)
    found[0], found[1] = cell_of(bit), new
    return True
