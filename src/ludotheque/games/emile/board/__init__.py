"""The board of Émile: the dice, what each decision would do, and one lane a seat."""

from ludotheque.art import Say, View, board, g
from ludotheque.games.emile.board.dice import SIDE, panel, reserve, rolled, sum_row, turn_header
from ludotheque.games.emile.board.letters import text
from ludotheque.games.emile.board.scene import Scene, headline
from ludotheque.games.emile.board.track import track

__all__ = ["draw", "text"]


def draw(view: View, seat: int, say: Say = str, gid: str = "emile") -> str:
    """The board as one seat sees it (-1: a spectator)."""
    scene = Scene(view, seat, say, view.names, gid)
    left = g(*turn_header(scene), *rolled(scene), *reserve(scene), *sum_row(scene), *panel(scene), cls="em-dice")
    return board("emile", gid, SIDE, left, g(*track(scene), cls="em-track"), label=headline(scene))
