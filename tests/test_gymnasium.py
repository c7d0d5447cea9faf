"""Every game as an environment of Gymnasium passes Gymnasium's own check, and is the match that its seed gives."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.game import BadOption, Game, Move
from ludotheque.view import View

gym = pytest.importorskip("gymnasium", reason="the extra `rl` is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from ludotheque.rl import gymnasium  # noqa: E402
from tests.test_batch import each_game  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:.*:UserWarning")]


@each_game
def test_gymnasiums_own_check(game: Game) -> None:
    gymnasium.register()
    env = gym.make(gymnasium.name_of(game), **game.quick)
    check_env(env.unwrapped, skip_render_check=True)


@each_game
def test_an_episode_is_a_match(game: Game) -> None:
    """The seat that learns sees every position in which it is awaited; the bots play by their views."""
    quick: dict[str, Any] = dict(game.quick)
    env = gymnasium.Env(game.name, first_move, seat=1, **quick)
    match = lt.new(game.name, seed=6, **quick)
    seen, info = env.reset(seed=6)
    over, reward = False, 0.0
    while not over:
        while match.active[0] != 1:
            match.play(first_move(match.view(match.active[0])), match.active[0])
        assert np.array_equal(env.match.batch.states[0].tobytes(), match.state.tobytes())
        assert info["action_mask"].tolist() == match.legal_mask(1).tolist() == env.action_masks().tolist()
        move = int(np.flatnonzero(info["action_mask"])[-1])
        match.play(Move(*env.match.batch.offers[move].tolist()), 1)
        seen, reward, over, _, info = env.step(move)
        assert seen in env.observation_space
    while not match.over:
        match.play(first_move(match.view(match.active[0])), match.active[0])
    assert reward == {1: 1.0, match.seats: -1.0}.get(match.ranks[1], reward)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(0)


def first_move(view: View) -> str:
    return view.legal()[0]


@each_game
def test_a_batch_of_environments_equals_single_ones(game: Game) -> None:
    """The same seeds, moves and bots give the same observations, rewards and last observations."""
    count = 4
    quick: dict[str, Any] = dict(game.quick)
    envs = gymnasium.VectorEnv(game.name, count, first_move, **quick)
    singles = [gymnasium.Env(game.name, first_move, seat=i % envs.batch.seats, **quick) for i in range(count)]
    seen, info = envs.reset(seed=20)
    for i, env in enumerate(singles):
        assert np.array_equal(env.reset(seed=20 + i)[0], seen[i])
    ended = np.zeros(count, bool)
    for _ in range(4000):
        moves = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
        seen, rewards, over, _, info = envs.step(moves)
        for i in np.flatnonzero(~ended).tolist():
            own, reward, is_over, _, _ = singles[i].step(moves[i])
            assert (rewards[i], over[i]) == (reward, is_over)
            assert np.array_equal(info["final_obs"][i] if is_over else seen[i], own)
        ended |= over
        if ended.all():
            return
    pytest.fail("a match did not end")


def test_random_bots_of_a_batch_play_whole_matches() -> None:
    gymnasium.register()
    envs = gym.make_vec("ludotheque/emile-v1", 32, seats=3, rounds=5)
    _, info = envs.reset(seed=1)
    total, ended, rng = 0.0, 0, np.random.default_rng(1)
    for _ in range(400):
        moves = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        _, rewards, over, _, info = envs.step(np.array(moves))
        total, ended = total + rewards.sum(), ended + over.sum()
    assert ended > 100
    assert abs(total / ended) < 0.25


def test_an_illegal_move_ends_a_single_match_and_is_refused_by_a_batch() -> None:
    env = gymnasium.Env("emile", "greedy", seat=0)
    _, info = env.reset(seed=2)
    wrong = int(info["action_mask"].argmin())
    assert env.step(wrong)[1:4] == (-1.0, True, False)
    envs = gymnasium.VectorEnv("emile", 2, seat=0)
    _, info = envs.reset(seed=2)
    before = envs.batch.states.tobytes()
    with pytest.raises(lt.IllegalMove):
        envs.step(info["action_mask"].argmin(1))
    assert envs.batch.states.tobytes() == before


def test_bots_are_named_for_each_other_seat() -> None:
    asked: list[int] = []

    def note(view: View) -> Any:
        asked.append(view.seat)
        return view.legal()[0]

    env = gymnasium.Env("meduris", ["random", note], seat=1, seats=3)
    env.reset(seed=3)
    for _ in range(12):
        env.step(int(env.action_masks().argmax()))
    assert set(asked) == {2}
    with pytest.raises(BadOption):
        gymnasium.Env("meduris", ["random"], seat=1, seats=3)
    for make in (gymnasium.Env, partial(gymnasium.VectorEnv, num_envs=2)):
        with pytest.raises(BadOption, match="There is no seat 3: the last one is 2"):
            make("meduris", seat=3, seats=3)


def test_the_seat_that_learns_is_drawn() -> None:
    env = gymnasium.Env("meduris", seats=3)
    seats = [env.reset(seed=5)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))]
    assert set(seats) == {0, 1, 2}
    assert [env.reset(seed=5)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))] == seats


def test_an_environment_draws_its_board() -> None:
    env = gymnasium.Env("emile", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.match.view(-1).text()
