"""The board of Émile: the dice, what each decision would do, and one lane a seat.

Nothing can be clicked but by the seat to move, and every click is a whole move (data-move):

| move | what is clicked |
|---|---|
| KEEP | the reserve that results, one of the cards below the dice: its dice, its worth, how many dice roll next |
| STOP | the end of the sum above them |
| OWN | the own lane, once the turn has its score |
| OTHER | the opponent's lane |
"""

from ludotheque.art import Say, View, board, g
from ludotheque.games.emile.board.dice import SIDE, panel, reserve, rolled, sum_row, turn_header
from ludotheque.games.emile.board.hint import hint
from ludotheque.games.emile.board.letters import text
from ludotheque.games.emile.board.scene import Scene, headline
from ludotheque.games.emile.board.story import tell
from ludotheque.games.emile.board.track import track

__all__ = ["draw", "hint", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "emile") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    left = g(*turn_header(scene), *rolled(scene), *reserve(scene), *sum_row(scene), *panel(scene), cls="em-dice")
    return board("emile", gid, SIDE, left, g(*track(scene), cls="em-track"), label=headline(scene))
