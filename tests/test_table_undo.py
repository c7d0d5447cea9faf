"""Undo at a table: what is free, who must agree, and what can never be taken back."""

import pytest

from ludotheque.record import Times, Verdict, Withdrawal
from ludotheque.seating import Answer, Refused, Stale, UndoRequest
from ludotheque.table import Table
from tests.tables import do, events, make_table, place_workers, play, propose, snapshot, verify


def ask(table: Table, seat: int, now: float = 0.0) -> None:
    do(table, table.request_undo(seat, now), now)


# Free


def test_undo_is_free_inside_the_own_open_turn() -> None:
    table = make_table("alchemy", "PP", first=0)
    play(table, "0 PLACE 0 1", "0 GIVE 1 1")
    change = table.request_undo(0, 0.0)
    assert change.is_durable and events(change) == [("undone", 0)]
    do(table, change)
    ask(table, 0)
    assert table.match.moves == [] and table.requests.undo is None


def test_undo_of_what_nobody_has_seen_is_free() -> None:
    table = make_table("ghost", "PP", seed=1)
    play(table, "1 MOVE 2 0 1", "0 MOVE 1 0 1", "1 MOVE 2 0 2")
    ask(table, 0)
    assert table.match.moves == ["1 MOVE 2 0 1", "1 MOVE 2 0 2"]


def test_built_in_bots_agree() -> None:
    table = place_workers("PBB", 0, 1)
    ask(table, 0)
    assert table.match.moves == []


@pytest.mark.parametrize(
    ("game", "moves"), [("emile", ["0 KEEP 0 1 0"]), ("emile", ["0 STOP, OWN"]), ("ghost", ["0 END", "1 END"])]
)
def test_undo_never_goes_past_a_roll_or_a_reveal(game: str, moves: list[str]) -> None:
    table = make_table(game, "PB", first=0) if game == "emile" else make_table(game, "PB")
    play(table, *moves)
    before = snapshot(table)
    with pytest.raises(Refused, match="dice were rolled, or something was shown"):
        table.request_undo(0, 0.0)
    assert snapshot(table) == before


def test_orders_of_others_stay_with_their_notes_and_keys() -> None:
    table = make_table("ghost", "PB", seed=1)
    play(table, "0 MOVE 1 0 1")
    do(table, propose(table, "1 MOVE 2 0 1", notes={"said": "hello"}, times=Times(0.5)))
    key = table.key(1)
    step = do(table, table.request_undo(0, 0.0), 0.0)
    assert table.match.moves == ["1 MOVE 2 0 1"]
    assert table.match.notes == {1: {"said": "hello"}} and table.match.times == {1: Times(0.5)}
    assert table.key(1) == key, "it has not seen the order that is gone"
    assert [one.seat for one in step.ask] == [0]


def test_a_bot_that_thinks_about_a_removed_ply_answers_too_late() -> None:
    table = place_workers("PB", 0)
    question = table.questions()[0]
    assert question.seat == 1
    ask(table, 0)
    with pytest.raises(Stale):
        table.answer(1, question.key, Answer(["WORKER 1"]), 0.0)


# With the others' agreement


def test_everybody_who_has_seen_the_move_must_agree() -> None:
    table = place_workers("PPPB", 0)
    change = table.request_undo(0, 0.0)
    assert events(change) == [("undo_asked", 0)] and not change.is_durable
    do(table, change)
    assert table.requests.undo == UndoRequest(0, 0) and table.must_agree() == {1, 2}
    do(table, table.answer_undo(1, True, 0.0))
    assert table.must_agree() == {2} and table.match.ply == 1
    change = table.answer_undo(2, True, 0.0)
    assert change.is_durable and events(change) == [("undone", 0)]
    do(table, change)
    assert table.match.ply == 0 and table.requests.undo is None


def test_one_refusal_ends_the_request() -> None:
    table = place_workers("PPP", 0)
    ask(table, 0)
    change = table.answer_undo(2, False, 0.0)
    assert events(change) == [("undo_declined", 2)] and not change.is_durable
    do(table, change)
    assert table.requests.undo is None and table.match.ply == 1


def test_a_request_can_be_cancelled_by_its_seat_alone() -> None:
    table = place_workers("PPP", 0)
    ask(table, 0)
    with pytest.raises(Refused, match="You have not asked"):
        table.cancel_undo(1, 0.0)
    do(table, table.cancel_undo(0, 0.0))
    assert table.requests.undo is None


def test_only_those_who_must_agree_are_heard() -> None:
    table = place_workers("PPB", 0)
    for seat in (0, 1, 2):
        with pytest.raises(Refused, match="Nobody has asked you"):
            table.answer_undo(seat, True, 0.0)
    ask(table, 0)
    for seat in (0, 2):
        with pytest.raises(Refused, match="Nobody has asked you"):
            table.answer_undo(seat, True, 0.0)


def test_the_answers_that_followed_are_taken_back_too() -> None:
    table = place_workers("PPP", 0, 1)
    ask(table, 0)
    do(table, table.answer_undo(1, True, 0.0))
    do(table, table.answer_undo(2, True, 0.0))
    assert table.match.moves == [] and [one.seat for one in table.questions()] == [0]


