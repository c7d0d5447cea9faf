"""Plans like the champion, but weighs only the three ends of its turn that look best."""

from ludotheque.games.alchemy.bots.choice import plan_turn
from ludotheque.view import View

WIDTH = 4  # positions that the search keeps in each part of a layer
ENDS = 3  # ends of the own turn for which the rival's answers are searched


def play(view: View) -> list[str]:
    return plan_turn(view, WIDTH, ENDS, looks_ahead=True)


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("alchemy", first=0).view(0))  # compile before the clock runs
    speak(play)
