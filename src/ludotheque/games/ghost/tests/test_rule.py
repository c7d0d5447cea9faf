"""What the rule orders, part by part. The positions are described in positions.py."""

import pytest

from ludotheque import Match
from ludotheque.games.ghost.bots.by_rule import play_by_rule
from ludotheque.games.ghost.tests.positions import FOE, HOME, arrange, both_ways, count_sent, make_troop

QUIET = {"throws_bombs": 0, "raises": 0, "saves": 0, "presses": 0}  # attacks, help and posts only


def order(match: Match, **changes: int) -> list[str]:
    return play_by_rule(match.view(0), changes)


def order_quietly(match: Match, **changes: int) -> list[str]:
    return play_by_rule(match.view(0), {**QUIET, **changes})


def test_it_sends_just_enough_to_the_best_factory_first() -> None:
    match = arrange(production={3: 3, 4: 1}, stock={3: 5, 4: 5, HOME: 6})
    assert order_quietly(match) == [f"MOVE {HOME} 3 6", "END"]


def test_it_counts_what_an_enemy_factory_makes_during_the_flight() -> None:
    """2 cyborgs, and 3 more in each of the four turns up to the battle: 14 do not take it, 15 do."""
    match = arrange(production={FOE: 3}, stock={HOME: 40, FOE: 2}, distance=both_ways({(HOME, FOE): 3}))
    assert f"MOVE {HOME} {FOE} 15" in order_quietly(match)


def test_it_expects_half_of_the_cyborgs_of_enemies_that_are_nearer() -> None:
    near = both_ways({(HOME, 3): 3, (FOE, 3): 2})
    match = arrange(owner={3: 1}, production={3: 1}, stock={HOME: 40, 3: 0, FOE: 10}, distance=near)
    assert count_sent(3, order_quietly(match)) == 1 * 4 + 1 + 10 // 2
    assert count_sent(3, order_quietly(match, counts_help=0)) == 1 * 4 + 1


def test_factories_attack_together() -> None:
    match = arrange(owner={4: 0}, production={3: 3}, stock={3: 12, 4: 7, HOME: 8})
    assert count_sent(3, order_quietly(match)) == 13
    assert count_sent(3, order_quietly(match, joins=0)) == 0


def test_no_attack_takes_more_than_five_turns() -> None:
    ways = {(a, b): 6 for a in range(7) for b in range(7) if a != b}
    match = arrange(production={3: 3}, distance=ways)
    assert order_quietly(match) == ["END"]
    assert count_sent(3, order_quietly(match, limit=6)) == 1


def test_it_keeps_the_cyborgs_that_it_needs_for_defence() -> None:
    """20 and twice 2 at the first battle against 23: 1 may leave."""
    match = arrange(3, production={3: 2}, stock={3: 5}, **make_troop(1, FOE, HOME, 23))
    assert order_quietly(match) == [f"MOVE {HOME} 0 1", "END"]
    match = arrange(3, production={3: 2}, stock={3: 5}, **make_troop(1, FOE, HOME, 24))
    assert order_quietly(match) == ["END"]


@pytest.mark.parametrize("league", range(4))
def test_it_sends_help_that_comes_in_time(league: int) -> None:
    """16 arrive in the third turn from now, against 2 and three times 3."""
    foes = make_troop(2, FOE, 3, 16)
    near = both_ways({(HOME, 3): 2})
    match = arrange(league, owner={3: 0}, stock={3: 2}, production={3: 3}, distance=near, **foes)
    assert f"MOVE {HOME} 3 5" in order_quietly(match)
    match.state["distance"][0][HOME, 3] = match.state["distance"][0][3, HOME] = 3
    assert f"MOVE {HOME} 3 5" not in order_quietly(match)


def test_it_sends_no_help_that_is_not_enough() -> None:
    foes = make_troop(2, FOE, 3, 60)
    match = arrange(3, owner={3: 0}, stock={3: 2}, production={3: 3}, distance=both_ways({(HOME, 3): 2}), **foes)
    assert f"MOVE {HOME} 3 20" not in order_quietly(match)


def test_it_raises_production_once_only_poor_targets_are_left() -> None:
    """While more than 15 turns are left, and in the last league only (GC-1)."""
    match = arrange(stock={3: 20, HOME: 25})
    assert order(match).count(f"INC {HOME}") == 1
    match.state["production"][0][3] = match.state["production"][0][4] = 3
    match.state["stock"][0][3] = 14
    assert f"INC {HOME}" not in order(match)
    assert f"INC {HOME}" in order(match, raise_percent=2000)
    match = arrange(stock={3: 20, HOME: 25})
    match.state["turn"] = 185
    assert f"INC {HOME}" not in order(match)
    assert f"INC {HOME}" not in order(arrange(2, stock={3: 20, HOME: 25}))


