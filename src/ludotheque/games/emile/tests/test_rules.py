"""Every clause of Émile by its number, and every error of a move."""

import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.emile import rules
from ludotheque.games.emile.rules import ERRORS, KEEPING, MOVES, SETTLING
from ludotheque.games.emile.tests.position import NOTHING, ONE, SUITE, Position


def settle_own(score: int, gain: int) -> int:
    """Return the score after a turn's score is added to it, with no other score in the way."""
    return Position(scores=(score, 25 if score != 25 else 75), gain=gain).play("OWN").scores[0]


@pytest.mark.parametrize("seats", range(2, 9))
def test_everyone_starts_at_the_bottom(seats: int) -> None:
    """EM-1: the first turn has begun, and every score is −2500."""
    match = lt.new("emile", seats=seats, seed=3)
    assert match.view().score == [-2500] * seats + [0] * (8 - seats)
    assert (match.view().turn, match.view().rolls > 0, len(match.active)) == (0, True, 1)


def test_a_turn_starts_with_nothing_and_five_dice() -> None:
    """EM-1"""
    position = Position(scores=(-2500, -1000), gain=100, potential=400, reserve=(1, 1)).play("OWN", 1, 2, 3, 3, 4)
    assert (position.state.potential, position.reserve, position.faces) == (0, (0, 0, 0), [1, 2, 3, 3, 4])
    assert (position.state.rolled, position.state.rolls, position.state.gain) == (5, 1, 0)


def test_there_is_no_pass_and_rolling_is_never_a_decision() -> None:
    """EM-2: in every position of a match the moves are KEEP and STOP, or OWN and OTHER, and the dice are cast."""
    assert list(MOVES) == ["KEEP", "STOP", "OWN", "OTHER"]
    match = lt.new("emile", seats=3, seed=5, rounds=30)
    while not match.over:
        assert match.view().rolled > 0
        match.play(match.legal()[0])


def test_a_keep_rolls_what_is_left_by_itself() -> None:
    """EM-2, EM-4: five dice less the reserve."""
    position = Position(1, 5, 2, 3, 3).play("KEEP 1 1 0", 5, 4, 4)
    assert (position.faces, position.state.rolled, position.state.rolls) == ([5, 4, 4], 3, 2)


@pytest.mark.parametrize(
    ("rolled", "marks"),
    [
        ((1, 2, 3, 3, 4), 100),
        ((5, 2, 3, 3, 4), 50),
        ((1, 1, 5, 5, 4), 300),
        ((2, 2, 2, 3, 4), 200),
        ((3, 3, 3, 2, 4), 300),
        ((4, 4, 4, 2, 3), 400),
        ((5, 5, 5, 2, 3), 500),
        ((6, 6, 6, 2, 3), 600),
        ((1, 1, 1, 2, 3), 700),
        ((1, 1, 1, 1, 3), 800),
        ((5, 5, 5, 5, 5), 600),
        ((2, 2, 2, 2, 3), 200),
        ((6, 6, 6, 1, 5), 750),
        (NOTHING, 0),
    ],
)
def test_dice_mark_points(rolled: tuple[int, ...], marks: int) -> None:
    """EM-3"""
    assert rules.roll_worth(Position(*rolled).state) == marks


@pytest.mark.parametrize("suite", [(1, 2, 3, 4, 5), SUITE])
def test_a_suite_is_worth_a_thousand_and_five_new_dice(suite: tuple[int, ...]) -> None:
    """EM-3, EM-5"""
    position = Position(gain=100).play("OWN", *suite)
    assert (position.state.potential, position.faces, position.state.suites) == (1000, list(ONE), 1)
    assert position.reserve == (0, 0, 0)
    assert position.state.phase == KEEPING


@pytest.mark.parametrize("rolled", [(2, 2, 3, 4, 5), (5, 2, 3, 4, 5), (1, 2, 3, 4, 6), (1, 3, 4, 5, 6)])
def test_four_in_a_row_are_no_suite(rolled: tuple[int, ...]) -> None:
    """EM-3, EM-5"""
    assert Position(gain=100).play("OWN", *rolled).state.suites == 0


