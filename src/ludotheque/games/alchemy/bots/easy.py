"""Places anywhere, and now and then turns its best region into gold."""

from ludotheque.games.alchemy.bots.draft import Draft
from ludotheque.match import View

LARGE = 4
MOODS = 4  # it thinks of gold one turn in so many


def play(view: View) -> list[str]:
    draft = Draft(view)
    draft.make_room()
    if placements := draft.placements():
        draft.play(view.random.choice(placements))
    for region in draft.regions()[:1]:
        if region.size >= LARGE and view.random.randrange(MOODS) == 0:
            draft.play(f"TRANSMUTE {region.cell}")
    return [*draft.moves, "END"]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
