"""Two people at two browsers play a whole match of each game, by clicks alone."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ludotheque import game as games
from tests.web.clicks import PLAYERS, Player
from tests.web.conftest import Visit
from tests.web.visitor import Visitor, to_move

Options = dict[str, int | bool]

SHORT: dict[str, Options] = {
    "alchemy": {},
    "bzzz": {"time_out": 40, "ncases": 10, "nfleurs": 9},
    "emile": {"rounds": 5},
    "ghost": {"factories": 7, "cyborgs": 15, "map": 3},
    "meduris": {"cap": 30, "exchange": True},
}
TABLES = 3  # dice ask for some kinds of move: once in a hundred matches one of them never comes


@pytest.mark.parametrize("game", games.names())
def test_two_browsers_play_whole_matches_by_clicks_alone(game: str, visit: Visit, tmp_path: Path) -> None:
    ada, basile = visit(), visit()
    done: set[str] = set()
    while done != kinds(game) and len(ada.tables) < TABLES:
        started = time.monotonic()
        sit_down_together(ada, basile, game, SHORT[game])
        play(ada, basile, PLAYERS[game])
        done |= {move.split()[0] for move in ada.moves + basile.moves}
        print(f"{game}: {len(ada.moves + basile.moves)} moves in {time.monotonic() - started:.0f} s")
        assert ada.page.locator(".result tbody tr").count() == 2
        assert recorded(ada.page, tmp_path) == Counter(ada.moves + basile.moves)
    assert done == kinds(game)


def kinds(game: str) -> set[str]:
    """The kinds of move that are offered."""
    return {kind for kind, arguments in games.load(game).rules.MOVES.items() if arguments is not None}


def sit_down_together(ada: Visitor, basile: Visitor, game: str, options: Options) -> None:
    """One opens the table, and the other comes by the link."""
    ada.choose_table(game, ["me", "friend"], **options)
    basile.sit_down(ada.invitation(), "Basile")


def play(ada: Visitor, basile: Visitor, players: tuple[Player, Player]) -> None:
    """Until it is over."""
    while turn := to_move(ada, basile):
        mover, sight = turn
        assert sight.covered == [], "something can be clicked that nobody can hit"
        players[mover is basile](mover, sight, {move.split()[0] for move in ada.moves + basile.moves})


def recorded(page: Page, folder: Path) -> Counter[str]:
    """The moves of the record that the replay's page gives away."""
    page.locator("[data-replay]").click()
    with page.expect_download() as download:
        page.locator("a[href$='/record']").click()
    download.value.save_as(folder / "record.json")
    record = json.loads((folder / "record.json").read_text("utf-8"))
    return Counter(move.partition(" ")[2] for move in record["moves"])
