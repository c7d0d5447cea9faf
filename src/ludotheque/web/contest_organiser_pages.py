"""The pages of organisers: becoming one, opening a contest, and running it."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import Connection

from ludotheque.contest import keys
from ludotheque.contest.contests import Contest, ContestRequest
from ludotheque.contest.export import make_export
from ludotheque.contest.log import Entry, read_log
from ludotheque.contest.teams import Team, list_members, list_teams
from ludotheque.contest.times import format_time, parse_time
from ludotheque.contest.webhooks import DELIVERED, FAILED, WAITING, Delivery, list_deliveries, list_webhooks
from ludotheque.game import GameError, OptionValue, cards
from ludotheque.web.contest_api import contests_of
from ludotheque.web.contest_pages import keep_key, organiser_of, show_times
from ludotheque.web.form import read_field
from ludotheque.web.registry import registry_of
from ludotheque.web.render import render_page
from ludotheque.web.session import check_origin
from ludotheque.web.words import Language, language_of

router = APIRouter(include_in_schema=False)

OWN_PAGES = [Depends(check_origin)]
SEE_OTHER, UNPROCESSABLE = 303, 422
FIELDS = ("name", "game", "options", "starts", "ends", "freezes", "zone", "invitation")


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
    return render_form(request, {**dict.fromkeys(FIELDS, ""), "zone": "UTC"})


def render_form(request: Request, typed: dict[str, str], error: str = "") -> HTMLResponse:
    facts = {"typed": typed, "games": cards(), "error": error, "path": "/organise/new"}
    return render_page(request, "contest_new.html", UNPROCESSABLE if error else 200, **facts)


@router.post("/organise/new", dependencies=OWN_PAGES)
async def open_contest(request: Request) -> Response:
    who, fields = await organiser_of(request), await request.form()
    typed = {name: read_field(fields, name).strip() for name in FIELDS}
    try:
        contest = await contests_of(request).open(read_request(typed), who)
    except GameError as error:
        return render_form(request, typed, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{contest.id}/organise", SEE_OTHER)


def read_request(typed: dict[str, str]) -> ContestRequest:
    def read(name: str) -> float | None:
        return parse_time(typed[name], typed["zone"]) if typed[name] else None

    return ContestRequest(
        name=typed["name"],
        game=typed["game"],
        options=read_options(typed["options"]),
        zone=typed["zone"],
        starts=read("starts"),
        ends=read("ends"),
        freezes=read("freezes"),
        invitation=typed["invitation"] or None,
    )


def read_options(text: str) -> dict[str, OptionValue]:
    """Return the options of a game that were written as rounds=3 teams=on."""
    options: dict[str, OptionValue] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise GameError("Write options as rounds=3, with spaces between them.")
        options[name] = value
    return options


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
        "add webhook": say("webhook added"),
        "remove webhook": say("webhook removed"),
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
