"""Where things are on a bench: a head, then a frame around six rows of six cells."""

from ludotheque.art import Point
from ludotheque.games.alchemy.rules import SIDE

HEAD, FRAME, CELL, TOKEN = 64, 16, 64, 54
WIDE = SIDE * CELL + 2 * FRAME  # a bench is a square


def centre(cell: int) -> Point:
    row, column = divmod(cell, SIDE)
    return FRAME + CELL * (column + 0.5), HEAD + FRAME + CELL * (row + 0.5)
