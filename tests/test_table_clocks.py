"""Clocks and stand-ins: banks, bonuses, running out of time, and bots that play for people who are away."""

import pytest

from ludotheque.record import Ending, Verdict, Withdrawal
from ludotheque.seating import TIME_IS_UP, Refused, Stale
from tests.tables import do, events, make_table, place_workers, play, play_on, propose, snapshot, verify

CRASH = Verdict("crash", "exit code 7")


def test_a_bank_runs_while_its_seat_is_awaited() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    assert (table.bank(0, 10.0), table.bank(1, 10.0)) == (50.0, 60.0)
    assert table.is_clock_running(0) and not table.is_clock_running(1)
    assert table.wake_at() == 60.0
    assert table.bank(0, 100.0) == 0.0


def test_without_a_bank_there_is_no_limit() -> None:
    table = make_table("emile", "PP", first=0)
    assert table.bank(0, 1e9) is None and table.wake_at() is None and table.tick(1e9) is None


def test_bots_have_no_bank() -> None:
    table = make_table("emile", "BP", first=0, bank=60.0)
    assert table.bank(0, 10.0) is None and table.wake_at() is None


def test_an_answer_costs_the_time_until_it_arrived() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    step = do(table, propose(table, "0 STOP", 10.0), 11.0)
    assert table.bank(0, 11.0) == 50.0, "the second from the arrival to the commit is not charged"
    assert table.bank(0, 21.0) == 40.0 and step.wake_at == 61.0


def test_a_turn_that_is_done_earns_the_bonus() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0, bonus=3.0)
    play(table, "0 STOP", now=10.0)
    assert table.bank(0, 10.0) == 50.0
    play(table, "0 OWN", now=15.0)
    assert table.bank(0, 99.0) == 48.0
    assert table.is_clock_running(1) and table.wake_at() == 75.0


def test_time_that_equals_the_bonus_is_charged_once() -> None:
    table = place_workers("PB", 0, bank=60.0, bonus=5.0)
    do(table, table.fail(1, table.key(1), CRASH, 0.0))
    play(table, "0 WORKER 1", now=5.0)
    assert table.questions()[0].seat == 0, "the table has played for seat 1, so seat 0 is awaited at once"
    assert table.bank(0, 5.0) == 65.0 and table.bank(0, 7.0) == 63.0


def test_both_clocks_run_when_both_are_awaited() -> None:
    table = make_table("ghost", "PP", seed=1, bank=60.0, bonus=2.0)
    play(table, "1 END", now=10.0)
    assert (table.bank(0, 20.0), table.bank(1, 20.0)) == (40.0, 52.0)


def test_who_ends_a_turn_of_all_earns_the_bonus_too() -> None:
    """The turn is carried out at once, and the next one has begun: this seat is awaited again."""
    table = make_table("ghost", "PP", seed=1, bank=60.0, bonus=2.0)
    play(table, "1 END", now=10.0)
    play(table, "0 END", now=20.0)
    assert sorted(table.match.active) == [0, 1]
    assert (table.bank(0, 20.0), table.bank(1, 20.0)) == (42.0, 52.0)


def test_with_time_for_each_turn_a_turn_that_is_done_gives_all_of_it_back() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0, per_turn=True)
    play(table, "0 STOP", now=10.0)
    assert table.bank(0, 30.0) == 30.0, "the turn goes on"
    play(table, "0 OWN", now=30.0)
    assert (table.bank(0, 99.0), table.bank(1, 40.0)) == (60.0, 50.0)
    do(table, table.tick(90.0), 90.0)
    assert table.match.ending == Ending("time", (1,))


def test_with_time_for_each_turn_all_of_it_is_there_after_an_undo() -> None:
    table = place_workers("PB", bank=60.0, per_turn=True)
    play(table, "0 WORKER 1", now=50.0)
    do(table, table.request_undo(0, 55.0), 55.0)
    assert table.bank(0, 65.0) == 50.0


def test_with_time_for_each_turn_a_stand_in_leaves_a_whole_turn() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0, per_turn=True)
    do(table, table.stand_in(0, "easy", 50.0), 50.0)
    play(table, "0 STOP, OWN", now=55.0)
    play(table, "1 STOP, OWN", now=56.0)
    do(table, table.take_seat_back(0, 57.0), 57.0)
    assert table.bank(0, 58.0) == 59.0


def test_an_answer_after_the_time_is_up_is_refused() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    before = snapshot(table)
    with pytest.raises(Refused, match="Your time is up"):
        propose(table, "0 STOP", 60.0)
    assert snapshot(table) == before
    propose(table, "0 STOP", 59.9)


def test_a_tick_before_the_time_is_up_is_nothing() -> None:
    assert make_table("emile", "PP", first=0, bank=60.0).tick(59.0) is None


def test_of_two_seats_the_one_with_time_left_wins() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    change = table.tick(60.0)
    assert change is not None and events(change) == [("time", 0)] and change.is_over
    do(table, change, 60.0)
    assert table.match.ending == Ending("time", (0,)) and table.match.ranks == [2, 1]
    assert table.seats[0].verdict == TIME_IS_UP and table.bank(0, 61.0) == 0.0
    verify(table)


