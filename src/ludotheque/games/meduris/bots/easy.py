"""Builds wherever it can pay, moves a worker where it cannot, and offers all that the druid may have."""

from ludotheque.match import View


def play(view: View) -> str:
    legal = view.legal()
    kind = legal[-1].split()[0]
    if kind == "OFFER":
        return legal[-1]
    if kind in ("DROP", "GIVE"):
        return max(legal, key=lambda move: held(view, move))
    if kind == "TAKE":
        return min(legal, key=lambda move: held(view, move))
    return view.random.choice([move for move in legal if move.startswith("HUT")] or legal)


def held(view: View, move: str) -> int:
    """How much one holds of the resource that a move names."""
    hand: list[int] = view.hand[view.seat]
    return hand[int(move.split()[1])]


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
