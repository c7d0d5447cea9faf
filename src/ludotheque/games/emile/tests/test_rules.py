"""Every clause of Émile by its number, and every sentence by which a move is refused."""

import re
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.emile import rules
from ludotheque.games.emile.rules import ERRORS, KEEPING, MOVES, SETTLING
from ludotheque.games.emile.tests.position import NOTHING, ONE, SUITE, Table


def settled(score: int, gain: int) -> int:
    """Where a lone score comes to stand when a turn's score is added to it."""
    return Table(scores=(score, 25 if score != 25 else 75), gain=gain).play("OWN").scores[0]


@pytest.mark.parametrize("seats", range(2, 9))
def test_everyone_starts_at_the_bottom(seats: int) -> None:
    """EM-1: the first turn has begun, and everybody stands at −2500."""
    match = lt.new("emile", seats=seats, seed=3)
    assert match.view().score == [-2500] * seats + [0] * (8 - seats)
    assert (match.view().turn, match.view().rolls > 0, len(match.active)) == (0, True, 1)


def test_a_turn_starts_with_nothing_and_five_dice() -> None:
    """EM-1"""
    table = Table(scores=(-2500, -1000), gain=100, potential=400, reserve=(1, 1)).play("OWN", 1, 2, 3, 3, 4)
    assert (table.state.potential, table.reserve, table.faces) == (0, (0, 0, 0), [1, 2, 3, 3, 4])
    assert (table.state.rolled, table.state.rolls, table.state.gain) == (5, 1, 0)


def test_there_is_no_pass_and_rolling_is_never_a_decision() -> None:
    """EM-2: in every position of a match the moves are KEEP and STOP, or OWN and OTHER, and the dice are cast."""
    assert list(MOVES) == ["KEEP", "STOP", "OWN", "OTHER"]
    match = lt.new("emile", seats=3, seed=5, rounds=30)
    while not match.over:
        assert match.view().rolled > 0
        match.play(match.legal()[0])


def test_a_keep_rolls_what_is_left_by_itself() -> None:
    """EM-2, EM-4: five dice less the reserve."""
    table = Table(1, 5, 2, 3, 3).play("KEEP 1 1 0", 5, 4, 4)
    assert (table.faces, table.state.rolled, table.state.rolls) == ([5, 4, 4], 3, 2)


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
def test_what_dice_mark(rolled: tuple[int, ...], marks: int) -> None:
    """EM-3"""
    assert rules.marks(Table(*rolled).state) == marks


@pytest.mark.parametrize("suite", [(1, 2, 3, 4, 5), SUITE])
def test_a_suite_is_worth_a_thousand_and_five_new_dice(suite: tuple[int, ...]) -> None:
    """EM-3, EM-5"""
    table = Table(gain=100).play("OWN", *suite)
    assert (table.state.potential, table.faces, table.state.suites) == (1000, list(ONE), 1)
    assert table.reserve == (0, 0, 0)
    assert table.state.phase == KEEPING


@pytest.mark.parametrize("rolled", [(2, 2, 3, 4, 5), (5, 2, 3, 4, 5), (1, 2, 3, 4, 6), (1, 3, 4, 5, 6)])
def test_four_in_a_row_are_no_suite(rolled: tuple[int, ...]) -> None:
    """EM-3, EM-5"""
    assert Table(gain=100).play("OWN", *rolled).state.suites == 0


def test_a_suite_needs_five_dice() -> None:
    """EM-3, EM-5: four different dice in a row are none."""
    table = Table(1, 2, 2, 3, 4).play("KEEP 1 0 0", 2, 3, 4, 5)
    assert (table.state.potential, table.state.suites) == (0, 0)


def test_a_deubeul_doubles_everything() -> None:
    """EM-6: P 300, reserve 1,1,1,1, die 5: 2 × (300 + 400 + 50) = 1500; five dice are rolled then."""
    table = Table(1, 2, reserve=(1, 1, 1), potential=300).play("KEEP 4 0 0", 5, *ONE)
    assert (table.state.potential, table.reserve, table.state.deubeuls) == (1500, (0, 0, 0), 1)
    assert (table.faces, table.state.rolled) == ([1, 2, 2, 3, 4], 5)


