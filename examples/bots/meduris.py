"""A bot for Meduris: builds whenever it can, and gives the druid as much as it can."""


def play(view):
    return max(view.legal(), key=lambda move: value(view, *move.split()))


def value(view, kind, *numbers):
    """Return how good a move is, beside other moves of the same moment."""
    first, hand = int(numbers[0]), view.hand[view.seat]
    if kind == "HUT":
        return 100 - view.run[first - 1]  # a hut alone is cheap
    if kind == "TEMPLE":
        return 50
    if kind == "SHIFT":
        return view.height[int(numbers[2])] - hand[int(numbers[2])]
    if kind == "WORKER":
        return -view.height[first]
    if kind == "TAKE":
        return -hand[first]
    return first if kind == "OFFER" else hand[first]  # DROP and GIVE: what there is most of


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
