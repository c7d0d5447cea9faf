"""Many matches at once: each is the same as a single match."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.game import Game, Move
from ludotheque.rl.batch import NoDevice

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())
MATCHES = 40


@each_game
def test_every_match_of_a_batch_equals_a_single_match(game: Game) -> None:
    """The same seeds and moves give the same states, masks, next seats and plies."""
    seeds = np.arange(MATCHES) * 977 - 5000
    batch = lt.batch(game.name, MATCHES)
    batch.reset(seeds)
    singles = [lt.new(game.name, seed=int(seed)) for seed in seeds]
    rng = np.random.default_rng(1)
    for _ in range(25):
        for i, match in enumerate(singles):
            assert batch.states[i].tobytes() == match.state.tobytes()
            assert batch.waiting[i] == (match.active[0] if match.active else -1)
            rows = match.legal_rows(match.active[0]) if match.active else np.zeros((0, 4), np.int32)
            assert batch.offers[batch.masks[i] != 0].tolist() == rows.tolist()
        chosen = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in batch.masks])
        for i, match in enumerate(singles):
            if match.active:
                match.play(Move(*batch.offers[chosen[i]].tolist()), match.active[0])
        batch.step(chosen if rng.random() < 0.5 else batch.offers[chosen])
        assert not batch.errors.any()
    assert batch.plies.tolist() == [match.ply for match in singles]


@each_game
def test_the_number_of_cores_changes_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = lt.batch(game.name, 17), lt.batch(game.name, 17)
    monkeypatch.setattr(two, "_cores", 5)
    for batch in (one, two):
        batch.reset(range(17))
        batch.play_random(60)
    assert one.states.tobytes() == two.states.tobytes()
    assert one.masks.tobytes() == two.masks.tobytes()


def test_matches_end_and_stay_ended() -> None:
    batch = lt.batch("emile", 30, seats=3, rounds=2)
    batch.reset(range(30))
    assert not batch.done.any()
    batch.play_random(2000)
    assert batch.done.all()
    assert not batch.masks.any()
    before = batch.states.tobytes()
    batch.step(np.zeros(30, np.int64))
    assert batch.states.tobytes() == before
    batch.reset(range(30))
    assert not batch.done.any()


def test_a_refused_move_changes_nothing_and_has_an_error() -> None:
    batch = lt.batch("emile", 4)
    batch.reset(range(4))
    before = batch.states.tobytes()
    decide = next(i for i, row in enumerate(batch.offers.tolist()) if row[0] == 2)
    batch.step(np.array([decide, decide, -1, 10_000]))
    errors = lt.load("emile").rules.ERRORS
    assert errors[batch.errors[0]] == "The dice are still rolling: KEEP or STOP."
    assert errors[batch.errors[2]] == errors[batch.errors[3]] == "There is no such move."
    assert (batch.states.tobytes(), batch.plies.tolist()) == (before, [0] * 4)


class ForeignDtype:
    """A dtype that NumPy does not know, such as torch.int64."""


class ForeignArray:
    """An array of another library, which NumPy can convert."""

    dtype = ForeignDtype()

    def __init__(self, numbers: list[float]):
        self._array = np.array(numbers)
        self.shape = self._array.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self._array


def test_a_step_takes_arrays_of_other_libraries() -> None:
    """Those on a GPU are part of `make gpu`."""
    with pytest.raises(TypeError):
        np.dtype(ForeignArray.dtype)  # type: ignore[call-overload]
    batches = [lt.batch("emile", 4), lt.batch("emile", 4)]
    for batch in batches:
        batch.reset(range(4))
    moves = batches[0].masks.argmax(axis=1).tolist()
    batches[0].step(np.array(moves))
    batches[1].step(ForeignArray(moves))
    assert batches[1].plies.tolist() == [1] * 4
    assert batches[0].states.tobytes() == batches[1].states.tobytes()
    with pytest.raises(lt.BadOption, match=r"whole numbers, not an array .* of float64"):
        batches[1].step(ForeignArray([0.5] * 4))


def test_options_and_seats_are_checked_as_in_a_match() -> None:
    batch = lt.batch("emile", 3, seats=4, teams=True)
    batch.reset([1, 2, 3])
    assert batch.states["teams"].tolist() == [1, 1, 1]
    with pytest.raises(lt.BadOption, match="Teams are for four seats"):
        lt.batch("emile", 3, seats=3, teams=True)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: lt.batch("emile", 0), "A batch holds at least one match, not 0."),
        (lambda: lt.batch("emile", 1, device="abacus"), "A batch lives on cpu or cuda, not on 'abacus'."),
        (lambda: lt.batch("emile", 2).reset([1, 2, 3]), "This batch takes 2 seeds"),
        (lambda: lt.batch("emile", 2).step(np.zeros(3, int)), "This batch takes 2 moves"),
        (lambda: lt.batch("emile", 2).step(np.zeros((2, 3), int)), "This batch takes 2 moves"),
        (lambda: lt.batch("emile", 2).step(np.zeros(2)), "This batch takes 2 moves"),
    ],
)
def test_a_wrong_argument_is_refused_with_a_sentence(make: object, sentence: str) -> None:
    with pytest.raises(lt.GameError, match=sentence):
        make()  # type: ignore[operator]


def test_without_a_gpu_there_is_a_sentence() -> None:
    from numba import cuda

    if not cuda.is_available():
        with pytest.raises(NoDevice, match="There is no"):
            lt.batch("emile", 1, device="cuda")