def test_a_deubeul_with_a_one() -> None:
    """EM-6: 2 × (0 + 750 + 100)."""
    assert Table(5, 2, brelan=1).play("KEEP 0 1 1", 1, *ONE).state.potential == 1700


def test_failing_with_five_dice_costs_a_thousand() -> None:
    """EM-7"""
    table = Table(gain=100).play("OWN", *NOTHING)
    assert (table.state.gain, table.state.phase) == (-1000, SETTLING)


def test_failing_with_five_dice_after_a_full_reserve_costs_a_thousand_too() -> None:
    """EM-7: P and the reserve are lost."""
    table = Table(1, 5, brelan=2, potential=900).play("KEEP 1 1 2", *NOTHING)
    assert (table.state.gain, table.state.phase) == (-1000, SETTLING)


@pytest.mark.parametrize("falls", [(2, 3, 4, 6), (2, 2, 3, 3), (6, 6, 4, 4)])
def test_failing_with_fewer_dice_costs_a_hundred(falls: tuple[int, ...]) -> None:
    """EM-7"""
    table = Table(1, 2, 2, 3, 4, potential=5000).play("KEEP 1 0 0", *falls)
    assert (table.state.gain, table.state.phase) == (-100, SETTLING)


def test_failing_with_the_last_die_costs_a_hundred() -> None:
    """EM-6, EM-7"""
    assert Table(1, 2, reserve=(1, 1, 1), potential=300).play("KEEP 4 0 0", 6).state.gain == -100


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
    ("table", "gain"),
    [
        (Table(1, 1, 1, 1, 1), 900),
        (Table(5, 5, 5, 5, reserve=(1,)), 650),
        (Table(2, 2, 2, 2, 2), 200),
        (Table(1, 2, 3, reserve=(1, 5), potential=1000), 1250),
        (Table(6, 6, 6, 1, 5, potential=150), 900),
        (Table(5, 2, brelan=4), 450),
    ],
)
def test_stop_scores_all_that_lies_on_the_table(table: Table, gain: int) -> None:
    """EM-9"""
    assert table.play("STOP").state.gain == gain


def test_the_reserves_that_may_be_kept_from_two_singles() -> None:
    """EM-10, EM-13: reserve (1,5), roll (1,4,5)."""
    assert Table(1, 4, 5, reserve=(1, 5)).keeps() == {(2, 0, 0): 200, (2, 1, 0): 250, (1, 2, 0): 200, (2, 2, 0): 300}


def test_the_reserves_that_may_be_kept_from_a_brelan_of_ones() -> None:
    """EM-10, EM-13: reserve (5), roll (1,1,1,2); never three singles."""
    keeps = Table(1, 1, 1, 2, reserve=(5,)).keeps()
    expected = {(1, 0, 0): 100, (2, 0, 0): 200, (1, 1, 0): 150, (2, 1, 0): 250, (0, 0, 1): 700, (0, 1, 1): 750}
    assert keeps == expected


def test_the_reserves_that_may_be_kept_beside_a_reserved_brelan() -> None:
    """EM-11, EM-13: a brelan of 5s in the reserve, roll (1,1)."""
    assert Table(1, 1, brelan=5).keeps() == {(1, 0, 5): 600, (2, 0, 5): 700}


def test_of_four_equal_ones_the_fourth_is_a_single_only_beside_the_brelan() -> None:
    """EM-10: 1,1,1,1,2 from an empty reserve."""
    assert set(Table(1, 1, 1, 1, 2).keeps()) == {(1, 0, 0), (2, 0, 0), (0, 0, 1), (1, 0, 1)}


def test_of_four_equal_fives_the_fourth_is_a_single_only_beside_the_brelan() -> None:
    """EM-10"""
    assert set(Table(5, 5, 5, 5, 2).keeps()) == {(0, 1, 0), (0, 2, 0), (0, 0, 5), (0, 1, 5)}


