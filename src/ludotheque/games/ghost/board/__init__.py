"""The board of Ghost in the Cell: the map to scale, all that flies over it, and the orders of this turn.

Nothing can be clicked but by a seat that is awaited:

| move | what is clicked |
|---|---|
| MOVE | an own factory (data-source), then another (data-target), then the kind and how many cyborgs beside the map |
| BOMB | the same two factories, then the kind |
| INC | the plus beside a factory carries the whole move |
| END | the button carries the whole move |

A factory that can be either carries both data-source and data-target, and stands for the first that is still open: a
first click chooses where from, a second one where to. Which factories can still be chosen, and whether a MOVE or a
BOMB, the legal moves say. Any whole number of cyborgs may be sent, not only those on the ladder, up to what the source
has left (data-most).
The turns from the factory that is chosen show once it has the class `selected`: board.css does it.
"""

from ludotheque.art import Say, View, board, el, g, patterns, rect
from ludotheque.games.ghost.board.bombs import bomb_discs, bomb_lines, hidden_bombs, waves
from ludotheque.games.ghost.board.factories import distances, factories, inc_buttons
from ludotheque.games.ghost.board.hint import hint
from ludotheque.games.ghost.board.layout import arrange
from ludotheque.games.ghost.board.letters import text
from ludotheque.games.ghost.board.orders import order_arrows, order_pills
from ludotheque.games.ghost.board.scene import Scene
from ludotheque.games.ghost.board.sides import cards, headline, middle
from ludotheque.games.ghost.board.space import FIELD, NARROW, grid
from ludotheque.games.ghost.board.story import tell
from ludotheque.games.ghost.board.troops import pills, trails

__all__ = ["draw", "hint", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "ghost") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    plan = arrange(scene)
    ground = [patterns(gid), el("clipPath", rect(*FIELD, "", 14), id=f"{gid}-field"), *grid()]
    lines = g(*trails(scene, plan), *bomb_lines(scene, plan), *order_arrows(scene, plan), cls="noclick")
    above = [*inc_buttons(scene), *pills(scene, plan), *bomb_discs(scene, plan), *hidden_bombs(scene)]
    orders = order_pills(scene, plan)
    chart = g(*ground, *waves(scene), lines, *factories(scene), *above, *orders, *distances(scene), cls="gh-map")
    return board("ghost", gid, NARROW, g(chart, *cards(scene), middle(scene), cls="gh-all"), label=headline(scene))
