"""The pages of organisers: becoming one, opening a contest, and running it."""

from collections.abc import Mapping

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import Connection

from ludotheque.contest import keys
from ludotheque.contest.changes import CHANGEABLE, show
from ludotheque.contest.contests import Contest, list_languages
from ludotheque.contest.export import make_export
from ludotheque.contest.log import Entry, read_log
from ludotheque.contest.teams import Team, list_members, list_teams
from ludotheque.contest.times import format_time
from ludotheque.contest.webhooks import DELIVERED, FAILED, WAITING, Delivery, list_deliveries, list_webhooks
from ludotheque.game import GameError, cards, load
from ludotheque.seat import list_bots
from ludotheque.web.contest_api import contests_of
from ludotheque.web.contest_form import fill_blank, read_changes, read_request, read_typed
from ludotheque.web.contest_keys import keep_key, organiser_of
from ludotheque.web.contest_pages import show_times
from ludotheque.web.contest_starters import try_starter
from ludotheque.web.form import read_field
from ludotheque.web.registry import registry_of
from ludotheque.web.render import render_page
from ludotheque.web.session import check_origin
from ludotheque.web.words import Language, language_of

router = APIRouter(include_in_schema=False)

OWN_PAGES = [Depends(check_origin)]
SEE_OTHER, UNPROCESSABLE = 303, 422


@router.get("/organiser/{link}")
def show_link(request: Request, link: str) -> HTMLResponse:
    """Ask before the link is used: messengers open links to show a preview of them."""
    return render_page(request, "contest_organiser.html", link=link, key="", path="/contests")


@router.post("/organiser/{link}", dependencies=OWN_PAGES)
async def use_link(request: Request, link: str) -> HTMLResponse:
    await registry_of(request).count_request(request)
    key = await contests_of(request).use_link(link)
    keep_key(request, keys.ORGANISER, key)
    return render_page(request, "contest_organiser.html", link="", key=key, path="/contests")


@router.get("/organise/new")
async def show_form(request: Request) -> HTMLResponse:
    await organiser_of(request)
    return render_form(request, fill_blank())


def render_form(request: Request, typed: Mapping[str, str], error: str = "") -> HTMLResponse:
    games = cards()
    bots = list(dict.fromkeys(bot for game in games for bot in list_bots(game)))
    facts = {"typed": typed, "games": games, "languages": list_languages(), "bots": bots, "error": error}
    return render_page(request, "contest_new.html", UNPROCESSABLE if error else 200, **facts, path="/organise/new")