def test_three_ones_of_different_rolls_are_no_brelan() -> None:
    """EM-10: they are worth 300."""
    keeps = Table(1, 2, 3, reserve=(1, 1)).keeps()
    assert keeps == {(3, 0, 0): 300}
    assert Table(1, 1, 1, 3, reserve=(1,)).keeps()[3, 0, 0] == 300


def test_a_brelan_of_other_faces_needs_three_dice_of_one_roll() -> None:
    """EM-10"""
    assert set(Table(4, 4, 4, 2, 3).keeps()) == {(0, 0, 4)}
    assert set(Table(4, 4, 1, 2, 3).keeps()) == {(1, 0, 0)}


def test_keeping_drops_what_is_not_named() -> None:
    """EM-10: a dropped die is rolled again."""
    table = Table(1, 4, 3, reserve=(1, 5)).play("KEEP 2 0 0", 1, 4, 6)
    assert (table.reserve, table.state.rolled) == ((2, 0, 0), 3)


def test_a_full_reserve_goes_to_the_potential() -> None:
    """EM-12: it is named before it is emptied, and five dice are rolled."""
    table = Table(1, 5, brelan=6, potential=100).play("KEEP 1 1 6", *ONE)
    assert (table.state.potential, table.reserve, table.state.rolled) == (850, (0, 0, 0), 5)


@pytest.mark.parametrize(
    ("gain", "taken"), [(50, 50), (100, 50), (150, 100), (250, 150), (1000, 500), (1750, 900), (10_000, 5000)]
)
def test_half_of_a_turns_score_can_be_taken_from_an_opponent(gain: int, taken: int) -> None:
    """EM-14: rounded up to a multiple of 50."""
    assert rules.given(gain) == -taken
    assert Table(scores=(-300, 2450, 0), gain=gain).play("OTHER 1").scores[1] == rules.bounce(2450 - taken)


def test_a_turns_score_can_be_ones_own() -> None:
    """EM-14"""
    assert Table(scores=(-300, 1000), gain=450).play("OWN").scores == (150, 1000)
    assert Table(scores=(-300, 1000), gain=-100).play("OWN").scores == (-400, 1000)
    assert Table(scores=(-300, 1000), gain=-1000).play("OWN").scores == (-1300, 1000)


def test_a_failure_can_be_given_away() -> None:
    """EM-14: a hundred for −100, five hundred for −1000."""
    assert Table(scores=(-300, 1000), gain=-100).play("OTHER 1").scores == (-300, 1100)
    assert Table(scores=(-300, 1000), gain=-1000).play("OTHER 1").scores == (-300, 1500)


def test_one_must_be_chosen_even_if_all_hurt() -> None:
    """EM-14: there are just OWN and the opponents."""
    table = Table(scores=(-2400, 2400, -2300), gain=-100)
    legal = [text for text in ("OWN", "OTHER 0", "OTHER 1", "OTHER 2", "STOP", "KEEP 1 0 0") if table.why(text) == "ok"]
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
    assert settled(score, change) == lands


def test_whoever_is_caught_up_goes_back_to_zero() -> None:
    """EM-16: everyone who stands there, at the start two at once."""
    assert Table(scores=(-2400, -2500, -2500), gain=-100).play("OWN").scores == (-2500, 0, 0)
    assert Table(scores=(100, 600, -50), gain=500).play("OWN").scores == (600, 0, -50)


def test_the_one_who_gives_can_be_caught_himself() -> None:
    """EM-16: seat 0 gives 100 and is landed on."""
    assert Table(scores=(900, 800, 50), gain=-100).play("OTHER 1").scores == (0, 900, 50)


def test_a_score_that_bounces_back_to_itself_has_changed() -> None:
    """EM-16: −2450 − 100 is −2450 again, and lands on the other one there."""
    assert Table(scores=(-2450, -2450), gain=-100).play("OWN").scores == (-2450, 0)


def test_tixe_has_no_chain() -> None:
    """EM-17: whoever goes back to zero sends nobody on."""
    assert Table(scores=(100, 600, 0, 0), gain=500).play("OWN").scores == (600, 0, 0, 0)


def test_exactly_2500_wins_at_once() -> None:
    """EM-18"""
    table = Table(scores=(2000, 100, -300), gain=500).play("OWN")
    assert (table.is_over, table.shares) == (True, [840, 0, 0])


