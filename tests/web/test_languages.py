"""A table speaks the language of who looks at it: the browser's at first, then the one that was chosen."""

import re

import pytest
from playwright.sync_api import expect

from ludotheque import game as games
from ludotheque.game import Game
from tests.web.clicks import play_a_turn
from tests.web.conftest import Visit
from tests.web.visitor import Visitor, to_move

ENVIRONMENT = {"LUDOTHEQUE_PACE_SECONDS": "0"}
NAMES = {"Ludothèque", "English", "Français", "Ada", "easy"}

# Every text of a page, also what only a screen reader says.
TEXTS = """() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script")) said.push(walk.currentNode.nodeValue);
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
  return said;
}"""


def words(visitor: Visitor) -> set[str]:
    """What a page says."""
    return {text for text in map(bare, visitor.page.evaluate(TEXTS)) if len(text) > 2}


def bare(text: str) -> str:
    """The letters of a sentence, without its facts."""
    return re.sub(r"(\{\w+\}|[\d\W_])+", " ", text).strip()


def same_words(game: Game) -> set[str]:
    """What is said alike in both languages."""
    tables = [table for table in game.words("fr").values() if isinstance(table, dict)]
    return {bare(english) for table in tables for english, french in table.items() if english == french}


@pytest.mark.parametrize("game", games.names())
def test_a_table_says_everything_in_both_languages(game: str, visit: Visit) -> None:
    ada = visit(locale="fr-FR")
    ada.ask_for(game=game, seats=["me", "easy"])
    play_a_turn(ada, game)
    to_move(ada)
    french = words(ada)
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    ada.page.get_by_role("link", name="English").click()
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")
    to_move(ada)
    english = words(ada)
    card = games.load(game)
    assert french & english <= {*NAMES, *same_words(card), card.title, f"{card.title} Ludothèque"}
    assert len(french) == pytest.approx(len(english), rel=0.3)
    ada.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")


def test_two_at_one_table_each_read_their_own_language(visit: Visit) -> None:
    ada, basile = visit(locale="en-GB"), visit(locale="fr-CA")
    ada.choose_table("ghost", ["me", "friend"])
    basile.sit_down(ada.invitation(), "Basile")
    basile.click(basile.look().of("END")[0])
    expect(ada.page.locator(".log")).to_contain_text("Basile has ended the turn.")
    expect(basile.page.locator(".log")).to_contain_text("Vous avez fini")
