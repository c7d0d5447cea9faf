"""What a network sees of each game: the same numbers on every machine, and nothing that is hidden."""

import random
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.checks.laws import make_match, walk
from ludotheque.game import Game, Move
from ludotheque.match import Match
from ludotheque.nets import observations
from ludotheque.nets.observations import derive, features_machine, layout_of, observe_view, write_features
from ludotheque.nets.structure import read_structure
from ludotheque.rl import dlpack
from tests.test_batch import batch_of, each_game

pytestmark = pytest.mark.slow

MATCHES, PLIES = 6, 150
LARGEST = 1100  # numbers in an observation


def write(game: Game, match: Match, seat: int, interpreted: bool, is_view: bool) -> bytes:
    """Return the observation of a seat, written from its view or from the state itself."""
    layout = layout_of(game, game.read_options(match.options, match.seats, match.seed), match.seats)
    machine = features_machine(game, layout.features, interpreted)
    out = np.full(layout.size, np.nan, np.float32)
    state = match.view(seat).state if is_view else match.state
    machine(write_features)(machine.wrap(state), 0, seat, machine.wrap(out))
    assert np.isfinite(out).all(), "a number was not written"
    return out.tobytes()


def write_together(game: Game, match: Match, seat: int, threads: Sequence[int]) -> bytes:
    """Return the observation of a seat, written by several threads one after the other."""
    layout = layout_of(game, game.read_options(match.options, match.seats, match.seed), match.seats)
    machine = features_machine(game, layout.features, interpreted=True)
    out = np.full(layout.size, np.nan, np.float32)
    for thread in threads:
        machine(layout.features)(machine.wrap(match.state)[0], seat, machine.wrap(out), thread, len(threads))
    return out.tobytes()


@each_game
@pytest.mark.parametrize("number", range(MATCHES))
def test_an_observation_shows_nothing_hidden(game: Game, number: int) -> None:
    """Features of the state and of the view are the same, so states with the same view have the same observation."""
    rng = random.Random(number)
    for ply, match in enumerate(walk(make_match(game, number), rng, PLIES)):
        for seat in range(match.seats) if ply % 10 == 0 else ():
            seen = write(game, match, seat, interpreted=False, is_view=True)
            assert write(game, match, seat, interpreted=False, is_view=False) == seen
            if ply % 50 == 0:
                assert write(game, match, seat, interpreted=True, is_view=True) == seen
                assert write_together(game, match, seat, range(8)) == seen
                assert write_together(game, match, seat, range(7, -1, -1)) == seen, "a thread waits for others"


@each_game
def test_a_batch_writes_what_each_seat_sees(game: Game) -> None:
    batch = lt.batch(game.name, 3)
    batch.reset(40)
    matches = [lt.new(game.name, seed=40 + i) for i in range(3)]
    assert batch.observe() is batch.observations
    assert batch.layout.size <= LARGEST
    for _ in range(30):
        for i, match in enumerate(matches):
            seen = [observe_view(match.view(seat), seat) for seat in range(match.seats)]
            assert np.array_equal(batch.observations[i], seen[match.active[0]])
            for seat in range(match.seats):
                assert np.array_equal(batch.observe(seat)[i], seen[seat])
        moves = batch.masks.argmax(axis=1)
        for i, match in enumerate(matches):
            match.play(Move(*batch.offers[moves[i]].tolist()), match.active[0])
        batch.step(moves)
    structure = read_structure(game, batch.layout)
    for count, columns in structure.categories:
        names = batch.observations[:, columns]
        assert ((names == names.astype(int)) & (names >= 0) & (names < count)).all()
    named = {column for _, columns in structure.categories for column in columns}
    sizes = [column for column in range(batch.layout.size) if column not in named]
    assert np.abs(batch.observations[:, sizes]).max() < 20
    assert len(np.unique(batch.observations)) > 4


@each_game
def test_the_last_observation_is_kept(game: Game) -> None:
    batch = batch_of(game, 1)
    batch.reset(3)
    assert not batch.observe_last().any()
    match = Match(game, game.default_seats, 3, game.quick)
    while not match.over:
        move = int(batch.masks[0].argmax()) if match.ply % 3 else int(np.flatnonzero(batch.masks[0])[-1])
        seat = match.active[0]
        match.play(Move(*batch.offers[move].tolist()), seat)
        batch.step([move])
    assert np.array_equal(batch.observe_last()[0], observe_view(match.view(seat), seat))
    assert np.array_equal(batch.observe_last(0)[0], observe_view(match.view(0), 0))


def test_observations_are_derived_from_the_fields_of_a_state() -> None:
    """Émile without its features.py: every field that is no option, and the seat as flags."""
    layout = derive(lt.load("emile"))
    match = lt.new("emile", seed=3)
    out = np.zeros(layout.size, np.float32)
    machine = features_machine(match.game, layout.features, False)
    machine(write_features)(match.state, 0, 1, out)
    assert out[layout.part("seat").start : layout.part("seat").stop].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
    score = layout.part("score")
    assert out[score.start : score.stop].tolist() == pytest.approx([-2500 / 2756] * 2 + [0] * 6)
    assert "rounds" not in [part.name for part in layout.parts]


def test_a_game_with_secrets_and_without_features_is_observed_by_its_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observations, "features_module", lambda game: None)
    match = lt.new("ghost", seed=1)
    match.play(match.legal(0)[0], 0)
    batch = lt.batch("ghost", 1)
    batch.states[:] = match.state
    orders = batch.layout.part("orders")
    assert batch.observe(0)[0, orders.start : orders.stop].any()
    assert not batch.observe(1)[0, orders.start : orders.stop].any()


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.float32])
def test_dlpack_shares_the_memory_of_an_array(dtype: type, order: Literal["C", "F"]) -> None:
    """The same capsules carry arrays on the GPU; `make gpu` gives those to other libraries."""
    array: Any = np.arange(12).astype(dtype).reshape(3, 4, order=order)
    shared = np.from_dlpack(Exported(array))
    assert np.array_equal(shared, array)
    array[1, 2] = 99
    assert shared[1, 2] == 99
    count = len(dlpack._exported)
    del shared
    assert len(dlpack._exported) == count - 1
    Exported(array).__dlpack__()
    assert len(dlpack._exported) == count - 1, "a capsule that nobody took keeps the array"


class Exported:
    def __init__(self, array: Any):
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        one = self.array
        return dlpack.export(one.ctypes.data, one.shape, one.strides, one.dtype, dlpack.CPU, one)

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0
