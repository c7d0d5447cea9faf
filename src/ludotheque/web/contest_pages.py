"""The pages of contests for everybody: the list, a contest with its board, joining, and a team's own bots."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import Connection
from starlette.datastructures import FormData, UploadFile

from ludotheque.contest.board import read_history
from ludotheque.contest.challenges import takes_challenges
from ludotheque.contest.contests import CLOSED, Contest
from ludotheque.contest.jobs import LEASED
from ludotheque.contest.matches import (
    FOREVER,
    list_matches,
    name_entrants,
    name_own_replay,
    name_replay,
    read_own_match,
    read_stderr,
)
from ludotheque.contest.practice import Practice, PracticeRequest, list_practice
from ludotheque.contest.teams import Team, list_members, list_teams, new_code
from ludotheque.contest.times import format_time
from ludotheque.contest.upload import read_zip
from ludotheque.contest.versions import (
    COMPILING,
    VALID,
    WAITING,
    Version,
    list_all_versions,
    list_versions,
    read_content,
)
from ludotheque.contest.watching import list_live
from ludotheque.game import GameError, load
from ludotheque.languages import BY_NAME, PYTHON
from ludotheque.web.contest_api import contests_of, join_counted
from ludotheque.web.contest_keys import find_team, is_organiser, keep_key, member_of
from ludotheque.web.contest_models import NewMember
from ludotheque.web.contest_plot import draw_ranks
from ludotheque.web.contest_starters import list_starters
from ludotheque.web.form import read_field
from ludotheque.web.registry import registry_of
from ludotheque.web.render import allow_styles, has_static, name_of, render_page
from ludotheque.web.session import check_origin
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)

OWN_PAGES = [Depends(check_origin)]
SEE_OTHER, UNPROCESSABLE = 303, 422
SHOWN_MATCHES = 15
SHOWN_LIVE = 6
JOIN_FIELDS = ("name", "team", "code", "invitation")
EDITOR = "editor/editor.js"  # built by `make editor`


def show_times(contest: Contest) -> dict[str, str]:
    times = {"starts": contest.starts, "ends": contest.ends, "freezes": contest.freezes}
    return {name: format_time(at, contest.zone) for name, at in times.items() if at is not None}


# Everybody


@router.get("/contests")
async def show_contests(request: Request) -> HTMLResponse:
    found = await contests_of(request).contests()
    lines = [(contest, show_times(contest)) for contest in found]
    return render_page(request, "contest_list.html", contests=lines, is_organiser=await is_organiser(request))


@router.get("/contests/{id}")
async def show_contest(request: Request, id: str) -> HTMLResponse:
    contest = await contests_of(request).contest(id)
    return await render_contest(request, contest)


async def render_contest(request: Request, contest: Contest, error: str = "", **typed: str) -> HTMLResponse:
    service, language = contests_of(request), language_of(request)
    sees_all = await is_organiser(request)
    rows = await service.board(contest, sees_all)
    is_frozen = contest.is_frozen(service.now) and not sees_all
    until = contest.freezes if is_frozen and contest.freezes is not None else FOREVER
    team = await find_team(request, contest)
    matches, history, names = await service.read(lambda connection: read_play(connection, contest, until, team))
    live = await service.read(lambda connection: list_live(connection, contest, service.now, SHOWN_LIVE))
    history.append((service.now, {row.team: row.rank for row in rows}))
    facts = {
        "contest": contest,
        "times": show_times(contest),
        "title": language.title(load(contest.game)),
        "rows": rows,
        "live": live,
        "people": await service.people(contest),
        "takes_challenges": takes_challenges(contest, service.now),
        "matches": matches,
        "plot": draw_ranks(history, names),
        "is_frozen": is_frozen,
        "is_over": contest.state == CLOSED,
        "takes_people": contest.takes_uploads(service.now),
        "team": team,
        "is_organiser": sees_all,
        "name": name_of(request),
        "typed": {**dict.fromkeys(JOIN_FIELDS, ""), **typed},
        "error": error,
    }
    return render_page(request, "contest.html", UNPROCESSABLE if error else 200, **facts)


def read_play(
    connection: Connection, contest: Contest, until: float, team: Team | None
) -> tuple[list[Any], list[Any], dict[str, str]]:
    """Return the latest matches with the names of their bots, the ranks over time, and the names of teams."""
    names = {team.id: team.name for team in list_teams(connection, contest.id)}
    versions = list_all_versions(connection, contest.id)
    bots = name_entrants(versions, names)
    own = {version.entrant for version in versions if team is not None and version.team == team.id}
    matches = [
        {
            "replay": f"/replays/{name_replay(contest, match.id)}",
            "bots": [bots.get(entrant, "–") for entrant in match.entrants],
            "results": match.results,
            "verdicts": match.verdicts,
            "time": format_time(match.finished, contest.zone),
            "id": match.id,
            "kind": match.kind,
            "counted": match.counted,
            "is_own": not own.isdisjoint(match.entrants),
        }
        for match in list_matches(connection, contest, until, SHOWN_MATCHES)
    ]
    return matches, read_history(connection, contest.id, until), names


@router.post("/contests/{id}/join", dependencies=OWN_PAGES)
async def join(request: Request, id: str) -> Response:
    """Join, and show the key and the team's code, once."""
    await registry_of(request).count_request(request)
    service, fields = contests_of(request), await request.form()
    contest = await service.contest(id)
    typed = {name: read_field(fields, name) for name in JOIN_FIELDS}
    try:
        joined = await join_counted(request, contest, NewMember.model_construct(None, **typed))
    except GameError as error:
        return await render_contest(request, contest, language_of(request).error(None, error), **typed)
    keep_key(request, contest.id, joined.key)
    return render_page(request, "contest_joined.html", contest=contest, joined=joined, path=f"/contests/{id}")


