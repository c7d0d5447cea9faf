"""Plans like the hard bot, but gives no orders in some turns."""

from ludotheque.games.bzzz.bots import hard
from ludotheque.view import View

IDLE = 0.15  # share of turns; bees beside flowers still forage (BZ-6)


def play(view: View) -> list[str]:
    return ["END"] if view.random.random() < IDLE else hard.play(view)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    hard.play(new("bzzz").view(0))  # compile before the clock runs
    speak(play)