@router.post("/organise/new", dependencies=OWN_PAGES)
async def open_contest(request: Request) -> Response:
    who, typed = await organiser_of(request), read_typed(await request.form())
    try:
        contest = await contests_of(request).open(read_request(typed), who)
        await try_starter(contests_of(request), contest)
    except GameError as error:
        return render_form(request, typed, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{contest.id}/organise", SEE_OTHER)


@router.get("/contests/{id}/change")
async def show_changes(request: Request, id: str) -> HTMLResponse:
    await organiser_of(request)
    contest = await contests_of(request).contest(id)
    return render_changes(request, contest, {name: show(contest, name) for name in CHANGEABLE})


def render_changes(request: Request, contest: Contest, typed: Mapping[str, str], error: str = "") -> HTMLResponse:
    facts = {
        "contest": contest,
        "typed": typed,
        "languages": list_languages(),
        "bots": list_bots(load(contest.game)),
        "has_started": contests_of(request).now >= contest.starts,
        "error": error,
        "path": f"/contests/{contest.id}/change",
    }
    return render_page(request, "contest_change.html", UNPROCESSABLE if error else 200, **facts)


@router.post("/contests/{id}/change", dependencies=OWN_PAGES)
async def change_contest(request: Request, id: str) -> Response:
    who, service, fields = await organiser_of(request), contests_of(request), await request.form()
    contest, typed = await service.contest(id), read_typed(fields)
    try:
        await service.change(contest, read_changes(contest, typed), who)
    except GameError as error:
        return render_changes(request, contest, typed, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{id}/organise", SEE_OTHER)


@router.get("/contests/{id}/organise")
async def show_contest(request: Request, id: str) -> HTMLResponse:
    await organiser_of(request)
    return await render_contest(request, await contests_of(request).contest(id))


async def render_contest(request: Request, contest: Contest, error: str = "", secret: str = "") -> HTMLResponse:
    """Return the page; `secret` is that of a webhook that was just added."""
    service = contests_of(request)

    def read(connection: Connection) -> tuple[list[tuple[Team, list[str]]], list[tuple[str, Entry]]]:
        teams = [
            (team, [m.name for m in list_members(connection, team.id)]) for team in list_teams(connection, contest.id)
        ]
        log = [(format_time(entry.at, contest.zone), entry) for entry in read_log(connection, contest.id)]
        return teams, log

    teams, log = await service.read(read)
    facts = {
        "contest": contest,
        "times": show_times(contest),
        "queue": await service.queue(contest),
        "teams": teams,
        "log": log,
        "names": {team.id: team.name for team, _ in teams},
        "actions": name_actions(language_of(request)),
        "properties": name_properties(language_of(request)),
        "webhooks": await service.read(lambda connection: list_webhooks(connection, contest.id)),
        "deliveries": await show_deliveries(request, contest),
        "secret": secret,
        "error": error,
        "path": f"/contests/{contest.id}/organise",
    }
    return render_page(request, "contest_organise.html", UNPROCESSABLE if error else 200, **facts)


def name_actions(language: Language) -> dict[str, str]:
    """Return how the log calls what was done."""
    say = language.say
    return {
        "open": say("opened"),
        "pause": say("paused"),
        "resume": say("resumed"),
        "close": say("closed to uploads"),
        "closed": say("final board made"),
        "disqualify": say("team disqualified"),
        "readmit": say("team readmitted"),
        "delete team": say("team deleted"),
        "rerun": say("match played again"),
        "change": say("changed"),
        "add webhook": say("webhook added"),
        "remove webhook": say("webhook removed"),
    }


def name_properties(language: Language) -> dict[str, str]:
    """Return how the log calls what can be changed."""
    say = language.say
    return {
        "name": say("Name of the contest"),
        "zone": say("Time zone"),
        "starts": say("Start"),
        "ends": say("End"),
        "freezes": say("The board is frozen from"),
        "invitation": say("Code that people need to join"),
        "languages": say("Languages of bots"),
        "practice": say("Bots that a new version meets first"),
        "uploads_per_hour": say("Versions that a team submits in an hour, at most"),
        "teams": say("Teams, at most"),
        "final_rounds": say("Rounds of the final, at most"),
        "final_error": say("The final ends when ratings are as sure as ±"),
        "challenges": say("People may challenge the bots"),
    }


async def show_deliveries(request: Request, contest: Contest) -> list[tuple[str, str, Delivery]]:
    """Return the last deliveries, each with its time and its state in words."""
    say, service = language_of(request).say, contests_of(request)
    found = await service.read(lambda connection: list_deliveries(connection, contest.id))
    states = {WAITING: say("to be sent"), DELIVERED: say("delivered"), FAILED: say("given up")}
    return [(format_time(one.created, contest.zone), states[one.state], one) for one in found]


@router.post("/contests/{id}/organise", dependencies=OWN_PAGES)
async def act(request: Request, id: str) -> Response:
    who, service, fields = await organiser_of(request), contests_of(request), await request.form()
    contest = await service.contest(id)
    team, reason = read_field(fields, "team"), read_field(fields, "reason")
    try:
        await service.act(contest, read_field(fields, "do"), who, team, reason, read_field(fields, "match"))
    except GameError as error:
        return await render_contest(request, contest, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{id}/organise", SEE_OTHER)


@router.post("/contests/{id}/webhooks", dependencies=OWN_PAGES)
async def add_webhook(request: Request, id: str) -> Response:
    """Add a webhook; its secret is on the page that this returns, and on no other."""
    who, service, fields = await organiser_of(request), contests_of(request), await request.form()
    await registry_of(request).count_request(request)
    contest = await service.contest(id)
    try:
        _, secret = await service.add_webhook(contest, read_field(fields, "url"), who)
    except GameError as error:
        return await render_contest(request, contest, language_of(request).error(None, error))
    return await render_contest(request, contest, secret=secret)


@router.post("/contests/{id}/webhooks/{webhook}/remove", dependencies=OWN_PAGES)
async def remove_webhook(request: Request, id: str, webhook: str) -> Response:
    who, service = await organiser_of(request), contests_of(request)
    await service.remove_webhook(await service.contest(id), webhook, who)
    return RedirectResponse(f"/contests/{id}/organise", SEE_OTHER)


@router.get("/contests/{id}/export/{what}")
async def export(request: Request, id: str, what: str) -> Response:
    await organiser_of(request)
    service = contests_of(request)
    contest = await service.contest(id)
    rows = await service.board(contest, is_organiser=True)
    headers = {"Content-Disposition": f'attachment; filename="{what}"'}
    data, kind = await service.read(lambda connection: make_export(connection, contest, rows, what))
    return Response(data, media_type=kind, headers=headers)
