"""Waits, whatever happens."""

from ludotheque.match import View


def play(view: View) -> list[str]:
    return ["END"]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
