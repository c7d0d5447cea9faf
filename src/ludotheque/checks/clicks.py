"""Players that click: on the board and beside it, whatever is offered, or as a game's own tests/clicks.py says."""

import importlib
import random
from collections.abc import Callable, Collection, Mapping
from importlib.util import find_spec
from typing import NamedTuple

from playwright.sync_api import Locator

from ludotheque.checks.browser_user import BoardSnapshot, BrowserUser, Target, wait_for_turn
from ludotheque.game import Game, OptionValue

MOST_CLICKS = 12  # for one move

# Makes one complete move; the last argument are the kinds of move that were made already.
ClickPlayer = Callable[[BrowserUser, BoardSnapshot, Collection[str]], None]


def click_anything(user: BrowserUser, board: BoardSnapshot, done: Collection[str]) -> None:
    """Make one move of whatever is offered, if possible one of a new kind."""
    made, chance = len(user.moves), random.Random(len(user.moves))
    for _ in range(MOST_CLICKS):
        click_once(user, board, done, chance)
        board = user.read_board()
        if len(user.moves) > made or board.turn != "mine":
            return
    raise AssertionError(f"no move after {MOST_CLICKS} clicks: {board}")


def click_once(user: BrowserUser, board: BoardSnapshot, done: Collection[str], chance: random.Random) -> None:
    """Answer what the tray asks about a move that has begun; otherwise click a target."""
    open_targets = [one for one in board.targets if not one.selected]
    buttons = user.tray.locator(".asks button").all()
    if buttons and (len(open_targets) < len(board.targets) or not open_targets):
        user.press(chance.choice(buttons))
    else:
        untried = [one for one in open_targets if one.kind and one.kind not in done]
        user.click(chance.choice(untried or open_targets))


class Clicks(NamedTuple):
    """How the tests of a game click."""

    owner: ClickPlayer = click_anything  # of a table for two people
    friend: ClickPlayer = click_anything
    options: Mapping[str, OptionValue] = {}  # besides those of a short match, so that every kind of move comes up
    turn: ClickPlayer = click_anything  # against bots
    turn_kinds: frozenset[str] = frozenset()  # the kinds of move of a turn


def find_clicks(game: Game) -> Clicks:
    """Return the `clicks` of the game's tests/clicks.py, or those that click anything."""
    name = f"{game.package}.tests.clicks"
    has_tests = find_spec(f"{game.package}.tests") is not None
    if not has_tests or find_spec(name) is None:
        return Clicks()
    clicks: Clicks = importlib.import_module(name).clicks
    return clicks


def play_a_turn(user: BrowserUser, game: Game) -> None:
    """Play until every kind of move of a turn was made; at least one move."""
    clicks = find_clicks(game)
    while not (user.moves and clicks.turn_kinds <= played_kinds(user)) and (turn := wait_for_turn(user)):
        clicks.turn(*turn, played_kinds(user))
    user.read_board()


def played_kinds(*users: BrowserUser) -> set[str]:
    return {move.split()[0] for user in users for move in user.moves}


def prefer_new_kind(targets: list[Target], done: Collection[str]) -> Target:
    """Return the first target of a kind that was not played yet, or else the first target."""
    return next((one for one in targets if one.kind not in done), targets[0])


def only_one(targets: list[Target]) -> Target:
    assert len(targets) == 1, targets
    return targets[0]


def right_end(slider: Locator) -> tuple[float, float]:
    """Return the point of the largest number."""
    box = slider.bounding_box()
    assert box is not None
    return box["x"] + box["width"] - 1, box["y"] + box["height"] / 2