def test_whoever_is_moved_onto_2500_wins() -> None:
    """EM-18: even when somebody else moved him there."""
    table = Table(scores=(900, 2000), gain=-1000).play("OTHER 1")
    assert (table.is_over, table.shares) == (True, [0, 840])


def test_passing_2500_only_bounces() -> None:
    """EM-18"""
    table = Table(scores=(2400, 100), gain=200).play("OWN")
    assert (table.is_over, table.scores, table.shares) == (False, (2400, 100), [0, 0])


@pytest.mark.parametrize(("player", "after"), [(0, 1), (1, 2), (2, 0)])
def test_play_goes_by_rising_seats(player: int, after: int) -> None:
    """EM-19: and only that seat is awaited."""
    table = Table(scores=(0, 100, 250), gain=450, player=player).play("OWN", *ONE)
    assert table.state.player == after
    assert [seat for seat in range(8) if table.state.active[seat]] == [after]


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
    """EM-21: two who are level at the top have half each. (0 is where equal scores occur.)"""
    table = Table(scores=(-50, 0, 0), gain=-100, rounds=1, player=0)
    table.state.turn = 2
    table.play("OWN")
    assert (table.is_over, table.shares) == (True, [0, 420, 420])


def test_no_limit_of_rounds() -> None:
    """EM-21: 0 is none."""
    table = Table(scores=(0, 100), gain=-100, rounds=0)
    table.state.turn = 1_000_000
    assert not table.play("OWN", *ONE).is_over


def test_the_team_with_the_larger_sum_wins() -> None:
    """EM-22: the team of the player on 2500 may lose."""
    table = Table(scores=(2000, 900, -2400, -300), gain=500, teams=1).play("OWN")
    assert (table.is_over, table.shares) == (True, [0, 840, 0, 840])
    table = Table(scores=(2000, 900, 100, -300), gain=500, teams=1).play("OWN")
    assert table.shares == [840, 0, 840, 0]


def test_level_teams_go_to_the_one_on_2500() -> None:
    """EM-22"""
    table = Table(scores=(2000, 100, -2000, 400), gain=500, teams=1).play("OWN")
    assert table.shares == [840, 0, 840, 0]
    table = Table(scores=(1000, 2000, -300, -1800), gain=-1000, teams=1).play("OTHER 1")
    assert (table.scores, table.shares) == ((1000, 2500, -300, -1800), [0, 840, 0, 840])


def test_level_teams_share_at_the_last_round() -> None:
    """EM-22"""
    table = Table(scores=(0, 400, 100, -400), gain=-100, teams=1, rounds=1)
    table.state.turn = 3
    assert table.play("OWN").shares == [420, 420, 420, 420]


def test_partners_have_one_standing() -> None:
    """EM-22: the sum of both, so that a table ranks them together."""
    match = lt.new("emile", seats=4, seed=1, teams=True, rounds=3)
    while not match.over:
        match.play(match.legal()[0])
    assert match.outcome[0] == match.outcome[2]
    assert match.outcome[1] == match.outcome[3]
    assert match.outcome[0][1] == match.view().score[0] + match.view().score[2]


def test_a_partner_can_be_caught_up() -> None:
    """EM-16, EM-22: tixe does not spare him."""
    assert Table(scores=(100, 900, 600, -50), gain=500, teams=1).play("OWN").scores == (600, 900, 0, -50)


def test_anticlockwise_changes_nothing_but_the_picture() -> None:
    """EM-23"""
    one, two = (lt.new("emile", seats=2, seed=9, anticlockwise=way) for way in (False, True))
    for _ in range(60):
        move = one.legal()[-1]
        one.play(move)
        two.play(move)
    assert one.view().score == two.view().score
    assert one.view().player == two.view().player


def test_toasts_change_nothing_but_are_counted() -> None:
    """EM-24: a brelan rolled, a single die rolled."""
    table = Table(1, 2, reserve=(1, 1, 1), toasts=1).play("KEEP 4 0 0", 5, 3, 3, 3, 2, 4)
    assert (table.state.singles, table.state.brelans) == (1, 1)
    one, two = (lt.new("emile", seats=3, seed=4, toasts=on) for on in (0, 1))
    for _ in range(40):
        one.play(one.legal()[0])
        two.play(two.legal()[0])
    assert one.view().score == two.view().score


