"""The board of Émile: on one side the dice and the choices, on the other the track with one lane per seat.

Only the seat to move can click. Most clicks are a whole move (data-move); rolled dice are picked one by one, and the
button below them keeps what is picked:

| move | what to click |
|---|---|
| KEEP | rolled dice, then the button; or a card below: the new reserve, its worth, and the risk of the next roll |
| STOP | the total at the end of the sum |
| OWN | the own card or lane, when the turn has its score |
| OTHER | the card or the lane of an opponent; a card for several opponents, then a lane |
"""

from ludotheque.art import Say, View, board, g
from ludotheque.games.emile.board.dice import SIDE, draw_dice
from ludotheque.games.emile.board.forecast import foresee
from ludotheque.games.emile.board.log import tell
from ludotheque.games.emile.board.names import name_move
from ludotheque.games.emile.board.outline import outline
from ludotheque.games.emile.board.scene import Scene
from ludotheque.games.emile.board.score import explain_score
from ludotheque.games.emile.board.status import describe_situation, hint
from ludotheque.games.emile.board.text import text
from ludotheque.games.emile.board.track import draw_track

__all__ = ["draw", "explain_score", "foresee", "hint", "name_move", "outline", "tell", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "emile") -> str:
    """Draw the board as `seat` sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    dice, track = g(*draw_dice(scene), cls="em-dice"), g(*draw_track(scene), cls="em-track")
    label = "Émile. " + describe_situation(scene)
    return board("emile", gid, SIDE, dice, track, label=label, shows_players=True)
