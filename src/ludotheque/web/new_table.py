"""A new table: whether its seats can be as somebody wants them, and its rows for the store."""

import secrets
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from ludotheque.bot_files import NoSuchBot
from ludotheque.game import BadOption, Game, quote
from ludotheque.match import Match
from ludotheque.seat import list_bots
from ludotheque.seating import TimeControl
from ludotheque.store.store import SeatRow, TableRow
from ludotheque.view import count_visible_moves
from ludotheque.web.session import Person
from ludotheque.web.table_request import ANYONE, FRIEND, ME, OPEN_INVITE, TableRequest


def check_seats(game: Game, seats: Sequence[str], programs: Iterable[str]) -> None:
    """Check that every seat is a known choice, and that the person who opens the table takes at most one."""
    game.check_seat_count(len(seats))
    known = [ME, FRIEND, ANYONE, *list_bots(game), *programs]
    for who in seats:
        if who not in known:
            raise NoSuchBot("Nobody is called {name}; there are {known}.", name=quote(who), known=", ".join(known))
    if seats.count(ME) > 1:
        raise BadOption("You can take one seat only.")
    if {FRIEND, ANYONE} & {*seats} and ME not in seats:
        raise BadOption("Take a seat yourself, if friends are to come.")


def make_row(wanted: TableRequest, match: Match, person: Person, programs: Container[str], now: float) -> TableRow:
    seats = [_seat_row(seat, wanted, match, person, programs) for seat in range(match.seats)]
    awaited = [] if {FRIEND, ANYONE} & {*wanted.seats} else match.active
    return _table_row(match, person, wanted.public, wanted.clock, seats, awaited, now)


def make_challenge_row(
    bot: str, bot_name: str, seat: int, match: Match, person: Person, clock: TimeControl, now: float
) -> TableRow:
    """Return the row of a table at which a person has one seat, and a bot of a contest all others."""
    seats = [
        SeatRow(place, "person", person.name, person.id, seconds_left=clock.start, random_seed=seed)
        if place == seat
        else SeatRow(place, "program", bot_name, bot=bot, random_seed=seed)
        for place, seed in enumerate(match.random_seeds)
    ]
    return _table_row(match, person, False, clock, seats, match.active, now)


def make_rematch_row(old: TableRow, match: Match, person: Person, now: float) -> TableRow:
    """Return the row of another match between the same players; every seat goes to who sat at the next one."""
    seconds = old.clock.start if old.clock else None
    seats = []
    for seat, seed in enumerate(match.random_seeds):
        one = old.seats[(seat + 1) % len(old.seats)]
        left = seconds if one.person else None
        seats.append(SeatRow(seat, one.kind, one.name, one.person, one.bot, seconds_left=left, random_seed=seed))
    return _table_row(match, person, old.public, old.clock, seats, match.active, now)


def _table_row(
    match: Match,
    person: Person,
    public: bool,
    clock: TimeControl | None,
    seats: Sequence[SeatRow],
    awaited: list[int],
    now: float,
) -> TableRow:
    return TableRow(
        id=secrets.token_urlsafe(9),
        game=match.game.name,
        rules=match.game.version,
        options=dict(match.options),
        seed=match.seed,
        owner=person.id,
        public=public,
        clock=clock,
        created=now,
        touched=now,
        over=match.over,
        seats=tuple(start_clock(one, now) if one.seat in awaited else one for one in seats),
        dice=[list(one) for one in match.dice_seeds] if len(match.dice_seeds) > 1 else None,
        awaited=awaited,
        moves=count_visible_moves(match.game, match.ply, match.state),
    )


def start_clock(row: SeatRow, now: float) -> SeatRow:
    """Return the row of a seat that is awaited from now on."""
    return row if row.seconds_left is None else replace(row, deadline=now + row.seconds_left)


def _seat_row(seat: int, wanted: TableRequest, match: Match, person: Person, programs: Container[str]) -> SeatRow:
    who, seconds = wanted.seats[seat], wanted.clock.start if wanted.clock else None
    row = SeatRow(seat, "person", wanted.name, random_seed=match.random_seeds[seat], seconds_left=seconds)
    if who == ME:
        return replace(row, person=person.id)
    if who in (FRIEND, ANYONE):
        return replace(row, kind="empty", name="", invite=secrets.token_urlsafe(12) if who == FRIEND else OPEN_INVITE)
    same = [place for place, other in enumerate(wanted.seats) if other == who]
    numbered = who if len(same) == 1 else f"{who} {same.index(seat) + 1}"
    kind = "program" if who in programs else "bot"
    return replace(row, kind=kind, name=numbered, bot=who, seconds_left=None)
