"""Grows its regions, and turns the best one into gold when it is large or when space is short."""

from ludotheque.games.alchemy.bots.plan import TurnPlan
from ludotheque.games.alchemy.rules import ELEMENTS
from ludotheque.view import View

LARGE = 15  # gold for which a region is transmuted at once: eight cells of a metal
CRAMPED = 10  # with fewer free cells, the best region is transmuted


def play(view: View) -> list[str]:
    plan = TurnPlan(view).make_room()
    plan = max((plan.after(move) for move in plan.placements()), key=rate_regions, default=plan)
    while plan.regions() and should_transmute(plan):
        plan = plan.after(f"TRANSMUTE {plan.regions()[0].first}")
    if not view.has_given:
        plan = plan.after(choose_gift(view))
    return [*plan.moves, "END"]


def rate_regions(plan: TurnPlan) -> int:
    """Return a score in which one large region counts more than several small ones."""
    return sum(region.size**2 for region in plan.regions())


def should_transmute(plan: TurnPlan) -> bool:
    """Is it time to transmute the best region?"""
    gold = plan.regions()[0].gold
    return gold >= LARGE or (gold > 0 and (plan.is_last_turn or plan.free_cells < CRAMPED))


def choose_gift(view: View) -> str:
    """Give the element of the sample that the rival has least of, with the element that they have least of at all."""
    amounts = view.amount[1 - view.seat]
    rarest = min(range(1, ELEMENTS + 1), key=lambda element: amounts[element])
    return f"GIVE {min(view.sample, key=lambda element: amounts[element])} {rarest}"


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
