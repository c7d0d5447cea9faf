"""The page of a table: the board, the seats and the log, for players and spectators."""

from fastapi import APIRouter, Response
from starlette.requests import Request

from ludotheque.contest.challenges import contest_of_table, is_remote
from ludotheque.contest.contests import Contest
from ludotheque.store.store import SeatRow
from ludotheque.web.chat import can_talk, name_reactions
from ludotheque.web.clocks import describe_clock, name_clock
from ludotheque.web.form import describe_options, format_options
from ludotheque.web.lessons import describe_lesson
from ludotheque.web.live_table import LiveTable
from ludotheque.web.player_names import name_players
from ludotheque.web.registry import registry_of
from ludotheque.web.render import render_page
from ludotheque.web.script_words import translate_all
from ludotheque.web.session import Person, person_of
from ludotheque.web.table_request import FRIEND, ME
from ludotheque.web.watched_match import WatchedMatch
from ludotheque.web.words import Language, language_of

router = APIRouter(include_in_schema=False)


@router.get("/tables/{id}")
async def show_table(id: str, request: Request) -> Response:
    table = await registry_of(request).table(id)
    person, language = person_of(request), language_of(request)
    invites = {seat: f"/tables/{id}/sit/{invite}" for seat, invite in table.invitations(person).items()}
    return render_page(
        request,
        "table.html",
        here="play",
        id=id,
        game=table.game,
        names=name_players(table.match, language),
        seat=table.seat_of(person),
        options=describe_table(table, language),
        score=language.score_name(table.game),
        invites=invites,
        again=fields_of_next_table(table, person),
        is_owner=person.id == table.row.owner,
        reactions=name_reactions(language),
        can_talk=can_talk(table),
        words=translate_all(language),
        contest=await find_contest(table),
        lesson=describe_lesson(table.match, table.seat_of(person), language.code),
    )


async def find_contest(table: LiveTable) -> Contest | None:
    """Return the contest whose match or bot is at a table."""
    if isinstance(table, WatchedMatch):
        return table.contest
    if not any(is_remote(seat.bot) for seat in table.seats):
        return None
    return await table.registry.store.transact(lambda connection: contest_of_table(connection, table.row.id))


def describe_table(table: LiveTable, language: Language) -> list[tuple[str, str]]:
    """Return the clock, and the options that are not as usual, each with its value."""
    clock = [(language.say("Clock"), describe_clock(table.row.clock, language))] if table.row.clock else []
    return clock + describe_options(table.game, table.match.options, language)


def fields_of_next_table(table: LiveTable, person: Person) -> dict[str, str]:
    """Return the form fields that open the same table once more; several people ask each other for a rematch."""
    people = [seat for seat in table.seats if seat.kind in ("person", "empty")]
    if table.seat_of(person) < 0 or len(people) > 1 or any(is_remote(seat.bot) for seat in table.seats):
        return {}
    public = "on" if table.row.public else ""
    seats = {f"seat-{seat.seat}": seat_choice(seat, person) for seat in table.seats}
    options = {f"option-{name}": text for name, text in format_options(table.match) if text != "off"}
    return {
        "game": table.game.name,
        "name": person.name,
        "clock": name_clock(table.row.clock),
        "public": public,
        **seats,
        **options,
    }


def seat_choice(seat: SeatRow, person: Person) -> str:
    return seat.bot or (ME if seat.person == person.id else FRIEND)
