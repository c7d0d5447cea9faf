"""The end of Meduris: the last turns, the last lap, temples, rune stones and ranks (ME-14, ME-15, ME-16, ME-18)."""

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.meduris import board
from ludotheque.games.meduris.tests.position import HOME, RICH, STONE_1, STONE_2, STONE_3, Position
from ludotheque.games.meduris.turn import GIFT, LOSS
from ludotheque.referee import run
from ludotheque.seat import make_player

THREE = (RICH, RICH, RICH)


def play_last_turn(ring: str, *, hands: tuple[str, ...] = ("", ""), die: int = LOSS, **more: Any) -> Position:
    """Play the last turn; the druid is about to make the last lap."""
    position = Position(ring, hands=hands, cap=1, **more)
    return position.play("SHIFT 0 1 3", die=die)


def play_to_end(ring: str, **more: Any) -> Position:
    """Play the last turn and a lap without offerings; no player has a point to lose."""
    position = play_last_turn(ring, points=(0, 0), **more)
    position.ritual()
    assert position.is_over
    return position


def test_a_player_who_has_placed_everything_starts_the_last_turns() -> None:
    """ME-14: each of the others has exactly one more, clockwise; then the lap."""
    position = Position(hands=THREE, left={1: (1, 0)}, player=1).play("HUT 10", die=0)
    turns = []
    while position.acts is not None:
        turns.append(position.acts)
        position.play(position.legal("SHIFT")[0], die=0)
    assert turns == [2, 0]
    assert (position.asked, position.state.turn) == ((1, 10), 3)


def test_the_last_piece_may_be_a_temple() -> None:
    """ME-14"""
    assert Position(left={0: (0, 1)}).play("TEMPLE 10").state.finisher == 0


@pytest.mark.parametrize("left", [(2, 0), (1, 1), (1, 2)])
def test_a_player_with_a_piece_left_does_not_start_the_last_turns(left: tuple[int, int]) -> None:
    """ME-14: a hut or a temple."""
    position = Position(hands=THREE, left={0: left}).play("HUT 10", die=0)
    for _ in range(2):
        position.play(position.legal("SHIFT")[0], die=0)
    assert (position.acts, position.state.finisher) == (0, -1)


def test_the_last_pieces_ritual_comes_before_the_last_turns() -> None:
    """ME-14, ME-8: its offerings are made as usual."""
    position = Position("9:ba", left={0: (0, 1)}, druid=5).play("TEMPLE 3")
    assert (position.asked, position.state.finisher) == ((1, 9), -1)
    assert position.ritual() == [9, 10]
    assert (position.state.finisher, position.state.player) == (0, 1)


def test_a_last_turn_is_a_full_turn() -> None:
    """ME-14: with an event for everyone, the finisher included, and with a build, a ritual and river points."""
    position = Position("9:ba", left={0: (0, 1)}, runes="a........").play("TEMPLE 3", die=GIFT)
    position.play("TAKE 0", "TAKE 0")
    assert position.acts == 1
    position = Position("9:ba", left={0: (0, 1)}, runes="a........", druid=5).play(
        "TEMPLE 3", "OFFER 0", "OFFER 0", die=0
    )
    position.play("HUT 1")
    assert (position.asked, position.points, position.runes) == ((1, 1), (4, 5), "b........")
    position.play("OFFER 1")
    assert position.state.lap == 1


def test_river_points_are_scored_in_a_last_turn() -> None:
    """ME-14, ME-13"""
    position = Position("9:b", left={0: (0, 1)}, runes="a.......b", druid=HOME).play("TEMPLE 3", die=0)
    position.state.druid = 9
    assert position.play("TEMPLE 20").points == (6, 6)


def test_a_second_finisher_changes_nothing() -> None:
    """ME-14: seat 1 places its last piece in its last turn; seat 2 still has one, seat 0 has none."""
    position = Position(hands=THREE, left={0: (1, 0), 1: (1, 0)}).play("HUT 10", "HUT 15", die=0)
    assert (position.acts, position.state.finisher) == (2, 0)
    position.play("HUT 20", die=0)
    assert position.state.lap == 1


