"""A bot for Ghost in the Cell: each factory attacks the nearest target that it can take.

The legal moves are not listed in this game: the bot makes its own, and ends its turn with END.
"""


def play(view):
    orders = []
    for source in range(view.count):
        if view.owner[source] == view.seat:
            orders += attack(view, source)
    return [*orders, "END"]


def attack(view, source):
    """Return the orders of one factory."""
    orders, left = [], view.stock[source]
    targets = [f for f in range(view.count) if view.owner[f] != view.seat and view.production[f] > 0]
    for target in sorted(targets, key=lambda f: view.distance[source][f]):
        grown = view.production[target] * view.distance[source][target] if view.owner[target] >= 0 else 0
        needed = view.stock[target] + grown + 1
        if needed <= left and (view.league > 0 or not orders):
            orders.append(f"MOVE {source} {target} {needed}")
            left -= needed
    if view.league == 3 and not orders and left >= 20 and view.production[source] < 3:
        orders.append(f"INC {source}")
    return orders


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