def test_a_turn_before_the_open_one_is_not_free() -> None:
    table = place_workers("PP", 0, 1)
    assert [one.seat for one in table.questions()] == [0]
    ask(table, 0)
    assert table.must_agree() == {1} and table.match.ply == 2


def test_a_request_ends_when_its_seat_sees_a_new_ply() -> None:
    table = place_workers("PPP", 0)
    ask(table, 0)
    play(table, "1 WORKER 1")
    assert table.requests.undo is None
    with pytest.raises(Refused):
        table.answer_undo(2, True, 0.0)


def test_a_request_goes_on_when_its_seat_sees_nothing_new() -> None:
    table = make_table("ghost", "PP", seed=1)
    play(table, "0 END")
    ask(table, 0)
    play(table, "1 MOVE 2 0 1")
    assert table.requests.undo is not None
    do(table, table.answer_undo(1, True, 0.0))
    assert table.match.moves == ["1 MOVE 2 0 1"]


def test_a_request_ends_when_its_seat_leaves() -> None:
    table = place_workers("PPP", 0)
    ask(table, 0)
    do(table, table.resign(0, 0.0))
    assert table.requests.undo is None
    table = place_workers("PPP", 0)
    ask(table, 0)
    do(table, table.stand_in(0, "easy", 0.0))
    assert table.requests.undo is None


@pytest.mark.parametrize("kind", ["request", "agree", "decline", "cancel", "free"])
def test_a_proposal_of_undo_that_is_dropped_changes_nothing(kind: str) -> None:
    table = (
        place_workers("PPP", 0, bank=60.0, bonus=3.0)
        if kind != "free"
        else place_workers("PBB", 0, bank=60.0, bonus=3.0)
    )
    if kind in ("agree", "decline", "cancel"):
        ask(table, 0)
    before = snapshot(table)
    change = {
        "request": lambda: table.request_undo(0, 5.0),
        "agree": lambda: table.answer_undo(1, True, 5.0),
        "decline": lambda: table.answer_undo(1, False, 5.0),
        "cancel": lambda: table.cancel_undo(0, 5.0),
        "free": lambda: table.request_undo(0, 5.0),
    }[kind]()
    assert snapshot(table) == before
    table.commit(change, 5.0)
    assert snapshot(table) != before


# Programs, bots that are out, clocks


def test_a_program_that_was_asked_since_refuses() -> None:
    table = place_workers("PX", 0)
    ask(table, 0)
    assert table.match.ply == 0, "it was not asked yet"
    play(table, "0 WORKER 0")
    table.note_asked(1)
    with pytest.raises(Refused, match="A program has seen this move"):
        table.request_undo(0, 0.0)


def test_a_program_that_was_asked_before_does_not_refuse() -> None:
    table = make_table("ghost", "PX", seed=1)
    table.note_asked(1)
    play(table, "0 MOVE 1 0 1")
    ask(table, 0)
    assert table.match.ply == 0


def test_a_person_who_is_out_takes_nothing_back() -> None:
    table = place_workers("PPP", 0)
    do(table, table.resign(0, 0.0))
    with pytest.raises(Refused, match="You have left this match"):
        table.request_undo(0, 0.0)


def test_after_an_undo_a_seat_that_is_out_is_played_for_again() -> None:
    table = place_workers("PBB", 0)
    do(table, table.fail(1, table.key(1), Verdict("crash"), 0.0))
    assert table.match.withdrawn[1] == Withdrawal("fault", 2)
    ask(table, 0)
    assert table.match.moves == [] and table.match.withdrawn[1] == Withdrawal("fault", 1)
    play(table, "0 WORKER 3")
    assert table.match.moves == ["0 WORKER 3", "1 WORKER 0"]
    verify(table)


def test_the_bonus_of_a_removed_ply_goes_back() -> None:
    table = place_workers("PP", bank=60.0, bonus=5.0)
    play(table, "0 WORKER 0", now=10.0)
    assert table.bank(0, 10.0) == 55.0
    ask(table, 0, now=12.0)
    do(table, table.answer_undo(1, True, 12.0), 12.0)
    assert table.bank(0, 12.0) == 50.0 and table.is_clock_running(0)


def test_the_bonus_of_a_staged_ply_stays() -> None:
    table = make_table("ghost", "PP", seed=1, bank=60.0, bonus=5.0)
    play(table, "0 MOVE 1 0 1", "1 END")
    assert table.bank(1, 0.0) == 65.0
    ask(table, 0)
    assert table.match.moves == ["1 END"] and table.bank(1, 0.0) == 65.0


def test_a_removed_ply_of_a_stand_in_costs_no_bonus() -> None:
    table = place_workers("PP", 0, bank=60.0, bonus=5.0)
    do(table, table.stand_in(1, "easy", 0.0))
    play(table, "1 WORKER 1")
    ask(table, 0)
    assert table.match.moves == [] and table.bank(1, 0.0) == 60.0
