"""The ring of Meduris and what is built on it: sites, costs, rune stones, temples (ME-1, ME-2, ME-8, ME-9)."""

import re

import pytest

import ludotheque as lt
from ludotheque.games.meduris import game
from ludotheque.games.meduris.ring import RESOURCES
from ludotheque.games.meduris.tests.position import HOME, RICH, STONE_1, STONE_2, STONE_3, Position, run_lengths

THREE_PLAYERS = (
    "0: WC SB WC BC SB | 1: BW CW BS | 2: SC WS CB CW | 3: SC WB | 4: BC SC BW | 5: SW SB WC BS WS | 6: BC BW CS "
    "| 7: BS WB CW CB | 8: WS SC WS"
)
FOUR_PLAYERS = (
    "0: WC SB SC BC WB CS | 1: BW CW BS WS | 2: SC WS CB CW SB | 3: SC WB WS | 4: BC SC BW WC | 5: SW SB BC WC BS WS "
    "| 6: BC BW CS WS | 7: BS WB CB CW CB | 8: WS SC WB"
)
SEATED = [(2, THREE_PLAYERS), (3, THREE_PLAYERS), (4, FOUR_PLAYERS)]


def read_table(text: str) -> list[tuple[int, str]]:
    """Return each site's district and its two resources."""
    parts = re.findall(r"(\d): ([A-Z ]+)", text)
    return [(int(district), pair) for district, pairs in parts for pair in pairs.split()]


def read_sites(match: lt.Match) -> list[tuple[int, str]]:
    view = match.view()
    pairs = ["".join(RESOURCES[kind] for kind in need) for need in view.need]
    return list(zip(view.district, pairs))[: view.sites]


@pytest.mark.parametrize(("seats", "table"), SEATED)
def test_the_ring_is_the_one_of_the_rulebook(seats: int, table: str) -> None:
    """ME-1: each site's district, and its first and second resource."""
    assert read_sites(lt.new("meduris", seats=seats, seed=1)) == read_table(table)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_pages_print_both_rings(language: str) -> None:
    """ME-1: the sites of each district, and what they ask for."""
    rows = re.findall(r"^\| (\d) \| (\d+)–(\d+) \| ([A-Z ]+) \|$", game.rules_text(language), re.MULTILINE)
    assert [(int(d), pair) for d, _, _, pairs in rows for pair in pairs.split()] == [
        *read_table(THREE_PLAYERS),
        *read_table(FOUR_PLAYERS),
    ]
    assert all(len(pairs.split()) == int(last) - int(first) + 1 for _, first, last, pairs in rows)


@pytest.mark.parametrize(("seats", "sites", "each"), [(2, 32, 16), (3, 32, 16), (4, 40, 20)])
def test_a_ring_has_its_number_of_sites_and_each_resource_equally_often(seats: int, sites: int, each: int) -> None:
    """ME-1"""
    ring = read_sites(lt.new("meduris", seats=seats, seed=1))
    letters = "".join(pair for _, pair in ring)
    assert len(ring) == sites
    assert [letters.count(resource) for resource in "BWCS"] == [each] * 4
    assert all(pair[0] != pair[1] for _, pair in ring)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_ring_has_nine_districts_with_a_rune_stone_each(seats: int) -> None:
    """ME-1: in order, and no stone is held at the start."""
    match = lt.new("meduris", seats=seats, seed=1)
    districts = [district for district, _ in read_sites(match)]
    assert districts == sorted(districts)
    assert set(districts) == set(range(9))
    assert match.view().rune == [-1] * 9


def test_the_druid_starts_at_the_temple_with_three_stones_ahead() -> None:
    """ME-2"""
    assert lt.new("meduris", seed=1).view().druid == HOME
    position, stones = Position("0:b"), []
    for site in (4, 9, 14):
        stones.append(position.play(f"HUT {site}", die=0).state.druid)
        assert position.asked is None
    assert stones == [STONE_1, STONE_2, STONE_3]


def test_joining_the_ring_does_not_cross_the_river() -> None:
    """ME-2: the druid comes from the last stone to site 0, and no rune stone pays."""
    position = Position("0:b", druid=STONE_3, runes="ab.......").play("TEMPLE 10")
    assert (position.asked, position.points) == ((1, 0), (5, 5))


COSTS = [  # the ring, the site, what a hut costs there of each resource: with between = 0, and with between = 1
    ("", 7, 1, 1),
    ("5:a 9:b", 7, 1, 1),  # two sites away
    ("6:a", 7, 2, 2),
    ("8:a", 7, 2, 2),
    ("6:b", 7, 2, 2),  # a hut of any player
    ("5:ab", 7, 3, 3),
    ("8:bba", 7, 4, 4),
    ("6:a 8:b", 7, 2, 3),
    ("5:ab 8:a", 7, 3, 4),
    ("4:aba 8:bb", 7, 5, 6),
    ("6:A", 7, 1, 1),
    ("6:A 8:B", 7, 1, 1),
    ("6:A 8:ba", 7, 3, 3),  # a temple is not part of a run
    ("4:aaA 8:b", 7, 2, 2),  # and ends one
    ("31:a", 0, 2, 2),  # across the river
    ("0:a", 31, 2, 2),
    ("29:aba", 0, 4, 4),
    ("0:ab", 31, 3, 3),
    ("31:ab", 1, 3, 3),
    ("31:ab", 30, 3, 3),
    ("30:abab", 2, 5, 5),
    ("31:a 1:bb", 0, 3, 4),
    ("29:ab 0:b", 31, 3, 4),
    ("30:abb 2:a", 1, 4, 5),
    ("31:A 1:b", 0, 2, 2),
    ("1:" + "ab" * 15 + "a", 0, 32, 32),  # the same run on both sides counts once
    ("8:" + "ab" * 15 + "a", 7, 32, 32),
    ("8:" + "ab" * 15, 7, 31, 31),
    ("8:" + "ab" * 14 + "a.a", 7, 30, 31),
]


