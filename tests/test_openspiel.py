"""Every game as a game of OpenSpiel passes OpenSpiel's random simulations, and its MCTS plays the open ones."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.game import Game
from ludotheque.rl.rewards import share_rewards

pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

from open_spiel.python.algorithms import mcts  # noqa: E402

from ludotheque.rl import openspiel  # noqa: E402
from tests.test_batch import each_game  # noqa: E402

pytestmark = pytest.mark.slow


def load(game: Game, **parameters: Any) -> Any:
    openspiel.register()
    return pyspiel.load_game(f"ludotheque_{game.name}", {**game.quick, **parameters})


@each_game
def test_openspiels_own_random_simulations(game: Game) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


@each_game
def test_a_state_is_written_and_read(game: Game) -> None:
    spiel = load(game)
    state, rng = spiel.new_initial_state(), np.random.default_rng(2)
    for _ in range(30):
        state.apply_action(int(rng.choice(state.legal_actions())))
    again = spiel.deserialize_state(state.serialize())
    assert str(again) == str(state) == str(state.clone())


@pytest.mark.parametrize("name", ["alchemy", "emile", "meduris"])
def test_openspiels_mcts_plays(name: str) -> None:
    """It is asked for some moves; then random moves end the match."""
    spiel, rng = load(lt.load(name), seed=4), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(spiel, 2.0, 2, evaluator, random_state=rng)
    state, asked = spiel.new_initial_state(), 0
    while not state.is_terminal():
        if not state.is_chance_node() and asked < 2:
            action, asked = bot.step(state), asked + 1
            assert action in state.legal_actions()
        else:
            action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)
    assert asked == 2


def test_a_move_without_dice_has_no_chance_node_and_dice_differ() -> None:
    """Émile: keeping dice and rolling on is followed by a roll, ending a turn also rolls for the next seat."""
    spiel = load(lt.load("meduris"))
    state = spiel.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == openspiel.SIDES
    state.apply_action(3)
    assert not state.is_chance_node()
    emile = load(lt.load("emile")).new_initial_state()
    emile.apply_action(0)
    while not emile.is_chance_node():
        emile.apply_action(emile.legal_actions()[0])
    assert len({str(emile.child(outcome)) for outcome in range(openspiel.SIDES)}) > 4


def test_rewards_are_those_of_a_batch() -> None:
    assert share_rewards([(3, 0), (2, 9), (2, 9)], [0, 1, 2]) == [1.0, -0.5, -0.5]
    assert share_rewards([(3,), (1,), (2,), (2,)], [0, 1, 0, 1]) == [1.0, -1.0, 1.0, -1.0]
    batch = lt.batch("emile", 8, seats=3, rounds=2)
    batch.reset(0)
    compared = 0
    while not batch.done.all():
        batch.play_random(1)
        for match in np.flatnonzero(batch.rewards.any(axis=1)).tolist():
            outcomes = [tuple(row) for row in batch.outcomes[match].tolist()]
            assert share_rewards(outcomes, [0, 1, 2]) == batch.rewards[match].tolist()
            compared += 1
    assert compared > 4
