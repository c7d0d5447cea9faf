"""Always waits: it never gives an order."""

from ludotheque.view import View


def play(view: View) -> list[str]:
    return ["END"]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
