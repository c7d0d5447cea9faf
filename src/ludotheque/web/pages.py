"""The pages to read: home, the form of a new table, lists of tables, the rules, the API."""

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ludotheque.game import Game, cards, load
from ludotheque.web.api_page import list_operations
from ludotheque.web.clocks import CLOCKS, describe_clock
from ludotheque.web.form import TableForm, seat_choices
from ludotheque.web.registry import registry_of
from ludotheque.web.render import name_of, picture_file, render_page, static_url
from ludotheque.web.rules_page import make_rules_page
from ludotheque.web.session import person_of
from ludotheque.web.words import language_of

router = APIRouter(include_in_schema=False)


@cache
def games_with_pictures() -> list[tuple[Game, str]]:
    """Return every game with the address of its picture, or "" for a game without one."""
    games = cards()
    return [(game, static_url(f"boards/{game.name}.svg") if picture_file(game).exists() else "") for game in games]


@router.get("/")
async def show_home(request: Request) -> HTMLResponse:
    registry = registry_of(request)
    own = [table for table in await registry.tables_of(person_of(request)) if not table.over]
    lobby = await registry.lobby()
    return render_page(request, "home.html", games=games_with_pictures(), own_tables=own, lobby=lobby)


@router.get("/games/{name}")
def show_new_table(request: Request, name: str, rules: str = "") -> HTMLResponse:
    form = TableForm.default(load(name), name_of(request))
    return render_form(request, form.with_rules(rules) if rules else form, rules=rules)


def render_form(request: Request, form: TableForm, error: str = "", rules: str = "", status: int = 200) -> HTMLResponse:
    """Render the form of a new table with what was filled in."""
    game, language = form.game, language_of(request)
    facts = {
        "game": game,
        "form": form,
        "choices": seat_choices(game, registry_of(request).programs),
        "clocks": {name: describe_clock(clock, language) for name, clock in CLOCKS.items()},
        "rules": rules,
    }
    return render_page(request, "new.html", status, error=error, path=f"/games/{game.name}", **facts)


@router.get("/tables")
async def show_tables(request: Request) -> HTMLResponse:
    registry = registry_of(request)
    own, lobby = await registry.tables_of(person_of(request)), await registry.lobby()
    return render_page(request, "tables.html", own_tables=own, lobby=lobby)


@router.get("/rules")
def show_all_rules(request: Request) -> HTMLResponse:
    return render_page(request, "learn.html", games=games_with_pictures())


@router.get("/rules/{name}")
def show_rules(request: Request, name: str) -> HTMLResponse:
    game = load(name)
    return render_page(request, "rules.html", game=game, rules=make_rules_page(game, language_of(request)))


@router.get("/api")
def show_api(request: Request) -> HTMLResponse:
    return render_page(request, "api.html", operations=list_operations(request.app.openapi()))
