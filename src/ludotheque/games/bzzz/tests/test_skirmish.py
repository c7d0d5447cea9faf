"""Skirmishes in Bzzz: who fights whom, at which odds, by which draws, and what a fall costs (BZ-8, BZ-9, BZ-10)."""

import random
from fractions import Fraction
from itertools import product

import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.dice import dice, draw
from ludotheque.games.bzzz.skirmish import count_opponents, dodge_odds
from ludotheque.games.bzzz.tests.positions import (
    DODGE,
    FALL,
    cell_of,
    end_turn,
    kos_of,
    loads_of,
    pass_turns,
    play_all,
    set_up,
    value_of,
)

Cell = tuple[int, int]
FORCES = {"w": 1, "d": 5, "s": 1}
MODES = ["all", "active"]


def chance(match: lt.Match, x: int, y: int, player: int = 0) -> Fraction:
    """Return the chance that the bee in a cell of the drawing dodges."""
    return Fraction(*dodge_odds(for_interpreter(match.state)[0], player, 4 + x, 4 + y))


def opponents(match: lt.Match, x: int, y: int, player: int = 0) -> int:
    return int(count_opponents(for_interpreter(match.state)[0], player, 4 + x, 4 + y))


# Odds

# As the source draws it: A1 A2 are seat 0's, B1 B2 B3 seat 1's; A2 and B3 are drones.
EXAMPLE = (
    "w0 w1",
    "d0 w1",
    ".  d1",
)


