"""The page of a person: the matches that they have played, with results and dates."""

import time
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ludotheque import game as games
from ludotheque.store.results import MatchResult
from ludotheque.web.player_names import join_names
from ludotheque.web.registry import registry_of
from ludotheque.web.render import render_page
from ludotheque.web.session import person_of
from ludotheque.web.words import Language, language_of

router = APIRouter(include_in_schema=False)
MATCHES = 50  # on a page


@dataclass(frozen=True)
class HistoryLine:
    """A match in the list."""

    title: str
    names: str
    result: str
    sentence: str
    day: str
    replay: str  # its address, or "" if the match is not stored any more


@router.get("/history")
async def show_history(request: Request, before: float | None = None) -> HTMLResponse:
    results, person, language = registry_of(request).store.results, person_of(request), language_of(request)
    matches = await results.list_matches(person.id, MATCHES + 1, before)
    shown, older = matches[:MATCHES], matches[MATCHES:]
    counts = await results.count(person.id)
    return render_page(
        request,
        "history.html",
        lines=[describe_match(one, language) for one in shown],
        older=shown[-1].ended if older else None,
        days=round(registry_of(request).settings.keep_days),
        counts=[(name_game(game, language), count) for game, count in sorted(counts.items())],
    )


def describe_match(match: MatchResult, language: Language) -> HistoryLine:
    return HistoryLine(
        title=name_game(match.game, language),
        names=join_names(match, language) if match.game in games.names() else ", ".join(match.names),
        result=match.result,
        sentence=describe_result(match, language),
        day=time.strftime("%Y-%m-%d", time.gmtime(match.ended)),
        replay=f"/replays/{match.table}" if match.has_replay else "",
    )


def describe_result(match: MatchResult, language: Language) -> str:
    """Return how a match ended for a person: in a word, and with the place where there are several."""
    say = language.say
    word = {"won": say("won"), "drawn": say("a draw"), "lost": say("lost")}[match.result]
    if match.verdict == "timeout":
        word = say("lost, time was up")
    if len(match.names) == 2 or match.result != "lost":
        return word
    return f"{word}, {say('place {rank} of {count}', rank=match.rank, count=len(match.names))}"


def name_game(game: str, language: Language) -> str:
    """Return the title of a game; results stay also if the game is not installed any more."""
    return language.title(game) if game in games.names() else game
