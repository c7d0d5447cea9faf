"""The board of Ghost in the Cell: the map to scale, all that flies over it, and the orders of this turn.

Only a seat that is awaited can click anything:

| move | what is clicked |
|---|---|
| MOVE | an own factory (data-source), then another (data-target), then the kind and how many cyborgs beside the map |
| BOMB | the same two factories, then the kind |
| INC | the plus beside a factory carries the whole move |
| END | the button carries the whole move |

A factory that can be a source and a target carries both data-source and data-target: a first click chooses the source,
a second one the target. The legal moves say which factories can still be chosen, and whether for a MOVE or a BOMB. Any
whole number of cyborgs may be sent, not only the offered ones, up to what the source has left (data-most).
The turns from the chosen factory show once it has the class `selected`: board.css does it.
"""

from collections.abc import Mapping
from typing import Any

from ludotheque.art import Say, View, board, el, g, patterns, rect
from ludotheque.games.ghost.board.factories import draw_distances, draw_factories, draw_inc_buttons
from ludotheque.games.ghost.board.flights import (
    draw_bomb_ranges,
    draw_bomb_trails,
    draw_bombs,
    draw_hidden_bombs,
    draw_order_arrows,
    draw_orders,
    draw_troop_trails,
    draw_troops,
)
from ludotheque.games.ghost.board.forecast import foresee
from ludotheque.games.ghost.board.geometry import FIELD, SHORT_SIDE, draw_grid
from ludotheque.games.ghost.board.labels import place_labels
from ludotheque.games.ghost.board.log import tell
from ludotheque.games.ghost.board.names import name_move
from ludotheque.games.ghost.board.outline import outline
from ludotheque.games.ghost.board.panels import draw_cards, draw_middle, hint, write_headline
from ludotheque.games.ghost.board.scene import Scene, describe_news
from ludotheque.games.ghost.board.score import explain_score
from ludotheque.games.ghost.board.text import text

__all__ = ["draw", "explain_score", "foresee", "hint", "name_move", "outline", "steps", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "ghost") -> str:
    """Return the board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    labels = place_labels(scene)
    ground = [patterns(gid), el("clipPath", rect(*FIELD, "", 14), id=f"{gid}-field"), *draw_grid()]
    trails = [*draw_troop_trails(scene, labels), *draw_bomb_trails(scene, labels), *draw_order_arrows(scene, labels)]
    chart = g(
        *ground,
        *draw_bomb_ranges(scene),
        g(*trails, cls="noclick"),
        *draw_factories(scene),
        *draw_inc_buttons(scene),
        *draw_troops(scene, labels),
        *draw_bombs(scene, labels),
        *draw_hidden_bombs(scene),
        *draw_orders(scene, labels),
        *draw_distances(scene),
        cls="gh-map",
    )
    offers: dict[str, Any] = {"data_until": "END", "data_repeat": "MOVE", "data_news": describe_news(scene)}
    orders = offers if scene.plays else {}
    everything = g(chart, *draw_cards(scene), draw_middle(scene), cls="gh-all", **orders)
    return board("ghost", gid, SHORT_SIDE, everything, label=write_headline(scene), shows_players=True)


def steps(say: Say) -> Mapping[str, Mapping[str, str]]:
    """Return what the page asks for once a part of a move is chosen: by kind of move and argument."""
    source, target = say("Choose the factory where they leave."), say("Choose where the troops go.")
    number = say("Choose how many go, or send a bomb instead.")
    return {
        "MOVE": {"source": source, "target": target, "cyborgs": number},
        "BOMB": {"source": source, "target": target},
    }
