"""A bot for Bzzz: workers fly to the nearest flower, and home when they are full.

A bee without an order forages by itself at the end of the turn. It answers with one move at a time.
"""

WORKER, ROOM, BEES = 0, 12, 6
DX, DY = (0, 1, 1, 1, 0, -1, -1, -1), (-1, -1, 0, 1, 1, 1, 0, -1)


def play(view):
    legal = view.legal()
    if f"LAY {WORKER}" in legal and view.bees[view.seat] < BEES:
        return f"LAY {WORKER}"
    steps = [move for move in legal if move.startswith("STEP")]
    best = max(steps, key=lambda move: gain(view, move), default="END")
    return best if best != "END" and gain(view, best) > 0 else "END"


def gain(view, move):
    """Return by how many cells a step brings a bee nearer to where it wants to be."""
    _, bee, way = move.split()
    x, y = view.x[view.seat][int(bee)], view.y[view.seat][int(bee)]
    goals = list_goals(view, int(bee))
    before = min(distance(x, y, goal) for goal in goals)
    after = min(distance(x + DX[int(way)], y + DY[int(way)], goal) for goal in goals)
    return before - after


def list_goals(view, bee):
    last, seat = view.ncases - 1, view.seat
    hive = (last if seat in (1, 2) else 0, last if seat >= 2 else 0)
    if view.load[seat][bee] >= ROOM:
        return [hive]
    flowers = zip(view.flower_x, view.flower_y, view.empty[seat])
    return [(x, y) for x, y, is_empty in list(flowers)[: 4 * view.nfleurs] if not is_empty] or [hive]


def distance(x, y, goal):
    """Return the steps to a cell; a flower is foraged from the cell beside it."""
    return max(abs(x - goal[0]) + abs(y - goal[1]), 1)


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
