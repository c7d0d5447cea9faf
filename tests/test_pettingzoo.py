"""Every game as an environment of PettingZoo passes PettingZoo's own tests."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.game import Game, Move

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ludotheque.rl import pettingzoo
from tests.test_batch import each_game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # PettingZoo warns of observations that are not pictures
]


def make(make_env: Any, game: Game, **others: Any) -> Any:
    return make_env(game.name, **{**game.quick, **others})


@each_game
def test_pettingzoos_own_tests(game: Game) -> None:
    api_test(make(pettingzoo.env, game), num_cycles=200)
    seed_test(partial(make, pettingzoo.env, game), num_cycles=100)


@each_game
def test_pettingzoos_own_parallel_tests(game: Game) -> None:
    parallel_api_test(make(pettingzoo.parallel_env, game), num_cycles=200)
    parallel_seed_test(partial(make, pettingzoo.parallel_env, game), num_cycles=100)


@each_game
def test_an_episode_is_a_match(game: Game) -> None:
    env = make(pettingzoo.raw_env, game)
    env.reset(seed=6)
    match = lt.new(game.name, seed=6, **game.quick)  # type: ignore[arg-type]
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, over, _, info = env.last()
        if over:
            assert reward == {2: {1: 1.0, 2: -1.0}}.get(match.seats, {}).get(match.ranks[int(agent[-1])], reward)
            env.step(None)
            continue
        assert agent == f"seat_{match.active[0]}"
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        move = rng.choice(np.flatnonzero(info["action_mask"]))
        match.play(Move(*env.match.batch.offers[move].tolist()), match.active[0])
        env.step(move)
    assert match.over


def test_seats_of_ghost_act_at_once() -> None:
    """Both give an order; who has ended the turn can only do nothing; it is played when both have ended it."""
    env = pettingzoo.parallel_env("ghost")
    observations, _ = env.reset(seed=2)
    wait, end = env.match.moves, env.match.moves - 1
    order = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    env.step(order)
    observations, *_ = env.step({"seat_0": end, "seat_1": order["seat_1"]})
    assert np.flatnonzero(observations["seat_0"]["action_mask"]).tolist() == [wait]
    assert env.match.batch.states["turn"].tolist() == [0]
    env.step({"seat_0": wait, "seat_1": end})
    assert env.match.batch.states["turn"].tolist() == [1]


def test_an_illegal_move_ends_the_match() -> None:
    env = pettingzoo.parallel_env("ghost")
    env.reset(seed=2)
    _, rewards, over, *_ = env.step({"seat_0": env.match.moves - 1, "seat_1": env.match.moves})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0} and all(over.values()) and not env.agents
    aec = pettingzoo.env("emile")
    aec.reset(seed=2)
    agent = aec.agent_selection
    aec.step(int(aec.infos[agent]["action_mask"].argmin()))
    assert aec.rewards[agent] == -1 and all(aec.terminations.values())


def test_an_environment_goes_back_to_a_snapshot() -> None:
    env = pettingzoo.raw_env("emile")
    env.reset(seed=1)
    snapshot, first = env.snapshot(), env.observe("seat_0")
    for _ in range(5):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    env.restore(snapshot)
    assert np.array_equal(env.observe("seat_0")["observation"], first["observation"])
    with pytest.raises(lt.IllegalMove):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmin()))


def test_an_environment_draws_its_board() -> None:
    drawn = {}
    for mode in ("svg", "ansi"):
        env = pettingzoo.env("meduris", render_mode=mode)
        env.reset(seed=1)
        drawn[mode] = env.render()
    assert drawn["svg"].startswith("<svg") and "<svg" not in drawn["ansi"]
    env = pettingzoo.env("emile", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 10
