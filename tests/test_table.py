"""A table: which answer counts, that a proposal changes nothing, sitting down and loading."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque.record import Times, Verdict, Withdrawal
from ludotheque.seating import Answer, Change, Refused, Stale
from ludotheque.table import Table
from tests.tables import NEW_SEED, do, make_quick_table, make_table, play, play_on, propose, snapshot, verify

CRASH = Verdict("crash", "exit code 7")


def fail(table: Table, seat: int, verdict: Verdict = CRASH) -> Change:
    return table.fail(seat, table.key(seat), verdict, 0.0)


# Which answer counts


def test_everybody_awaited_has_a_question_with_a_key_of_its_own() -> None:
    table = make_table("ghost", "PB")
    assert [(one.seat, one.bot) for one in table.questions()] == [(0, None), (1, "B1")]
    assert [one.key for one in table.questions()] == [table.key(0), table.key(1)]
    assert table.key(-1) == "", "a spectator has no key"


def test_an_answer_with_an_old_key_is_stale() -> None:
    table = make_table("emile", "PP", first=0)
    old = table.key(0)
    play(table, "0 STOP")
    assert table.key(0) != old
    with pytest.raises(Stale, match="The position has changed since"):
        table.answer(0, old, Answer(["OWN"]), 0.0)


def test_orders_of_other_seats_never_change_a_key() -> None:
    table = make_table("ghost", "PP", seed=1)
    key = table.key(0)
    play(table, "1 MOVE 2 0 1", "1 MOVE 2 0 2", "1 END")
    assert table.key(0) == key
    do(table, table.answer(0, key, Answer(["MOVE 1 0 1"]), 0.0))


def test_a_fault_of_another_seat_does_not_change_a_key() -> None:
    table = make_table("ghost", "BP", seed=1)
    play(table, "0 MOVE 1 0 1", "1 MOVE 2 0 1")
    key = table.key(1)
    do(table, fail(table, 0))
    assert table.key(1) == key and table.match.moves == ["1 MOVE 2 0 1", "0 OUT"]


def test_a_commit_returns_the_questions_that_are_new() -> None:
    table = make_table("ghost", "PB", seed=1)
    step = play(table, "0 MOVE 1 0 1")
    assert step is not None and [one.seat for one in step.ask] == [0], "seat 1 has its question already"


def test_a_seat_that_is_not_awaited_is_refused() -> None:
    table = make_table("emile", "PP", first=0)
    with pytest.raises(Refused, match="You are not awaited now"):
        propose(table, "1 STOP")


def test_several_moves_of_one_answer_are_one_change() -> None:
    table = make_table("emile", "PP", first=0)
    change = propose(table, "0 STOP, OWN", times=Times(1.5), notes={"said": "done"})
    do(table, change)
    assert table.match.moves == ["0 STOP", "0 OWN"]
    assert table.match.notes == {2: {"said": "done"}} and table.match.times == {2: Times(1.5)}


def test_of_several_moves_all_or_none_are_played() -> None:
    table = make_table("emile", "PP", first=0)
    before = snapshot(table)
    with pytest.raises(lt.IllegalMove, match="The turn is over"):
        propose(table, "0 STOP, STOP")
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (["OWN"], "The dice are still rolling"),
        (["JUMP"], "is no move"),
        ([], "An answer needs a move"),
        ([12], "which is no text"),
    ],
)
def test_a_wrong_answer_of_a_person_is_refused_and_changes_nothing(answer: list[object], sentence: str) -> None:
    table = make_table("emile", "PP", first=0)
    before = snapshot(table)
    with pytest.raises(lt.GameError, match=sentence):
        table.answer(0, table.key(0), Answer(answer), 0.0)
    assert snapshot(table) == before


@pytest.mark.parametrize(("game", "move"), [("ghost", "OUT"), ("ghost", "out"), ("bzzz", "REST")])
def test_moves_of_the_table_are_refused_to_people(game: str, move: str) -> None:
    table = make_table(game, "PP")
    before = snapshot(table)
    with pytest.raises(lt.GameError, match="is no move; a move is"):
        propose(table, f"0 {move}")
    assert snapshot(table) == before


# Proposals


PROPOSALS: dict[str, tuple[str, Callable[[Table], Change | None]]] = {
    "a move": ("PPP", lambda table: propose(table, "0 STOP", 5.0)),
    "a turn": ("PPP", lambda table: propose(table, "0 STOP, OWN", 5.0)),
    "a fault": ("BPP", lambda table: table.fail(0, table.key(0), CRASH, 5.0)),
    "an illegal move of a bot": ("BPP", lambda table: propose(table, "0 OWN", 5.0)),
    "a resignation": ("PPP", lambda table: table.resign(0, 5.0)),
    "a resignation that ends it": ("PP", lambda table: table.resign(0, 5.0)),
    "an offer of a draw": ("PPP", lambda table: table.offer_draw(1, 5.0)),
    "a stand-in": ("PPP", lambda table: table.stand_in(0, "easy", 5.0)),
    "time": ("PPP", lambda table: table.tick(100.0)),
    "time that ends it": ("PP", lambda table: table.tick(100.0)),
}


@pytest.mark.parametrize("kind", PROPOSALS)
def test_a_proposal_that_is_dropped_changes_nothing(kind: str) -> None:
    letters, proposal = PROPOSALS[kind]
    table = make_table("emile", letters, first=0, bank=60.0, bonus=3.0)
    play(table, "0 KEEP 0 1 0")
    before = snapshot(table)
    change = proposal(table)
    assert snapshot(table) == before
    assert change is not None
    table.commit(change, 5.0)
    assert snapshot(table) != before, "and a proposal that is committed changes something"


def test_a_change_from_another_version_is_refused() -> None:
    table = make_table("emile", "PPP", first=0)
    one, two = propose(table, "0 STOP"), table.offer_draw(1, 0.0)
    do(table, one)
    before = snapshot(table)
    with pytest.raises(Stale):
        do(table, two)
    assert snapshot(table) == before


def test_only_changes_that_must_be_stored_are_durable() -> None:
    table = make_table("emile", "PPP", first=0)
    assert propose(table, "0 STOP").is_durable and table.resign(0, 0.0).is_durable
    assert not table.offer_draw(0, 0.0).is_durable


# Sitting down, and loading


def test_a_table_waits_until_everybody_sits() -> None:
    table = make_table("emile", "PE", first=0)
    assert table.questions() == []
    with pytest.raises(Refused, match="Somebody has still to sit down"):
        propose(table, "0 STOP")
    with pytest.raises(Refused, match="Somebody has still to sit down"):
        table.resign(0, 0.0)
    step = do(table, table.sit_down(1, "Bea", 0.0))
    assert table.state == "playing" and [one.seat for one in step.ask] == [0]
    assert table.match.names == ["P0", "Bea"] and table.match.kinds == ["person", "person"]


def test_a_taken_seat_is_refused() -> None:
    table = make_table("emile", "PE")
    do(table, table.sit_down(1, "Bea", 0.0))
    with pytest.raises(Refused, match="This chair is taken"):
        table.sit_down(1, "Cleo", 0.0)


def test_settle_does_what_a_stored_table_still_has_to_do() -> None:
    table = make_table("emile", "BP", first=0)
    do(table, fail(table, 0))
    stored = table.match.at(1)
    loaded = Table(stored, table.seats, now=0.0, new_seed=lambda: NEW_SEED)
    assert loaded.questions() == [], "seat 0 is out, and its turn is open"
    do(loaded, loaded.settle(0.0))
    assert loaded.match.moves == table.match.moves
    assert loaded.settle(0.0) is None, "nothing is left to do"


def test_settle_ends_a_stored_match_that_everybody_has_left() -> None:
    left = [replace(seat, withdrawn=Withdrawal("time", 1)) for seat in make_table("emile", "PP").seats]
    table = Table(lt.new("emile", seats=2, seed=7), left, now=0.0, new_seed=int)
    do(table, table.settle(0.0))
    assert table.match.ending == ("abandoned", (0, 1))
    verify(table)


def test_settle_of_a_table_in_good_order_is_nothing() -> None:
    assert make_table("ghost", "PB").settle(0.0) is None
    assert make_table("ghost", "PE").settle(0.0) is None


@pytest.mark.parametrize("game", lt.names())
def test_the_record_of_a_finished_table_verifies(game: str) -> None:
    table = make_quick_table(game, "PBPBPBPB"[: lt.load(game).default_seats])
    play_on(table)
    assert table.state == "over"
    verify(table)
