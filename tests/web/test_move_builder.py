"""Every kind of move can be made on the board by clicks, in every game."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import ludotheque as lt
from ludotheque.checks.server import Server
from ludotheque.game import names
from ludotheque.view import View
from ludotheque.web.frame import free_arguments, label_moves
from ludotheque.web.words import Language

STAGE = """<!doctype html><link rel=stylesheet href="/static/boards/{game}.css">
<link rel=stylesheet href="/static/look.css"><link rel=stylesheet href="/static/table.css">
<div class="table"><div class="stage" tabindex="-1"></div>
<form class="tray"><div class="asks" hidden></div><div class="ends"></div><button type=button data-back></button></form>
</div>"""
MAKE = """async ([svg, facts, wanted]) => {
    const { MoveBuilder } = await import("/static/movebuilder.js");
    const { draw } = await import("/static/transition.js");
    const { matchParts, parseMove, partOf } = await import("/static/moves.js");
    const { isVisible } = await import("/static/targets.js");
    const sent = [];
    const stage = document.querySelector(".stage").cloneNode();
    const form = document.querySelector(".tray").cloneNode(true);
    document.querySelector(".table").replaceChildren(stage, form);
    const builder = new MoveBuilder(stage, form, (text) => Boolean(sent.push(text)));
    draw(stage, svg);
    builder.update(facts);
    const move = parseMove(wanted, facts.moves);
    for (let i = 0; i < 6 && sent.length === 0; i++) {
        const open = [...stage.querySelectorAll(".legal:not(.selected)")].filter(isVisible);
        const whole = open.find((one) => one.dataset.move === wanted);
        const leads = (one) => !one.dataset.move && matchParts(move, [...builder.parts, partOf(one)]);
        const field = form.querySelector("input[type=number]");
        const says = facts.moves[move.kind].says;
        const ask = [...form.querySelectorAll(".asks button")].find((one) => one.textContent === says);
        if (field) field.value = Object.values(move.values).at(-1);
        const next = whole ?? open.find(leads) ?? ask;
        if (!next) return `stuck with ${JSON.stringify(builder.parts)}`;
        next.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    return sent[0];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    opened.route("**/stage/*", lambda route: route.fulfill(body=stage(route.request.url), content_type="text/html"))
    yield opened
    opened.context.close()


def stage(url: str) -> str:
    return STAGE.format(game=url.rpartition("/")[2])


def positions(game: str) -> Iterator[View]:
    """Yield views of awaited seats in random matches, which prefer long turns so that many moves come up."""
    luck, card = random.Random(11), lt.load(game)
    switches = {name: True for name, option in card.options.items() if option.is_switch}
    for seed in range(12):
        match = lt.new(game, card.seats[seed % len(card.seats)], seed, **(switches if seed % 2 else {}))
        while not match.over and match.ply < 300:
            seat = match.active[0]
            yield match.view(seat)
            moves = match.legal(seat)
            longer = [move for move in moves if move not in ("END", "STOP")] or moves
            match.play(luck.choice(longer if luck.random() < 0.7 else moves), seat)


def samples(game: str) -> Iterator[tuple[View, str]]:
    """Yield a few moves of every kind that people can play."""
    luck, left = (
        random.Random(12),
        {kind: 5 for kind, values in lt.load(game).rules.MOVES.items() if values is not None},
    )
    for view in positions(game):
        if not any(left.values()):
            return
        legal = view.legal()
        for kind in sorted({move.split()[0] for move in legal}):
            if left[kind] and luck.random() < 0.3:
                left[kind] -= 1
                yield view, luck.choice([move for move in legal if move.split()[0] == kind])
    missing = [kind for kind, count in left.items() if count == 5]
    assert not missing, f"no position offers {missing}"


def facts(view: View) -> dict[str, Any]:
    words = label_moves(view.game, Language("en"))
    return {"legal": view.legal(), "moves": words, "free": free_arguments(view.game), "key": "1"}


@pytest.mark.parametrize("game", names())
def test_every_kind_of_move_can_be_made_by_clicks(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.url}/stage/{game}")
    for view, move in samples(game):
        wanted = as_shown(view, move)
        assert page.evaluate(MAKE, [view.drawing(), facts(view), wanted]) == wanted, (view, move)


def as_shown(view: View, move: str) -> str:
    """Return the move, or one like it where the board offers only one of several moves that do the same."""
    drawing, kind = view.drawing(), move.split()[0]
    shown = [one for one in view.legal() if one.split()[0] == kind and f'data-move="{one}"' in drawing]
    return move if move in shown or not shown else shown[0]