def count_paid(before: str, after: str) -> dict[str, int]:
    """Return what a hand has lost, by kind."""
    return {kind: lost for kind in "BWCS" if (lost := before.count(kind) - after.count(kind))}


@pytest.mark.parametrize(("ring", "site", "cheap", "dear"), COSTS)
def test_a_hut_costs_as_its_neighbours_say(ring: str, site: int, cheap: int, dear: int) -> None:
    """ME-8: `cost` of each of the site's two resources, and nothing else."""
    pair = read_table(THREE_PLAYERS)[site][1]
    for between, cost in ((0, cheap), (1, dear)):
        position = Position(ring, between=between, left={0: (2, 2)})
        assert count_paid(RICH, position.play(f"HUT {site}").hands[0]) == dict.fromkeys(pair, cost)


@pytest.mark.parametrize(
    ("ring", "site", "cost"), [("39:a 1:bb", 0, 3), ("38:cd", 0, 3), ("0:d", 39, 2), ("31:a", 0, 1)]
)
def test_the_river_of_the_longer_ring_is_after_site_39(ring: str, site: int, cost: int) -> None:
    """ME-1, ME-8"""
    pair = read_table(FOUR_PLAYERS)[site][1]
    position = Position(ring, hands=(RICH,) * 4)
    assert count_paid(RICH, position.play(f"HUT {site}").hands[0]) == dict.fromkeys(pair, cost)


def test_a_hut_needs_all_of_its_cost() -> None:
    """ME-8: three wool and three copper on site 0, beside two huts."""
    ring = "30:ab"
    assert Position(ring, hands=("WWWCCC", "")).why("HUT 0") == "ok"
    for hand in ("WWWCC", "WWCCC", "BBBSSSWWWCC"):
        assert Position(ring, hands=(hand, "")).why("HUT 0") == "You cannot pay for a piece on that site."


@pytest.mark.parametrize("piece", ["HUT", "TEMPLE"])
def test_only_an_empty_site_is_built_on(piece: str) -> None:
    """ME-8, ME-9: not one with a hut or a temple, one's own or another's."""
    free = [site for site in range(32) if site not in (5, 6, 20, 21)]
    assert Position("5:aA 20:bB").legal(piece) == [f"{piece} {site}" for site in free]


def test_a_hut_goes_from_the_kit_to_its_site() -> None:
    """ME-8"""
    position = Position("5:b").play("HUT 7")
    assert (position.state.owner[7], position.left) == (0, [(7, 2), (7, 2)])


@pytest.mark.parametrize("ring", ["", "6:a", "8:b", "5:ba 8:ab", "29:ab 8:aa", "8:" + "ab" * 15 + "a", "6:A 8:bb"])
def test_a_new_hut_joins_the_runs_beside_it(ring: str) -> None:
    """ME-8: every hut of the new run counts them all."""
    position = Position(ring, left={0: (2, 2)}).play("HUT 7")
    lengths = run_lengths(position.huts, 32)
    assert 7 in lengths
    assert [position.state.run[site] for site in range(32)] == [lengths.get(site, 0) for site in range(32)]


def test_a_hut_takes_its_districts_rune_stone() -> None:
    """ME-8: of its own district, which is not that of the hut beside it."""
    position = Position("5:b", runes=".b.......").play("HUT 4")
    assert position.runes == "ab......."


def test_a_rune_stone_is_taken_from_its_holder_again_and_again() -> None:
    """ME-8: district 1 changes hands twice, and then stays where it is."""
    position = Position(hands=(RICH, RICH, RICH)).play("HUT 5", die=0)
    holders = [position.runes]
    for site in (7, 6, 10):
        position.play(f"HUT {site}", die=0)
        holders.append(position.runes)
    assert holders == [".a.......", ".b.......", ".c.......", ".ca......"]


def test_the_holder_of_a_rune_stone_keeps_it_with_a_second_hut() -> None:
    """ME-8"""
    assert Position("5:a", runes=".a.......").play("HUT 7").runes == ".a......."


@pytest.mark.parametrize("ring", ["", "6:a", "5:ab 8:ba", "6:A 8:B"])
@pytest.mark.parametrize("between", [0, 1])
def test_a_temple_always_costs_one_of_each(ring: str, between: int) -> None:
    """ME-9: with any neighbours."""
    assert count_paid(RICH, Position(ring, between=between).play("TEMPLE 7").hands[0]) == {"B": 1, "S": 1}


def test_a_temple_takes_no_rune_stone_and_belongs_to_no_run() -> None:
    """ME-9"""
    position = Position("5:b", runes=".b.......").play("TEMPLE 6")
    assert (position.runes, position.huts, position.left) == (".b.......", {5}, [(8, 1), (7, 2)])
    assert position.state.owner[6] == 0


def test_a_temple_sends_the_druid_on_too() -> None:
    """ME-9"""
    assert Position().play("TEMPLE 7").state.druid == STONE_1
    assert Position("9:b", druid=4).play("TEMPLE 7").asked == (1, 9)


def test_a_turn_has_exactly_one_action() -> None:
    """ME-8, ME-9, ME-7: after any of the three the next player's turn begins."""
    for move in ("HUT 7", "TEMPLE 7", "SHIFT 0 1 2"):
        position = Position(hands=(RICH, RICH, RICH)).play(move, die=0)
        assert (position.acts, position.state.turn) == (1, 1)
