"""Two users with two browsers play a complete match of each game, by clicks alone."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ludotheque import game as games
from ludotheque.game import OptionValue
from tests.web.browser_user import BrowserUser, wait_for_turn
from tests.web.click_players import ClickPlayer, match_players, played_kinds
from tests.web.conftest import OpenBrowser

Options = dict[str, OptionValue]

MORE_OPTIONS: dict[str, Options] = {  # with these every kind of move comes up
    "bzzz": {"ncases": 10, "nfleurs": 9},
    "ghost": {"cyborgs": 15, "map": 3},
    "meduris": {"cap": 30, "exchange": True},
}
TABLES = 3  # the dice decide whether some kinds of move come up: one match in a hundred lacks one


@pytest.mark.parametrize("game", games.names())
def test_two_browsers_play_whole_matches_by_clicks_alone(game: str, open_browser: OpenBrowser, tmp_path: Path) -> None:
    ada, basile = open_browser(), open_browser()
    done: set[str] = set()
    while done != kinds(game) and len(ada.tables) < TABLES:
        started = time.monotonic()
        sit_down_together(ada, basile, game, {**games.load(game).quick, **MORE_OPTIONS.get(game, {})})
        play(ada, basile, match_players(game))
        done |= played_kinds(ada, basile)
        print(f"{game}: {len(ada.moves + basile.moves)} moves in {time.monotonic() - started:.0f} s")
        assert ada.page.locator(".result tbody tr").count() == 2
        assert download_moves(ada.page, tmp_path) == Counter(ada.moves + basile.moves)
    assert done == kinds(game)


def kinds(game: str) -> set[str]:
    """Return the kinds of move that people can play."""
    return {kind for kind, arguments in games.load(game).rules.MOVES.items() if arguments is not None}


def sit_down_together(ada: BrowserUser, basile: BrowserUser, game: str, options: Options) -> None:
    ada.choose_table(game, ["me", "friend"], **options)
    basile.sit_down(ada.invitation(), "Basile")


def play(ada: BrowserUser, basile: BrowserUser, players: tuple[ClickPlayer, ClickPlayer]) -> None:
    while turn := wait_for_turn(ada, basile):
        mover, board = turn
        assert board.covered == [], "something covers a target"
        players[mover is basile](mover, board, played_kinds(ada, basile))


def download_moves(page: Page, folder: Path) -> Counter[str]:
    """Return the moves of the record that the replay page offers."""
    page.locator("[data-replay]").click()
    with page.expect_download() as download:
        page.locator("a[href$='/record']").click()
    download.value.save_as(folder / "record.json")
    record = json.loads((folder / "record.json").read_text("utf-8"))
    return Counter(move.partition(" ")[2] for move in record["moves"])
