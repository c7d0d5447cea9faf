"""The fast benches of the search agree with the rules: regions, gold, catalysts, contact, and whole turns."""

import numpy as np
import pytest

from ludotheque import loops
from ludotheque.compile import compiled, for_interpreter, is_interpreted
from ludotheque.game import Array, Move, StateRecord, load
from ludotheque.games.alchemy.bots.answers import MOST, Scratch, attack, find_outcomes, make_scratch
from ludotheque.games.alchemy.bots.choice import write_path
from ludotheque.games.alchemy.bots.own_turn import (
    NEVER,
    Node,
    catalyse,
    find_placements,
    make_tree,
    place,
    search_turn,
)
from ludotheque.games.alchemy.bots.worth import (
    BRIDGE,
    COMPACT,
    GROWTH,
    LONE,
    METAL,
    ODD,
    OPEN,
    Bench,
    load_bench,
    rate_bench,
    worth_of,
)
from ludotheque.games.alchemy.cells import ALL, bit_of, cell_of, count_cells, first_of, region_of
from ludotheque.games.alchemy.regions import find_regions
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, EMPTY, PLACE, SULFUR, TURNS, step
from ludotheque.games.alchemy.tests.test_bots import match_at, random_position
from ludotheque.match import Match

ALCHEMY = load("alchemy")
POSITIONS = 2 if is_interpreted() else 40
LONG = 20  # turns to come: nothing fades yet


def bench_of(match: Match, turns: int = LONG, seat: int = 0) -> StateRecord:
    bench = for_interpreter(np.zeros(1, Bench))[0]
    load_bench(for_interpreter(match.state)[0], seat, bench, turns)
    return bench


def contents_of(bench: StateRecord) -> list[int]:
    """Return what each cell holds."""
    return [next(e for e in range(ELEMENTS + 1) if bench.cells[e] & bit_of(cell)) for cell in range(CELLS)]


def parts_of(bench: StateRecord) -> list[float]:
    return [float(bench.parts[element]) for element in range(1, ELEMENTS + 1)]


def random_positions() -> list[Match]:
    luck = np.random.default_rng(5)
    return [random_position(luck) for _ in range(POSITIONS)]


def test_a_set_of_cells_counts_and_names_its_cells() -> None:
    assert count_cells(ALL) == CELLS
    assert [cell_of(bit_of(cell)) for cell in range(CELLS)] == list(range(CELLS))
    assert [count_cells(sum(map(bit_of, range(n)))) for n in range(CELLS + 1)] == list(range(CELLS + 1))


def test_the_regions_of_a_bench_are_those_of_the_rules() -> None:
    for match in random_positions():
        bench = bench_of(match)
        for region in find_regions(contents_of(bench)):
            cells = region_of(bit_of(region.first), bench.cells[region.element])
            assert cells == sum(map(bit_of, region.cells))
            assert cell_of(first_of(cells)) == region.first


def test_without_turns_to_come_a_bench_is_worth_what_pays() -> None:
    for match in random_positions():
        bench = bench_of(match, turns=0)
        assert worth_of(bench) == sum(max(0, region.gold) for region in find_regions(contents_of(bench)))


def test_the_placements_are_those_that_the_rules_allow() -> None:
    """AL-12 and AL-13: empty neighbours, and contact."""
    for match in random_positions():
        rows = match.legal_rows(0).tolist()
        bench, (one, two) = bench_of(match), match.state["sample"][0].tolist()
        firsts = [find_placements(bench, one, two, way) for way in range(4)]
        found = {(cell, way) for way in range(4) for cell in range(CELLS) if firsts[way] & bit_of(cell)}
        assert found == {(cell, way) for kind, cell, way, _ in rows if kind == PLACE}


def test_parts_that_are_brought_up_to_date_equal_those_of_a_new_bench() -> None:
    luck = np.random.default_rng(6)
    for match in random_positions():
        bench = bench_of(match)
        for _ in range(20):
            change_at_random(bench, luck)
            parts = parts_of(bench)
            rate_bench(bench, LONG)
            assert parts == parts_of(bench)


