"""A network as what the search knows about a game: which moves look good, and what a position is worth.

Its logits are the ratings of moves. A playout ends where it leaves the tree, and the network's value counts there: what
the network expects from there on, instead of what random moves would bring. Compiled code runs it (nets/forward.py).
"""

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np

from ludotheque.compile import Machine, compiled, games_own
from ludotheque.dice import Dice
from ludotheque.game import Array, Game, StateRecord
from ludotheque.loops import awaited
from ludotheque.nets.forward import think
from ludotheque.nets.observations import Features
from ludotheque.nets.player import default_layout, read_arrays
from ludotheque.search.ends import values_by_outcome
from ludotheque.search.tree import Arrays, Memory

features: Features = games_own


class Notes(NamedTuple):
    observation: Array
    steps: Array  # these four are explained in nets.forward.Forward
    columns: Array
    weights: Array
    memory: Array


@cache
def network_hooks(game: Game, file: Path) -> ModuleType:
    """Return what a game's `search.py` could be, with the network of a file."""
    forward, layout = read_arrays(game, file), default_layout(game)

    def make_notes(machine: Machine) -> Notes:
        observation = np.zeros(layout.size, np.float32)
        return Notes(*(machine.wrap(array) for array in (observation, *forward._replace(memory=forward.memory.copy()))))

    hooks = ModuleType(f"{game.package}.network")
    hooks.__dict__.update(
        BEYOND=0,
        make_notes=make_notes,
        rate_moves=rate_moves,
        features=layout.features,
        write_values=write_values,
        write_chances=write_chances,
    )
    return hooks


@compiled
def rate_moves(
    state: StateRecord, seat: int, notes: Notes, offers: Array, mask: Array, ratings: Array, dice: Dice
) -> None:
    rate_position(state, seat, notes)
    for i in range(len(mask)):
        ratings[i] = notes.memory[i]


@compiled
def rate_position(state: StateRecord, seat: int, notes: Notes) -> float:
    """Write the logits, and return the value for a seat, from -1 to 1."""
    features(state, seat, notes.observation, 0, 1)
    value = think(notes.observation, notes.steps, notes.columns, notes.weights, notes.memory)
    return max(-1.0, min(1.0, value))


@compiled
def write_values(memory: Memory, arrays: Arrays, state: StateRecord, notes: Notes) -> None:
    if awaited(state) < 0:
        values_by_outcome(memory, arrays, state, notes)
    else:
        for seat in range(memory.seats):
            arrays.values[seat] = rate_position(state, seat, notes)


@compiled
def write_chances(memory: Memory, arrays: Arrays, state: StateRecord, notes: Notes) -> None:
    """Write shares of first place that grow with the values: for two seats they are the chances to win."""
    total = 1e-9
    for seat in range(memory.seats):
        memory.wins[seat] = 1.0 + rate_position(state, seat, notes)
        total += memory.wins[seat]
    for seat in range(memory.seats):
        memory.wins[seat] /= total
