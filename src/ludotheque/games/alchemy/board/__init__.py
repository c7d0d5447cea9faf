"""The board of Alchemy: two benches, and between them the workshop of the turn.

Nothing can be clicked but by the seat to move. What can be clicked names the kind of its moves (data-kind) and the
arguments it stands for; the page keeps the legal moves that agree with all that was clicked, in any order:

| move | what is clicked |
|---|---|
| PLACE | an empty cell of the own bench (data-cell), then a neighbour of it, which carries the way and the whole move |
| TRANSMUTE | the chip of a region carries the whole move, for the region's first cell: the others do the same |
| CATALYSE | a cell that holds something (data-cell, data-whose) and an element (data-element) |
| GIVE | an element of each row of the gift (data-one, data-two) |
| END | the button carries the whole move |

The neighbours where the second element can go show once their cell has the class `selected`: board.css does it.
data-whose on a cell of PLACE, which has no such argument, only says whose bench it is.
"""

from ludotheque.art import Say, View, board, g
from ludotheque.games.alchemy.board.bench import bench
from ludotheque.games.alchemy.board.hint import hint
from ludotheque.games.alchemy.board.letters import text
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import headline
from ludotheque.games.alchemy.board.shop import cards, end_part, turn_part
from ludotheque.games.alchemy.board.story import tell

__all__ = ["draw", "hint", "tell", "text"]

SIDE = 520  # the board's short side


def draw(view: View, seat: int, say: Say = str, gid: str = "alchemy") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    benches = [g(*bench(scene, scene.right), cls="al-right"), g(*bench(scene, scene.left), cls="al-left")]
    shop = [g(*turn_part(scene), cls="al-turn"), g(*cards(scene), cls="al-shop"), g(*end_part(scene), cls="al-end")]
    return board("alchemy", gid, SIDE, *benches, *shop, label=headline(scene))
