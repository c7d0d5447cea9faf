"""A bot for Alchemy: grows regions of equal elements, and turns them into gold when they are large.

It answers with one move at a time; END ends its turn.
"""

LARGE = 6  # cells of a region
SIDE = 6


def play(view):
    bench = view.bench[view.seat]
    places = [move for move in view.legal() if move.startswith("PLACE")]
    if places:
        return max(places, key=lambda move: count_contacts(bench, view.sample, move))
    cells = sorted(range(36), key=lambda cell: len(region(bench, cell)))
    smallest = LARGE if view.has_placed else 2  # a bench on which nothing was placed is emptied
    if len(region(bench, cells[-1])) >= smallest:
        return f"TRANSMUTE {cells[-1]}"
    return "END"


def count_contacts(bench, sample, move):
    """Return how many neighbours of the two new elements are equal to them."""
    _, cell, way = move.split()
    first = int(cell)
    second = first + (-SIDE, 1, SIDE, -1)[int(way)]
    return sum(bench[n] == element for c, element in zip((first, second), sample) for n in neighbours(c))


def neighbours(cell):
    row, column = divmod(cell, SIDE)
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def region(bench, cell):
    """Return the cells of equal elements that are connected with this one; none for an empty cell."""
    found = [cell] if bench[cell] else []
    for one in found:
        found += [n for n in neighbours(one) if bench[n] == bench[cell] and n not in found]
    return found


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
