"""Moves as text: `KEEP 1 0 3` is a kind and its arguments, by a game's MOVES."""

from collections.abc import Mapping, Sequence

from ludotheque.game import GameError, Move, Moves, quote, suggest

INT32 = range(-(2**31), 2**31)


class BadNotation(GameError):
    """The text is not a move of the game."""


def write(moves: Moves, move: Sequence[int]) -> str:
    kind, arguments = list(moves.items())[move[0]]
    return " ".join([kind, *(str(value) for value in move[1 : 1 + count_arguments(arguments)])])


def read(moves: Moves, text: str) -> Move:
    """Return the move that `text` names, legal or not; raise BadNotation if there is none."""
    words = text.split()
    kinds = list(moves)
    kind = words[0].upper() if words else ""
    if kind not in kinds:
        near = suggest(kind, kinds)
        raise BadNotation(
            "{text} is no move{near}; a move is {form}.", text=quote(text.strip()), near=near, form=forms(moves)
        )
    wanted = count_arguments(moves[kind])
    if len(words) != 1 + wanted:
        template, shape = "{text} has {count} numbers; it is {form}.", form(kind, moves[kind])
        raise BadNotation(template, text=quote(text.strip()), count=len(words) - 1, form=shape)
    return Move(kinds.index(kind), *(_parse_number(text, word) for word in words[1:]))


def _parse_number(text: str, word: str) -> int:
    sign, digits = (word[0], word[1:]) if word[0] in "+-" else ("", word)
    if digits.isascii() and digits.isdigit() and len(digits) <= 10 and int(sign + digits) in INT32:
        return int(sign + digits)
    raise BadNotation("In {text}, {word} is no whole number.", text=quote(text.strip()), word=quote(word))


def count_arguments(arguments: Mapping[str, object] | None) -> int:
    """Return the number of arguments of a kind of move. A kind with None is never offered and has none."""
    return len(arguments or ())


def form(kind: str, arguments: Mapping[str, object] | None) -> str:
    """Return how a kind of move is written: `KEEP ones fives brelan`."""
    return " ".join([kind, *(arguments or ())])


def forms(moves: Moves) -> str:
    """Return how all offered kinds of moves are written."""
    return " or ".join(form(kind, arguments) for kind, arguments in moves.items() if arguments is not None)
