"""The board of Alchemy: two benches, and between them a panel for the turn.

Only the seat to move can click. An element that can be clicked names the kind of its moves (data-kind) and the
arguments that it sets; the page keeps the legal moves that agree with everything clicked so far, in any order:

| move | what is clicked |
|---|---|
| PLACE | an empty cell of the own bench (data-cell), then a neighbour of it, which carries the way and the whole move |
| TRANSMUTE | the chip of a region carries the whole move, for the region's first cell: the others do the same |
| CATALYSE | a cell that holds something (data-cell, data-whose) and an element (data-element) |
| GIVE | an element of each row of the gift (data-one, data-two) |
| END | the button carries the whole move |

board.css shows the neighbours where the second element can go once their cell has the class `selected`. A cell of PLACE
has data-whose too, although PLACE has no such argument: it says whose bench the cell is on.

The files: scene (the facts), sentences (the facts in words), names (of moves), pieces, bench and panel (the
drawing), text and log.
"""

from collections.abc import Mapping

from ludotheque.art import Say, View, board, g
from ludotheque.games.alchemy.board.bench import draw_bench
from ludotheque.games.alchemy.board.forecast import foresee
from ludotheque.games.alchemy.board.log import tell
from ludotheque.games.alchemy.board.names import name_move
from ludotheque.games.alchemy.board.outline import outline
from ludotheque.games.alchemy.board.panel import draw_cards, draw_end, draw_turn
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.score import explain_score
from ludotheque.games.alchemy.board.sentences import describe_board, hint
from ludotheque.games.alchemy.board.text import text

__all__ = ["draw", "explain_score", "foresee", "hint", "name_move", "outline", "steps", "tell", "text"]

SIDE = 520  # the board's short side


def draw(view: View, seat: int, say: Say = str, gid: str = "alchemy") -> str:
    """Draw the board as `seat` sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    benches = [g(*draw_bench(scene, scene.right), cls="al-right"), g(*draw_bench(scene, scene.left), cls="al-left")]
    panel = [
        g(*draw_turn(scene), cls="al-turn"),
        g(*draw_cards(scene), cls="al-shop"),
        g(*draw_end(scene), cls="al-end"),
    ]
    return board("alchemy", gid, SIDE, *benches, *panel, label=describe_board(scene), shows_players=True)


def steps(say: Say) -> Mapping[str, Mapping[str, str]]:
    """Return what the page asks for once a part of a move is chosen: by kind of move and argument."""
    token = say("Choose the element on a bench that the catalyst changes.")
    return {
        "PLACE": {"cell": say("Choose the first cell."), "way": say("Choose a cell beside it for the second element.")},
        "CATALYSE": {"cell": token, "whose": token, "element": say("Choose what the catalyst makes of it.")},
        "GIVE": {"one": say("Choose the first element of the gift."), "two": say("Choose the gift's second element.")},
    }