@pytest.mark.parametrize(
    ("druid", "order"),
    [
        (HOME, [0, 5, 6, 12, 31]),
        (STONE_1, [0, 5, 6, 12, 31]),
        (STONE_2, [0, 5, 6, 12, 31]),
        (STONE_3, [0, 5, 6, 12, 31]),
        (5, [6, 12, 31, 0, 5]),
        (6, [12, 31, 0, 5, 6]),
        (31, [0, 5, 6, 12, 31]),
        (0, [5, 6, 12, 31, 0]),
        (9, [12, 31, 0, 5, 6]),  # where there is no hut
    ],
)
def test_the_last_lap_visits_every_hut_once_the_druids_own_last(druid: int, order: list[int]) -> None:
    """ME-14: from the temple or the stones, from site 0 on."""
    position = play_last_turn("0:a 5:ab.A 12:b 31:b", druid=druid)
    assert position.ritual() == order
    assert position.is_over


def test_the_last_lap_asks_for_offerings_as_usual() -> None:
    """ME-14, ME-12: two at the colony's huts for their size, one at the isolated hut; each by its owner."""
    position = play_last_turn("9:ba 20:b", hands=(RICH, RICH))
    asked = []
    for what in (3, 3, 1):
        asked.append(position.asked)
        assert ("OFFER 3" in position.legal("OFFER")) == (position.state.druid != 20)
        position.play(f"OFFER {what}")
    assert asked == [(1, 9), (0, 10), (1, 20)]
    assert (position.is_over, position.points) == (True, (5 + 2, 5 + 2 + 1))


def test_the_last_lap_counts_a_whole_run_across_the_river() -> None:
    """ME-14, ME-12: the druid is on 0; the lap ends where it began."""
    position = play_last_turn("30:baba", hands=(RICH, RICH), druid=0)
    assert position.ritual(3) == [1, 30, 31, 0]
    assert position.points == (5 + 8, 5 + 8)


def test_the_river_pays_nothing_in_the_last_lap() -> None:
    """ME-14: the stones count only for themselves, in the end."""
    position = play_last_turn("5:b 31:b", druid=12, runes="aab......", points=(0, 9))
    assert position.ritual() == [31, 5]
    assert position.points == (3, 9 - 2 + 1)


def test_points_do_not_fall_below_zero_in_the_last_lap() -> None:
    """ME-14: temples and stones are scored afterwards."""
    position = play_last_turn("5:bbbA", points=(0, 1), runes="b........")
    assert position.ritual() == [5, 6, 7]
    assert position.points == (3, 1)


def test_without_a_hut_there_is_no_lap() -> None:
    """ME-14: the match is over with the last turn."""
    assert play_last_turn("5:A").is_over


def test_no_event_follows_the_last_turn() -> None:
    """ME-14: nothing more is produced, given up or taken."""
    for die in (0, LOSS, GIFT):
        assert play_last_turn("", die=die).hands == ("WS", "")


TEMPLES = [
    ("5:A", (0, 0)),
    ("5:Ab", (1, 0)),
    ("5:bA", (1, 0)),
    ("5:abA", (2, 0)),
    ("5:A.bb", (0, 0)),
    ("5:bbAbbb", (5, 0)),  # between two colonies
    ("5:babAabb", (6, 0)),  # of any colours
    ("5:AbbbB", (3, 3)),  # two temples on one run
    ("5:AbbbA", (6, 0)),
    ("5:bbAB", (2, 0)),  # beside a temple
    ("5:bbABaaa", (2, 3)),
    ("5:ABA", (0, 0)),
    ("31:bA", (1, 0)),  # across the river
    ("30:bbA", (2, 0)),
    ("31:Abb", (2, 0)),
    ("29:bbbAbb", (5, 0)),
    ("0:A" + "ba" * 15 + "b", (31, 0)),  # one run from both sides counts once
    ("9:A" + "ba" * 15 + "b", (31, 0)),
    ("9:A" + "ba" * 15, (30, 0)),
    ("9:A" + "ba" * 15 + "B", (30, 30)),
    ("9:A" + "ba" * 5 + "." + "ba" * 10, (30, 0)),  # two runs, though they nearly meet
]


@pytest.mark.parametrize(("ring", "points"), TEMPLES)
def test_a_temple_counts_the_huts_of_the_runs_that_touch_it(ring: str, points: tuple[int, int]) -> None:
    """ME-15"""
    assert play_to_end(ring).points == points


@pytest.mark.parametrize("stones", range(10))
def test_rune_stones_are_worth_a_triangle(stones: int) -> None:
    """ME-15: n(n + 1) / 2 for n of them; the others are the rival's."""
    worth = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45]
    assert play_to_end("", runes="a" * stones + "b" * (9 - stones)).points == (worth[stones], worth[9 - stones])


