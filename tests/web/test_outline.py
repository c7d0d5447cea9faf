"""The position in words, read through the browser's accessibility tree, as a screen reader gets it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque import game as games
from ludotheque.checks.browser_user import BrowserUser, wait_for_turn
from ludotheque.checks.clicks import play_a_turn
from ludotheque.checks.fixtures import OpenBrowser

HEADINGS = {
    "alchemy": ["The turn", r"Guest: 0 gold \(you\)", r".+: −?\d+ gold"],
    "bzzz": ["The turn", "Players", "Flowers"],
    "emile": ["The match", "Scores", "Dice", "Choices|Whose score changes\\?"],
    "ghost": ["The turn", "Factories", "Turns between factories"],
    "meduris": ["The turn", "Players", "Plateaus", "The ring", "Rune stones"],
}
CELLS = {
    "alchemy": {"columnheader": "F", "rowheader": "6", "cell": "empty"},
    "bzzz": {"columnheader": "Nectar", "rowheader": r"Guest \(you\)", "cell": r"\d+ nectar"},
    "emile": {"columnheader": "Score", "rowheader": r"Guest \(you\)", "cell": "−2500"},
    "ghost": {"columnheader": "Owner", "rowheader": "6", "cell": "yours"},
    "meduris": {"columnheader": "Resources", "rowheader": "31", "cell": "empty, a hut costs 1 of each"},
}
LINES = {
    "alchemy": r"Turn \d+ of 150, your turn\. Sample: .+",
    "bzzz": r"flower at \(\d+, \d+\), never seen\.",
    "emile": r"Rolled: [1-6]( [1-6])*, \d+\.",
    "ghost": r"Guest: \d+ cyborgs in factories and troops, .+",
    "meduris": r"Plateau of wood(: empty|, from the bottom: .+)\.",
}

Node = tuple[str, str]  # role and name


def read_outline(page: Page) -> list[Node]:
    """Return what the browser tells screen readers of the position in words, in the order of reading."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    nodes = {node["nodeId"]: node for node in tree["nodes"]}
    root = next(node for node in nodes.values() if describe(node) == ("region", "The position in words"))
    return list_below(root, nodes)


def list_below(node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> list[Node]:
    below = [one for kid in node["childIds"] if kid in nodes for one in list_below(nodes[kid], nodes)]
    role, name = describe(node)
    words = " ".join(name for role, name in below if role == "StaticText")
    return below if node["ignored"] else [(role, name or words), *below]


def describe(node: dict[str, Any]) -> Node:
    return node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "").strip()


@pytest.mark.parametrize("game", games.names())
def test_a_screen_reader_reads_the_whole_position(game: str, open_browser: OpenBrowser) -> None:
    ada = open_browser(BrowserUser)
    ada.quick_table(game)
    wait_for_turn(ada)
    expect(ada.page.locator(".outline h3").first).to_be_attached()
    found = read_outline(ada.page)
    headings = [name for role, name in found if role == "heading"][1:]
    for heading in HEADINGS[game]:
        assert any(re.fullmatch(heading, one) for one in headings), headings
    for role, name in {**CELLS[game], "listitem": LINES[game]}.items():
        assert any(one == role and re.fullmatch(name, words) for one, words in found), (role, name, found)


def test_the_words_follow_the_match(open_browser: OpenBrowser) -> None:
    """In the replay too."""
    ada = open_browser(BrowserUser)
    ada.ask_for(game="emile", seats=["me", "easy"], options={"rounds": 1, "first": 0})
    wait_for_turn(ada)
    before = read_outline(ada.page)
    play_a_turn(ada, games.load("emile"))
    expect(ada.page.locator(".outline")).to_contain_text("round 1/1, clockwise.")
    assert read_outline(ada.page) != before
    ada.page.locator("[data-replay]").click()
    expect(ada.page.locator(".outline")).to_contain_text("round 1/1, clockwise, then")
    ada.page.locator("[data-key=end]").click()
    expect(ada.page.locator(".outline")).to_contain_text("round 1/1, clockwise.")
