"""What a game can tell the search in `search.py` of its folder. Everything there is optional:

    Notes                                dtype of a record in which its functions can write, or
    make_notes(machine)                  return arrays for this instead, as a NamedTuple
    begin_playout(state, seat, notes, dice)   called at the start of each playout; `seat` is the one that decides
    choose_move(state, seat, notes, dice)     return the move that a seat plays outside the tree; else any legal move
    rate_moves(state, seat, notes, offers, mask, ratings, dice)
                                         write a rating for every offer that is marked in `mask`, higher is better
    evaluate(state, notes, values)       write the value of an end for each seat, -1 to 1; else rank and lead
    rate_chances(state, notes, chances)  write each seat's chance of first place where a playout is cut after LONGEST
    LONGEST, BEYOND, WIDTH, EXPLORE, TEMPERATURE   numbers, see `Numbers`
    MATCH_PLIES                          plies that an analysis simulates for a whole match

The functions are marked `@compiled`. A position can be evaluated before its end, where a playout is cut after LONGEST.
With `choose_move` and without `rate_moves` the tree has only the next move of the seat that decides, and everything
after it goes by the game's rule: a tree over moves that nobody rates would play worse.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import Machine, compiled
from ludotheque.dice import Dice, draw
from ludotheque.game import Array, Game, Move, StateRecord
from ludotheque.search import ends, playouts

OWN_MODULES = __name__.rpartition(".")[0]  # what calls functions of a game's `search.py`
FURTHER = ("features", "write_values", "write_chances")  # functions that only hooks of this package give
NO_NOTES = np.dtype([("unused", "i8")])
MATCH_PLIES = 8_000_000


class Numbers(NamedTuple):
    """The numbers of a search, as a game gives them or by default."""

    longest: int = 400  # plies of a playout; after them the position is evaluated as it is
    beyond: int = 2**40  # plies of a playout outside the tree
    width: int = 16  # moves that a new node considers; the root of its square of visits adds more
    explore: float = 1.5  # how strongly moves with few visits are preferred
    temperature: float = 1.0  # of ratings: a move rated higher by this much is tried 2.7 times as often


def find_hooks(game: Game) -> ModuleType | None:
    """Return the game's `search.py`, if it has one."""
    name = f"{game.package}.search"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def read_numbers(hooks: ModuleType | None) -> Numbers:
    given = {name: getattr(hooks, name.upper()) for name in Numbers._fields if hasattr(hooks, name.upper())}
    return Numbers(**given)


def read_match_plies(game: Game) -> int:
    """Return how many plies an analysis of a match simulates: fewer where a game's own playouts take longer."""
    return int(getattr(find_hooks(game), "MATCH_PLIES", MATCH_PLIES))


def is_flat(hooks: ModuleType | None) -> bool:
    """Return whether the tree has only the next move."""
    return hasattr(hooks, "choose_move") and not hasattr(hooks, "rate_moves")


def make_notes(hooks: ModuleType | None, machine: Machine) -> Any:
    """Return a sequence with the notes as its only item."""
    if hooks is not None and hasattr(hooks, "make_notes"):
        return (hooks.make_notes(machine),)
    return machine.wrap(np.zeros(1, getattr(hooks, "Notes", NO_NOTES)))


@cache
def make_machine(game: Game, hooks: ModuleType | None, interpreted: bool) -> Machine:
    """Return the machine of a game's search: its rules, and what its `search.py` gives."""
    defaults = (begin_playout, choose_move, rate_moves, evaluate, rate_chances)
    functions = {one.__name__: getattr(hooks, one.__name__, one) for one in defaults}
    chooses, evaluates = hasattr(hooks, "choose_move"), hasattr(hooks, "evaluate")
    functions["pick_move"] = playouts.pick_by_game if chooses else playouts.pick_at_random
    rates = hasattr(hooks, "rate_chances")
    functions["write_chances"] = ends.chances_by_game if rates else ends.chances_by_outcome
    functions["write_values"] = ends.values_by_game if evaluates else ends.values_by_outcome
    given = {name: getattr(hooks, name) for name in FURTHER if hasattr(hooks, name)}
    return SearchMachine(loops.machine(game, interpreted), {**functions, **given})


class SearchMachine(Machine):
    """Builds a search on top of a game's own machine, so that the rules are not compiled a second time."""

    def __init__(self, rules: Machine, functions: Mapping[str, Callable[..., Any]]):
        super().__init__(rules.game, {**rules._functions, **functions}, rules.interpreted)
        self._rules = rules

    def _compile(self, original: FunctionType, copy: FunctionType) -> Any:
        """Compile without the counting of references to arrays, which takes long; a search makes no arrays."""
        dispatcher = super()._compile(original, copy)
        dispatcher.targetoptions["_nrt"] = False
        return dispatcher

    def __call__(self, function: Callable[..., Any]) -> Any:
        is_of_search = function.__module__.startswith(OWN_MODULES)
        return super().__call__(function) if is_of_search else self._rules(function)


@compiled
def begin_playout(state: StateRecord, seat: int, notes: StateRecord, dice: Dice) -> None:
    """By default nothing happens."""


@compiled
def choose_move(state: StateRecord, seat: int, notes: StateRecord, dice: Dice) -> Move:
    """Never called: without the game's own function moves are random."""
    return Move(0, 0, 0, 0)


@compiled
def evaluate(state: StateRecord, notes: StateRecord, values: Array) -> None:
    """Never called: without the game's own function values are ranks and leads."""


@compiled
def rate_chances(state: StateRecord, notes: StateRecord, chances: Array) -> None:
    """Never called: without the game's own function the seat that is ahead counts as first."""


@compiled
def rate_moves(
    state: StateRecord, seat: int, notes: StateRecord, offers: Array, mask: Array, ratings: Array, dice: Dice
) -> None:
    """By default all moves are rated the same but for a trifle, so that their order is random."""
    word = draw(dice)
    for i in range(len(mask)):
        ratings[i] = ((word ^ (i * 0x9E3779B1)) * 0x2C1B3C6D >> 12 & 0xFFFF) * 1e-9