RANKS = [  # points, pieces left, hands, ranks
    ((9, 8, 7), {}, ("", "B", "BB"), [1, 2, 3]),
    ((7, 9, 8), {}, ("", "", ""), [3, 1, 2]),
    ((8, 8, 9), {0: (4, 1), 1: (4, 2)}, ("", "BB", ""), [2, 3, 1]),  # a piece more built
    ((8, 8, 8), {0: (4, 2), 1: (5, 0), 2: (5, 1)}, ("", "", ""), [2, 1, 2]),  # a temple is as good as a hut
    ((8, 8, 8), {}, ("B", "WC", ""), [2, 1, 3]),  # more resources left, of any kinds
    ((8, 8, 8), {0: (4, 1), 1: (4, 1), 2: (3, 1)}, ("B", "BB", ""), [3, 2, 1]),
    ((8, 8, 8), {}, ("BW", "CS", "CC"), [1, 1, 1]),  # a tie
    ((8, 8, 9), {}, ("S", "B", ""), [2, 2, 1]),
    ((9, 9, 8), {}, ("S", "B", "SSS"), [1, 1, 3]),
]


@pytest.mark.parametrize(("points", "left", "hands", "ranks"), RANKS)
def test_points_then_pieces_then_resources_decide_every_rank(
    points: tuple[int, ...], left: dict[int, tuple[int, int]], hands: tuple[str, ...], ranks: list[int]
) -> None:
    """ME-16"""
    assert Position(points=points, left=left, hands=hands).ranks == ranks


def test_the_outcome_counts_what_is_left_after_the_lap() -> None:
    """ME-16: points, pieces built, resources; what is offered in the lap is gone."""
    position = play_last_turn("5:ba 12:B", hands=("", "BWCS"))
    position.play("OFFER 3", "OFFER 0")
    assert position.outcome == [(4, 1, 2), (5 + 2, 2, 2)]


def test_with_kit2_pieces_are_counted_from_twelve_huts() -> None:
    """ME-16, ME-3"""
    assert [row[1] for row in Position("5:ba 12:Ba", kit2=True).outcome] == [2, 2]


@pytest.mark.parametrize("cap", [1, 2, 5, 9])
def test_after_the_last_turn_of_the_cap_no_turn_is_played(cap: int) -> None:
    """ME-18: every player's turns count; the lap and the final scores follow."""
    match = lt.new("meduris", seats=3, seed=5, cap=cap)
    shifts = 0
    while not match.over:
        move = next((m for m in match.legal() if m.startswith("SHIFT")), match.legal()[0])
        shifts += move.startswith("SHIFT")
        match.play(move)
    assert shifts == match.view().turn == cap
    assert match.view().lap == 1


def test_the_cap_cuts_last_turns_that_are_owed() -> None:
    """ME-18, ME-14: seat 0 finishes in turn 1, seat 1 plays turn 2, and seat 2's is not played."""
    position = Position(hands=THREE, left={0: (1, 0)}, cap=2).play("HUT 10", die=0)
    assert position.acts == 1
    assert position.play("SHIFT 0 2 3", die=0).asked == (0, 10)
    assert position.play("OFFER 1").is_over


def test_after_the_cap_the_final_scores_follow() -> None:
    """ME-18, ME-15: a temple and a stone."""
    position = Position("5:b", cap=1, runes=".b.......").play("TEMPLE 6", "OFFER 1")
    assert (position.is_over, position.points) == (True, (6, 5 + 1 + 1))


def test_the_cap_is_300_by_default() -> None:
    """ME-18: in both rule sets."""
    for name in ("seed", "official"):
        assert lt.new("meduris", seed=1, rules=name).view().cap == 300


def test_a_score_is_broken_down_by_what_brought_it() -> None:
    """ME-3, ME-12, ME-15"""
    match = lt.new("meduris", seed=2, cap=60)
    run(match, [make_player(match.game, "easy") for _ in range(match.seats)])
    end = match.full_view()
    for seat, stones in enumerate(end.rune.count(seat) for seat in range(match.seats)):
        parts = dict(board.explain_score(match, seat))
        assert parts["Rune stones"] == stones * (stones + 1) // 2
        assert parts["Start"] == 5 and parts["Offerings"] > 0
        assert sum(parts.values()) == end.points[seat]
