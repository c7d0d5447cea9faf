"""Endings that are not in the rules: resignation, draws by agreement, and a table that everybody has left."""

import pytest

import ludotheque as lt
from ludotheque.record import Ending, Verdict, Withdrawal
from ludotheque.seating import Kind, Refused, Seat
from ludotheque.table import Table
from tests.tables import do, events, make_table, play, play_on, snapshot, verify

CRASH = Verdict("crash", "exit code 7")


def teams(letters: str) -> Table:
    """Return a table of Émile at which seats 0 and 2 play against 1 and 3."""
    return make_table("emile", letters, first=0, rounds=1, teams=True)


def offer(table: Table, *seats: int) -> None:
    for seat in seats:
        do(table, table.offer_draw(seat, 0.0))


# Resignation


@pytest.mark.parametrize("game", lt.names())
def test_of_two_the_one_that_does_not_resign_wins(game: str) -> None:
    table = make_table(game, "PP")
    change = table.resign(1, 0.0)
    assert change.is_over and events(change) == [("resigned", 1)]
    do(table, change)
    assert table.match.ending == Ending("resignation", (1,))
    assert [row["result"] for row in table.match.result()] == ["won", "lost"]
    assert table.seats[1].verdict == "ok"
    verify(table)


def test_of_three_the_seat_that_resigns_is_played_for_and_ranks_behind() -> None:
    table = make_table("emile", "PPP", first=0, rounds=1)
    play(table, "0 STOP")
    do(table, table.resign(0, 0.0))
    assert table.match.moves == ["0 STOP", "0 OWN"] and table.match.withdrawn == {0: Withdrawal("resigned", 2)}
    with pytest.raises(Refused, match="You have left this match"):
        table.resign(0, 0.0)
    play_on(table)
    assert table.match.ending is None and table.match.ranks[0] == 3
    verify(table)


def test_the_last_of_three_wins_when_the_second_resigns() -> None:
    table = make_table("emile", "PPP", first=0)
    do(table, table.resign(2, 0.0))
    do(table, table.resign(0, 0.0))
    assert table.match.ending == Ending("resignation", (0,)) and table.match.ranks == [2, 1, 2]
    verify(table)


def test_a_seat_at_fault_ranks_behind_one_that_resigned() -> None:
    table = make_table("emile", "BPP", first=0)
    do(table, table.fail(0, table.key(0), CRASH, 0.0))
    do(table, table.resign(1, 0.0))
    assert table.match.ranks == [3, 2, 1]
    verify(table)


def test_a_match_ends_when_the_last_person_resigns_and_bots_are_left() -> None:
    table = make_table("emile", "PBB", first=0, rounds=1)
    change = table.resign(0, 0.0)
    assert change.is_over and change.ending == Ending("resignation", (0,))
    do(table, change)
    ranks = table.match.ranks
    assert ranks[0] == 3 and max(ranks[1:]) < 3
    verify(table)


def test_bots_play_on_with_a_person_whose_place_a_bot_has_taken() -> None:
    table = make_table("emile", "PPB", first=0, rounds=1)
    do(table, table.stand_in(1, "random", 0.0))
    assert not table.resign(0, 0.0).is_over


def test_with_a_partner_to_resign_is_an_offer() -> None:
    table = teams("PPPP")
    change = table.resign(0, 0.0)
    assert events(change) == [("resign_offered", 0)] and not change.is_durable
    do(table, change)
    assert table.requests.resign == {0} and not table.match.over
    do(table, table.resign(2, 0.0))
    assert table.match.ending == Ending("resignation", (0, 2)) and table.match.ranks == [3, 1, 3, 1]
    verify(table)


def test_an_offer_to_resign_does_not_bind_the_other_side() -> None:
    table = teams("PPPP")
    do(table, table.resign(0, 0.0))
    do(table, table.resign(1, 0.0))
    assert table.requests.resign == {0, 1} and not table.match.over


