"""Pages that are read: home, a game's form, the tables, the rules."""

from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ludotheque.game import Game, load, names
from ludotheque.web.examples import declared
from ludotheque.web.form import CLOCKS, TableForm, who
from ludotheque.web.handbook import handbook
from ludotheque.web.look import page, static
from ludotheque.web.manual import operations
from ludotheque.web.registry import registry_of
from ludotheque.web.session import person_of
from ludotheque.web.words import tongue_of

router = APIRouter(include_in_schema=False)


@cache
def shelf() -> list[tuple[Game, str]]:
    """Every game, with the address of its picture if it has one."""
    cards = [load(name) for name in names()]
    return [(card, static(f"boards/{card.name}.svg") if "picture" in declared(card) else "") for card in cards]


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """The games, one click away from a first move."""
    registry = registry_of(request)
    mine = [line for line in await registry.mine(person_of(request)) if not line.over]
    return page(request, "home.html", shelf=shelf(), mine=mine, live=await registry.live())


@router.get("/games/{name}")
def new_table(request: Request, name: str, rules: str = "") -> HTMLResponse:
    """Choose seats and options."""
    fresh = TableForm.fresh(load(name), name_of(request))
    return game_form(request, fresh.with_rules(rules) if rules else fresh, rules=rules)


def name_of(request: Request) -> str:
    """What a person goes by, until he says otherwise."""
    return person_of(request).name or tongue_of(request).say("Guest")


def game_form(
    request: Request, filled: TableForm, mistake: str = "", rules: str = "", status: int = 200
) -> HTMLResponse:
    """The form of a new table, as it was filled in."""
    game = filled.game
    facts = {"game": game, "filled": filled, "who": who(game), "clocks": list(CLOCKS), "rules": rules}
    return page(request, "new.html", status, mistake=mistake, path=f"/games/{game.name}", **facts)


@router.get("/tables")
async def tables(request: Request) -> HTMLResponse:
    """Who is playing now, and what was played."""
    registry = registry_of(request)
    return page(request, "tables.html", live=await registry.live(), mine=await registry.mine(person_of(request)))


@router.get("/rules")
def all_rules(request: Request) -> HTMLResponse:
    """Which games there are to learn."""
    return page(request, "learn.html", shelf=shelf())


@router.get("/rules/{name}")
def rules(request: Request, name: str) -> HTMLResponse:
    """A game's rules, with boards as examples."""
    game = load(name)
    return page(request, "rules.html", game=game, book=handbook(game, tongue_of(request)))


@router.get("/api")
def manual(request: Request) -> HTMLResponse:
    """What the JSON API does."""
    return page(request, "api.html", operations=operations(request.app.openapi()))
