"""The contest's protocol: what seats read, what their lines mean, and how orders are numbered (GC-20 … GC-22)."""

import pytest

from ludotheque import load
from ludotheque.games.ghost.contest import TIMEOUT, Referee, split_line
from ludotheque.record import Verdict

SEED = 4242  # nine factories; seat 0 has factory 1 and seat 1 factory 2


def play_line(line: str | None, league: int = 3, other: str | None = "WAIT") -> Referee:
    """Return a game after one turn."""
    referee = Referee(SEED, league)
    return step(referee, line, other)


def step(referee: Referee, line: str | None = "WAIT", other: str | None = "WAIT") -> Referee:
    referee.answer(0, line)
    referee.answer(1, other)
    referee.step()
    return referee


def list_entities(referee: Referee, kind: str, seat: int = 0) -> list[str]:
    return [line for line in referee.lines(seat) if f" {kind} " in line]


ACCEPTED = [
    "wait", "WAIT;WAIT", "MOVE 1 2 3 ; WAIT", "MOVE 1  2   3", "MOVE 01 02 003", "MOVE 1 2 0", "MOVE 1 2 99999999",
    "MSG a;b;c", "MSG Here; have a bomb :);BOMB 1 2", "MSG ",
    "MOVE 1\t2\v3", "WAIT\t;\fWAIT", "msg x;MsG y", "MSG  ", "MSG é;ü", "MSG a;ınc", "MSG a;mſg", "WAIT\r",
]  # fmt: skip

REFUSED = [
    "", "WAIT;", "WAIT ", " WAIT", ";WAIT", "WAIT;;WAIT", "MOVE 1 2 -1", "MOVE 1 2 +1", "MOVE 1 2 3.0",
    "MOVE 1 2 123456789", "MOVE 1 2", "MOVE 1 2 3 4", "MOVE  1 2 3", "MSG", "MSG ok; wait for it",
    "MSG ;WAIT", "MSG a;waiter", "MOVE\t1 2 3", "MOVE 1 2 ٣", "MOVE 1\u00a02 3", "WAIT\u00a0;WAIT", "WAIT\r\r",
    "BOMB 1", "BOMB 1 2 3", "INC", "INC 1 2", "INC  1", "WAIT 1", "MOVE 1 2 3\nWAIT",
]  # fmt: skip

VOID = ["BOMB 1 2;BOMB 1 3;BOMB 1 4", "BOMB 1 2;BOMB 1 2", "BOMB 1 2;MOVE 1 2 3", "INC 1;INC 1;INC 1;INC 1;INC 1"]

ILLEGAL = ["MOVE 1 99 1", "MOVE 99 1 1", "MOVE 2 1 1", "MOVE 0 1 1", "MOVE 1 1 1", "BOMB 2 1", "BOMB 1 1", "BOMB 1 99",
           "INC 99", "INC 2"]  # fmt: skip


@pytest.mark.parametrize("line", ACCEPTED)
def test_a_good_line_is_accepted(line: str) -> None:
    """GC-22, first row, left"""
    assert play_line(line).out == [None, None]


@pytest.mark.parametrize("line", REFUSED)
def test_a_bad_line_puts_its_player_out(line: str) -> None:
    """GC-22, first row, right"""
    referee = play_line(line)
    assert referee.over and referee.scores[0] == 0 and str(referee.out[0]).startswith("illegal: ")


@pytest.mark.parametrize("line", VOID)
def test_orders_that_cannot_be_carried_out_do_nothing(line: str) -> None:
    """GC-22, second row, left"""
    assert play_line(line).out == [None, None]


@pytest.mark.parametrize("line", ILLEGAL)
def test_a_missing_or_foreign_factory_puts_its_player_out(line: str) -> None:
    """GC-22, second row, right"""
    assert play_line(line).out[0]


def test_a_league_ignores_what_it_leaves_out_if_only_the_form_is_right() -> None:
    """GC-22, third row"""
    for league in range(3):
        assert play_line("INC 99", league).out[0] is None
        assert play_line("INC x", league).out[0]
    assert play_line("MOVE 1 2 1;MOVE 99 1 1", 0).out[0] is None
    assert play_line("MOVE 1 2 1;MOVE x", 0).out[0]
    assert play_line("MOVE 1 2 1;MOVE 99 1 1", 1).out[0]
    for league in range(4):
        assert play_line("BOMB 99 1", league).out[0]
        assert play_line("BOMB 1 2", league).out[0] is None
    assert not list_entities(play_line("BOMB 1 2", 1), "BOMB") and list_entities(play_line("BOMB 1 2", 2), "BOMB")


def test_a_line_is_split_where_a_verb_follows() -> None:
    """GC-22: the white space around a separator belongs to it"""
    assert split_line("MSG a; b ;\tinc 1 ; WAIT") == ["MSG a; b", "inc 1", "WAIT"]
    assert split_line("WAIT; ;WAIT") == ["WAIT;", "WAIT"]


def test_a_very_long_line_is_parsed_fast() -> None:
    """With half a million blanks a backtracking regular expression would take hours."""
    assert play_line("MSG " + " " * 500_000 + "x").messages[0] == "x"
    assert play_line("MSG x" + ";" * 100_000 + " " * 400_000 + "WAIT").out[0] is None


def test_the_last_message_is_shown_trimmed_and_cut() -> None:
    """GC-22"""
    assert play_line("MSG one;WAIT;MSG  two ").messages == ["two", ""]
    assert play_line("MSG " + "é" * 150).messages[0] == "é" * 100
    referee = play_line("MSG hello", other="MSG there")
    assert step(referee).messages == ["hello", "there"]
    assert [note["said"] for note in referee.match.notes.values()] == ["hello", "there"]