def test_a_suite_needs_five_dice() -> None:
    """EM-3, EM-5: four different dice in a row are none."""
    position = Position(1, 2, 2, 3, 4).play("KEEP 1 0 0", 2, 3, 4, 5)
    assert (position.state.potential, position.state.suites) == (0, 0)


def test_a_deubeul_doubles_everything() -> None:
    """EM-6: P 300, reserve 1,1,1,1, die 5: 2 × (300 + 400 + 50) = 1500; five dice are rolled then."""
    position = Position(1, 2, reserve=(1, 1, 1), potential=300).play("KEEP 4 0 0", 5, *ONE)
    assert (position.state.potential, position.reserve, position.state.deubeuls) == (1500, (0, 0, 0), 1)
    assert (position.faces, position.state.rolled) == ([1, 2, 2, 3, 4], 5)


def test_a_deubeul_with_a_one() -> None:
    """EM-6: 2 × (0 + 750 + 100)."""
    assert Position(5, 2, brelan=1).play("KEEP 0 1 1", 1, *ONE).state.potential == 1700


def test_failing_with_five_dice_costs_a_thousand() -> None:
    """EM-7"""
    position = Position(gain=100).play("OWN", *NOTHING)
    assert (position.state.gain, position.state.phase) == (-1000, SETTLING)


def test_failing_with_five_dice_after_a_full_reserve_costs_a_thousand_too() -> None:
    """EM-7: P and the reserve are lost."""
    position = Position(1, 5, brelan=2, potential=900).play("KEEP 1 1 2", *NOTHING)
    assert (position.state.gain, position.state.phase) == (-1000, SETTLING)


@pytest.mark.parametrize("next_dice", [(2, 3, 4, 6), (2, 2, 3, 3), (6, 6, 4, 4)])
def test_failing_with_fewer_dice_costs_a_hundred(next_dice: tuple[int, ...]) -> None:
    """EM-7"""
    position = Position(1, 2, 2, 3, 4, potential=5000).play("KEEP 1 0 0", *next_dice)
    assert (position.state.gain, position.state.phase) == (-100, SETTLING)


def test_failing_with_the_last_die_costs_a_hundred() -> None:
    """EM-6, EM-7"""
    assert Position(1, 2, reserve=(1, 1, 1), potential=300).play("KEEP 4 0 0", 6).state.gain == -100


def test_stop_and_keep_are_legal_together() -> None:
    """EM-8: over whole matches, wherever one is legal the other is too, and STOP is worth at least 50."""
    for seed in range(4):
        match = lt.new("emile", seats=2, seed=seed, rounds=60)
        while not match.over:
            legal = match.legal()
            kinds = {move.split()[0] for move in legal}
            assert kinds in ({"KEEP", "STOP"}, {"OWN", "OTHER"})
            if "STOP" in kinds:
                stopped = match.copy()
                stopped.play("STOP")
                assert stopped.view().gain >= 50
            match.play(match.view().random.choice(legal))


@pytest.mark.parametrize(
    ("position", "gain"),
    [
        (Position(1, 1, 1, 1, 1), 900),
        (Position(5, 5, 5, 5, reserve=(1,)), 650),
        (Position(2, 2, 2, 2, 2), 200),
        (Position(1, 2, 3, reserve=(1, 5), potential=1000), 1250),
        (Position(6, 6, 6, 1, 5, potential=150), 900),
        (Position(5, 2, brelan=4), 450),
    ],
)
def test_stop_scores_potential_reserve_and_roll(position: Position, gain: int) -> None:
    """EM-9"""
    assert position.play("STOP").state.gain == gain


def test_the_reserves_that_may_be_kept_from_two_singles() -> None:
    """EM-10, EM-13: reserve (1,5), roll (1,4,5)."""
    assert Position(1, 4, 5, reserve=(1, 5)).legal_keeps() == {
        (2, 0, 0): 200,
        (2, 1, 0): 250,
        (1, 2, 0): 200,
        (2, 2, 0): 300,
    }


