"""The orders of Ghost in the Cell in words, before they are given."""

from ludotheque.art import Say, View
from ludotheque.games.ghost.board.scene import Scene, format_cyborgs
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE


def name_move(view: View, seat: int, move: str, say: Say = str) -> str:
    """Return an order of `seat` as a phrase."""
    order = view.parse_move(move)
    if order.kind == MOVE:
        cyborgs = format_cyborgs(Scene(view, seat, say, view.names), order.c)
        facts = {"cyborgs": cyborgs, "source": order.a, "target": order.b}
        return say("Send {cyborgs} from {source} to {target}").format(**facts)
    if order.kind == BOMB:
        return say("Send a bomb from {source} to {target}").format(source=order.a, target=order.b)
    if order.kind == INC:
        return say("Raise the production of {id}").format(id=order.a)
    return say("End the turn") if order.kind == END else say("Leave the match")
