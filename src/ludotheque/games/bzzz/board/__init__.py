"""The board of Bzzz: the field, and beside it the players, what can be done, and what the signs mean.

Nothing can be clicked but by the seat to move. What can be clicked names the kind of its moves (data-kind), where there
is but one, and the arguments it stands for, or it carries a whole move (data-move):

| move | what is clicked |
|---|---|
| LAY | the button of the kind carries the whole move |
| STEP | an own bee (data-bee), then a cell beside it, which carries the way and the whole move |
| FORAGE | an own bee, then a flower on the pad beside the field, or on the field where no STEP leads to it |
| HOLD | an own bee, then the button |
| END | the button carries the whole move |

What belongs to a bee shows once the bee has the class `selected`: board.css does it. A cell can be stepped to and its
flower be foraged from the same place, so the pad has all flowers in reach, as they lie around the bee.
"""

from ludotheque.art import Say, View, board, patterns
from ludotheque.games.bzzz.board.hand import hand
from ludotheque.games.bzzz.board.hint import hint
from ludotheque.games.bzzz.board.letters import text
from ludotheque.games.bzzz.board.meadow import meadow
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.board.sentences import headline
from ludotheque.games.bzzz.board.sides import cards, head, legend
from ludotheque.games.bzzz.board.space import SIDE
from ludotheque.games.bzzz.board.story import tell

__all__ = ["draw", "hint", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "bzzz") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    parts = [patterns(gid), meadow(scene), head(scene), cards(scene), hand(scene), *legend(scene)]
    return board("bzzz", gid, SIDE, *parts, label=headline(scene))
