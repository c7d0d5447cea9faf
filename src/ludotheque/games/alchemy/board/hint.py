"""What somebody who plays Alchemy for the first time should click now."""

from ludotheque.art import Say, View


def hint(view: View, seat: int, say: Say = str) -> str:
    """One sentence for a seat that is awaited."""
    kinds = {move.split()[0] for move in view.legal(seat)}
    if "PLACE" in kinds:
        return say("Place your sample: click an empty cell for the first element, then a neighbour for the second.")
    if "TRANSMUTE" in kinds and "GIVE" not in kinds:
        return say("Click the gold on a region to transmute it, or end the turn.")
    if "TRANSMUTE" in kinds:
        return say("Click the gold on a region to transmute it, choose the rival's gift, then end the turn.")
    if "GIVE" in kinds:
        return say("Choose the gift, which the rival must place next, then end the turn.")
    return say("End the turn, or use a catalyst.") if "CATALYSE" in kinds else say("End the turn.")