def test_it_saves_cyborgs_for_raising_production() -> None:
    """All neutral factories are too strong to be taken."""
    strong = dict.fromkeys((0, 3, 4, 5, 6), 99)
    match = arrange(stock={**strong, HOME: 9})
    assert order(match) == ["END"]
    assert order(match, saves=0) == [f"MOVE {HOME} {FOE} 9", "END"]


def test_a_factory_that_makes_all_it_can_feeds_another_one() -> None:
    """With 2 and four times 1 until the troop is there, 4 are missing to 10."""
    strong = dict.fromkeys((0, 4, 5, 6), 99)
    match = arrange(owner={3: 0}, production={HOME: 3, 3: 1}, stock={**strong, 3: 2, HOME: 30})
    assert order(match, presses=0) == [f"MOVE {HOME} 3 4", "END"]
    assert order(match, presses=0, saves=0) == ["END"]


def test_a_neutral_factory_is_fed_only_with_enough_to_take_it_and_raise_it() -> None:
    """11 more than are inside: 3 is too strong to be worth an attack."""
    strong = dict.fromkeys((0, 4, 5, 6), 99)
    match = arrange(production={HOME: 3, 3: 0}, stock={**strong, 3: 15, HOME: 26})
    assert order(match, presses=0) == [f"MOVE {HOME} 3 26", "END"]
    match.state["stock"][0][HOME] = 25
    assert order(match, presses=0) == ["END"]


def test_surplus_flies_by_way_of_own_factories() -> None:
    """Over 3 the way to the enemy takes 3 + 1 + 2 + 1 turns, directly 8 + 1."""
    strong = dict.fromkeys((0, 4, 5, 6), 99)
    near = both_ways({(HOME, 3): 3, (3, FOE): 2})
    match = arrange(1, owner={3: 0}, stock={**strong, 3: 0, FOE: 99}, distance=near)
    assert order(match) == [f"MOVE {HOME} 3 20", "END"]
    assert order(match, relays=0) == [f"MOVE {HOME} 3 20", "END"]  # as a post that is nearer to the enemy
    match.state["owner"][0][3] = -1
    match.state["stock"][0][3] = 99
    assert order(match) == [f"MOVE {HOME} {FOE} 20", "END"]
    assert order(match, presses=0) == ["END"]


def test_it_bombs_a_rich_factory_that_is_near() -> None:
    match = arrange(production={FOE: 3}, stock={FOE: 40}, distance=both_ways({(HOME, FOE): 8}))
    assert f"BOMB {HOME} {FOE}" in order(match)  # (30 + 40) / 81 > 0.8
    match.state["stock"][0][FOE] = 30
    assert f"BOMB {HOME} {FOE}" not in order(match)
    match.state["stock"][0][FOE] = 40
    match.state["halted"][0][FOE] = 2
    assert f"BOMB {HOME} {FOE}" not in order(match)


def test_it_throws_one_bomb_at_a_factory_and_no_troop_with_it() -> None:
    match = arrange(production={FOE: 3}, stock={FOE: 40, HOME: 200}, distance=both_ways({(HOME, FOE): 3}))
    orders = order(match)
    assert [o for o in orders if o.startswith("BOMB")] == [f"BOMB {HOME} {FOE}"]
    assert count_sent(FOE, orders) == 0
    match.play(f"BOMB {HOME} {FOE}", 0)
    for seat in (0, 1):
        match.play("END", seat)
    assert not [o for o in order(match) if o.startswith("BOMB")]


def test_it_leaves_a_factory_in_which_a_bomb_probably_explodes() -> None:
    """It left eight turns ago, so it explodes this turn if it flies to HOME, the richest factory."""
    match = arrange(owner={3: 0}, bomb_source={(1, 0): FOE}, bomb_turn={(1, 0): 2}, bombs={1: 1})
    match.state["turn"] = 10
    sent = [o for o in order(match) if o.startswith("MOVE")]
    assert sum(int(o.split()[3]) for o in sent if o.split()[1] == str(HOME)) == 20
    assert f"INC {HOME}" not in order(match)
    match.state["turn"] = 9
    assert f"INC {HOME}" in order(match)


def test_the_first_league_has_one_move_a_turn() -> None:
    match = arrange(0, owner={4: 0}, production={3: 2, 5: 1}, stock={4: 20})
    assert len(order(match)) == 2


def test_orders_that_are_given_already_are_completed() -> None:
    match = arrange(production={3: 3, 4: 3}, stock={3: 5, 4: 5})
    match.play(f"MOVE {HOME} 4 6", 0)
    orders = order_quietly(match)
    assert count_sent(3, orders) == 6 and count_sent(4, orders) == 0
    for one in orders:
        match.play(one, 0)
