"""What the best bot would play, from a seat's view alone; with the chance of each move where it is known exactly."""

from typing import NamedTuple

from ludotheque.judge import find_chances
from ludotheque.seating import BotFailed
from ludotheque.thinking import BotQuestion, make_view, think


class Advice(NamedTuple):
    moves: list[str]  # one, or those of a turn
    chances: dict[str, float]  # of the seat after each legal move; empty where nobody knows them exactly


def advise(question: BotQuestion) -> Advice:
    """Return the answer of the question's bot as advice; raise BotFailed if it has none."""
    heard = think(question)
    if isinstance(heard, BotFailed):
        raise heard
    view = make_view(question)
    known = find_chances(view.game)
    chances = dict(known.rate_moves(view)) if known is not None and known.can_rate(view) else {}
    return Advice([str(move) for move in heard.moves], chances)
