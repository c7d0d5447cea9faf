"""What a player can make of a sample in one turn, searched roughly, and how much harm catalysts do to a bench."""

from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled
from ludotheque.game import Array, StateRecord, state_dtype
from ludotheque.games.alchemy.bots.own_turn import NEVER, catalyse, find_placements, foreign_element, place
from ludotheque.games.alchemy.bots.worth import (
    Bench,
    copy_bench,
    element_at,
    rate_bench,
    rate_element,
    worth_of,
)
from ludotheque.games.alchemy.cells import ALL, count_cells, first_of, neighbours_of, region_of, shift
from ludotheque.games.alchemy.rules import ELEMENTS, EMPTY, catalysts_for, gold_for

MOST = 3  # catalysts left over that are told apart; more count as so many
KEPT = 3  # turns that are worked out further
SPARE = 3.25  # gold for a catalyst left over, when turns are compared
CLEARING = -15.0  # gold: what the empty bench after a turn without a placement costs in the turns to come
LARGE = 4  # cells of a region that is worth an attack

START, SOLD, SOLD_TWICE, TRIAL, FIRST_KEPT = range(5)  # rows of Scratch.benches
ROWS = FIRST_KEPT + KEPT

Kept = state_dtype(("key", "f8"), ("value", "f8"), ("catalysts", "i8"))


class Scratch(NamedTuple):
    benches: Array
    kept: Array  # the best turns; their benches are rows from FIRST_KEPT on
    best: Array  # [c]: the best value of a turn that leaves c catalysts
    after: Array  # [c]: a bench after c changes by the rival
    harm: Array  # [c]: what these changes cost its owner


def make_scratch(machine: Machine) -> Scratch:
    wrap = machine.wrap
    return Scratch(
        benches=wrap(np.zeros(ROWS, Bench)),
        kept=wrap(np.zeros(KEPT, Kept)),
        best=wrap(np.zeros(MOST + 1)),
        after=wrap(np.zeros(MOST + 1, Bench)),
        harm=wrap(np.zeros(MOST + 1)),
    )


@compiled
def find_outcomes(s: Scratch, bench: StateRecord, one: int, two: int, turns: int) -> None:
    """Set `s.best` to gold plus worth after a turn with the sample (`one`, `two`), with `turns` turns to come then."""
    for c in range(MOST + 1):
        s.best[c] = NEVER
    for i in range(KEPT):
        s.kept[i].key = NEVER
    copy_bench(bench, s.benches[START])
    rate_bench(s.benches[START], turns)
    place_everywhere(s, START, one, two, 0, 0, turns)
    sell_and_place(s, START, SOLD, one, two, 0, 0, turns)
    if s.kept[0].key == NEVER:
        sell_all(s, turns)
        sell_two_and_place(s, one, two, turns)
    for i in range(KEPT):
        if s.kept[i].key > NEVER:
            finish_turn(s, i, turns)


@compiled
def place_everywhere(s: Scratch, row: int, one: int, two: int, gold: int, catalysts: int, turns: int) -> None:
    """Note the value of every placement on the bench `row`, after `gold` and `catalysts` were gained."""
    trial = s.benches[TRIAL]
    for way in range(4 if one != two else 2):
        firsts = find_placements(s.benches[row], one, two, way)
        while firsts:
            bit = first_of(firsts)
            firsts ^= bit
            copy_bench(s.benches[row], trial)
            place(trial, bit, shift(bit, way), one, two, turns)
            value = gold + worth_of(trial)
            note_value(s, value, catalysts)
            keep_turn(s, value, catalysts)


@compiled
def note_value(s: Scratch, value: float, catalysts: int) -> None:
    c = min(catalysts, MOST)
    s.best[c] = max(s.best[c], value)


@compiled
def keep_turn(s: Scratch, value: float, catalysts: int) -> None:
    """Keep the turn in TRIAL if it is better than the worst one kept. An equal key is the same turn."""
    key, worst = value + SPARE * catalysts, 0
    for i in range(KEPT):
        if s.kept[i].key == key:
            return
        if s.kept[i].key < s.kept[worst].key:
            worst = i
    if key > s.kept[worst].key:
        s.kept[worst].key, s.kept[worst].value, s.kept[worst].catalysts = key, value, catalysts
        copy_bench(s.benches[TRIAL], s.benches[FIRST_KEPT + worst])


@compiled
def sell_and_place(
    s: Scratch, source: int, target: int, one: int, two: int, gold: int, catalysts: int, turns: int
) -> None:
    """Transmute each region of the bench `source` alone, in the row `target`, and then place everywhere."""
    for element in range(1, ELEMENTS + 1):
        rest = s.benches[source].cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            size = count_cells(region)
            copy_bench(s.benches[source], s.benches[target])
            catalyse(s.benches[target], region, element, EMPTY, turns)
            more_gold, more_catalysts = gold + gold_for(element, size), catalysts + catalysts_for(element, size)
            place_everywhere(s, target, one, two, more_gold, more_catalysts, turns)


