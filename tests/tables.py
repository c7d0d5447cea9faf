"""Tables for tests: seats in letters, moves as text, and a clock that is a number."""

from typing import Any, NamedTuple

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.seating import Answer, Change, Kind, Question, Seat, TimeControl
from ludotheque.table import Table

NEW_SEED = 4711  # of dice that are rolled anew


def person(name: str, bank: float | None = None) -> Seat:
    return Seat(Kind.PERSON, name, bank=bank)


def bot(name: str) -> Seat:
    return Seat(Kind.BOT, name, bot=name)


def program(name: str) -> Seat:
    return Seat(Kind.PROGRAM, name, bot=name)


def empty(name: str) -> Seat:
    return Seat(Kind.EMPTY, name)


SEATS = {"P": person, "B": bot, "X": program, "E": empty}


def make_table(
    game: str,
    seats: str,
    *,
    seed: int = 7,
    bank: float | None = None,
    bonus: float = 0.0,
    per_turn: bool = False,
    **options: Any,
) -> Table:
    """Return a table with one seat per letter: P person, B bot, X program, E empty."""
    match = lt.new(game, seats=len(seats), seed=seed, **options)
    return table_of(match, seats, bank, bonus, per_turn)


def make_quick_table(
    game: str, seats: str, seed: int = 7, bank: float | None = None, bonus: float = 0.0, **options: int
) -> Table:
    """Return a table for a short match."""
    card = lt.load(game)
    return table_of(Match(card, len(seats), seed, {**card.quick, **options}), seats, bank, bonus)


def place_workers(
    seats: str, *plateaus: int, bank: float | None = None, bonus: float = 0.0, per_turn: bool = False
) -> Table:
    """Return a table of Meduris after these workers, seat 0 first: everybody sees them, and no die was rolled."""
    starts = (lt.new("meduris", seats=len(seats), seed=seed) for seed in range(100))
    table = table_of(next(match for match in starts if match.active == [0]), seats, bank, bonus, per_turn)
    for plateau in plateaus:
        play(table, f"{table.match.active[0]} WORKER {plateau}")
    return table


def table_of(match: Match, seats: str, bank: float | None = None, bonus: float = 0.0, per_turn: bool = False) -> Table:
    made = [SEATS[letter](f"{letter}{number}") for number, letter in enumerate(seats)]
    if bank is not None:
        made = [person(seat.name, bank) if seat.kind == Kind.PERSON else seat for seat in made]
    clock = TimeControl(bank or 0.0, bonus, per_turn)
    return Table(match, made, now=0.0, key_stem="key", new_seed=lambda: NEW_SEED, clock=clock)


def propose(table: Table, text: str, now: float = 0.0, **facts: Any) -> Change:
    """Propose an answer, the seat in front: "0 STOP", or several moves "0 STOP, OWN"."""
    seat, _, moves = text.partition(" ")
    return table.answer(int(seat), table.key(int(seat)), Answer(moves.split(", "), **facts), now)


class Step(NamedTuple):
    """What a commit has changed for a driver."""

    ask: list[Question]  # new questions
    wake_at: float | None


def play(table: Table, *texts: str, now: float = 0.0) -> Step | None:
    """Commit answers one after the other."""
    step = None
    for text in texts:
        step = do(table, propose(table, text, now), now)
    return step


def do(table: Table, change: Change | None, now: float = 0.0) -> Step:
    assert change is not None
    before = table.questions()
    table.commit(change, now)
    return Step([question for question in table.questions() if question not in before], table.wake_at())


def play_on(table: Table, now: float = 0.0) -> None:
    """Play the last legal move of everybody who is awaited, until the match is over."""
    while questions := table.questions():
        seat = questions[0].seat
        play(table, f"{seat} {table.match.legal(seat)[-1]}", now=now)


def events(change: Change) -> list[tuple[str, int]]:
    return [(event.kind, event.seat) for event in change.events]


def snapshot(table: Table, now: float = 0.0) -> tuple[Any, ...]:
    """Return all that can be seen of a table."""
    seats = range(len(table.seats))
    return (
        table.match.record().write(),
        table.match.state.tobytes(),
        table.seats,
        table.version,
        table.requests,
        table.state,
        table.questions(),
        [table.key(seat) for seat in seats],
        [table.bank(seat, now) for seat in seats],
        table.wake_at(),
        [table.match.view(seat).random.random() for seat in seats],
    )


def verify(table: Table) -> None:
    """Read the table's record again: it must be accepted and say the same."""
    text = table.match.record().write()
    again = lt.read(text)
    assert again.record().write() == text
    assert again.over == table.match.over