def test_a_move_withdraws_the_offer_to_resign() -> None:
    table = teams("PPPP")
    do(table, table.resign(0, 0.0))
    play(table, "0 STOP")
    assert table.requests.resign == frozenset()
    do(table, table.resign(2, 0.0))
    assert not table.match.over


def test_a_move_of_another_seat_does_not_withdraw_it() -> None:
    table = teams("PPPP")
    do(table, table.resign(2, 0.0))
    play(table, "0 STOP")
    assert table.requests.resign == {2}


def test_a_bot_resigns_with_its_partner() -> None:
    table = teams("PPBP")
    do(table, table.resign(0, 0.0))
    assert table.match.ending == Ending("resignation", (0, 2)) and table.match.ranks == [3, 1, 3, 1]
    assert {seat: one.why for seat, one in table.match.withdrawn.items()} == {0: "resigned", 2: "resigned"}
    verify(table)


def test_a_stand_in_resigns_with_the_partner_who_is_here() -> None:
    table = teams("PPPP")
    do(table, table.stand_in(2, "easy", 0.0))
    do(table, table.resign(0, 0.0))
    assert table.match.ending == Ending("resignation", (0, 2)) and table.seats[2].stand_in is None


def test_a_bot_cannot_resign() -> None:
    table = make_table("emile", "BP")
    with pytest.raises(Refused, match="You are only looking on"):
        table.resign(0, 0.0)


def test_nothing_is_asked_after_the_end() -> None:
    table = make_table("emile", "PP", first=0)
    do(table, table.offer_draw(1, 0.0))
    do(table, table.resign(0, 0.0))
    assert table.state == "over" and table.questions() == [] and table.requests.draw == frozenset()
    before = snapshot(table)
    for refused in (table.resign, table.offer_draw, table.decline_draw, table.request_undo):
        with pytest.raises(Refused, match="The match is over"):
            refused(1, 0.0)
    assert snapshot(table) == before


# Draws


def test_a_draw_needs_the_word_of_all_people() -> None:
    table = make_table("emile", "PPP", first=0)
    change = table.offer_draw(1, 0.0)
    assert events(change) == [("draw_offered", 1)] and not change.is_durable
    do(table, change)
    offer(table, 0)
    assert table.requests.draw == {0, 1} and not table.match.over
    offer(table, 2)
    assert table.match.ending == Ending("draw", (0, 1, 2))
    assert [row["result"] for row in table.match.result()] == ["drawn"] * 3
    verify(table)


def test_in_a_draw_the_score_does_not_decide() -> None:
    table = make_table("emile", "PP", first=0)
    play(table, "0 STOP, OWN")
    assert table.match.outcome[0] != table.match.outcome[1]
    offer(table, 0, 1)
    assert table.match.ranks == [1, 1]


def test_a_draw_is_declined_by_a_word() -> None:
    table = make_table("emile", "PPP", first=0)
    with pytest.raises(Refused, match="Nobody has offered a draw"):
        table.decline_draw(0, 0.0)
    offer(table, 0, 1)
    change = table.decline_draw(2, 0.0)
    assert events(change) == [("draw_declined", 2)] and not change.is_durable
    do(table, change)
    assert table.requests.draw == frozenset()
    offer(table, 2)
    assert not table.match.over, "the offers before it do not count any more"


def test_a_draw_is_declined_by_a_move() -> None:
    table = make_table("emile", "PP", first=0)
    offer(table, 1)
    play(table, "0 STOP")
    assert table.requests.draw == frozenset()


def test_a_move_of_the_seat_that_offered_leaves_the_offer_open() -> None:
    table = make_table("emile", "PP", first=0)
    offer(table, 0)
    play(table, "0 STOP, OWN")
    assert table.requests.draw == {0}
    offer(table, 1)
    assert table.match.ending == Ending("draw", (0, 1))


