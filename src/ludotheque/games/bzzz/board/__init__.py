"""The board of Bzzz: the field, and beside it the players, the viewer's controls, and a legend.

Only the seat to move can click. A target names the kind of its moves (data-kind) if there is only one, and its
arguments, or it carries a whole move (data-move):

| move | what is clicked |
|---|---|
| LAY | the button of the kind carries the whole move |
| STEP | an own bee (data-bee), then a cell beside it, which carries the way and the whole move |
| FORAGE | an own bee, then a flower on the pad beside the field, or on the field where no STEP leads to it |
| HOLD | an own bee, then the button |
| END | the button carries the whole move |

While a bee is chosen, a click on any other cell (data-goal) lets the page fly it there, turn after turn (data-travel).
The targets of a bee are shown while the bee has the class `selected`; board.css does it. A bee may be able to step to a
cell and to forage the flower in it, so the pad repeats all flowers in reach, arranged as they are around the bee.
"""

from collections.abc import Mapping

from ludotheque.art import Say, View, board, patterns
from ludotheque.games.bzzz.board.field import SIDE, draw_field
from ludotheque.games.bzzz.board.forecast import foresee
from ludotheque.games.bzzz.board.log import tell
from ludotheque.games.bzzz.board.names import name_move
from ludotheque.games.bzzz.board.outline import outline
from ludotheque.games.bzzz.board.panels import draw_cards, draw_controls, draw_head, draw_legend
from ludotheque.games.bzzz.board.scene import Scene
from ludotheque.games.bzzz.board.score import explain_score
from ludotheque.games.bzzz.board.sentences import describe_board, hint
from ludotheque.games.bzzz.board.text import text

__all__ = ["draw", "explain_score", "foresee", "hint", "name_move", "outline", "steps", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "bzzz") -> str:
    """Return the board as `seat` sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    parts = [draw_field(scene), draw_head(scene), draw_cards(scene), draw_controls(scene), *draw_legend(scene)]
    return board("bzzz", gid, SIDE, patterns(gid), *parts, label=describe_board(scene), shows_players=True)


def steps(say: Say) -> Mapping[str, Mapping[str, str]]:
    """Return what the page asks for once a bee is chosen: by kind of move and argument."""
    way = say("Choose a cell beside the bee, or a flower that it forages.")
    return {"STEP": {"way": way}, "FORAGE": {"way": way}, "HOLD": {"": say("The bee can only hold: press Hold.")}}
