"""Laws of a table, over all games and any order of commands."""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.game import GameError
from ludotheque.record import Verdict
from ludotheque.seating import Answer, Change
from ludotheque.table import Table
from tests.tables import make_quick_table, play_on, snapshot, verify

LAWS = int(os.environ.get("LUDOTHEQUE_LAWS", "20"))
BANK, BONUS = 100.0, 2.0

Command = Callable[[Table, int, int, float], Change | None]  # of a table, a seat, any number, and the time


def answer(table: Table, seat: int, number: int, now: float) -> Change:
    """Play a legal move; for a seat that is not awaited any move."""
    moves = table.match.legal(seat) or list(table.match.game.rules.MOVES)
    return table.answer(seat, table.key(seat), Answer([moves[number % len(moves)]], notes={"said": str(number)}), now)


def answer_in_turn(table: Table, seat: int, number: int, now: float) -> Change:
    awaited = [question.seat for question in table.questions()]
    return answer(table, awaited[number % len(awaited)] if awaited else seat, number, now)


def answer_twice(table: Table, seat: int, number: int, now: float) -> Change:
    moves = table.match.legal(seat) or ["END"]
    return table.answer(seat, table.key(seat), Answer([moves[0], moves[number % len(moves)]]), now)


def answer_badly(table: Table, seat: int, number: int, now: float) -> Change:
    wrong: list[list[object]] = [[], ["OUT"], ["REST"], ["DANCE"], [None], ["KEEP 9 9 9"], ["MOVE 0 0 0"]]
    return table.answer(seat, table.key(seat), Answer(wrong[number % len(wrong)]), now)


def fail_with_moves(table: Table, seat: int, number: int, now: float) -> Change:
    moves = table.match.legal(seat)[:1]
    return table.answer(seat, table.key(seat), Answer(moves, fault=Verdict("timeout", "late")), now)


def fail(table: Table, seat: int, number: int, now: float) -> Change:
    if table.seats[seat].player is None:
        return table.request_undo(seat, now)
    return table.fail(seat, table.key(seat), Verdict("crash", "exit code 7"), now)


COMMANDS: list[Command] = [
    *[answer_in_turn] * 12,
    answer,
    answer_twice,
    answer_badly,
    fail,
    fail_with_moves,
    lambda table, seat, number, now: table.request_undo(seat, now),
    lambda table, seat, number, now: table.request_undo(seat, now),
    lambda table, seat, number, now: table.answer_undo(seat, number % 4 > 0, now),
    lambda table, seat, number, now: table.answer_undo(seat, number % 4 > 0, now),
    lambda table, seat, number, now: table.cancel_undo(seat, now),
    lambda table, seat, number, now: table.resign(seat, now),
    lambda table, seat, number, now: table.offer_draw(seat, now),
    lambda table, seat, number, now: table.decline_draw(seat, now),
    lambda table, seat, number, now: table.stand_in(seat, "random", now),
    lambda table, seat, number, now: table.take_seat_back(seat, now),
    lambda table, seat, number, now: table.tick(now),
    lambda table, seat, number, now: table.settle(now),
]


def check(table: Table) -> None:
    """Check what holds at every table at any time."""
    assert bool(table.questions()) == (table.state == "playing")
    assert {question.seat for question in table.questions()} <= set(table.match.active)
    assert table.match.withdrawn == {n: one.withdrawn for n, one in enumerate(table.seats) if one.withdrawn}
    assert table.match.verdicts == [seat.verdict for seat in table.seats]
    people = {seat for seat, one in enumerate(table.seats) if one.is_person}
    assert table.must_agree() <= people and table.requests.draw <= people and table.requests.resign <= people
    if table.state == "over":
        assert min(table.match.ranks) == 1 and table.wake_at() is None
        verify(table)


TABLES: dict[str, tuple[str, int, dict[str, int]]] = {  # game, seats, options besides those of a short match
    **{name: (name, max(lt.load(name).default_seats, min(3, lt.load(name).seats[-1])), {}) for name in lt.names()},
    "emile in teams": ("emile", 4, {"teams": 1}),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", TABLES)
@given(
    letters=st.lists(st.sampled_from("PPPBX"), min_size=4, max_size=4),
    seed=st.integers(0, 2**32),
    commands=st.lists(
        st.tuples(st.sampled_from(COMMANDS), st.integers(0, 3), st.integers(0, 999), st.booleans()), max_size=60
    ),
)
@settings(max_examples=max(10, LAWS), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_no_command_breaks_a_table(
    kind: str, letters: list[str], seed: int, commands: list[tuple[Command, int, int, bool]]
) -> None:
    game, seats, options = TABLES[kind]
    table, now = make_quick_table(game, "".join(letters[:seats]), seed, BANK, BONUS, **options), 0.0
    for command, seat, number, is_dropped in commands:
        now += number % 7
        seat %= len(table.seats)
        table.note_asked(seat)
        before = snapshot(table, now)
        try:
            change = command(table, seat, number, now)
        except GameError:
            change = None
        assert snapshot(table, now) == before, "a proposal changes nothing"
        if change is not None and not (is_dropped and number % 3 == 0):
            table.commit(change, now)
            assert change.is_over == table.match.over
            assert change.result == (table.match.result() if change.is_over else None)
            check(table)
    verify(table)
    if (late := table.tick(now)) is not None:
        table.commit(late, now)
    play_on(table, now)
    check(table)