def test_a_player_without_an_answer_is_out() -> None:
    """GC-15: with no line, and with no call of `answer`"""
    referee = play_line("WAIT", other=None)
    assert referee.out == [None, TIMEOUT] and referee.match.verdicts == ["ok", TIMEOUT]
    referee = Referee(SEED)
    referee.answer(0, None, Verdict("crash", "exit status 1"))
    referee.step()
    assert referee.out == [Verdict("crash", "exit status 1"), TIMEOUT] and referee.scores == [0, 0]


def test_a_survivor_without_cyborgs_draws_with_the_side_that_is_out() -> None:
    """GC-15: the rules say what becomes of a seat that failed, so its verdict does not put it behind"""
    referee = Referee(SEED)
    referee.match.state["stock"] = referee.match.state["production"] = 0
    step(referee, "WAIT", None)
    assert referee.out == [None, TIMEOUT] and referee.scores == [0, 0] and referee.match.ranks == [1, 1]
    assert play_line("WAIT", other=None).match.ranks == [1, 2]


def test_the_orders_before_the_bad_part_are_carried_out() -> None:
    """GC-15, GC-16"""
    moves = play_line("MOVE 1 3 2;MOVE x").match.moves
    assert moves == ["0 MOVE 1 3 2", "0 OUT", "1 END"]
    assert play_line("MOVE 1 3 2;MOVE 2 1 1;MOVE 1 4 1").match.moves == moves
    # FOO is not a verb, so the whole line is one bad part.
    assert play_line("MOVE 1 3 2;FOO").match.moves == ["0 OUT", "1 END"]


def test_the_first_input_begins_with_the_distances() -> None:
    """GC-20"""
    referee = Referee(SEED)
    lines = referee.lines(0)
    assert lines[:3] == ["9", "36", f"0 1 {referee.match.state[0]['distance'][0, 1]}"]
    assert lines[38:40] == ["9", "0 FACTORY 0 0 0 0 0"] and len(lines) == 2 + 36 + 1 + 9
    assert step(referee).lines(0)[:2] == ["9", "0 FACTORY 0 0 0 0 0"]


def test_each_side_reads_itself_as_one_and_the_other_as_minus_one() -> None:
    """GC-20"""
    referee = play_line("MOVE 1 3 2", other="BOMB 2 4")
    way, fuse = (referee.match.state[0]["distance"][route] for route in ((1, 3), (2, 4)))
    assert [line.split()[2] for line in list_entities(referee, "FACTORY")[:3]] == ["0", "1", "-1"]
    assert [line.split()[2] for line in list_entities(referee, "FACTORY", 1)[:3]] == ["0", "-1", "1"]
    assert list_entities(referee, "TROOP", 0) == [f"9 TROOP 1 1 3 2 {way}"]
    assert list_entities(referee, "TROOP", 1) == [f"9 TROOP -1 1 3 2 {way}"]
    assert list_entities(referee, "BOMB", 0) == ["10 BOMB -1 2 -1 -1 0"]
    assert list_entities(referee, "BOMB", 1) == [f"10 BOMB 1 2 4 {fuse} 0"]
    assert list_entities(step(referee), "TROOP", 0) == [f"9 TROOP 1 1 3 2 {way - 1}"]


def list_ids(referee: Referee) -> list[int]:
    return [int(line.split()[0]) for line in (*list_entities(referee, "TROOP"), *list_entities(referee, "BOMB"))]


def test_every_order_takes_a_number_even_without_effect() -> None:
    """GC-21: 0 cyborgs, merged, blocked, none left, same route"""
    line = "MOVE 1 3 0;MOVE 1 3 1;MOVE 1 3 1;MOVE 1 2 1;MOVE 1 4 1;BOMB 1 2;BOMB 1 2;BOMB 1 5;BOMB 1 6;INC 1"
    referee = play_line(line, other="MOVE 2 3 1;BOMB 2 1")
    assert list_ids(referee) == [14, 17, 19, 9, 11, 18]
    assert list_ids(step(referee, "MOVE 1 5 1")) == [14, 17, 19, 20, 9, 18]  # the bomb to factory 5 has exploded


def test_orders_ignored_at_reading_take_no_number() -> None:
    """GC-21"""
    first = int(Referee(SEED, league=0).protocol.first_lines()[0])
    assert list_ids(play_line("INC 1;MOVE 1 3 1;MOVE 1 4 1", 0, "MOVE 2 3 1")) == [first, first + 1]


def test_moves_take_what_is_left_in_the_order_written_after_bombs_and_before_incs() -> None:
    """GC-9, GC-16"""
    referee = Referee(SEED, cyborgs=20)
    step(referee, "INC 1;MOVE 1 3 15;MOVE 1 4 9;MOVE 1 5 9;BOMB 1 3;MOVE 1 4 99")
    assert referee.match.moves[:-2] == ["0 BOMB 1 3", "0 MOVE 1 4 11", "0 MOVE 1 5 9"]


def test_a_blocked_troop_stays() -> None:
    """GC-9"""
    referee = Referee(SEED, cyborgs=20)
    step(referee, "MOVE 1 3 15;BOMB 1 3;MOVE 1 4 99;INC 1")
    assert referee.match.moves[:-2] == ["0 BOMB 1 3", "0 MOVE 1 4 20"]


def test_the_size_of_the_map_may_be_fixed() -> None:
    """GC-1"""
    referee = Referee(SEED, league=0, factories=15, cyborgs=29)
    assert referee.protocol.first_lines()[0] == "15" and referee.scores == [29, 29]


def test_the_clock_allows_a_second_for_the_first_turn_and_50_ms_for_others() -> None:
    """GC-23"""
    assert load("ghost").clock_seconds == (1.0, 0.05)
