"""Grows its regions, and turns the best one into gold when it is large or when space is short."""

from ludotheque.games.alchemy.bots.draft import Draft
from ludotheque.games.alchemy.rules import ELEMENTS
from ludotheque.match import View

LARGE = 15  # gold for which a region goes at once: eight of a metal
CRAMPED = 10  # with fewer free cells, the best region goes


def play(view: View) -> list[str]:
    draft = Draft(view)
    draft.make_room()
    draft = max((draft.after(move) for move in draft.placements()), key=growth, default=draft)
    while draft.regions() and is_ripe(draft):
        draft.play(f"TRANSMUTE {draft.regions()[0].cell}")
    if not view.has_given:
        draft.play(gift(view))
    return [*draft.moves, "END"]


def growth(draft: Draft) -> int:
    """Large regions count more than many."""
    return sum(region.size**2 for region in draft.regions())


def is_ripe(draft: Draft) -> bool:
    """Is it time for the best region to go?"""
    gold = draft.regions()[0].gold
    return gold >= LARGE or (gold > 0 and (draft.is_last or draft.free < CRAMPED))


def gift(view: View) -> str:
    """One element of the sample, with that of which the rival has least."""
    amounts = view.amount[1 - view.seat]
    rarest = min(range(1, ELEMENTS + 1), key=lambda element: amounts[element])
    return f"GIVE {min(view.sample, key=lambda element: amounts[element])} {rarest}"


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