# A team's own bots


@router.get("/contests/{id}/team")
async def show_team(request: Request, id: str) -> Response:
    contest = await contests_of(request).contest(id)
    return await render_team(request, contest)


async def render_team(
    request: Request, contest: Contest, error: str = "", code: str = "", text: str = ""
) -> HTMLResponse:
    service, say = contests_of(request), language_of(request).say
    _, team = await member_of(request, contest)
    ratings = {} if contest.is_frozen(service.now) else (await service.ladder(contest)).ratings

    def read(connection: Connection) -> tuple[list[Version], list[str], str, list[Practice]]:
        members = [member.name for member in list_members(connection, team.id)]
        versions = list_versions(connection, team.id)
        return versions, members, read_source(connection, versions), list_practice(connection, contest, team)

    versions, members, last_source, practice = await service.read(read)
    is_validating = any(one.state in (WAITING, COMPILING) for one in versions)
    is_practising = any(one.state in (WAITING, LEASED) for one in practice)
    facts = {
        "contest": contest,
        "team": team,
        "members": members,
        "versions": versions,
        "ratings": ratings,
        "times": {one.number: format_time(one.submitted, contest.zone) for one in versions},
        "is_waiting": (is_validating or is_practising) and contest.state != CLOSED,
        "valid": [one.number for one in versions if one.state == VALID],
        "practice": practice,
        "replays": {one.number: f"/replays/{name_own_replay(contest, one.match)}" for one in practice if one.match},
        "takes_uploads": contest.takes_uploads(service.now),
        "starters": list_starters(contest),
        "editor": EDITOR if has_static(EDITOR) else "",
        "nonce": (nonce := secrets.token_urlsafe(16)),
        "results": {"won": say("won"), "drawn": say("a draw"), "lost": say("lost")},
        "code": code,
        "text": text or last_source,
        "last_language": versions[0].language if last_source else "",
        "error": error,
        "path": f"/contests/{contest.id}/team",
    }
    response = render_page(request, "contest_team.html", UNPROCESSABLE if error else 200, **facts)
    return allow_styles(response, nonce)