def test_the_reserves_that_may_be_kept_from_a_brelan_of_ones() -> None:
    """EM-10, EM-13: reserve (5), roll (1,1,1,2); never three singles."""
    keeps = Position(1, 1, 1, 2, reserve=(5,)).legal_keeps()
    expected = {(1, 0, 0): 100, (2, 0, 0): 200, (1, 1, 0): 150, (2, 1, 0): 250, (0, 0, 1): 700, (0, 1, 1): 750}
    assert keeps == expected


def test_the_reserves_that_may_be_kept_beside_a_reserved_brelan() -> None:
    """EM-11, EM-13: a brelan of 5s in the reserve, roll (1,1)."""
    assert Position(1, 1, brelan=5).legal_keeps() == {(1, 0, 5): 600, (2, 0, 5): 700}


def test_of_four_equal_ones_the_fourth_is_a_single_only_beside_the_brelan() -> None:
    """EM-10: 1,1,1,1,2 from an empty reserve."""
    assert set(Position(1, 1, 1, 1, 2).legal_keeps()) == {(1, 0, 0), (2, 0, 0), (0, 0, 1), (1, 0, 1)}


def test_of_four_equal_fives_the_fourth_is_a_single_only_beside_the_brelan() -> None:
    """EM-10"""
    assert set(Position(5, 5, 5, 5, 2).legal_keeps()) == {(0, 1, 0), (0, 2, 0), (0, 0, 5), (0, 1, 5)}


def test_three_ones_of_different_rolls_are_no_brelan() -> None:
    """EM-10: they are worth 300."""
    keeps = Position(1, 2, 3, reserve=(1, 1)).legal_keeps()
    assert keeps == {(3, 0, 0): 300}
    assert Position(1, 1, 1, 3, reserve=(1,)).legal_keeps()[3, 0, 0] == 300


def test_a_brelan_of_other_faces_needs_three_dice_of_one_roll() -> None:
    """EM-10"""
    assert set(Position(4, 4, 4, 2, 3).legal_keeps()) == {(0, 0, 4)}
    assert set(Position(4, 4, 1, 2, 3).legal_keeps()) == {(1, 0, 0)}


def test_keeping_drops_the_other_dice_of_the_reserve() -> None:
    """EM-10: a dropped die is rolled again."""
    position = Position(1, 4, 3, reserve=(1, 5)).play("KEEP 2 0 0", 1, 4, 6)
    assert (position.reserve, position.state.rolled) == ((2, 0, 0), 3)


def test_a_full_reserve_goes_to_the_potential() -> None:
    """EM-12: the move names all five dice; then the reserve is empty and five dice are rolled."""
    position = Position(1, 5, brelan=6, potential=100).play("KEEP 1 1 6", *ONE)
    assert (position.state.potential, position.reserve, position.state.rolled) == (850, (0, 0, 0), 5)


@pytest.mark.parametrize(
    ("gain", "taken"), [(50, 50), (100, 50), (150, 100), (250, 150), (1000, 500), (1750, 900), (10_000, 5000)]
)
def test_half_of_a_turns_score_can_be_taken_from_an_opponent(gain: int, taken: int) -> None:
    """EM-14: rounded up to a multiple of 50."""
    assert rules.opponent_change(gain) == -taken
    assert Position(scores=(-300, 2450, 0), gain=gain).play("OTHER 1").scores[1] == rules.bounce(2450 - taken)


def test_a_turns_score_can_be_ones_own() -> None:
    """EM-14"""
    assert Position(scores=(-300, 1000), gain=450).play("OWN").scores == (150, 1000)
    assert Position(scores=(-300, 1000), gain=-100).play("OWN").scores == (-400, 1000)
    assert Position(scores=(-300, 1000), gain=-1000).play("OWN").scores == (-1300, 1000)


def test_a_failure_can_be_given_away() -> None:
    """EM-14: a hundred for −100, five hundred for −1000."""
    assert Position(scores=(-300, 1000), gain=-100).play("OTHER 1").scores == (-300, 1100)
    assert Position(scores=(-300, 1000), gain=-1000).play("OTHER 1").scores == (-300, 1500)


