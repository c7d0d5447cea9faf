"""What somebody who plays Meduris for the first time should click now."""

from ludotheque.art import Say, View


def hint(view: View, seat: int, say: Say = str) -> str:
    """One sentence for a seat that is awaited."""
    kinds = {move.split()[0] for move in view.legal(seat)}
    if kinds == {"WORKER"}:
        return say("Click the plateau where your worker shall gather.")
    if kinds & {"DROP", "TAKE", "GIVE"}:
        return hint_of_tiles(kinds, say)
    if "OFFER" in kinds:
        return say("The druid is at your hut: click what you offer him.")
    if kinds & {"HUT", "TEMPLE"}:
        return say("Click one of your workers and then its new plateau, or a site and then what to build there.")
    return say("You cannot pay for a building yet: click one of your workers, then its new plateau.")


def hint_of_tiles(kinds: set[str], say: Say) -> str:
    if "DROP" in kinds:
        return say("Everyone gives up a resource: click yours.")
    return (
        say("Everyone takes a resource: click yours.") if "TAKE" in kinds else say("Click what you give in exchange.")
    )
