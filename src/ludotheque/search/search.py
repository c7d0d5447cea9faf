"""`Search`: looks for the best move of a seat, within a number of playouts or of milliseconds."""

import math
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque import loops
from ludotheque.compile import is_interpreted
from ludotheque.dice import LENGTH
from ludotheque.game import COLUMNS, Game, GameError, Move
from ludotheque.nets.player import check_view
from ludotheque.notation import write
from ludotheque.search import playouts
from ludotheque.search.deadline import Deadline
from ludotheque.search.hooks import Numbers, find_hooks, is_flat, make_machine, make_notes, read_numbers
from ludotheque.search.network import network_hooks
from ludotheque.search.tree import (
    CHILD,
    COUNT,
    EDGES,
    FIRST_EDGE,
    NEXT,
    NONE,
    OFFER,
    ROOM,
    SEAT,
    VALUE,
    Arrays,
    memory_dtype,
)
from ludotheque.view import View

SLICE_SECONDS = 0.001
FIRST_SLICE = 100  # plies, until the speed is known
FADE = 0.995  # how slowly the longest slice of earlier searches is forgotten: a quarter of it after 60 searches
ANY_NUMBER = 2**40


class Line(NamedTuple):
    """A move at the root, and what the playouts through it say."""

    move: Move
    visits: int
    value: float  # for the seat that decides, -1 to 1
    wins: tuple[float, ...]  # each seat's share of first places
    error: float  # standard error of that share, of the seat that decides
    expected: tuple[tuple[int, Move], ...]  # this move and those that were tried most after it, each with its seat


