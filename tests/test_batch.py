"""Many matches at once: each is the same as a single match."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.dice import LENGTH
from ludotheque.game import Game, Move
from ludotheque.match import Match
from ludotheque.rl import devices
from ludotheque.rl.batch import Batch
from ludotheque.rl.blocks import (
    MOST_THREADS,
    SHARED_BYTES,
    WARP,
    WORD_BYTES,
    count_observers,
    count_threads,
    count_words,
    find_word,
    pad_record,
    shares_states,
)
from ludotheque.rl.devices import NoDevice
from ludotheque.rl.steps import derive_seed

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
    one = lt.batch(game.name, 17, restart=True)
    monkeypatch.setattr(devices, "LEAST_SHARE", 1)
    monkeypatch.setattr(devices.Cpu, "cores", 5)
    two = lt.batch(game.name, 17, restart=True)
    for batch in (one, two):
        batch.reset(range(17))
        batch.observe()
        batch.play_random(60)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one.snapshot().values(), two.snapshot().values()))


@each_game
def test_results_are_those_of_a_match(game: Game) -> None:
    """A batch that restarts goes on with other seeds; the results of an episode are those of a match with its seed."""
    batch = batch_of(game, 3)
    batch.reset(100)
    for _ in range(2):
        seeds = batch.seeds.copy()
        matches = [Match(game, game.default_seats, int(seed), game.quick) for seed in seeds]
        assert [s.tobytes() for s in batch.states] == [m.state.tobytes() for m in matches]
        for i, match in enumerate(matches):
            play_to_the_end(batch, i, match)
            assert batch.done.tolist() == [int(j == i) for j in range(3)]
            assert batch.ranks[i].tolist() == match.ranks
            assert [tuple(row) for row in batch.outcomes[i].tolist()] == match.outcome
            assert batch.rewards[i].sum() == pytest.approx(0)
            assert (batch.rewards[i] == 1).tolist() == [rank == 1 and match.ranks.count(1) == 1 for rank in match.ranks]
            assert batch.last_states[i].tobytes() == match.state.tobytes()
            assert batch.plies[i] == 0 and batch.waiting[i] >= 0
        assert not (batch.seeds == seeds).any()
    assert batch.episodes.tolist() == [2] * 3


def batch_of(game: Game, matches: int) -> Batch:
    """Make a batch of short matches that restarts."""
    return Batch(game, matches, devices.Cpu(), game.default_seats, True, dict(game.quick))


def play_to_the_end(batch: Batch, i: int, match: Match) -> None:
    """Play random moves in match `i` of the batch and in `match`; the others refuse their moves."""
    rng = np.random.default_rng(i)
    while not match.over:
        moves = np.full(len(batch), -1)
        moves[i] = rng.choice(np.flatnonzero(batch.masks[i]))
        match.play(Move(*batch.offers[moves[i]].tolist()), match.active[0])
        batch.step(moves)


def test_rewards_go_by_teams_and_are_shared() -> None:
    """Four seats in two teams of Émile, and in four of their own: a draw is shared."""
    for options, allowed in ({"teams": True}, {-1, 0, 1}), ({}, {-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1}):
        batch = lt.batch("emile", 50, seats=4, rounds=4, **options)  # type: ignore[arg-type]
        batch.reset(0)
        while not batch.done.all():
            before = batch.done.copy()
            batch.play_random(1)
            ended = (batch.done != 0) & (before == 0)
            assert not batch.rewards[~ended].any()
            for ranks, rewards in zip(batch.ranks[ended].tolist(), batch.rewards[ended].tolist()):
                assert {round(reward, 6) for reward in rewards} <= {round(value, 6) for value in allowed}
                assert sorted(ranks) == [ranks[i] for i in np.argsort(rewards)[::-1]]
                if options:
                    assert (ranks[0], ranks[1]) == (ranks[2], ranks[3])
        batch.step(np.zeros(50, int))
        assert batch.done.all() and not batch.rewards.any()


def test_a_seed_of_a_restart_is_the_same_on_every_machine() -> None:
    batch = lt.batch("emile", 2, restart=True, rounds=1)
    batch.reset([7, -7])
    batch.play_random(200)
    assert batch.episodes.min() > 2
    seeds = [derive_seed(7, int(episode), [0] * LENGTH) for episode in (1, 2, int(batch.episodes[0]))]
    assert seeds[:2] == [4102371831045750929, 4281550280398349685]
    assert seeds[2] == batch.seeds[0]


@each_game
def test_a_snapshot_brings_everything_back(game: Game) -> None:
    batch, other = (batch_of(game, 8) for _ in range(2))
    batch.reset(5)
    batch.observe()
    batch.play_random(150)
    snapshot = batch.snapshot()
    after = []
    for one in (batch, batch, other):
        one.restore(snapshot)
        one.observe()
        one.play_random(150)
        after.append(b"".join(array.tobytes() for array in one.snapshot().values()))
    assert len(set(after)) == 1
    assert after[0] != b"".join(array.tobytes() for array in snapshot.values())


def test_a_seat_is_a_number_or_one_for_each_match() -> None:
    batch = lt.batch("emile", 3)
    batch.reset(5)
    batch.play_random(4)
    seen = batch.observe(1).copy()
    assert seen.any(axis=1).all()
    assert np.array_equal(batch.observe(np.int64(1)), seen)
    assert np.array_equal(batch.observe([1, 1, 1]), seen)
    assert not batch.observe(2).any()
    assert not batch.observe(300).any()


def test_observations_are_those_of_a_restored_snapshot() -> None:
    """Also where the snapshot is older than the first call of `observe`."""
    batch = lt.batch("meduris", 3)
    batch.reset(1)
    early = batch.snapshot()
    observed = batch.observe().copy()
    batch.play_random(30)
    batch.restore(early)
    assert np.array_equal(batch.observations, observed)


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


def test_seats_that_are_awaited_at_once_may_move_in_any_order() -> None:
    """Ghost: seat 1 gives its order and ends its turn first, then seat 0 does."""
    one, two = lt.batch("ghost", 2), lt.batch("ghost", 2)
    for batch, order in ((one, (0, 0, 1, 1)), (two, (1, 1, 0, 0))):
        batch.reset(9)
        for seat in order:
            batch.choose_seats(seat)
            assert batch.waiting.tolist() == [seat, seat]
            first, last = batch.masks.argmax(axis=1), len(batch.offers) - 1  # an order, then END
            batch.step(first if order.index(seat) == batch.plies[0] else np.full(2, last))
            assert not batch.errors.any()
    assert one.states["turn"].tolist() == [1, 1]
    assert one.states.tobytes() == two.states.tobytes()
    one.step(np.full(2, last))
    one.choose_seats(0)
    assert one.waiting.tolist() == [1, 1], "seat 0 has ended its turn"


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
        (lambda: lt.batch("emile", 2).reset(2**63 - 1), "Seeds from 9223372036854775807 to 9223372036854775808 do not"),
        (lambda: lt.batch("emile", 2).observe(np.zeros(3, int)), "This batch takes 2 seats, whole numbers, not an"),
        (lambda: lt.batch("emile", 2).observe([0.5, 1]), "This batch takes 2 seats, whole numbers, not an array"),
        (lambda: lt.batch("emile", 2).choose_seats(np.zeros((2, 1), int)), "This batch takes 2 seats"),
        (lambda: lt.batch("emile", 2).step(np.zeros(3, int)), "This batch takes 2 moves"),
        (lambda: lt.batch("emile", 2).step(np.zeros((2, 3), int)), "This batch takes 2 moves"),
        (lambda: lt.batch("emile", 2).step(np.zeros(2)), "This batch takes 2 moves"),
        (lambda: lt.batch("emile", 2).observe_last(), "Only a batch that restarts"),
        (lambda: lt.batch("emile", 2).restore(lt.batch("emile", 3).snapshot()), "This snapshot was made by a batch of"),
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


@pytest.mark.parametrize("offers", [1000, 2941, 3072, 3073, 5000, 40_000])
def test_the_marks_of_a_block_of_threads_fit_their_memory(offers: int) -> None:
    """A game with more moves than ours has fewer threads in a block, not a kernel that cannot start."""
    threads = count_threads(16, offers)
    assert threads // 16 * count_words(offers) * WORD_BYTES <= SHARED_BYTES
    assert 16 <= threads <= MOST_THREADS
    assert threads == MOST_THREADS or 2 * threads // 16 * count_words(offers) * WORD_BYTES > SHARED_BYTES


@pytest.mark.parametrize("size", [4, 88, 144, 348, 1400, 1528, 1536, 15_360])
def test_the_states_of_a_block_of_threads_fit_their_memory(size: int) -> None:
    """A game with larger states than ours has fewer threads in a block; they share none if a warp has no room."""
    record = np.dtype({"names": ["active"], "formats": [("i4", size // 4)], "itemsize": size}, align=True)
    threads, padded = count_observers(1, record), pad_record(record)
    assert padded.itemsize // find_word(record).itemsize % 2 == 1
    assert padded["active"] == record["active"]
    if shares_states(1, record):
        assert WARP <= threads <= MOST_THREADS
        assert threads * padded.itemsize <= SHARED_BYTES
        assert threads == MOST_THREADS or 2 * threads * padded.itemsize > SHARED_BYTES
    else:
        assert WARP * padded.itemsize > SHARED_BYTES
        assert threads == MOST_THREADS
