"""Looks one ply ahead: plays the move after which its seat is furthest ahead by outcome."""

from ludotheque.view import View


def play(view: View) -> str:
    legal = view.legal()
    view.random.shuffle(legal)  # equally good moves are chosen at random
    dice = view.random.getrandbits(62)
    return max(legal, key=lambda move: compute_lead(view.after(move, dice), view.seat))


def compute_lead(view: View, seat: int) -> tuple[int, ...]:
    """Return by how much the seat's outcome is ahead of the best opponent's, number by number."""
    outcome, teams = view.outcome, view.team_numbers
    best = max(row for other, row in enumerate(outcome) if teams[other] != teams[seat])
    return tuple(own - theirs for own, theirs in zip(outcome[seat], best))
