"""Places anywhere, and now and then turns its best region into gold."""

from ludotheque.games.alchemy.bots.plan import TurnPlan
from ludotheque.view import View

LARGE = 4  # cells
TURNS_PER_SALE = 4  # on average


def play(view: View) -> list[str]:
    plan = TurnPlan(view).make_room()
    if placements := plan.placements():
        plan = plan.after(view.random.choice(placements))
    for region in plan.regions()[:1]:
        if region.size >= LARGE and view.random.randrange(TURNS_PER_SALE) == 0:
            plan = plan.after(f"TRANSMUTE {region.first}")
    return [*plan.moves, "END"]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
