"""The projector page of a contest: the top of the board, and interesting matches that are played by themselves.

It shows what everybody may see, also in an organiser's browser: a frozen board stays frozen.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy import Connection

from ludotheque.contest import highlights
from ludotheque.contest.board import BoardRow, read_history
from ludotheque.contest.contests import CLOSED, CLOSING, Contest
from ludotheque.contest.highlights import Highlight, History, choose_highlights, make_standing
from ludotheque.contest.matches import FOREVER, list_matches, name_entrants, name_replay
from ludotheque.contest.teams import list_teams
from ludotheque.contest.versions import list_all_versions
from ludotheque.contest.watching import LiveMatch, list_live
from ludotheque.game import load
from ludotheque.web.contest_api import contests_of
from ludotheque.web.render import render_page, templates
from ludotheque.web.script_words import translate_all
from ludotheque.web.words import Language, language_of

router = APIRouter(include_in_schema=False)

Pace = Annotated[int, Query(ge=20, le=60_000)]
PACE = 2000  # milliseconds between two positions
SHOWN_ROWS = 10
LATEST_MATCHES = 200  # of which the interesting ones are chosen
LOOK_BACK = 3 * 3600.0  # seconds of earlier boards
MOVEMENT_SECONDS = 600.0  # movement on the board is since then


@router.get("/contests/{id}/projector")
async def show_projector(request: Request, id: str, pace: Pace = PACE) -> HTMLResponse:
    contest, language = await contests_of(request).contest(id), language_of(request)
    return render_page(
        request,
        "projector.html",
        contest=contest,
        game=load(contest.game),
        pace=pace,
        score=language.score_name(load(contest.game)),
        state=await make_state(request, contest),
        words=translate_all(language),
    )


@router.get("/contests/{id}/projector/state")
async def send_state(request: Request, id: str) -> Response:
    state = await make_state(request, await contests_of(request).contest(id))
    return JSONResponse(state, headers={"Cache-Control": "no-store"})


async def make_state(request: Request, contest: Contest) -> dict[str, Any]:
    """Return all that changes: the board as HTML, the time, the matches to play, and one that is played now."""
    service, language = contests_of(request), language_of(request)
    now, rows = service.now, await service.board(contest)
    is_frozen = contest.is_frozen(now)
    until = contest.freezes if is_frozen and contest.freezes is not None else FOREVER
    moment = min(now, until)

    def read(connection: Connection) -> tuple[History, list[dict[str, Any]], list[LiveMatch]]:
        history = read_history(connection, contest.id, until, moment - LOOK_BACK)
        boards = [*history, (moment, {row.team: row.rank for row in rows})]
        matches = list_highlights(connection, contest, rows, boards, until, language)
        return history, matches, list_live(connection, contest, now, 1)

    history, matches, live = await service.read(read)
    earlier = find_earlier_ranks(history, moment)
    top = [(row, find_movement(row, earlier)) for row in rows[:SHOWN_ROWS]]
    board = templates.get_template("projector_board.html").render(rows=top, say=language.say)
    shown = {"id": live[0].id, "names": live[0].names} if live else None
    facts = {"board": board, "matches": matches, "live": shown, "frozen": is_frozen}
    return {**facts, **describe_time(contest, now, language)}


def describe_time(contest: Contest, now: float, language: Language) -> dict[str, Any]:
    """Return what is going on in words, and the seconds until that changes, if a clock decides it."""
    say = language.say
    if contest.state == CLOSED:
        return {"stage": say("Final board"), "seconds": None}
    if contest.state == CLOSING or now >= contest.ends:
        return {"stage": say("The final is being played"), "seconds": None}
    if contest.paused:
        return {"stage": say("paused"), "seconds": None}
    if now < contest.starts:
        return {"stage": say("Starts in"), "seconds": contest.starts - now}
    return {"stage": say("Time left"), "seconds": contest.ends - now}


def list_highlights(
    connection: Connection,
    contest: Contest,
    rows: Sequence[BoardRow],
    history: History,
    until: float,
    language: Language,
) -> list[dict[str, Any]]:
    versions = list_all_versions(connection, contest.id)
    bots = name_entrants(versions, {team.id: team.name for team in list_teams(connection, contest.id)})
    latest = list(list_matches(connection, contest, until, LATEST_MATCHES))
    chosen = choose_highlights(latest, make_standing(versions, rows, history))
    return [describe_highlight(contest, one, bots, language) for one in chosen]


def describe_highlight(
    contest: Contest, highlight: Highlight, bots: Mapping[str, str], language: Language
) -> dict[str, Any]:
    match, say = highlight.match, language.say
    results = {"won": say("won"), "drawn": say("a draw"), "lost": ""}
    reasons = {
        highlights.LEADER: say("A new leader"),
        highlights.UPSET: say("An upset"),
        highlights.TOP: say("At the top of the board"),
        highlights.CLOSE: say("A close match"),
        highlights.RECENT: say("A recent match"),
    }
    return {
        "id": name_replay(contest, match.id),
        "plies": match.plies,
        "names": [bots[entrant] for entrant in match.entrants],
        "results": [results[result] for result in match.results],
        "reason": reasons[highlight.reason],
    }


def find_earlier_ranks(history: History, moment: float) -> Mapping[str, int | None]:
    """Return the ranks of some minutes ago, or the oldest that are known."""
    old = [ranks for at, ranks in history if at <= moment - MOVEMENT_SECONDS]
    return old[-1] if old else history[0][1] if history else {}


def find_movement(row: BoardRow, earlier: Mapping[str, int | None]) -> int:
    """Return by how many places a team has climbed."""
    before = earlier.get(row.team)
    return 0 if before is None or row.rank is None else before - row.rank
