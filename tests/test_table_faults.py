"""Faults at a table: what is taken back, what is played for a seat that is out, and how it ranks."""

import pytest

from ludotheque.game import Move
from ludotheque.record import DiceSeed, Times, Verdict, Withdrawal
from ludotheque.seating import Answer, Change, Refused
from ludotheque.table import Table
from tests.tables import NEW_SEED, do, events, make_quick_table, make_table, play, play_on, propose, verify

CRASH = Verdict("crash", "exit code 7")


def fail(table: Table, seat: int, verdict: Verdict = CRASH) -> Change:
    return table.fail(seat, table.key(seat), verdict, 0.0)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (["OWN"], "illegal: 'OWN': The dice are still rolling: KEEP or STOP."),
        (["STOP", "STOP"], "illegal: 'STOP': The turn is over"),
        ([], "illegal: An answer needs a move."),
        ([None], "illegal: answered None, which is no text"),
        ([Move(99)], "illegal: 'Move(kind=99, a=0, b=0, c=0)': There is no such move."),
        ([Move(-1)], "illegal: 'Move(kind=-1, a=0, b=0, c=0)': There is no such move."),
        ([Move(0, 10**30)], "illegal: 'Move(kind=0, a=1"),
        ([Move("KEEP")], "illegal: \"Move(kind='KEEP'"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_answer_of_a_bot_is_its_fault(answer: list[object], verdict: str) -> None:
    table = make_table("emile", "BPP", first=0, rounds=1)
    change = table.answer(0, table.key(0), Answer(answer), 0.0)
    assert events(change) == [("fault", 0)]
    do(table, change)
    assert table.seats[0].verdict.startswith(verdict), table.seats[0].verdict
    assert table.match.withdrawn == {0: Withdrawal("fault", 1)}
    assert [one.seat for one in table.questions()] == [1]


def test_after_a_fault_the_open_turn_goes_and_the_first_legal_moves_are_played() -> None:
    table = make_table("emile", "BP", first=0, rounds=2)
    play(table, "0 STOP")
    do(table, fail(table, 0))
    assert table.match.moves[0] != "0 STOP", "it is taken back: a KEEP comes first in the list"
    assert all(move.startswith("0 ") for move in table.match.moves)
    play(table, "1 " + table.match.legal(1)[-1])
    while table.questions():
        play(table, "1 " + table.match.legal(1)[-1])
    twin = table.match.at(0)
    for seat, move in table.match.played:
        assert seat == 1 or move == twin.substitute_move(0)
        twin.play(move, seat)
    verify(table)


@pytest.mark.parametrize("game", ["emile", "meduris"])
def test_a_seat_at_fault_ranks_last_whatever_its_score(game: str) -> None:
    table = make_quick_table(game, "BBP")
    seat = table.questions()[0].seat
    do(table, fail(table, seat, Verdict("timeout", "1001 ms used of 1000 ms")))
    play_on(table)
    assert table.match.ranks[seat] == 3
    assert table.match.result()[seat]["verdict"] == "timeout"
    assert table.match.result()[seat]["cause"] == "1001 ms used of 1000 ms"
    verify(table)


def test_a_fault_of_ghost_loses_as_its_rules_say() -> None:
    table = make_table("ghost", "BP", seed=1)
    play(table, "0 MOVE 1 0 1")
    do(table, fail(table, 0))
    assert table.match.moves == ["0 OUT"]
    play(table, "1 END")
    assert table.match.over and table.match.ending is None and table.match.ranks == [2, 1]
    verify(table)


def test_two_faults_of_ghost_are_a_draw_by_its_rules() -> None:
    table = make_table("ghost", "BB", seed=1)
    do(table, fail(table, 0))
    do(table, fail(table, 1))
    assert table.match.over and table.match.ending is None and table.match.ranks == [1, 1]
    verify(table)


def test_after_a_fault_of_alchemy_the_gold_still_decides() -> None:
    table = make_table("alchemy", "BP", first=0)
    play(table, "0 PLACE 0 1")
    do(table, fail(table, 0))
    assert table.match.moves == ["0 END"], "the sample that was placed is taken back"
    play(table, "1 PLACE 0 1, TRANSMUTE 0, END")
    play_on(table)
    assert table.match.outcome == [(0,), (-3,)] and table.match.ranks == [1, 2]
    verify(table)


def test_after_a_fault_of_bzzz_the_nectar_still_decides() -> None:
    table = make_table("bzzz", "BP", time_out=4)
    play(table, "0 LAY 0")
    do(table, fail(table, 0))
    play(table, "1 LAY 0, END")
    play_on(table)
    assert table.match.moves == ["0 REST", "1 LAY 0", "1 END", "0 REST", "1 END"]
    assert table.match.ranks == [1, 2]
    verify(table)


def test_an_answer_with_a_fault_counts_and_the_seat_is_out_after_it() -> None:
    table = make_table("bzzz", "BP", time_out=4)
    do(table, propose(table, "0 LAY 0", fault=Verdict("timeout", "too late")))
    assert table.match.moves == ["0 LAY 0", "0 REST"]
    assert table.match.withdrawn == {0: Withdrawal("fault", 2)}
    play_on(table)
    verify(table)


@pytest.mark.parametrize(("game", "move"), [("ghost", "OUT"), ("bzzz", "REST"), ("bzzz", "rest")])
def test_a_bot_that_plays_a_move_of_the_table_is_at_fault(game: str, move: str) -> None:
    table = make_table(game, "BP")
    do(table, propose(table, f"0 {move}"))
    assert table.seats[0].verdict.kind == "illegal" and "is no move" in table.seats[0].verdict.cause


def test_a_fault_keeps_what_other_seats_have_staged() -> None:
    table = make_table("ghost", "BB", seed=1)
    play(table, "0 MOVE 1 0 1")
    do(table, propose(table, "1 MOVE 2 0 1", times=Times(0.5, 0.4), notes={"said": "hello"}))
    play(table, "1 MOVE 2 0 2")
    do(table, table.fail(0, table.key(0), CRASH, 0.0, {"stderr": "Traceback"}, Times(2.0)))
    assert table.match.moves == ["1 MOVE 2 0 1", "1 MOVE 2 0 2", "0 OUT"]
    assert table.match.notes == {1: {"said": "hello"}, 3: {"stderr": "Traceback"}}
    assert table.match.times == {1: Times(0.5, 0.4), 3: Times(2.0)}
    assert table.match.withdrawn == {0: Withdrawal("fault", 3)}


def test_a_withdrawal_moves_with_the_plies_of_its_seat() -> None:
    table = make_table("ghost", "BB", seed=1)
    play(table, "0 MOVE 1 0 1")
    do(table, propose(table, "1 MOVE 2 0 1", fault=CRASH))
    assert table.match.withdrawn[1].ply == 3
    do(table, fail(table, 0))
    assert table.match.moves == ["1 MOVE 2 0 1", "1 OUT", "0 OUT"]
    assert {seat: one.ply for seat, one in table.match.withdrawn.items()} == {0: 3, 1: 2}
    verify(table)


def test_dice_that_were_seen_and_taken_back_do_not_come_again() -> None:
    table = make_table("emile", "BP", first=0, rounds=2)
    play(table, "0 KEEP 0 1 0")
    seen = table.match.state["faces"][0].tolist()
    do(table, fail(table, 0))
    assert table.match.dice_seeds == [DiceSeed(0, 7), DiceSeed(1, NEW_SEED)]
    assert table.match.moves[0] == "0 KEEP 0 1 0"
    assert table.match.at(1).state["faces"][0].tolist() != seen
    play_on(table)
    verify(table)


def test_a_turn_without_a_roll_is_taken_back_with_the_same_dice() -> None:
    table = make_table("emile", "BP", first=0, rounds=2)
    play(table, "0 STOP")
    do(table, fail(table, 0))
    assert table.match.dice_seeds == [DiceSeed(0, 7)]


def test_emile_without_a_limit_is_abandoned_when_all_seats_are_at_fault() -> None:
    table = make_table("emile", "BBB", first=0, rounds=0)
    for seat in (0, 1, 2):
        do(table, fail(table, seat))
    assert table.match.ending == ("abandoned", (0, 1, 2)) and table.questions() == []
    assert [row["result"] for row in table.match.result()] == ["drawn"] * 3
    verify(table)


def test_a_seat_that_is_out_has_no_say_any_more() -> None:
    table = make_table("emile", "BPP", first=0)
    do(table, fail(table, 0))
    with pytest.raises(Refused, match="You have left this match"):
        propose(table, "0 STOP")
