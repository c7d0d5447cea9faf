"""What somebody who plays Ghost in the Cell for the first time should click now."""

from ludotheque.art import Say, View


def hint(view: View, seat: int, say: Say = str) -> str:
    """One sentence for a seat that is awaited."""
    kinds = {move.split()[0] for move in view.legal(seat)}
    if kinds == {"END"}:
        return say("No more orders can be given: end the turn.")
    if "MOVE" in kinds:
        return say(
            "Click one of your factories, then where its cyborgs go, then how many. End the turn when all is said."
        )
    return say("Give the orders that are left, or end the turn.")
