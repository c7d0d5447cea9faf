"""The referee: plays a match between players to its end, without people."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Protocol, TypeAlias, TypeGuard

from ludotheque import cores
from ludotheque.match import Match, derive_seed
from ludotheque.seating import Answer, BotFailed, Change, Kind, Question, Seat
from ludotheque.table import Table


class Player(Protocol):
    """Anything that sits down and answers a view with moves."""

    name: str
    kind: Kind

    def begin(self, match: Match, seat: int) -> None:
        """The match begins. A player learns of it only what its view shows."""

    def ask(self) -> None:
        """Put the question."""

    def answer(self) -> Answer:
        """Wait for the answer; raises BotFailed when none comes."""

    def close(self) -> None:
        """The match is over."""


class TimedPlayer(Player, Protocol):
    """A player with a clock, which runs from `ask` until its answer arrives."""

    core: int | None  # where it thinks, if it has a core of its own

    def prepare(self) -> None:
        """Make the question; no clock runs yet."""

    def rest(self) -> None:
        """Others are asked now; it is not."""


def is_timed(player: Player) -> TypeGuard[TimedPlayer]:
    """Does this player have a clock? (isinstance with a Protocol takes longer than a turn's other work.)"""
    return getattr(player, "has_clock", False)


def run(match: Match, players: Sequence[Player], after: Callable[[Match], None] | None = None) -> Match:
    """Play a match to its end; `after` is called after every round of answers."""
    table = make_table(match, players)
    try:
        for seat, player in enumerate(players):
            player.begin(match, seat)
        with cores.Locks() as locks:
            while questions := table.questions():
                heard = hear_all(table, questions, players, locks)
                for question in questions:  # in the order of the seats: the same seed gives the same bytes
                    if table.is_open(question):
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


def hear_all(
    table: Table, questions: Sequence[Question], players: Sequence[Player], locks: cores.Locks
) -> dict[int, Heard]:
    """Ask everybody who is awaited. Programs think at the same time, and no clock runs while a function thinks."""
    for question in questions:
        table.note_asked(question.seat)
    asked = {question.seat: players[question.seat] for question in questions}
    timed = {seat: player for seat, player in asked.items() if is_timed(player)}
    heard: dict[int, Heard] = {}
    for group in group_by_core(timed):
        heard |= hear_programs(group, players, locks)
    has_clocks = any(is_timed(player) for player in players)
    for seat, player in asked.items():
        if seat not in timed:
            with locks.hold_any() if has_clocks else nullcontext():  # locking takes longer than some bots think
                player.ask()
                heard[seat] = hear(player)
    return heard


def group_by_core(players: Mapping[int, TimedPlayer]) -> list[dict[int, TimedPlayer]]:
    """Split players into groups that can think at the same time: in a group everybody has another core."""
    groups: list[dict[int, TimedPlayer]] = []
    for seat, player in players.items():
        free = (group for group in groups if all(other.core != player.core for other in group.values()))
        group = next(free, None) if player.core is not None else next(iter(groups), None)
        if group is None:
            groups.append(group := {})
        group[seat] = player
    return groups


def hear_programs(group: Mapping[int, TimedPlayer], players: Sequence[Player], locks: cores.Locks) -> dict[int, Heard]:
    """Ask programs at the same time, each on its core. All questions are made before the first clock starts."""
    for asked in group.values():
        asked.prepare()
    for player in players:
        if is_timed(player) and player not in group.values():
            player.rest()
    with locks.hold(asked.core for asked in group.values() if asked.core is not None):
        for asked in group.values():
            asked.ask()
        return {seat: hear(player) for seat, player in group.items()}


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
