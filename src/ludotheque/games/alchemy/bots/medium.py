"""Plans like the hard bot, but now and then forgets its sample, and so loses its bench."""

from ludotheque.games.alchemy.bots import hard
from ludotheque.view import View

FORGETS = 0.02  # share of turns


def play(view: View) -> list[str]:
    return ["END"] if view.random.random() < FORGETS else hard.play(view)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    hard.play(new("alchemy", first=0).view(0))  # compile before the clock runs
    speak(play)