def test_a_turn_must_be_settled_even_if_every_choice_hurts() -> None:
    """EM-14: the only moves are OWN and one OTHER per opponent."""
    position = Position(scores=(-2400, 2400, -2300), gain=-100)
    legal = [
        text for text in ("OWN", "OTHER 0", "OTHER 1", "OTHER 2", "STOP", "KEEP 1 0 0") if position.why(text) == "ok"
    ]
    assert legal == ["OWN", "OTHER 1", "OTHER 2"]


@pytest.mark.parametrize(
    ("score", "change", "lands"),
    [
        (0, 10_000, 0),
        (-2500, -1000, -1500),
        (-2500, -100, -2400),
        (-2450, -100, -2450),
        (-2500, -5000, 2500),
        (-2500, 15_000, 2500),
        (2400, 200, 2400),
        (2000, 500, 2500),
    ],
)
def test_scores_bounce_between_the_ends(score: int, change: int, lands: int) -> None:
    """EM-15"""
    assert rules.bounce(score + change) == lands
    assert settle_own(score, change) == lands


def test_a_score_that_is_reached_by_another_goes_back_to_zero() -> None:
    """EM-16: every seat with that score, at the start two at once."""
    assert Position(scores=(-2400, -2500, -2500), gain=-100).play("OWN").scores == (-2500, 0, 0)
    assert Position(scores=(100, 600, -50), gain=500).play("OWN").scores == (600, 0, -50)


def test_a_player_who_gives_points_can_be_caught() -> None:
    """EM-16: seat 0 gives 100 to seat 1, which lands on seat 0."""
    assert Position(scores=(900, 800, 50), gain=-100).play("OTHER 1").scores == (0, 900, 50)


def test_a_score_that_bounces_back_to_itself_has_changed() -> None:
    """EM-16: −2450 − 100 is −2450 again, and lands on the other seat with −2450."""
    assert Position(scores=(-2450, -2450), gain=-100).play("OWN").scores == (-2450, 0)


def test_tixe_has_no_chain() -> None:
    """EM-17: a seat that goes back to zero does not move the seats that are there."""
    assert Position(scores=(100, 600, 0, 0), gain=500).play("OWN").scores == (600, 0, 0, 0)


def test_exactly_2500_wins_at_once() -> None:
    """EM-18"""
    position = Position(scores=(2000, 100, -300), gain=500).play("OWN")
    assert (position.is_over, position.shares) == (True, [840, 0, 0])


def test_a_seat_that_is_moved_onto_2500_wins() -> None:
    """EM-18: even if an opponent moved it there."""
    position = Position(scores=(900, 2000), gain=-1000).play("OTHER 1")
    assert (position.is_over, position.shares) == (True, [0, 840])


def test_passing_2500_only_bounces() -> None:
    """EM-18"""
    position = Position(scores=(2400, 100), gain=200).play("OWN")
    assert (position.is_over, position.scores, position.shares) == (False, (2400, 100), [0, 0])


@pytest.mark.parametrize(("player", "after"), [(0, 1), (1, 2), (2, 0)])
def test_play_goes_by_rising_seats(player: int, after: int) -> None:
    """EM-19: only the next seat is active."""
    position = Position(scores=(0, 100, 250), gain=450, player=player).play("OWN", *ONE)
    assert position.state.player == after
    assert [seat for seat in range(8) if position.state.active[seat]] == [after]


def test_the_first_seat_is_drawn() -> None:
    """EM-20: each seat starts about equally often."""
    starts = [lt.new("emile", seats=4, seed=seed).active[0] for seed in range(400)]
    assert all(60 < starts.count(seat) < 140 for seat in range(4))


@pytest.mark.parametrize("first", range(3))
def test_the_first_seat_can_be_fixed(first: int) -> None:
    """EM-20"""
    assert all(lt.new("emile", seats=3, seed=seed, first=first).active == [first] for seed in range(5))


def test_after_the_last_round_the_highest_score_wins() -> None:
    """EM-21: 2 rounds of 3 seats are 6 turns, tested after a completed turn."""
    match = lt.new("emile", seats=3, seed=2, rounds=2)
    turns = 0
    while not match.over:
        turns += match.legal()[0] == "OWN"
        match.play(match.legal()[0] if match.legal()[0] == "OWN" else "STOP")
    assert turns == 6 == match.view().turn
    best = max(range(3), key=lambda seat: match.view().score[seat])
    assert [share for share, _ in match.outcome] == [840 if seat == best else 0 for seat in range(3)]