def change_at_random(bench: StateRecord, luck: np.random.Generator) -> None:
    """Place, transmute or catalyse."""
    one, two, new, way = (int(number) for number in luck.integers(1, ELEMENTS + 1, 4))
    cell = int(luck.integers(CELLS))
    old, other = contents_of(bench)[cell], step(cell, way % 4)
    if old == EMPTY:
        if other >= 0 and bench.cells[EMPTY] & bit_of(other):
            place(bench, bit_of(cell), bit_of(other), one, two, LONG)
    elif way < 3:
        catalyse(bench, region_of(bit_of(cell), bench.cells[old]), old, EMPTY, LONG)
    elif new != old:
        catalyse(bench, bit_of(cell), old, new, LONG)


def test_every_turn_of_the_search_ends_as_by_the_rules() -> None:
    machine, moves = loops.machine_of(ALCHEMY), np.zeros((8, 4), np.int64)
    for match in random_positions():
        tree = make_tree(machine, match.state[0], 0, TURNS - int(match.state["turn"][0]), 2, 3)
        nodes, own, moves = (
            np.zeros(len(tree.nodes), Node),
            np.zeros(len(tree.nodes), Bench),
            np.zeros((8, 4), np.int64),
        )
        tree = tree._replace(nodes=machine.wrap(nodes), own=machine.wrap(own))
        machine(search_turn)(tree, machine.wrap(match.state))
        for node in np.flatnonzero(nodes["score"][:-1] > NEVER).tolist():
            length = machine(write_path)(tree, node, machine.wrap(moves))
            with match.trial():
                for row in moves[:length].tolist():
                    match.play(Move(*row), 0)
                state = match.state[0].copy()
            assert contents_of(for_interpreter(own)[node]) == state["bench"][0].tolist()
            assert nodes["gold"][node] == state["gold"][0]
            assert (nodes["catalysts"][node], nodes["has_placed"][node]) == (state["catalysts"], state["has_placed"])


def test_a_bench_is_worth_what_its_regions_pay_and_may_become() -> None:
    bench = bench_of(match_at("LLL... ...... ...... ...... ...... ......"))
    three = METAL * (1 + ODD) + OPEN + GROWTH * 3 + COMPACT * 2 * 2 / 3
    assert worth_of(bench) == pytest.approx(three)
    bench = bench_of(match_at("LLL.L. ...... ...... ...... ...... ......"))
    assert worth_of(bench) == pytest.approx(three + LONE + OPEN + GROWTH + BRIDGE)


def test_outcomes_tell_catalysts_that_are_left_over_apart() -> None:
    machine = loops.machine_of(ALCHEMY)
    match = match_at("SSS... ...... ...... ...... ...... ......")
    values, benches = np.zeros(MOST + 1), np.zeros(1, Bench)
    load_bench(for_interpreter(match.state)[0], 0, for_interpreter(benches)[0], 0)
    scratch = make_scratch(machine)._replace(best=machine.wrap(values))
    machine(find_answer)(scratch, machine.wrap(benches), SULFUR, SULFUR, 0)
    assert values.tolist() == [
        3.0,
        1.0,
        3.0,
        NEVER,
    ]  # five kept, three sold first, five sold


@compiled
def find_answer(scratch: Scratch, benches: Array, one: int, two: int, turns: int) -> None:
    find_outcomes(scratch, benches[0], one, two, turns)


@pytest.mark.parametrize(("row", "is_large"), [("LLLLLL", True), ("LL.II.", False)])
def test_an_attack_costs_most_with_the_first_catalysts_and_nothing_on_small_regions(row: str, is_large: bool) -> None:
    scratch = make_scratch(loops.machine(ALCHEMY, interpreted=True))
    attack(scratch, bench_of(match_at(row + 30 * ".")), LONG)
    harm = [float(value) for value in scratch.harm]
    assert harm == sorted(harm) and harm[0] == 0.0
    assert (harm[1] > 0.0) == is_large
