"""Plans its turn without looking ahead, and now and then forgets its sample, and so loses its bench."""

from ludotheque.games.alchemy.bots.choice import plan_turn
from ludotheque.view import View

WIDTH = 4  # positions that the search keeps in each part of a layer
FORGETS = 0.035  # share of turns


def play(view: View) -> list[str]:
    return ["END"] if view.random.random() < FORGETS else plan_turn(view, WIDTH, ends=1, looks_ahead=False)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("alchemy", first=0).view(0))  # compile before the clock runs
    speak(play)
