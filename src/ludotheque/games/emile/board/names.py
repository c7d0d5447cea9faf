"""The moves of Émile in words, before they are played."""

from ludotheque.art import Say, View
from ludotheque.games.emile.board.log import format_faces
from ludotheque.games.emile.board.scene import Reserve


def name_move(view: View, seat: int, move: str, say: Say = str) -> str:
    """Return a move of `seat` as a phrase."""
    kind, *numbers = move.split()
    if kind == "KEEP":
        faces = Reserve(*map(int, numbers)).faces
        return say("Keep {dice} and roll").format(dice=format_faces(faces))
    if kind == "OTHER":
        return say("Change the score of {name}").format(name=view.names[int(numbers[0])])
    return say("Stop rolling") if kind == "STOP" else say("Change your own score")
