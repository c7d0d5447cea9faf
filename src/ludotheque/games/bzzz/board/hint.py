"""What somebody who plays Bzzz for the first time should click now."""

from ludotheque.art import Say, View


def hint(view: View, seat: int, say: Say = str) -> str:
    """One sentence for a seat that is awaited."""
    kinds = {move.split()[0] for move in view.legal(seat)}
    can_lay, can_move = "LAY" in kinds, bool(kinds & {"STEP", "FORAGE"})
    if can_lay and can_move:
        return say("Lay a bee, or click a bee of yours and then a cell beside it or a flower. Then end the turn.")
    if can_lay:
        return say("Lay a bee: click the kind you would like. Then end the turn.")
    if can_move:
        return say("Click a bee of yours, then a cell beside it or a flower. Then end the turn.")
    return say("Nothing is left to do: end the turn.")
