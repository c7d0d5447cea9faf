"""The analysis of a finished match: its progress as lines of JSON for the page, its result for programs."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import StreamingResponse
from starlette.requests import Request

from ludotheque.analysis import Analysis
from ludotheque.game import GameError
from ludotheque.judge import Judgement
from ludotheque.match import Match
from ludotheque.web.analyses import Running
from ludotheque.web.api import ERRORS, ErrorMessage
from ludotheque.web.player_names import view_with_names
from ludotheque.web.registry import registry_of
from ludotheque.web.replay_log import list_moves, name_line, split_move
from ludotheque.web.session import check_origin, person_of
from ludotheque.web.words import Language, language_of

router = APIRouter()

OWN_PAGES = [Depends(check_origin)]
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
PAUSE = 0.3  # seconds between two lines of progress
MOST_COSTLY = 10
AT_ONCE = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}  # a proxy must not keep lines back


@router.post("/replays/{id}/analysis", dependencies=OWN_PAGES, include_in_schema=False)
async def stream_analysis(id: str, request: Request) -> Response:
    """Send a line of JSON whenever the analysis has gone on, and one with the result or the error at the end."""
    match, running = await start(request, id)
    return StreamingResponse(write_lines(match, running, language_of(request)), 200, AT_ONCE, "application/x-ndjson")


@router.post(
    "/api/records/{id}/analysis",
    tags=["api"],
    dependencies=OWN_PAGES,
    responses={**ERRORS, 500: {"model": ErrorMessage}},
)
async def get_analysis(id: Id, request: Request) -> dict[str, Any]:
    """The analysis of a match that is over: chances, costly moves, accuracy. It takes some seconds."""
    match, running = await start(request, id)
    return describe_analysis(match, await asyncio.shield(running.task), language_of(request))


async def start(request: Request, id: str) -> tuple[Match, Running]:
    registry, person = registry_of(request), person_of(request)
    await registry.count_request(request)
    match = await registry.replays.find_match(id, person)
    return match, await registry.analyses.start(id, match, person)


async def write_lines(match: Match, running: Running, language: Language) -> AsyncIterator[str]:
    while not running.task.done():
        yield to_line({"done": running.done, "total": running.total})
        await asyncio.wait([running.task], timeout=PAUSE)
    try:
        yield to_line({"analysis": describe_analysis(match, running.task.result(), language)})
    except GameError as error:
        yield to_line({"error": language.error(match.game, error)})
    except asyncio.CancelledError:  # the server ends
        yield to_line({"error": language.say("There is no connection just now.")})


def to_line(facts: dict[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False) + "\n"


def describe_analysis(match: Match, found: Analysis, language: Language) -> dict[str, Any]:
    """Return an analysis as JSON: the curve of each seat, its accuracy in percent, the costliest moves in words."""
    rows = found.chances()
    return {
        "accuracy": [None if one is None else round(one, 1) for one in found.accuracy],
        "judged": len(found.judgements),
        "curve": {
            "plies": [*(one.ply - 1 for one in found.judgements), match.ply],
            "chances": [[round(row[seat], 4) for row in rows] for seat in range(match.seats)],
        },
        "costly": [describe_judgement(match, one, language) for one in found.costliest(MOST_COSTLY)],
    }


def describe_judgement(match: Match, one: Judgement, language: Language) -> dict[str, Any]:
    view, best = view_with_names(match, language, one.seat, one.ply - 1), one.best.split(", ")
    line = [(int(seat), text) for seat, _, text in (move.partition(" ") for move in one.expected)]
    later = list(zip(line, name_line(view, line, language)))[len(best) :]
    return {
        "ply": one.ply,
        "seat": one.seat,
        "played": list_moves(view, one.move.split(", "), language),
        "best": list_moves(view, best, language),
        "moves": [split_move(match.game, text) for text in best],
        "loss": round(one.loss, 4),
        "chance": round(one.chance, 4),
        "best_chance": round(one.chances[one.seat], 4),
        "later": [{"seat": seat, "says": words} for (seat, _), words in later],
    }
