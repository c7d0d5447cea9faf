"""A request for a new table, as the form, the API and a replay make it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.game import OptionValue
from ludotheque.seating import TimeControl

ME, FRIEND, ANYONE, NOBODY = "me", "friend", "anyone", "nobody"  # what a seat can be given to, besides a bot
OPEN_INVITE = "open"  # the invitation to a seat that anyone may take


@dataclass(frozen=True)
class TableRequest:
    game: str
    seats: tuple[str, ...]  # each ME, FRIEND, ANYONE or a bot's name
    options: Mapping[str, OptionValue]
    name: str
    public: bool = True
    clock: TimeControl | None = None
    seed: int | None = None  # of a lesson; else it is drawn
