"""The referee: plays a match between players to its end, without people."""

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from ludotheque.match import Match, derive_seed
from ludotheque.seating import Answer, BotFailed, Change, Kind, Question, Seat
from ludotheque.table import Table


class Player(Protocol):
    """Anything that sits down and answers a view with moves."""

    name: str
    kind: Kind
    has_clock: bool  # True: its time runs from `ask` on, so it is asked before players in this process think

    def begin(self, match: Match, seat: int) -> None:
        """The match begins. A player learns of it only what its view shows."""

    def ask(self) -> None:
        """Put the question."""

    def answer(self) -> Answer:
        """Wait for the answer; raises BotFailed when none comes."""

    def close(self) -> None:
        """The match is over."""


def run(match: Match, players: Sequence[Player], after: Callable[[Match], None] | None = None) -> Match:
    """Play a match to its end; `after` is called after every round of answers."""
    table = make_table(match, players)
    try:
        for seat, player in enumerate(players):
            player.begin(match, seat)
        while questions := table.questions():
            heard = hear_all(table, questions, players)
            for question in questions:  # in the order of the seats: the same seed gives the same bytes
                if question in table.questions():
                    table.commit(propose(table, question, heard[question.seat]), time.monotonic())
            if after is not None:
                after(match)
    finally:
        for player in players:
            player.close()
    return match


def make_table(match: Match, players: Sequence[Player]) -> Table:
    seats = [make_seat(player) for player in players]
    return Table(match, seats, now=time.monotonic(), new_seed=SeedsOfMatch(match))


def make_seat(player: Player) -> Seat:
    return Seat(player.kind, player.name, bot=player.name)


class SeedsOfMatch:
    """Draws seeds for further dice from a match's own seed, so that the same match repeats."""

    def __init__(self, match: Match):
        self._match = match
        self._drawn = 0

    def __call__(self) -> int:
        self._drawn += 1
        return derive_seed(f"dice {self._drawn} of seed {self._match.seed}")


Heard: TypeAlias = Answer | BotFailed


def hear_all(table: Table, questions: Sequence[Question], players: Sequence[Player]) -> dict[int, Heard]:
    """Ask everybody who is awaited. Programs think at the same time, and no clock runs while a function thinks."""
    timed = [players[question.seat] for question in questions if players[question.seat].has_clock]
    for question in questions:
        table.note_asked(question.seat)
    for player in timed:
        player.ask()
    heard: dict[int, Heard] = {q.seat: hear(players[q.seat]) for q in questions if players[q.seat].has_clock}
    for question in questions:
        player = players[question.seat]
        if not player.has_clock:
            player.ask()
            heard[question.seat] = hear(player)
    return heard


def hear(player: Player) -> Heard:
    try:
        return player.answer()
    except BotFailed as failed:
        return failed


def propose(table: Table, question: Question, heard: Heard) -> Change:
    """Turn what a bot answered into a change of the table."""
    seat, key, _ = question
    now = time.monotonic()
    if isinstance(heard, BotFailed):
        return table.fail(seat, key, heard.verdict, now, heard.notes, heard.times)
    return table.answer(seat, key, heard, now)