def test_a_tie_after_the_last_round_is_shared() -> None:
    """EM-21: two seats with the highest score have half each. (Equal scores are possible at 0 only.)"""
    position = Position(scores=(-50, 0, 0), gain=-100, rounds=1, player=0)
    position.state.turn = 2
    position.play("OWN")
    assert (position.is_over, position.shares) == (True, [0, 420, 420])


def test_no_limit_of_rounds() -> None:
    """EM-21: 0 rounds means no limit."""
    position = Position(scores=(0, 100), gain=-100, rounds=0)
    position.state.turn = 1_000_000
    assert not position.play("OWN", *ONE).is_over


def test_the_team_with_the_larger_sum_wins() -> None:
    """EM-22: the team of the player on 2500 may lose."""
    position = Position(scores=(2000, 900, -2400, -300), gain=500, teams=1).play("OWN")
    assert (position.is_over, position.shares) == (True, [0, 840, 0, 840])
    position = Position(scores=(2000, 900, 100, -300), gain=500, teams=1).play("OWN")
    assert position.shares == [840, 0, 840, 0]


def test_with_equal_sums_the_team_on_2500_wins() -> None:
    """EM-22"""
    position = Position(scores=(2000, 100, -2000, 400), gain=500, teams=1).play("OWN")
    assert position.shares == [840, 0, 840, 0]
    position = Position(scores=(1000, 2000, -300, -1800), gain=-1000, teams=1).play("OTHER 1")
    assert (position.scores, position.shares) == ((1000, 2500, -300, -1800), [0, 840, 0, 840])


def test_teams_with_equal_sums_share_the_win_after_the_last_round() -> None:
    """EM-22"""
    position = Position(scores=(0, 400, 100, -400), gain=-100, teams=1, rounds=1)
    position.state.turn = 3
    assert position.play("OWN").shares == [420, 420, 420, 420]


def test_partners_have_the_same_outcome() -> None:
    """EM-22: the score is the sum of both, so that they have the same rank."""
    match = lt.new("emile", seats=4, seed=1, teams=True, rounds=3)
    while not match.over:
        match.play(match.legal()[0])
    assert match.outcome[0] == match.outcome[2]
    assert match.outcome[1] == match.outcome[3]
    assert match.outcome[0][1] == match.view().score[0] + match.view().score[2]


def test_a_partner_can_be_caught_up() -> None:
    """EM-16, EM-22"""
    assert Position(scores=(100, 900, 600, -50), gain=500, teams=1).play("OWN").scores == (600, 900, 0, -50)


def test_anticlockwise_changes_only_the_drawing() -> None:
    """EM-23"""
    one, two = (lt.new("emile", seats=2, seed=9, anticlockwise=way) for way in (False, True))
    for _ in range(60):
        move = one.legal()[-1]
        one.play(move)
        two.play(move)
    assert one.view().score == two.view().score
    assert one.view().player == two.view().player


def test_toasts_are_counted_and_change_no_score() -> None:
    """EM-24: a brelan rolled, a single die rolled."""
    position = Position(1, 2, reserve=(1, 1, 1), toasts=1).play("KEEP 4 0 0", 5, 3, 3, 3, 2, 4)
    assert (position.state.singles, position.state.brelans) == (1, 1)
    one, two = (lt.new("emile", seats=3, seed=4, toasts=on) for on in (0, 1))
    for _ in range(40):
        one.play(one.legal()[0])
        two.play(two.legal()[0])
    assert one.view().score == two.view().score


def test_a_huge_potential_is_reduced_without_a_change_of_scores() -> None:
    """The last clause: above 10⁹ the potential loses multiples of 20000, which change no score."""
    position = Position(1, 2, reserve=(1, 1, 1), potential=999_999_950).play("KEEP 4 0 0", 5, *ONE)
    whole = 2 * (999_999_950 + 400 + 50)
    assert position.state.potential <= 10**9
    assert (whole - position.state.potential) % 20_000 == 0
    for score in (-2500, 0, 1350):
        assert rules.bounce(score + whole) == rules.bounce(score + position.state.potential)
        assert rules.bounce(score + rules.opponent_change(whole)) == rules.bounce(
            score + rules.opponent_change(position.state.potential)
        )