@pytest.mark.parametrize("letters", ["PB", "PPB", "PXP"])
def test_a_side_without_a_person_agrees_to_no_draw(letters: str) -> None:
    table = make_table("emile", letters)
    with pytest.raises(Refused, match="A draw needs a person on every side"):
        table.offer_draw(0, 0.0)


def test_a_bot_with_a_person_on_its_side_does_not_hinder_a_draw() -> None:
    table = teams("PPBB")
    offer(table, 0, 1)
    assert table.match.ending == Ending("draw", (0, 1)) and table.match.ranks == [1, 1, 1, 1]
    verify(table)


def test_a_side_that_has_left_is_not_asked_and_ranks_behind() -> None:
    table = make_table("emile", "PPB", first=2)
    do(table, table.fail(2, table.key(2), CRASH, 0.0))
    offer(table, 0, 1)
    assert table.match.ending == Ending("draw", (0, 1)) and table.match.ranks == [1, 1, 3]
    verify(table)


def test_the_only_side_in_play_cannot_agree_with_itself() -> None:
    table = make_table("emile", "PB", first=1)
    do(table, table.fail(1, table.key(1), CRASH, 0.0))
    with pytest.raises(Refused, match="There is nobody left to agree with"):
        table.offer_draw(0, 0.0)


@pytest.mark.parametrize(("table", "away", "here"), [("PP", 1, 0), ("PPPP", 2, 0)])
def test_a_stand_in_forbids_a_draw(table: str, away: int, here: int) -> None:
    made = teams(table) if len(table) == 4 else make_table("emile", table, first=0)
    do(made, made.stand_in(away, "easy", 0.0))
    with pytest.raises(Refused, match="a bot plays for somebody who is away"):
        made.offer_draw(here, 0.0)


def test_an_offer_ends_when_a_bot_stands_in_for_its_seat() -> None:
    table = make_table("emile", "PPP", first=0)
    offer(table, 0, 1)
    do(table, table.stand_in(1, "easy", 0.0))
    do(table, table.take_seat_back(1, 0.0))
    assert table.requests.draw == {0}


# Everybody has left


def test_a_match_that_everybody_has_left_is_abandoned() -> None:
    table = make_table("emile", "PB", first=1, rounds=0)
    do(table, table.fail(1, table.key(1), CRASH, 0.0))
    do(table, table.resign(0, 0.0))
    assert table.match.ending == Ending("abandoned", (0, 1)) and table.match.ranks == [1, 2]
    verify(table)


def test_rules_that_rank_faults_do_not_go_on_for_a_seat_that_resigned() -> None:
    table = make_table("alchemy", "PB", first=1)
    do(table, table.fail(1, table.key(1), CRASH, 0.0))
    do(table, table.resign(0, 0.0))
    assert table.match.ending == Ending("abandoned", (0, 1)) and table.match.ranks == [2, 1]
    verify(table)


def test_rules_that_rank_faults_play_a_match_of_faults_to_its_end() -> None:
    table = make_table("bzzz", "BB", time_out=6)
    do(table, table.fail(0, table.key(0), CRASH, 0.0))
    do(table, table.fail(1, table.key(1), CRASH, 0.0))
    assert table.match.ending is None and table.match.moves == ["0 REST", "1 REST"] * 3
    verify(table)


def test_a_loaded_table_knows_its_ending() -> None:
    table = make_table("emile", "PP", first=0)
    do(table, table.resign(0, 0.0))
    match = lt.read(table.match.record().write())
    loaded = Table(match, table.seats, now=0.0, new_seed=int)
    assert loaded.state == "over" and loaded.settle(0.0) is None
    assert loaded.match.record().write() == table.match.record().write()


def test_names_and_kinds_belong_to_the_record() -> None:
    seats = [Seat(Kind.PERSON, "Ada"), Seat(Kind.PROGRAM, "mine", bot="./mine")]
    match = lt.new("emile", seats=2, seed=1)
    Table(match, seats, now=0.0, new_seed=int)
    assert [(one.name, one.kind) for one in match.record().seats] == [("Ada", "person"), ("mine", "program")]
