"""A bot for Émile: keeps the best dice and stops once the turn is worth enough."""

ENOUGH = 350  # points of a turn


def play(view):
    legal = view.legal()
    if "OWN" in legal:
        return "OWN"
    best = max(legal, key=worth)
    return "STOP" if view.potential + worth(best) >= ENOUGH else best


def worth(move):
    """Return the points of the reserve that a KEEP leads to."""
    kind, *numbers = move.split()
    if kind != "KEEP":
        return 0
    ones, fives, brelan = map(int, numbers)
    return 100 * ones + 50 * fives + (700 if brelan == 1 else 100 * brelan)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
