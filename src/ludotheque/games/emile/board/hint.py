"""What somebody who plays Émile for the first time should click now."""

from ludotheque.art import Say, View, signed
from ludotheque.games.emile.board.scene import Scene


def hint(view: View, seat: int, say: Say = str) -> str:
    """One sentence for a seat that is awaited."""
    scene = Scene(view, seat, say, view.names)
    if not scene.is_keeping:
        return say("Your turn is worth {points}: click the lane that gets it.").format(points=signed(view.gain))
    if any(move.startswith("KEEP") for move in view.legal(seat)):
        return say("Click the dice to keep and roll on with the rest, or stop with {points}.").format(points=scene.stop)
    return say("Nothing can be kept: click to stop with {points}.").format(points=scene.stop)
