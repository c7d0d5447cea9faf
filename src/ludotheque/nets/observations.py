"""What a network sees: a seat's view as one row of numbers from about -1 to 1.

A game may have a `features.py` with two functions:

    describe(options, seats)                   the parts of an observation in their order: name, shape, one sentence
    features(state, seat, out, first, stride)  write them into `out`; marked @compiled

Several threads of a GPU share the work: each loop runs over `range(first, n, stride)`, and what has no loop is done if
`first` is 0. Every number is written each time. `features` gets the state itself, because a copy of the view would cost
more than the rest, but must read only what the seat may know: for the state and for the view it writes the same.

For a game without `features.py` they are derived from the fields of its State. These get a copy of the view if the game
hides anything.
"""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludotheque.compile import Machine, compiled, games_own, is_interpreted
from ludotheque.game import Array, BadGame, Game, StateRecord, field_names
from ludotheque.view import View

Features = Callable[[StateRecord, int, Array, int, int], None]
features: Features = games_own

HALVES = {1: 8, 2: 256, 4: 1024, 8: 1024}  # by the bytes of a field: the number that is shown as 0.5


class Part(NamedTuple):
    """One part of an observation: `observation[start:stop].reshape(shape)`."""

    name: str
    shape: tuple[int, ...]
    about: str
    start: int

    @property
    def stop(self) -> int:
        return self.start + prod(self.shape)


class Layout(NamedTuple):
    """The parts of a game's observations, and the function that writes them."""

    parts: tuple[Part, ...]
    features: Features
    is_derived: bool

    @property
    def size(self) -> int:
        return self.parts[-1].stop

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)


def layout_of(game: Game, options: Mapping[str, int], seats: int) -> Layout:
    """Return the layout of the observations of a match with these options and seats."""
    module = features_module(game)
    if module is None:
        return derive(game)
    return Layout(number_parts(module.describe(options, seats)), module.features, is_derived=False)


def needs_views(game: Game, layout: Layout) -> bool:
    """Return whether features are written from a copy of the view: those that read every field of a state."""
    return layout.is_derived and game.rules.observe is not None


@cache
def features_module(game: Game) -> Any:
    """Return the game's `features.py`, None if it has none."""
    name = f"{game.package}.features"
    if importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    missing = [name for name in ("describe", "features") if not hasattr(module, name)]
    if missing:
        raise BadGame("{module} lacks {names}.", module=module.__name__, names=", ".join(missing))
    return module


def observe_view(view: View, seat: int) -> npt.NDArray[np.float32]:
    """Return the observation of a single view, the same numbers as in a batch."""
    layout = layout_of_view(view)
    out = np.zeros(layout.size, np.float32)
    machine = features_machine(view.game, layout.features, is_interpreted())
    machine(write_features)(machine.wrap(view.state), 0, seat, machine.wrap(out))
    return out


def layout_of_view(view: View) -> Layout:
    options = {name: int(view.state[name][0]) for name in view.game.options}
    return layout_of(view.game, options, view.seats)


@cache
def features_machine(game: Game, features: Features, interpreted: bool) -> Machine:
    return Machine(game.name, {"features": features}, interpreted)


@compiled
def write_features(states: Array, i: int, seat: int, out: Array) -> None:
    features(states[i], seat, out, 0, 1)


def number_parts(shapes: Mapping[str, tuple[tuple[int, ...], str]]) -> tuple[Part, ...]:
    """Place the parts one after the other."""
    parts, start = [], 0
    for name, (shape, about) in shapes.items():
        parts.append(Part(name, shape, about, start))
        start = parts[-1].stop
    return tuple(parts)


@cache
def derive(game: Game) -> Layout:
    """Return a layout with every field of the State that is not an option, and the number of the seat as flags.

    The function is written as text from the dtype: compiled code cannot look up a field by a name that it computes.
    """
    state = game.rules.State
    fields = {name: state[name].shape for name in field_names(state) if name not in game.options}
    seats = state["active"].shape[0]
    parts = number_parts({"seat": ((seats,), ""), **{name: (shape, "") for name, shape in fields.items()}})
    lines = ["def derived_features(state, seat, out, first, stride):"]
    lines += [line for part in parts for line in write_part(part, state)]
    names: dict[str, Any] = {"__name__": __name__, "squash": squash}
    exec(compile("\n".join(lines), __file__, "exec"), names)  # with a file name, so that its code can be cached
    return Layout(parts, compiled(names["derived_features"]), is_derived=True)


def write_part(part: Part, state: np.dtype[Any]) -> list[str]:
    """Return the lines that write one part: flags for the seat, else the squashed numbers of a field."""
    count = prod(part.shape)
    if part.name == "seat":
        return [f"    for i in range(first, {count}, stride):", f"        out[{part.start} + i] = i == seat"]
    half = HALVES[state[part.name].base.itemsize]
    if not part.shape:
        return ["    if first == 0:", f"        out[{part.start}] = squash(state.{part.name}, {half})"]
    steps = [prod(part.shape[axis + 1 :]) for axis in range(len(part.shape))]
    index = ", ".join(f"i // {step} % {size}" for step, size in zip(steps, part.shape))
    value = f"squash(state.{part.name}[{index}], {half})"
    return [f"    for i in range(first, {count}, stride):", f"        out[{part.start} + i] = {value}"]


@compiled
def squash(number: int, half: int) -> float:
    """Return a number between -1 and 1: 0.5 for `half`. One division, so that all machines round alike."""
    return number / (half + abs(number))
