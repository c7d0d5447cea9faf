"""A page is in the viewer's language: first the browser's, then the one that was chosen."""

import re

import pytest
from playwright.sync_api import expect

from ludotheque import game as games
from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.clicks import play_a_turn
from ludotheque.checks.fixtures import OpenBrowser
from ludotheque.game import Game
from ludotheque.seating import Kind
from ludotheque.web.player_names import name_player
from ludotheque.web.words import Language

NAMES = {"Ludothèque", "English", "Français", "Ada"}

# Every text of a page, with the texts for screen readers.
TEXTS = """() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script")) said.push(walk.currentNode.nodeValue);
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) said.push(one.getAttribute(name));
  return said;
}"""


def texts_of(user: BrowserUser) -> set[str]:
    return {text for text in map(strip_facts, user.page.evaluate(TEXTS)) if len(text) > 2}


def strip_facts(text: str) -> str:
    """Return the words of a sentence without names and numbers."""
    return re.sub(r"(\{\w+\}|[\d\W_])+", " ", text).strip()


def texts_that_stay(game: Game) -> set[str]:
    """Return the texts that are the same in both languages."""
    tables = [table for table in game.words("fr").values() if isinstance(table, dict)]
    return {strip_facts(english) for table in tables for english, french in table.items() if english == french}


@pytest.mark.parametrize("game", games.names())
def test_a_table_is_translated_completely(game: str, open_browser: OpenBrowser) -> None:
    ada = open_browser(locale="fr-FR")
    ada.ask_for(game=game, seats=["me", "easy"])
    play_a_turn(ada, games.load(game))
    wait_for_turn(ada)
    french = texts_of(ada)
    expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
    ada.page.get_by_role("link", name="English").click()
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")
    wait_for_turn(ada)
    english = texts_of(ada)
    card = games.load(game)
    rival = name_player(card, "easy", Kind.BOT, Language("en"), has_level=False)
    assert french & english <= {*NAMES, rival, *texts_that_stay(card), card.title, f"{card.title} Ludothèque"}
    assert len(french) == pytest.approx(len(english), rel=0.3)
    ada.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("lang", "en")


def test_each_viewer_of_a_table_reads_their_own_language(open_browser: OpenBrowser) -> None:
    ada, basile = open_browser(locale="en-GB"), open_browser(locale="fr-CA")
    ada.choose_table("ghost", ["me", "friend"])
    basile.sit_down(ada.invitation(), "Basile")
    basile.click(basile.read_board().of("END")[0])
    expect(ada.page.locator(".log")).to_contain_text("Basile has ended the turn.")
    expect(basile.page.locator(".log")).to_contain_text("Vous avez fini")
