"""The data of a table: seats, questions, answers, requests, and the changes that are proposed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from ludotheque.game import GameError
from ludotheque.match import NO_NOTE, Ply
from ludotheque.record import OK, DiceSeed, Ending, Times, Verdict, Withdrawal

Seconds: TypeAlias = float  # of the driver's clock, which never goes back


class TimeControl(NamedTuple):
    """How much time the people at a table have."""

    start: Seconds
    added: Seconds = 0.0  # after each turn
    is_per_turn: bool = False  # every turn has `start` seconds, whatever was used before


UNTIMED = TimeControl(0.0)
TIME_IS_UP = Verdict("timeout", "no time left on the clock")


class Refused(GameError):
    """A request that the table refuses; nothing has changed."""


class Stale(Refused):
    """An answer to a question that is no longer open."""


class BotFailed(GameError):
    """A player that gave no usable answer, with what it wrote and the time it used."""

    def __init__(self, verdict: Verdict, notes: Mapping[str, Any] = NO_NOTE, times: Times | None = None):
        super().__init__("{verdict}", verdict=verdict)
        self.verdict, self.notes, self.times = verdict, notes, times

    def __reduce__(self) -> tuple[Any, ...]:
        return BotFailed, (self.verdict, dict(self.notes), self.times)


class Kind(StrEnum):
    """Who sits at a seat."""

    PERSON = "person"
    BOT = "bot"  # built in; remembers nothing between two questions
    PROGRAM = "program"
    CHAMPION = "champion"  # a file written for the original contest
    EMPTY = "empty"


@dataclass(frozen=True)
class Seat:
    """One seat of a table. `bank` is the time left when the table last changed; None: no limit."""

    kind: Kind
    name: str
    bot: str | None = None  # which bot or program plays; the driver finds it
    stand_in: str | None = None  # built-in bot that plays for an absent person
    verdict: Verdict = OK
    withdrawn: Withdrawal | None = None
    bank: Seconds | None = None

    @property
    def player(self) -> str | None:
        """The bot that plays the seat now; None: a person does."""
        return self.bot or self.stand_in

    @property
    def can_rewind(self) -> bool:
        """False for programs: they remember what they were told."""
        return self.kind not in (Kind.PROGRAM, Kind.CHAMPION)

    @property
    def is_person(self) -> bool:
        """Does a person decide for this seat now?"""
        return self.kind == Kind.PERSON and self.stand_in is None and self.withdrawn is None


@dataclass(frozen=True)
class Answer:
    """What a player says: moves, a fault after them, the time it took and what it wrote beside them.

    `moves` may be a generator that looks at the match between two moves. With `fault` the moves still count, and the
    seat is out after them (GC-15, BZ-20). With `error` the seat plays on, because its contest does not punish an
    exception with more than the lost call; the first one is the seat's verdict.
    """

    moves: Iterable[Any] = ()
    fault: Verdict | None = None
    times: Times | None = None
    notes: dict[str, Any] = field(default_factory=dict)
    error: Verdict | None = None


class Question(NamedTuple):
    """A seat whose answer is awaited. An answer counts only with the question's key."""

    seat: int
    key: str
    bot: str | None  # None: a person


class UndoRequest(NamedTuple):
    """A seat would like to go back to the position after ply `target`."""

    seat: int
    target: int
    agreed: frozenset[int] = frozenset()


class Event(NamedTuple):
    """Something to tell the people at the table besides the plies."""

    kind: str  # fault, time, resigned, resign_offered, undone, undo_asked, undo_declined, draw_offered, draw_declined
    seat: int


class Requests(NamedTuple):
    """What people have asked each other."""

    undo: UndoRequest | None = None
    draw: frozenset[int] = frozenset()  # seats that offer a draw
    resign: frozenset[int] = frozenset()  # seats that would resign if their partners do


NO_REQUESTS = Requests()


class Change(NamedTuple):
    """A proposal: plain data, nothing has happened yet."""

    version: int  # of the table that it was made from
    keep: int  # plies after this one are replaced by `plies`
    plies: tuple[Ply, ...]
    seats: Mapping[int, Seat]  # those that change
    dice: tuple[DiceSeed, ...]
    ending: Ending | None
    is_over: bool
    result: list[dict[str, Any]] | None  # of every seat, once the match is over
    requests: Requests
    events: tuple[Event, ...]
    answered: frozenset[int]  # seats whose open question is answered
    is_durable: bool  # False: only a request changed
