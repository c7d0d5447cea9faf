"""Many matches of one game at once: `batch("emile", 65536, device="cuda")`.

The rules are the same file as everywhere. devices.py has what differs between the CPU and the GPU.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque import loops
from ludotheque.game import BadOption, Game, OptionValue, load, quote
from ludotheque.match import SEEDS
from ludotheque.nets.observations import Layout, layout_of, needs_views
from ludotheque.rl import steps
from ludotheque.rl.blocks import count_words, find_word
from ludotheque.rl.cuda import Cuda
from ludotheque.rl.devices import Cpu, Device, NoDevice

Snapshot = dict[str, Any]  # copies of a batch's arrays, by name, on its device

NO_MOVES = np.zeros((0, 1), np.int64)


def batch(
    name: str,
    matches: int,
    device: str = "cpu",
    seats: int | None = None,
    restart: bool = False,
    stream: int = 0,
    **options: OptionValue,
) -> "Batch":
    """Make a batch of `matches` matches on one device; `reset` begins them.

    With `restart` a match that ends begins again at once. On the GPU all work is queued on the CUDA stream `stream`.
    """
    if matches < 1:
        raise BadOption("A batch holds at least one match, not {matches}.", matches=matches)
    game = load(name)
    return Batch(game, matches, find_device(device, game, stream), seats or game.default_seats, restart, options)


def find_device(name: str, game: Game, stream: int) -> Device:
    if name == "cpu":
        return Cpu()
    if name == "cuda":
        return Cuda(stream, *choose_lanes(len(loops.offers_of(game))))
    raise NoDevice("A batch lives on cpu or cuda, not on {device}.", device=quote(name))


def choose_lanes(offers: int) -> tuple[int, int]:
    """Return how many threads of a GPU share a match, and how many registers each may have.

    With many offered moves listing them is most of the work, which threads can share. With fewer registers for each
    thread more threads are under way, which hides how long they wait for memory.
    """
    lanes = 1 if offers < 1000 else 8 if offers < 2000 else 16
    return lanes, 64


class Batch:
    """Matches side by side. Where several seats of a match may move, the lowest of them is next.

    Every array is [match, …] and stays the same array for the life of the batch: each step writes into it. Without
    `restart` a match that is over stays as it is.
    """

    states: Any  # the states, as records
    waiting: Any  # the seat that moves next, -1 when the match is over
    masks: Any  # [match, offer]: may the next seat play this offered move?
    counts: Any  # number of moves that it may play
    errors: Any  # index in ERRORS of the last move, 0 if it was played
    plies: Any  # number of moves played in this episode
    done: Any  # 1 if the match is over, or ended in the last step and began again
    rewards: Any  # [match, seat]: what the last step brought each seat: 0, except when it ended the match
    ranks: Any  # [match, seat]: ranks of the last episode that ended; 0 before
    outcomes: Any  # [match, seat, number]: outcomes of the last episode that ended; 0 before
    seeds: Any  # seed of this episode
    episodes: Any  # number of restarts
    observations: Any  # [match, number]: what the next seat sees, once `observe` has been called
    last_seats: Any  # the seat that played the last move of the last episode that ended
    last_states: Any  # the state in which it ended, of batches that restart

    def __init__(
        self, game: Game, matches: int, device: Device, seats: int, restart: bool, options: dict[str, OptionValue]
    ):
        self.game = game
        self.seats = seats
        self.device = device
        self.restarts = restart
        self.offers = loops.offers_of(game)
        self.options = self._read_options(options)
        self.layout: Layout = layout_of(game, self.options, seats)
        self._matches = matches
        self._run = device.make_runner(game, self.layout, matches)
        self._arrays = self._make_arrays()
        for name in PUBLIC:
            setattr(self, name, device.export(getattr(self._arrays, name)))
        self._no_episodes = device.place(np.zeros(matches, np.int32))
        self._observes = False
        self._no_moves = device.place(NO_MOVES)
        self._seen: Any = None

    def __len__(self) -> int:
        return self._matches

    def _read_options(self, options: Mapping[str, OptionValue]) -> dict[str, int]:
        seeds = {name: 0 for name, option in self.game.options.items() if option.is_seed and name not in options}
        self._seed_options = tuple(seeds)
        return self.game.read_options({**seeds, **options}, self.seats, 0)

    def _make_arrays(self) -> steps.Arrays:
        matches, state, zeros, place = len(self), self.game.rules.State, self.device.zeros, self.device.place
        blank = np.zeros(1, state)
        for name, value in self.options.items():
            blank[name] = value
        fields: Any = state.fields
        word = find_word(state)
        states, state_bytes, state_words = self.device.make_records(matches, state, word)
        last_states, _, last_words = self.device.make_records(matches if self.restarts else 0, state, word)
        views, _, view_words = self.device.make_records(
            matches if needs_views(self.game, self.layout) else 0, state, word
        )
        return steps.Arrays(
            states=states,
            state_bytes=state_bytes,
            state_words=state_words,
            last_states=last_states,
            last_words=last_words,
            views=views,
            view_words=view_words,
            blank=place(blank.view(word)),
            record_size=state.itemsize,
            seed_places=place(np.array([fields[name][1] for name in self._seed_options], np.int64)),
            offers=place(self.offers),
            teams=place(np.array(self.game.teams_of(self.options, self.seats), np.int64)),
            first_seeds=zeros(matches, np.int64),
            seeds=zeros(matches, np.int64),
            episodes=zeros(matches, np.int32),
            plies=zeros(matches, np.int64),
            waiting=zeros(matches, np.int8),
            last_seats=zeros(matches, np.int8),
            counts=zeros(matches, np.int32),
            marks=zeros((matches if self.device.keeps_marks else 0, count_words(len(self.offers))), np.int64),
            masks=zeros((matches, len(self.offers)), np.int8),
            errors=zeros(matches, np.int32),
            done=zeros(matches, np.int8),
            rewards=zeros((matches, self.seats), np.float32),
            ranks=zeros((matches, self.seats), np.int8),
            outcomes=zeros((matches, self.seats, len(self.game.outcome)), np.int64),
            observations=zeros((matches, self.layout.size), np.float32),
        )

    def reset(self, seeds: int | Sequence[int] | npt.NDArray[np.int64] | Any) -> None:
        """Begin every match anew, each from its own seed; from one number on, the seeds are counted up."""
        if isinstance(seeds, int | np.integer):
            first, last = int(seeds), int(seeds) + len(self) - 1
            if first not in SEEDS or last not in SEEDS:
                raise BadOption("Seeds from {first} to {last} do not fit into 64 bits.", first=first, last=last)
            seeds = first + np.arange(len(self))
        placed = self.device.take(seeds)
        if placed.shape != (len(self),) or placed.dtype.kind not in "iu":
            raise self._bad_array("seeds", placed)
        for array in (self._arrays.first_seeds, self._arrays.seeds):
            self.device.copy(array, placed)
        self.device.copy(self._arrays.episodes, self._no_episodes)
        self._advance(steps.BEGIN, self._no_moves, 1)

    def step(self, moves: Any) -> None:
        """Play one move in every match: an array of indices of `offers`, or of rows of four numbers.

        Arrays of other libraries are accepted, on the GPU those with `__cuda_array_interface__`. A match whose move is
        refused stays as it is: `errors` says why.
        """
        placed = self.device.take(moves)
        if placed.shape == (len(self),):
            placed = placed.reshape(-1, 1)
        elif placed.shape != (len(self), 4):
            raise self._bad_array("moves", placed)
        if placed.dtype.kind not in "iu":
            raise self._bad_array("moves", placed)
        self._advance(steps.OFFERED if placed.shape[1] == 1 else steps.ANY, placed, 1)

    def _bad_array(self, name: str, array: Any) -> BadOption:
        template = "This batch takes {count} {name}, whole numbers, not an array {shape} of {dtype}."
        return BadOption(template, count=len(self), name=name, shape=tuple(array.shape), dtype=array.dtype)

    def choose_seats(self, seats: Any) -> None:
        """Where several seats are awaited at once, make this one the next: a number, or one for each match.

        Where its move is not awaited, the lowest seat that is awaited stays the next.
        """
        self._advance(steps.CHOOSE, self._take_seats(seats, np.int64).reshape(-1, 1), 1)

    def _take_seats(self, seats: Any, kind: type[np.signedinteger]) -> Any:
        """Return a seat for each match: the same one if `seats` is a number; -1 if there is no such seat."""
        if isinstance(seats, int | np.integer):
            seats = np.full(len(self), seats if 0 <= seats < self.seats else -1, kind)
        placed = self.device.take(seats)
        if placed.shape != (len(self),) or placed.dtype.kind not in "iu":
            raise self._bad_array("seats", placed)
        return placed

    def play_random(self, plies: int) -> None:
        """Play `plies` random legal moves in every match, each equally likely; fewer where the match ends before."""
        self._advance(steps.RANDOM, self._no_moves, plies)

    def _advance(self, what: int, moves: Any, plies: int) -> None:
        self._run(steps.advance, self._arrays, what, moves, plies, int(self._observes))

    def observe(self, seats: Any = None) -> Any:
        """Return what the next seat of each match sees: [match, number]; `layout` says what the numbers are.

        From the first call on, each step writes them too. `seats`, a number or one for each match, asks for the views
        of these seats instead. Where a match is over, or has no such seat, there are zeros.
        """
        if seats is None:
            if not self._observes:
                self._observes = True
                self._observe_next()
            return self.observations
        return self._observe_into_seen(seats, of_last=False)

    def observe_last(self, seats: Any = None) -> Any:
        """Return what seats saw at the end of the last episode that ended, of batches that restart.

        By default in each match the seat that played the last move. Zeros where no episode has ended.
        """
        if not self.restarts:
            raise BadOption("Only a batch that restarts its matches keeps their last states.")
        return self._observe_into_seen(self.last_seats if seats is None else seats, of_last=True)

    def _observe_into_seen(self, seats: Any, of_last: bool) -> Any:
        placed = self._take_seats(seats, np.int8)
        if self._seen is None:
            self._seen = self.device.zeros((len(self), self.layout.size), np.float32)
        self._observe(placed, self._seen, of_last)
        return self.device.export(self._seen)

    def _observe_next(self) -> None:
        self._observe(self.device.take(self.waiting), self._arrays.observations)

    def _observe(self, seats: Any, out: Any, of_last: bool = False) -> None:
        self._run(steps.observe_seats, self._arrays, int(of_last), seats, out)

    def snapshot(self) -> Snapshot:
        """Return copies of all arrays, from which `restore` continues exactly here."""
        return {name: self.device.duplicate(array) for name, array in self._changing().items()}

    def restore(self, snapshot: Snapshot) -> None:
        """Put every match back as it was when the snapshot was made, by this batch or one like it."""
        mine = self._changing()
        if {name: a.shape for name, a in mine.items()} != {name: a.shape for name, a in snapshot.items()}:
            raise BadOption("This snapshot was made by a batch of another game, size or kind.")
        for name, array in mine.items():
            self.device.copy(array, snapshot[name])
        if self._observes:  # the snapshot may be older than the first call of `observe`
            self._observe_next()

    def _changing(self) -> dict[str, Any]:
        """Return the arrays that a step can change. Numba's arrays on the GPU copy no records: bytes stand for them."""
        arrays = self._arrays._asdict()
        names = [name for name in PUBLIC if name not in ("states", "last_states")]
        hidden = ["state_bytes", "last_words", "first_seeds", *(["marks"] if self.device.keeps_marks else [])]
        return {name: arrays[name] for name in (*names, *hidden)}


PUBLIC = (  # arrays that are attributes of a Batch
    "states", "seeds", "episodes", "plies", "waiting", "last_seats", "counts", "masks", "errors", "done", "rewards",
    "ranks", "outcomes", "observations", "last_states",
)  # fmt: skip
