"""One match in the arrays of a batch, for environments that play match by match.

A call from Python into compiled code with a record costs more than the move itself. Here everything stays in a batch's
arrays, and a move crosses that border once.
"""

import secrets
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from ludotheque import loops
from ludotheque.game import Game, Move, OptionValue, load
from ludotheque.rl.batch import Batch, Snapshot
from ludotheque.rl.devices import Cpu, CpuRunner
from ludotheque.rl.steps import ANY, CHOOSE, OFFERED, advance
from ludotheque.view import IllegalMove, View

MODES = ["svg", "rgb_array", "ansi"]


class SingleMatch:
    """A batch of one match."""

    def __init__(self, name: str, seats: int | None = None, **options: OptionValue):
        self.game: Game = load(name)
        self.batch = Batch(self.game, 1, Cpu(), seats or self.game.default_seats, False, options)
        self.batch.observe()
        self.seats = self.batch.seats
        self.moves = len(self.batch.offers)
        self._move = np.zeros((1, 1), np.int64)
        self._play, self._choose = self._bind(OFFERED), self._bind(CHOOSE)
        self.mask: Any = self.batch.masks[0]  # of the seat that is next
        self.observation: Any = self.batch.observations[0]
        self.rewards: Any = self.batch.rewards[0]
        self._waiting = memoryview(self.batch.waiting)
        self._errors = memoryview(self.batch.errors)

    def _bind(self, what: int) -> Callable[[], None]:
        """Return a function that does this with `_move`: calling the batch takes as long as a move of most games."""
        runner = cast(CpuRunner, self.batch._run)
        return runner.bind(advance, self.batch._arrays, what, self._move, 1, 1)

    def reset(self, seed: int | None) -> None:
        """Begin again, from a drawn seed if none is given."""
        self.batch.reset([secrets.randbits(62) if seed is None else seed])

    @property
    def waiting(self) -> int:
        """The seat that moves next, -1 when the match is over."""
        return self._waiting[0]

    def play(self, move: int) -> None:
        """Play an offered move by its index; a refused one raises IllegalMove."""
        self._move[0, 0] = move
        self._play()
        self._raise_error()

    def play_any(self, move: Move) -> None:
        """Play a move that need not be offered; a refused one raises IllegalMove."""
        self.batch._advance(ANY, np.array([move], np.int64), 1)
        self._raise_error()

    def _raise_error(self) -> None:
        if self._errors[0]:
            raise IllegalMove(self.game.rules.ERRORS[self._errors[0]])

    def observe(self, seat: int) -> Any:
        """Return a copy of what a seat sees."""
        return (self.observation if seat == self._waiting[0] else self.batch.observe(seat)[0]).copy()

    def mask_of(self, seat: int) -> Any:
        """Return a copy of the mask of a seat; nothing is marked unless it moves next."""
        return self.mask.copy() if seat == self._waiting[0] else np.zeros(self.moves, np.int8)

    def choose(self, seat: int) -> None:
        """Make a seat the next one, if its move is awaited too."""
        self._move[0, 0] = seat
        self._choose()

    @property
    def active(self) -> list[int]:
        """The seats whose moves are awaited."""
        return [int(seat) for seat in np.flatnonzero(self.batch.states["active"][0])]

    def view(self, seat: int) -> View:
        """Return a view of the match, for bots and pictures; -1 is a spectator."""
        return view_match(self.batch, 0, seat)

    def render(self, mode: str | None) -> Any:
        view = self.view(-1)
        if mode == "rgb_array":
            from ludotheque.paint import make_pixels  # the only part that needs the extra `picture`

            return make_pixels(view)
        return view.svg() if mode == "svg" else view.text() if mode == "ansi" else None

    def snapshot(self) -> Snapshot:
        return self.batch.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        self.batch.restore(snapshot)


def view_match(batch: Batch, index: int, seat: int) -> View:
    """Return a view of one match of a batch on the CPU."""
    machine = loops.machine(batch.game, interpreted=False)
    names = [f"seat_{i}" for i in range(batch.seats)]
    seed = f"{batch.seeds[index]} {batch.plies[index]} {seat}".encode()
    view = View(batch.game, batch.seats, machine, names, batch.states[index].tobytes(), seat=seat, random_seed=seed)
    machine(loops.look)(view.state, 0, seat)
    return view
