"""The table page: the board, the seats and the log, for who plays and for who looks on."""

from collections.abc import Iterator

from fastapi import APIRouter, Response
from starlette.requests import Request

from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.store.store import SeatRow
from ludotheque.web import scripts
from ludotheque.web.form import CLOCKS, FRIEND, ME
from ludotheque.web.live_table import LiveTable
from ludotheque.web.look import page
from ludotheque.web.registry import registry_of
from ludotheque.web.session import Person, person_of
from ludotheque.web.words import Tongue, tongue_of

router = APIRouter(include_in_schema=False)


@router.get("/tables/{id}")
async def room(id: str, request: Request) -> Response:
    table = await registry_of(request).table(id)
    person, tongue = person_of(request), tongue_of(request)
    invites = {seat: f"/tables/{id}/sit/{invite}" for seat, invite in table.invitations(person).items()}
    return page(
        request,
        "table.html",
        here="play",
        id=id,
        game=table.game,
        names=[seat.name or tongue.say("a friend") for seat in table.seats],
        seat=table.seat_of(person),
        options=chosen(table.game, table.match.options, tongue),
        score=score_name(table.game, tongue),
        invites=invites,
        again=again(table, person),
        words=scripts.words(tongue),
    )


def chosen(game: Game, options: dict[str, int | str | bool], tongue: Tongue) -> list[tuple[str, str]]:
    """The options that are not as usual, each with the line that explains it."""
    usual = {name: option.to_value(option.default) for name, option in game.options.items() if not option.is_seed}
    unusual = {name: options[name] for name, value in usual.items() if options[name] != value}
    return [(f"{name} {written(value, tongue)}", tongue.option(game, name)) for name, value in unusual.items()]


def written(value: int | str | bool, tongue: Tongue) -> str:
    return tongue.say("on" if value else "off") if isinstance(value, bool) else str(value)


def score_name(game: Game, tongue: Tongue) -> str:
    return tongue.outcome(game, game.outcome[game.score])


def again(table: LiveTable, person: Person) -> dict[str, str]:
    """What a form sends to open the same table once more; nothing for who did not play."""
    if table.seat_of(person) < 0:
        return {}
    clock = next((name for name, clock in CLOCKS.items() if clock == table.row.clock), "none")
    fixed = {"game": table.game.name, "name": person.name, "clock": clock, "public": "on" if table.row.public else ""}
    seats = {f"seat-{seat.seat}": place(seat, person) for seat in table.seats}
    options = {f"option-{name}": text for name, text in option_texts(table.match) if text != "off"}
    return fixed | seats | options


def place(seat: SeatRow, person: Person) -> str:
    return seat.bot or (ME if seat.person == person.id else FRIEND)


def option_texts(match: Match) -> Iterator[tuple[str, str]]:
    """Every option as a form sends it, but for a seed: it is another match."""
    for name, option in match.game.options.items():
        if not option.is_seed:
            yield name, option.format(option.parse(name, match.options[name]))