@compiled
def sell_two_and_place(s: Scratch, one: int, two: int, turns: int) -> None:
    """Transmute each pair of regions, and then place everywhere: for a bench on which nothing else fits."""
    for element in range(1, ELEMENTS + 1):
        rest = s.benches[START].cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            size = count_cells(region)
            copy_bench(s.benches[START], s.benches[SOLD])
            catalyse(s.benches[SOLD], region, element, EMPTY, turns)
            gold, catalysts = gold_for(element, size), catalysts_for(element, size)
            sell_and_place(s, SOLD, SOLD_TWICE, one, two, gold, catalysts, turns)


@compiled
def sell_all(s: Scratch, turns: int) -> None:
    """Note the turn without a placement: transmute what pays, and lose the rest."""
    gold, catalysts = 0, 0
    for element in range(1, ELEMENTS + 1):
        rest = s.benches[START].cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            gold += max(0, gold_for(element, count_cells(region)))
            catalysts += catalysts_for(element, count_cells(region))
    note_value(s, gold + (CLEARING if turns > 0 else 0.0), catalysts)


@compiled
def finish_turn(s: Scratch, i: int, turns: int) -> None:
    """Spend the catalysts of a kept turn, also after one more region is transmuted."""
    bench, value, catalysts = s.benches[FIRST_KEPT + i], s.kept[i].value, s.kept[i].catalysts
    for element in range(1, ELEMENTS + 1):
        rest = bench.cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            size = count_cells(region)
            if size > 1:
                sold = s.benches[SOLD]
                copy_bench(bench, sold)
                catalyse(sold, region, element, EMPTY, turns)
                more = value - worth_of(bench) + worth_of(sold) + gold_for(element, size)
                note_value(s, more, catalysts + catalysts_for(element, size))
                spend(s, sold, more, catalysts + catalysts_for(element, size), turns)
    spend(s, bench, value, catalysts, turns)


@compiled
def spend(s: Scratch, bench: StateRecord, value: float, catalysts: int, turns: int) -> None:
    """Change own cells as long as that makes the bench worth more."""
    while catalysts > 0:
        bit, new, gain = best_own_change(bench, turns)
        if gain <= 0:
            return
        catalyse(bench, bit, element_at(bench, bit), new, turns)
        catalysts -= 1
        value += gain
        note_value(s, value, catalysts)


@compiled
def best_own_change(bench: StateRecord, turns: int) -> tuple[int, int, float]:
    """Return the cell, the element of a neighbour and the gain of the best change."""
    best_bit, best_new, best, rest = 0, 0, 0.0, ALL & ~bench.cells[EMPTY]
    while rest:
        bit = first_of(rest)
        rest ^= bit
        old = element_at(bench, bit)
        for new in range(1, ELEMENTS + 1):
            if new != old and bench.cells[new] & neighbours_of(bit):
                gain = gain_of_change(bench, bit, old, new, turns)
                if gain > best:
                    best_bit, best_new, best = bit, new, gain
    return best_bit, best_new, best


@compiled
def gain_of_change(bench: StateRecord, bit: int, old: int, new: int, turns: int) -> float:
    """Return how much more a bench is worth after one of its cells changes from `old` to `new`."""
    empty = bench.cells[EMPTY]
    without = rate_element(bench.cells[old] & ~bit, empty, old, turns)
    joined = rate_element(bench.cells[new] | bit, empty, new, turns)
    return without + joined - bench.parts[old] - bench.parts[new]


@compiled
def attack(s: Scratch, bench: StateRecord, turns: int) -> None:
    """Set `s.after` and `s.harm`: the rival changes, one after the other, the cell that costs the owner most."""
    copy_bench(bench, s.after[0])
    s.harm[0] = 0.0
    for c in range(1, MOST + 1):
        bit, gain = worst_change(s.after[c - 1], turns)
        copy_bench(s.after[c - 1], s.after[c])
        s.harm[c] = s.harm[c - 1] - gain
        if bit:
            old = element_at(s.after[c], bit)
            catalyse(s.after[c], bit, old, foreign_element(s.after[c], bit, old), turns)


@compiled
def worst_change(bench: StateRecord, turns: int) -> tuple[int, float]:
    """Return the cell of a large region whose change costs most, and the negative gain."""
    worst_bit, worst = 0, 0.0
    for element in range(1, ELEMENTS + 1):
        rest = bench.cells[element]
        while rest:
            region = region_of(first_of(rest), rest)
            rest ^= region
            left = region if count_cells(region) >= LARGE else 0
            while left:
                bit = first_of(left)
                left ^= bit
                gain = gain_of_change(bench, bit, element, foreign_element(bench, bit, element), turns)
                if gain < worst:
                    worst_bit, worst = bit, gain
    return worst_bit, worst