@pytest.mark.parametrize("skirmishes", MODES)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("place", "others", "expected"),
    [
        ((0, 0), 2, Fraction(1, 2)),
        ((0, 1), 3, Fraction(5, 11)),  # the source has 10/17, since it halves B3's force
        ((1, 0), 2, Fraction(6, 19)),
        ((1, 1), 2, Fraction(6, 19)),
        ((1, 2), 1, Fraction(3, 4)),
    ],
)
def test_the_sources_example_by_its_own_formula(
    skirmishes: str, player: int, place: Cell, others: int, expected: Fraction
) -> None:
    """BZ-10: with two players both ways to fight are one."""
    match = set_up(*EXAMPLE, skirmishes=skirmishes)
    assert opponents(match, *place, player=player) == others
    assert chance(match, *place, player=player) == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("w0 w1", (Fraction(1, 2), Fraction(1, 2))),
        ("w0 d1", (Fraction(1, 6), Fraction(5, 6))),
        ("d0 w1", (Fraction(5, 6), Fraction(1, 6))),
        ("s0 w1", (Fraction(1, 2), Fraction(1, 2))),
        ("d0 d1", (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_one_against_one(row: str, expected: tuple[Fraction, Fraction]) -> None:
    """BZ-10"""
    match = set_up(row)
    assert (chance(match, 0, 0), chance(match, 1, 0)) == expected


def test_force_is_shared_among_up_to_eight_opponents() -> None:
    """BZ-8: a drone in a ring of workers, a worker in a ring of drones; a ring's bees touch none but the one inside."""
    ring = ("{1}1 {1}1 {1}1", "{1}1 {0}0 {1}1", "{1}1 {1}1 {1}1")
    inside = set_up(*(row.format("d", "w") for row in ring))
    assert (opponents(inside, 1, 1), chance(inside, 1, 1)) == (8, Fraction(5, 13))
    assert chance(inside, 0, 0) == Fraction(1, 1 + Fraction(5, 8)) == Fraction(8, 13)
    inside = set_up(*(row.format("w", "d") for row in ring))
    assert (chance(inside, 1, 1), chance(inside, 0, 0)) == (Fraction(1, 41), Fraction(40, 41))


@pytest.mark.parametrize("k", range(1, 9))
def test_workers_around_a_drone(k: int) -> None:
    """BZ-8: one by one all around it; they are of one player and do not fight each other."""
    words = ["w1"] * k + ["."] * (8 - k)
    match = set_up(" ".join(words[:3]), f"{words[3]} d0 {words[4]}", " ".join(words[5:]))
    assert chance(match, 1, 1) == Fraction(5, 5 + k)
    assert chance(match, 0, 0) == Fraction(k, k + 5)


def reference(bees: dict[Cell, tuple[str, int]], player: int, mode: str) -> dict[Cell, Fraction]:
    """Return the odds of every bee that takes part, by the text of BZ-8; `bees` are the awake ones."""

    def against(cell: Cell) -> list[Cell]:
        x, y = cell
        around = [(x + i, y + j) for i, j in product((-1, 0, 1), repeat=2) if (i, j) != (0, 0)]
        enemies = [other for other in around if other in bees and bees[other][1] != bees[cell][1]]
        if mode == "all" or bees[cell][1] == player:
            return enemies
        return [other for other in enemies if bees[other][1] == player]

    def effective(cell: Cell) -> Fraction:
        return Fraction(FORCES[bees[cell][0]], len(against(cell)))

    def dodges(cell: Cell) -> Fraction:
        force = FORCES[bees[cell][0]]
        return force / sum(map(effective, against(cell)), Fraction(force))

    return {cell: dodges(cell) for cell in bees if against(cell)}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(40))
def test_the_odds_are_exactly_those_of_the_formula(mode: str, seed: int) -> None:
    """BZ-8: in crowds of four players' bees, some of them knocked out, for each active player."""
    luck = random.Random(seed)
    words = [luck.choice("wds") + luck.choice("0123") + luck.choice(["", "", "!2"]) for _ in range(25)]
    words = [word if luck.random() < 0.6 else "." for word in words]
    match = set_up(*(" ".join(words[i : i + 5]) for i in range(0, 25, 5)), skirmishes=mode)
    awake = {(i % 5, i // 5): (w[0], int(w[1])) for i, w in enumerate(words) if w != "." and "!" not in w}
    for player in range(4):
        expected = reference(awake, player, mode)
        fighting = {cell for cell in awake if opponents(match, *cell, player=player)}
        assert {cell: chance(match, *cell, player=player) for cell in fighting} == expected


# Who fights


@pytest.mark.parametrize("other", ["w0", "d0", "w1!3", "."])
def test_own_and_sleeping_bees_are_no_opponents(other: str) -> None:
    """BZ-8, BZ-9: nothing is drawn for them either."""
    match = set_up(f"w0 {other}")
    assert end_turn(match, FALL) == 0
    assert kos_of(match, 0)[0] == 0


def test_contact_is_in_eight_directions_and_one_cell_wide() -> None:
    """BZ-8"""
    for x, y in product(range(5), repeat=2):
        rows = [["."] * 5 for _ in range(5)]
        rows[y][x] = "w1"
        rows[2][2] = "w0"
        touching = max(abs(x - 2), abs(y - 2)) == 1
        assert end_turn(set_up(*map(" ".join, rows))) == (2 if touching else 0)


def test_a_bee_at_the_edge_does_not_fight_across_it() -> None:
    """BZ-8"""
    match = set_up("w0" + " ." * 13 + " w1", at=(0, 7))
    assert end_turn(match, FALL, FALL) == 0


@pytest.mark.parametrize(("mode", "drawn"), [("all", 2), ("active", 0)])
def test_others_in_contact_fight_in_every_turn_or_not(mode: str, drawn: int) -> None:
    """BZ-8: two enemies side by side in a third player's turn."""
    match = set_up("w1 w2", skirmishes=mode)
    assert end_turn(match, FALL, FALL) == drawn
    assert (kos_of(match, 1), kos_of(match, 2)) == ([5 * (drawn > 0)], [5 * (drawn > 0)])


def test_in_the_courses_rules_others_share_their_force_among_the_active_players_bees_only() -> None:
    """BZ-8: seat 1's drone touches seat 0 and seat 2, which touch each other as well."""
    rows = ("w0 d1", ". w2")
    everyone, active = set_up(*rows), set_up(*rows, skirmishes="active")
    assert [opponents(everyone, *cell) for cell in [(0, 0), (1, 0), (1, 1)]] == [2, 2, 2]
    assert [opponents(active, *cell) for cell in [(0, 0), (1, 0), (1, 1)]] == [2, 1, 1]
    assert chance(everyone, 0, 0) == Fraction(1, 1 + Fraction(5, 2) + Fraction(1, 2)) == Fraction(1, 4)
    assert chance(active, 0, 0) == Fraction(1, 1 + 5 + 1)
    assert chance(active, 1, 0) == 5 / (5 + Fraction(1, 2)) == Fraction(10, 11)


# Draws


@pytest.mark.parametrize(
    ("row", "p"), [("w0 w1", Fraction(1, 2)), ("w0 d1", Fraction(1, 6)), ("d0 w1", Fraction(5, 6))]
)
def test_a_bee_dodges_if_its_draw_is_below_its_odds(row: str, p: Fraction) -> None:
    """BZ-8: of the 2³² draws exactly the share p, rounded up to a whole one, saves it."""
    first_fall = -(-(2**32) * p.numerator // p.denominator)
    for drawn, ko in [(0, 0), (first_fall - 1, 0), (first_fall, 5), (2**32 - 1, 5)]:
        match = set_up(row)
        assert end_turn(match, drawn, DODGE) == 2
        assert (kos_of(match, 0), kos_of(match, 1)) == ([ko], [0])


@pytest.mark.parametrize("fate", list(product([DODGE, FALL], repeat=4)))
def test_draws_come_in_board_order_one_a_bee_that_takes_part(fate: tuple[int, ...]) -> None:
    """BZ-8: by y, then x, for bees of all seats; none for a bee without contact, none for one that is knocked out."""
    match = set_up("w1 . d0", "w0 . w2", ". . .", "s0 . w3!2 w1")
    assert end_turn(match, *fate) == 4
    fallen = [kos_of(match, 1)[0], *kos_of(match, 0)[:2], kos_of(match, 2)[0]]
    assert fallen == [5 * (drawn == FALL) for drawn in fate]


def test_the_draws_are_the_matchs_own_dice_of_that_ply() -> None:
    """BZ-8: nothing else is drawn in a turn, so that the first word decides over the first bee."""
    fates = set()
    for seed in range(24):
        match = set_up("w0 w1", seed=seed)
        words = dice(seed, 1)
        fell = [5 * (draw(words) >= 2**31) for _ in range(2)]
        play_all(match, "END")
        assert [*kos_of(match, 0), *kos_of(match, 1)] == fell
        fates.add(tuple(fell))
    assert len(fates) == 4


def test_all_bees_draw_before_any_of_them_falls() -> None:
    """BZ-8: the one in the middle has a third against two, and draws more than that, though less than a half."""
    match = set_up("w0 w1 w2")
    assert end_turn(match, FALL, 2**32 * 2 // 5, FALL) == 3
    assert [kos_of(match, seat) for seat in range(3)] == [[5], [5], [5]]


def test_a_fallen_bee_still_counts_for_the_odds_of_the_others() -> None:
    """BZ-8: the drone falls, and the worker after it in board order has one chance in six nevertheless."""
    match = set_up("d1 w0")
    assert end_turn(match, FALL, 2**31) == 2
    assert (kos_of(match, 1), kos_of(match, 0)) == ([5], [5])


# A fall


def test_a_bee_that_fell_loses_its_nectar_for_good() -> None:
    """BZ-8: no other bee gets it."""
    match = set_up("w0:8 w1:3", elsewhere=100)
    end_turn(match, FALL, DODGE)
    assert (loads_of(match, 0), loads_of(match, 1), value_of(match, "loose")) == ([0], [3], 103)
    assert match.state["stock"][0].tolist() == [10, 10, 10, 10]


def count_missed_turns(match: lt.Match, seat: int) -> int:
    """Return the number of its owner's turns until the seat's first bee may move again."""
    count = 0
    while not match.over:
        if match.active == [seat]:
            if match.why("STEP 0 0") is None:
                return count
            count += 1
        end_turn(match)
    raise AssertionError("it never wakes")


@pytest.mark.parametrize("time_ko", [1, 2, 5, 9])
@pytest.mark.parametrize("player", range(4))
@pytest.mark.parametrize("seats", [2, 4])
def test_a_knocked_out_bee_misses_its_owners_next_turns(time_ko: int, player: int, seats: int) -> None:
    """BZ-9: exactly TIME_KO of them, whether it fell in its owner's turn or in another's."""
    match = set_up("w0 w1", seats=seats, player=player % seats, time_ko=time_ko)
    end_turn(match, FALL, DODGE)
    assert kos_of(match, 0) == [time_ko]
    assert count_missed_turns(match, 0) == time_ko


@pytest.mark.parametrize(("time_ko", "turns_missed"), [(5, 4), (2, 1), (1, 0)])
@pytest.mark.parametrize("player", [0, 1, 3])
def test_in_the_courses_engine_it_misses_one_turn_fewer(time_ko: int, turns_missed: int, player: int) -> None:
    """BZ-9: short_ko; the nectar is lost all the same."""
    match = set_up("w0:6 w1", player=player, time_ko=time_ko, short_ko=True)
    end_turn(match, FALL, DODGE)
    assert (loads_of(match, 0), kos_of(match, 0)) == ([0], [turns_missed])
    assert count_missed_turns(match, 0) == turns_missed


def test_the_count_goes_down_at_the_end_of_the_owners_turns() -> None:
    """BZ-9: 5 in the turn after the fall, then 4, 3, 2, 1, then 0; others' turns do not count."""
    match, counts = set_up("w0!5", seats=2), []
    for _ in range(6):
        counts.append(kos_of(match, 0)[0])
        end_turn(match)
        now = kos_of(match, 0)
        end_turn(match)
        assert kos_of(match, 0) == now
    assert counts == [5, 4, 3, 2, 1, 0]


def test_a_bee_wakes_after_the_skirmish_of_the_last_turn_that_it_misses() -> None:
    """BZ-9: it does not fight in that turn, and does in the very next one."""
    match = set_up("w0!1 w1")
    assert end_turn(match) == 0
    assert kos_of(match, 0) == [0]
    assert end_turn(match) == 2


def test_a_knocked_out_bee_stays_in_place_and_does_nothing() -> None:
    """BZ-9: it neither moves nor forages nor holds nor fights."""
    match = set_up("w0!5*50 w1")
    assert match.legal() == ["LAY 0", "LAY 1", "LAY 2", "END"]
    assert {match.why(move) for move in ("STEP 0 0", "FORAGE 0 0", "HOLD 0")} == {"That bee is knocked out."}
    pass_turns(match, 4)
    assert (kos_of(match, 0), kos_of(match, 1), loads_of(match, 0)) == ([4], [0], [0])
    assert (value_of(match, "x", 0, 0), value_of(match, "y", 0, 0), value_of(match, "occupant", 4, 4)) == (4, 4, 1)


@pytest.mark.parametrize("seed", range(4))
def test_bees_never_die_and_never_share_a_cell(seed: int) -> None:
    """BZ-9, BZ-5: in matches of chance from a crowd, every bee is where the board has it."""
    match, luck, fell = set_up("w0 s1 d2 w3", "s0 d1 w2 s3", time_out=60), random.Random(seed), 0
    while not match.over:
        before = match.state["bees"][0].tolist()
        match.play(luck.choice(match.legal()))
        after = match.state["bees"][0].tolist()
        assert all(new >= old for old, new in zip(before, after))
        standing = [(seat, bee) for seat in range(4) for bee in range(after[seat])]
        for seat, bee in standing:
            x, y = cell_of(match, seat, bee)
            assert value_of(match, "occupant", y, x) == 1 + 64 * seat + bee
            fell += value_of(match, "ko", seat, bee) == 5
        assert (match.state["occupant"] != 0).sum() == len(standing)
    assert fell