class Search:
    """The search of one table: its memory is made once, and serves for any number of positions."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        interpreted: bool | None = None,
        is_plain: bool = False,
        network: Path | None = None,
    ):
        """Prepare a search with the game's `search.py`; or without it, if `is_plain`.

        The network of the file `network` takes its place if one is given: `game.folder / SHIPPED` is the game's own.
        """
        if game.rules.observe is not None and game.rules.guess is None:
            template = "{game} hides facts and has no guess: a view of it cannot be played on."
            raise GameError(template, game=game.title)
        hooks = network_hooks(game, network) if network else None if is_plain else find_hooks(game)
        machine = make_machine(game, hooks, is_interpreted() if interpreted is None else interpreted)
        offers = loops.offers_of(game).astype(np.int64)  # as moves are given to the rules elsewhere
        memories, states = np.zeros(1, memory_dtype(game.seats[-1])), np.zeros(2, game.rules.State)
        self._states, self._memory, self._offers = states, memories[0], offers
        self._memory["seats"], self._memory["score"] = seats, game.score
        self._memory["trees"] = seats if game.rules.observe is not None else 1
        self.set_numbers(read_numbers(hooks))
        self._memory["is_flat"] = is_flat(hooks)
        raw, notes = states.view(np.uint8).reshape(2, -1), make_notes(hooks, machine)
        wrapped = map(machine.wrap, make_arrays(offers, game.seats[-1]))
        self._wrapped = (*map(machine.wrap, (states, raw, memories)), notes, Arrays(*wrapped))
        self._run = machine(playouts.run)
        self._has_network = network is not None
        self._longest = 0.0  # slice of the searches so far, in seconds

    def set_numbers(self, numbers: Numbers) -> None:
        for name, value in numbers._asdict().items():
            self._memory[name] = value

    @property
    def playouts(self) -> int:
        """Playouts since `start` or `advance`."""
        return int(self._memory["playouts"])

    @property
    def plies(self) -> int:
        return int(self._memory["plies"])

    def start(self, view: View, seed: int) -> None:
        """Search a view's position for its seat from now on, with an empty tree."""
        self._forget()
        self._set_root(view, seed)

    def _forget(self) -> None:
        memory = self._memory
        memory["root_wins"][: memory["edge_count"]] = 0
        memory["root_squares"][: memory["edge_count"]] = 0
        memory["node_count"] = memory["edge_count"] = 0
        for i in range(memory["trees"]):
            memory["roots"][i] = self._add_root()

    def _add_root(self) -> int:
        node = int(self._memory["node_count"])
        self._memory["nodes"][node] = (0, NONE)
        self._memory["node_count"] += 1
        return node

    def _set_root(self, view: View, seed: int) -> None:
        if self._has_network:
            check_view(view)
        memory = self._memory
        self._kept: dict[int, int] = {}  # visits of moves at the root, from before the last `advance`
        self._legal = view.legal_mask(view.seat)  # what the tree knows of other positions need not be legal here
        memory["forced"] = NONE
        self._states[:] = view.state[0]
        memory["seat"], memory["seed"] = view.seat, seed
        memory["teams"][: view.seats] = view.team_numbers
        memory["spread"] = 0
        memory["playouts"] = memory["plies"] = memory["is_open"] = 0

    def advance(self, played: Sequence[tuple[int, Move]], view: View, seed: int) -> None:
        """Search the position after these moves, each with its seat, and keep what the tree knows about it.

        If the tree does not know these moves, or is more than half full, it is emptied. Where facts are hidden, only
        the own moves of a seat lead on in its tree, and all other trees are emptied.
        """
        memory, own = self._memory, view.seat if self._memory["trees"] > 1 else 0
        root = int(memory["roots"][own])
        for seat, move in played:
            if memory["trees"] == 1 or seat == view.seat:
                root = self._child(root, seat, move)
        is_full = memory["node_count"] > ROOM // 2 or memory["edge_count"] > EDGES // 2
        if root == NONE or is_full:
            self._forget()
        else:
            for i in range(memory["trees"]):
                memory["roots"][i] = root if i == own else self._add_root()
        self._set_root(view, seed)
        self._kept = {edge: int(memory["edges"][edge, COUNT]) for edge in self._sorted_edges()}

    def _child(self, node: int, seat: int, move: Move) -> int:
        """Return the node after a move, or NONE."""
        edges = self._memory["edges"]
        for edge in self._edges_of(node):
            if edges[edge, SEAT] == seat and self._move(edge) == move:
                return int(edges[edge, CHILD])
        return NONE

    def run(self, playouts: int = ANY_NUMBER, plies: int = ANY_NUMBER) -> None:
        """Play until there are this many playouts in all, or for this many plies: the same ones for the same seed."""
        self._run(*self._wrapped, playouts, plies)

    def try_move(self, move: Move, playouts: int = ANY_NUMBER, plies: int = ANY_NUMBER) -> None:
        """Play this many playouts more, or for this many plies, that all begin with one move of the seat."""
        self._memory["forced"] = int(np.flatnonzero((self._offers == np.array(move)).all(axis=1))[0])
        self.run(self.playouts + playouts, plies)
        self._memory["forced"] = NONE

    def run_for(self, seconds: float) -> None:
        """Play for a time: in slices of about a millisecond, with a look at the clock after each.

        One slice is left over, for what a caller does before and after: start and best. On a busy machine as much time
        is left over as the process had to wait for the processor in this search or in the last ones.
        """
        deadline, plies = Deadline(seconds - SLICE_SECONDS, FADE * self._longest), FIRST_SLICE
        while deadline.has_time():
            began = time.thread_time()
            self.run(plies=plies)
            speed = plies / max(time.thread_time() - began, 1e-6)
            plies = max(1, min(4 * plies, int(speed * SLICE_SECONDS)))
        self._longest = deadline.longest

    def best(self) -> Move:
        """Return the move that was tried most; if the budget ended before any playout did, one is played first."""
        if not self._sorted_edges():
            self.run(self.playouts + 1)
        return self._move(self._sorted_edges()[0])

    def lines(self) -> list[Line]:
        """Return the moves at the root, those with most visits first."""
        return [self._line(edge) for edge in self._sorted_edges()]

    def line_of(self, move: Move) -> Line:
        """Return the line of a move that was tried."""
        return next(line for line in self.lines() if line.move == move)

    def count_visits(self, move: Move) -> int:
        return next((line.visits for line in self.lines() if line.move == move), 0)

    def _sorted_edges(self) -> list[int]:
        memory, own = self._memory, int(self._memory["seat"])
        edges, root = memory["edges"], int(memory["roots"][own if memory["trees"] > 1 else 0])
        tried = [edge for edge in self._edges_of(root) if edges[edge, SEAT] == own and edges[edge, COUNT]]
        found = [edge for edge in tried if self._legal[edges[edge, OFFER]]]
        return sorted(found, key=lambda edge: (-edges[edge, COUNT], -memory["worths"][edge, VALUE], edge))

    def _line(self, edge: int) -> Line:
        count, seats = int(self._memory["edges"][edge, COUNT]), int(self._memory["seats"])
        wins = self._memory["root_wins"][edge][:seats]
        _, one_of_each_team = np.unique(self._memory["teams"][:seats], return_index=True)
        shares = tuple((wins / max(1e-9, wins[one_of_each_team].sum())).tolist())
        value = float(self._memory["worths"][edge, VALUE]) / count
        return Line(self._move(edge), count, value, shares, self._error(edge), tuple(self._expected(edge)))

    def _error(self, edge: int) -> float:
        memory, count = self._memory, int(self._memory["edges"][edge, COUNT]) - self._kept.get(edge, 0)
        if not count:
            return math.inf
        mean = float(memory["root_wins"][edge, memory["seat"]]) / count
        return math.sqrt(max(0.0, float(memory["root_squares"][edge]) / count - mean * mean) / count)

    def _move(self, edge: int) -> Move:
        return Move(*self._offers[self._memory["edges"][edge, OFFER]].tolist())

    def _edges_of(self, node: int) -> list[int]:
        found: list[int] = []
        edge = int(self._memory["nodes"][node, FIRST_EDGE]) if node != NONE else NONE
        while edge != NONE:
            found.append(edge)
            edge = int(self._memory["edges"][edge, NEXT])
        return found

    def _expected(self, edge: int) -> list[tuple[int, Move]]:
        """Return a move and the moves that were tried most after it."""
        edges, moves = self._memory["edges"], []
        while edge != NONE and edges[edge, COUNT]:
            moves.append((int(edges[edge, SEAT]), self._move(edge)))
            later = self._edges_of(int(edges[edge, CHILD]))
            edge = max(later, key=lambda one: int(edges[one, COUNT]), default=NONE)
        return moves


def make_arrays(offers: Any, seats: int) -> Arrays:
    count = len(offers)
    outcomes, values = np.zeros((seats, COLUMNS), np.int64), np.zeros(seats)
    return Arrays(np.zeros(LENGTH, np.int64), offers, np.zeros(count, np.int8), np.zeros(count), outcomes, values)


def choose(view: View, playouts: int = ANY_NUMBER, plies: int = ANY_NUMBER) -> str:
    """Return the move of a view's seat after a search; it ends with the first of the two numbers.

    The seed comes from the view, so the same match is played again for the same seeds.
    """
    legal = view.legal_rows(view.seat)
    move = Move(*legal[0].tolist())
    if len(legal) > 1:
        search = search_for(view)
        search.start(view, view.random.getrandbits(62))
        search.run(playouts, plies)
        move = search.best()
    return write(view.game.rules.MOVES, move)


_kept = threading.local()


def search_for(view: View) -> Search:
    """Return this thread's search for tables of this game with as many seats."""
    kept: dict[str, Search] = _kept.__dict__
    key = f"{view.game.package} {view.seats}"
    if key not in kept:
        kept[key] = Search(view.game, view.seats)
    return kept[key]