def test_of_three_seats_the_late_one_is_played_for_and_ranks_behind() -> None:
    table = make_table("emile", "PPP", first=0, rounds=1, bank=60.0)
    play(table, "0 STOP", now=10.0)
    do(table, table.tick(60.0), 60.0)
    assert table.match.moves == ["0 STOP", "0 OWN"], "what it has played stays"
    assert table.match.withdrawn == {0: Withdrawal("time", 2)}
    with pytest.raises(Refused, match="Your time is up"):
        propose(table, "0 OWN", 61.0)
    play_on(table, now=61.0)
    assert table.match.ending is None and table.match.ranks[0] == 3
    verify(table)


def test_the_last_of_three_with_time_left_wins_at_once() -> None:
    table = make_table("emile", "PPP", first=0, bank=60.0)
    do(table, table.tick(60.0), 60.0)
    do(table, table.tick(120.0), 120.0)
    assert table.match.ending == Ending("time", (1,)) and table.match.ranks == [2, 2, 1]
    verify(table)


def test_two_seats_that_are_late_together_abandon_the_match() -> None:
    table = make_table("ghost", "PP", seed=1, bank=60.0)
    do(table, table.tick(60.0), 60.0)
    assert table.match.ending == Ending("abandoned", (0, 1)) and table.match.ranks == [1, 1]
    verify(table)


def test_a_late_partner_is_played_for_while_the_other_plays_on() -> None:
    table = make_table("emile", "PPPP", first=0, rounds=1, teams=True, bank=60.0)
    do(table, table.tick(60.0), 60.0)
    assert not table.match.over and table.match.teams_in_play() == {0, 1}
    play_on(table, now=60.0)
    assert table.match.ranks == [1, 3, 1, 3], "by the outcome: one of the partners has played to the end"
    verify(table)


def test_a_seat_at_fault_ranks_behind_one_that_ran_out_of_time() -> None:
    table = make_table("emile", "BPP", first=0, rounds=1, bank=60.0)
    do(table, table.fail(0, table.key(0), CRASH, 0.0))
    do(table, table.tick(60.0), 60.0)
    assert table.match.ending == Ending("time", (1,)) and table.match.ranks == [3, 2, 1]
    verify(table)


def test_the_clocks_stop_at_the_end() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    do(table, table.resign(0, 10.0), 10.0)
    assert table.wake_at() is None and not table.is_clock_running(1) and table.tick(1e9) is None


# Stand-ins


def test_the_bank_rests_while_a_stand_in_plays() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0, bonus=3.0)
    step = do(table, table.stand_in(0, "easy", 10.0), 10.0)
    assert [(one.seat, one.bot) for one in step.ask] == [(0, "easy")]
    assert table.bank(0, 500.0) == 50.0 and step.wake_at is None
    play(table, "0 STOP, OWN", now=20.0)
    assert table.bank(0, 20.0) == 50.0, "a stand-in earns no bonus"


def test_a_person_who_comes_back_takes_the_seat() -> None:
    table = make_table("emile", "PP", first=0, bank=60.0)
    do(table, table.stand_in(0, "easy", 10.0), 10.0)
    key = table.key(0)
    do(table, table.take_seat_back(0, 30.0), 30.0)
    assert table.questions()[0].bot is None and table.bank(0, 40.0) == 40.0
    with pytest.raises(Stale):
        table.fail(0, key, CRASH, 40.0)
    with pytest.raises(Refused, match="No bot plays for you"):
        table.take_seat_back(0, 40.0)


def test_who_is_away_gives_no_orders() -> None:
    table = make_table("emile", "PPP", first=0)
    do(table, table.stand_in(0, "easy", 0.0))
    for refused in (table.resign, table.offer_draw, table.decline_draw, table.request_undo):
        with pytest.raises(Refused, match="take your seat back first"):
            refused(0, 0.0)


@pytest.mark.parametrize("letters", ["BP", "EP"])
def test_only_a_person_has_a_stand_in(letters: str) -> None:
    with pytest.raises(Refused, match="cannot be given to a bot"):
        make_table("emile", letters).stand_in(0, "easy", 0.0)


def test_a_failing_stand_in_is_not_the_fault_of_the_person() -> None:
    table = make_table("emile", "PP", first=0)
    do(table, table.stand_in(0, "easy", 0.0))
    change = propose(table, "0 OWN")
    assert events(change) == []
    do(table, change)
    assert table.match.moves == ["0 KEEP 0 1 0"], "the first legal move"
    assert table.seats[0].verdict == "ok" and table.match.withdrawn == {}
    assert table.match.notes[1]["stderr"].startswith("illegal: 'OWN'")
    assert table.questions()[0].bot == "easy"


def test_a_failing_stand_in_does_not_lose_a_match_of_ghost() -> None:
    table = make_table("ghost", "PP", seed=1)
    do(table, table.stand_in(0, "easy", 0.0))
    do(table, table.fail(0, table.key(0), CRASH, 0.0))
    assert table.match.moves == ["0 MOVE 1 0 1"]
    assert table.match.state["out"][0].tolist() == [0, 0]


def test_a_seat_with_a_stand_in_does_not_run_out_of_time() -> None:
    table = make_table("ghost", "PP", seed=1, bank=60.0)
    do(table, table.stand_in(0, "easy", 10.0), 10.0)
    do(table, table.tick(60.0), 60.0)
    assert table.match.ending == Ending("time", (1,)) and table.match.ranks == [1, 2]