ILLEGAL = [
    (Position(1, 2, 2, 3, 4), "STOP", 1, "It is not your turn."),
    (Position(1, 2, 2, 3, 4), "STOP", -1, "It is not your turn."),
    (Position(1, 2, 2, 3, 4), "STOP", 99, "It is not your turn."),
    (Position(gain=100), "STOP", 0, "The turn is over: its score goes to yourself (OWN) or to an opponent (OTHER)."),
    (
        Position(gain=100),
        "KEEP 1 0 0",
        0,
        "The turn is over: its score goes to yourself (OWN) or to an opponent (OTHER).",
    ),
    (Position(1, 2, 2, 3, 4), "OWN", 0, "The dice are still rolling: KEEP or STOP."),
    (Position(1, 2, 2, 3, 4), "OTHER 1", 0, "The dice are still rolling: KEEP or STOP."),
    (Position(1, 2, 2, 3, 4), "KEEP -1 0 0", 0, "That is no number of dice."),
    (Position(1, 2, 2, 3, 4), "KEEP 1 0 7", 0, "That is no number of dice."),
    (Position(1, 2, 2, 3, 4), "KEEP 2 0 0", 0, "These dice do not show that many 1s."),
    (Position(1, 1, 1, 3, 4), "KEEP 3 0 0", 0, "These dice do not show that many 1s."),
    (Position(1, 2, 2, 3, 4), "KEEP 1 1 0", 0, "These dice do not show that many 5s."),
    (Position(1, 2, 2, 3, 4), "KEEP 0 0 2", 0, "These dice show no such brelan."),
    (Position(1, 1, brelan=5), "KEEP 2 0 0", 0, "A brelan in the reserve stays there."),
    (Position(5, 2, 3, 4, reserve=(1,)), "KEEP 0 1 0", 0, "The new reserve must be worth more than the old one."),
    (Position(5, 2, 3, 4, reserve=(1,)), "KEEP 1 0 0", 0, "The new reserve must be worth more than the old one."),
    (Position(gain=100), "OTHER 2", 0, "There is no such seat."),
    (Position(gain=100), "OTHER -1", 0, "There is no such seat."),
    (Position(gain=100), "OTHER 0", 0, "You are not your own opponent."),
    (Position(scores=(0, 50, 100, 150), gain=100, teams=1), "OTHER 2", 0, "A partner is no opponent."),
]


@pytest.mark.parametrize(("position", "text", "seat", "sentence"), ILLEGAL)
def test_an_illegal_move_has_its_error(position: Position, text: str, seat: int, sentence: str) -> None:
    assert position.why(text, seat) == sentence


def test_an_unknown_kind_of_move_is_illegal() -> None:
    assert ERRORS[rules.check(Position(1, 2, 2, 3, 4).state, 0, lt.Move(9))] == "There is no such move."


def test_every_error_has_its_test() -> None:
    assert {row[3] for row in ILLEGAL} | {"ok", "There is no such move."} == set(ERRORS)


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"teams": True}, "Teams are for four seats, not 3 (EM-22)."),
        (4, {"anticlockwise": True}, "Playing anticlockwise is for two seats, not 4 (EM-23)."),
        (2, {"first": 2}, "The first seat is one of 0 to 1, or -1 to draw it, not 2 (EM-20)."),
        (9, {}, "Émile is played with 2 to 8 seats, not 9."),
        (1, {}, "Émile is played with 2 to 8 seats, not 1."),
        (2, {"rounds": -1}, "rounds is a whole number from 0 to 100000, not -1."),
        (2, {"teams": "maybe"}, "teams is on or off, not 'maybe'."),
        (2, {"round": 3}, "Émile has no option 'round' (did you mean rounds?)."),
    ],
)
def test_invalid_options_have_their_error(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(lt.BadOption, match=f"^{re.escape(sentence)}$"):
        lt.new("emile", seats=seats, seed=1, **options)
