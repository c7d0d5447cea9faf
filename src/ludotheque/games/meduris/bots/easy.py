"""A simple bot: it builds a hut when it can pay, else moves a worker, and offers as much as it can."""

from ludotheque.view import View


def play(view: View) -> str:
    legal = view.legal()
    kind = legal[-1].split()[0]
    if kind == "OFFER":
        return legal[-1]
    if kind in ("DROP", "GIVE"):
        return max(legal, key=lambda move: count_held(view, move))
    if kind == "TAKE":
        return min(legal, key=lambda move: count_held(view, move))
    return view.random.choice([move for move in legal if move.startswith("HUT")] or legal)


def count_held(view: View, move: str) -> int:
    """Return how many tiles the seat holds of the resource that `move` names."""
    hand: list[int] = view.hand[view.seat]
    return hand[int(move.split()[1])]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
