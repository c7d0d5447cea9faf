"""Where things are: a square field of cells, and beside it columns of cards, which the style puts right or below."""

from ludotheque.art import Point
from ludotheque.games.bzzz.board.scene import Scene

SIDE = 600  # the board's short side
EDGE = 15  # around the cells
FIELD = SIDE - 2 * EDGE
UNIT = 38  # pieces are drawn for a cell of this size
CARD, LEGEND = 296, 272  # how wide cards are, and the legend's


def cell_size(scene: Scene) -> float:
    return FIELD / scene.ncases


def scale(scene: Scene) -> float:
    """How much larger or smaller than drawn a piece is."""
    return cell_size(scene) / UNIT


def centre(scene: Scene, x: int, y: int) -> Point:
    size = cell_size(scene)
    return EDGE + size * (x + 0.5), EDGE + size * (y + 0.5)


def between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
