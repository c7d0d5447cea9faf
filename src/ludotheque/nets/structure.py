"""What a network may know of a game beyond a flat list of numbers.

A game's `features.py` may name, by the parts of its observation:

    ROWS = {"factories": ("stock", "production")}   parts whose first axis numbers equal things
    PAIRS = {"factories": ("distance",)}            parts whose first two axes number them
    ARGUMENTS = {"source": "factories"}             arguments of moves that number them
    CATEGORIES = {"pairs": 6}                       parts whose numbers are names, 0 to 5, and not sizes
    POTENTIAL = {"lead": 0.5}                       weights of parts that show who is ahead (see rl/ppo.py)

Without these a network treats the observation and the list of offers as flat. A flat network of a game with rows does
so too: for it only CATEGORIES and POTENTIAL count.
"""

from math import prod
from typing import NamedTuple

from ludotheque.game import BadGame, Game
from ludotheque.nets.observations import Layout, features_module

HEADS = 4  # of attention in networks that know rows


class Argument(NamedTuple):
    """An argument of a kind of move: how many values it has, and the rows that it numbers, if any."""

    size: int
    rows: str = ""


class Kind(NamedTuple):
    """A kind of move. Arguments that number rows come first, two at most."""

    name: str
    arguments: tuple[Argument, ...]

    @property
    def rows(self) -> list[str]:
        return [argument.rows for argument in self.arguments if argument.rows]

    @property
    def others(self) -> int:
        """Number of combinations of the arguments that number no rows."""
        return prod(argument.size for argument in self.arguments if not argument.rows)

    @property
    def size(self) -> int:
        """Number of offers of this kind."""
        return prod(argument.size for argument in self.arguments)


class Structure(NamedTuple):
    """Columns of an observation by what they describe, and the kinds of moves in the order of the offers."""

    size: int
    rows: dict[str, list[list[int]]]  # by name: the columns of each row
    pairs: dict[str, list[list[list[int]]]]  # by name: the columns of each pair
    others: list[int]  # the columns that belong to no row, no pair and no category
    categories: list[tuple[int, list[int]]]  # how many names, and the columns with them
    kinds: list[Kind]
    potential: list[tuple[int, float]]  # column and weight


def read_structure(game: Game, layout: Layout, with_rows: bool = True) -> Structure:
    """Return what a network of this game knows; one without rows is flat."""
    module = features_module(game)
    named = {name: getattr(module, name, {}) if with_rows else {} for name in ("ROWS", "PAIRS", "ARGUMENTS")}
    rows = {name: columns_by_row(layout, parts, 1) for name, parts in named["ROWS"].items()}
    pairs = {name: columns_by_pair(layout, parts) for name, parts in named["PAIRS"].items()}
    used = {c for table in rows.values() for row in table for c in row}
    used |= {c for table in pairs.values() for row in table for cell in row for c in cell}
    categories = [(count, columns_of(layout, name)) for name, count in getattr(module, "CATEGORIES", {}).items()]
    used |= {column for _, columns in categories for column in columns}
    others = [column for column in range(layout.size) if column not in used]
    kinds = list_kinds(game, named["ARGUMENTS"])
    potential = [
        (column, float(weight))
        for name, weight in getattr(module, "POTENTIAL", {}).items()
        for column in columns_of(layout, name)
    ]
    return Structure(layout.size, rows, pairs, others, categories, kinds, potential)


def columns_of(layout: Layout, name: str) -> list[int]:
    return list(range(layout.part(name).start, layout.part(name).stop))


def columns_by_row(layout: Layout, parts: tuple[str, ...], axes: int) -> list[list[int]]:
    """Return the columns of each row: those of all `parts` at the same index of their first `axes` axes."""
    table: list[list[int]] = []
    for name in parts:
        part = layout.part(name)
        count = prod(part.shape[:axes])
        width = (part.stop - part.start) // count
        table = table or [[] for _ in range(count)]
        if len(table) != count:
            raise BadGame("The part {name} has {count} rows, not {wanted}.", name=name, count=count, wanted=len(table))
        for index, row in enumerate(table):
            row += range(part.start + index * width, part.start + (index + 1) * width)
    return table


def columns_by_pair(layout: Layout, parts: tuple[str, ...]) -> list[list[list[int]]]:
    flat = columns_by_row(layout, parts, 2)
    side = layout.part(parts[0]).shape[0]
    return [flat[first * side : (first + 1) * side] for first in range(side)]


def list_kinds(game: Game, rows: dict[str, str]) -> list[Kind]:
    kinds = []
    for name, arguments in game.rules.MOVES.items():
        if arguments is not None:
            sizes = {key: values if isinstance(values, int) else len(values) for key, values in arguments.items()}
            kinds.append(Kind(name, tuple(Argument(size, rows.get(key, "")) for key, size in sizes.items())))
    return kinds