def test_a_huge_potential_is_cut_by_what_no_score_notices() -> None:
    """The last clause: above a milliard P loses multiples of 20000, which neither adding nor halving can tell."""
    table = Table(1, 2, reserve=(1, 1, 1), potential=999_999_950).play("KEEP 4 0 0", 5, *ONE)
    whole = 2 * (999_999_950 + 400 + 50)
    assert table.state.potential <= 10**9
    assert (whole - table.state.potential) % 20_000 == 0
    for score in (-2500, 0, 1350):
        assert rules.bounce(score + whole) == rules.bounce(score + table.state.potential)
        assert rules.bounce(score + rules.given(whole)) == rules.bounce(score + rules.given(table.state.potential))


REFUSED = [
    (Table(1, 2, 2, 3, 4), "STOP", 1, "It is not your turn."),
    (Table(1, 2, 2, 3, 4), "STOP", -1, "It is not your turn."),
    (Table(1, 2, 2, 3, 4), "STOP", 99, "It is not your turn."),
    (Table(gain=100), "STOP", 0, "The turn is over: its score goes to yourself (OWN) or to an opponent (OTHER)."),
    (Table(gain=100), "KEEP 1 0 0", 0, "The turn is over: its score goes to yourself (OWN) or to an opponent (OTHER)."),
    (Table(1, 2, 2, 3, 4), "OWN", 0, "The dice are still rolling: KEEP or STOP."),
    (Table(1, 2, 2, 3, 4), "OTHER 1", 0, "The dice are still rolling: KEEP or STOP."),
    (Table(1, 2, 2, 3, 4), "KEEP -1 0 0", 0, "That is no number of dice."),
    (Table(1, 2, 2, 3, 4), "KEEP 1 0 7", 0, "That is no number of dice."),
    (Table(1, 2, 2, 3, 4), "KEEP 2 0 0", 0, "These dice do not show that many 1s."),
    (Table(1, 1, 1, 3, 4), "KEEP 3 0 0", 0, "These dice do not show that many 1s."),
    (Table(1, 2, 2, 3, 4), "KEEP 1 1 0", 0, "These dice do not show that many 5s."),
    (Table(1, 2, 2, 3, 4), "KEEP 0 0 2", 0, "These dice show no such brelan."),
    (Table(1, 1, brelan=5), "KEEP 2 0 0", 0, "A brelan in the reserve stays there."),
    (Table(5, 2, 3, 4, reserve=(1,)), "KEEP 0 1 0", 0, "The new reserve must be worth more than the old one."),
    (Table(5, 2, 3, 4, reserve=(1,)), "KEEP 1 0 0", 0, "The new reserve must be worth more than the old one."),
    (Table(gain=100), "OTHER 2", 0, "There is no such seat."),
    (Table(gain=100), "OTHER -1", 0, "There is no such seat."),
    (Table(gain=100), "OTHER 0", 0, "You are not your own opponent."),
    (Table(scores=(0, 50, 100, 150), gain=100, teams=1), "OTHER 2", 0, "A partner is no opponent."),
]


@pytest.mark.parametrize(("table", "text", "seat", "sentence"), REFUSED)
def test_refused_with_its_sentence(table: Table, text: str, seat: int, sentence: str) -> None:
    assert table.why(text, seat) == sentence


def test_an_unknown_kind_is_no_move() -> None:
    assert ERRORS[rules.check(Table(1, 2, 2, 3, 4).state, 0, lt.Move(9))] == "There is no such move."


def test_every_error_has_its_test() -> None:
    assert {row[3] for row in REFUSED} | {"ok", "There is no such move."} == set(ERRORS)


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
        (2, {"round": 3}, "Émile has no option round (did you mean rounds?)."),
    ],
)
def test_options_that_do_not_go(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(lt.BadOption, match=f"^{re.escape(sentence)}$"):
        lt.new("emile", seats=seats, seed=1, **options)