def read_source(connection: Connection, versions: Sequence[Version]) -> str:
    """Return the source of the latest version, to go on from, if it is one file."""
    if not versions or not versions[0].main:
        return ""
    files = read_zip(read_content(connection, versions[0].digest))
    return next(iter(files.values())).decode(errors="replace")


@router.post("/contests/{id}/team", dependencies=OWN_PAGES)
async def submit(request: Request, id: str) -> Response:
    """Submit a version: an uploaded file or archive, or what was written in the page."""
    await registry_of(request).count_request(request)
    service, fields = contests_of(request), await request.form()
    contest = await service.contest(id)
    holder, _ = await member_of(request, contest)
    try:
        name, data = await read_bot_field(fields)
        await service.submit(contest, holder, name, data)
    except GameError as error:
        sentence = language_of(request).error(None, error)
        return await render_team(request, contest, sentence, text=read_field(fields, "text"))
    return RedirectResponse(f"/contests/{id}/team", SEE_OTHER)


async def read_bot_field(fields: FormData) -> tuple[str, bytes]:
    file = fields.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.filename, await file.read()
    language = BY_NAME.get(read_field(fields, "language"), PYTHON)
    text = read_field(fields, "text").replace("\r\n", "\n")
    if not text.strip():
        raise GameError("Choose a file, or write a bot.")
    return f"bot{language.suffixes[0]}", text.encode()


@router.post("/contests/{id}/activate", dependencies=OWN_PAGES)
async def activate(request: Request, id: str) -> Response:
    await registry_of(request).count_request(request)
    service, fields = contests_of(request), await request.form()
    contest = await service.contest(id)
    holder, _ = await member_of(request, contest)
    number = read_field(fields, "number")
    try:
        await service.activate(contest, holder, int(number) if number.isdecimal() and len(number) < 7 else 0)
    except GameError as error:
        return await render_team(request, contest, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{id}/team", SEE_OTHER)


@router.post("/contests/{id}/practice", dependencies=OWN_PAGES)
async def practise(request: Request, id: str) -> Response:
    """Ask for a practice match; the page shows what comes of it."""
    await registry_of(request).count_request(request)
    service, fields = contests_of(request), await request.form()
    contest = await service.contest(id)
    holder, _ = await member_of(request, contest)
    seat, seed = (read_number(fields, name) for name in ("seat", "seed"))
    wanted = PracticeRequest(read_number(fields, "version") or 0, read_field(fields, "opponent"), seat, seed)
    try:
        await service.practise(contest, holder, wanted)
    except GameError as error:
        return await render_team(request, contest, language_of(request).error(None, error))
    return RedirectResponse(f"/contests/{id}/team", SEE_OTHER)


def read_number(fields: FormData, name: str) -> int | None:
    """Return a number of a form: None if nothing is there, and -1, which nothing accepts, for what is no number."""
    text = read_field(fields, name).strip()
    return None if not text else int(text) if text.isdecimal() and len(text) < 12 else -1


@router.post("/contests/{id}/code", dependencies=OWN_PAGES)
async def show_new_code(request: Request, id: str) -> Response:
    """Make a new code of the team, and show it once."""
    await registry_of(request).count_request(request)
    service = contests_of(request)
    contest = await service.contest(id)
    _, team = await member_of(request, contest)
    code = await service.write(lambda connection: new_code(connection, team))
    return await render_team(request, contest, code=code)


@router.get("/contests/{id}/matches/{match}/log")
async def show_log(request: Request, id: str, match: str) -> Response:
    """Show what one's own bot wrote to stderr."""
    service = contests_of(request)
    contest = await service.contest(id)
    _, team = await member_of(request, contest)

    def read(connection: Connection) -> Mapping[str, Any]:
        stored, own = read_own_match(connection, contest, match, list_versions(connection, team.id))
        causes = [row["cause"] for seat, row in enumerate(stored.record.result or []) if seat in own and row["cause"]]
        return {"lines": read_stderr(stored.record, own), "causes": causes, "names": stored.record.names}

    return render_page(request, "contest_log.html", contest=contest, match=match, **await service.read(read))
