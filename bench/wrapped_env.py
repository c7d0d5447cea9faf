"""Our environments in PettingZoo's wrappers, beside one that does nothing: how much of the time is ours?

    python -m bench.wrapped_env --seconds 2

Both have the same seats, spaces and wrappers, and always play the first legal move. Rates are steps per second of CPU
time, measured in turn in one run.
"""

import argparse
from typing import Any

import numpy as np
from pettingzoo import AECEnv

import ludotheque as lt
from bench.peers import count_per_second
from ludotheque.rl import pettingzoo

STEPS = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of CPU time, for each measurement")
    seconds = parser.parse_args().seconds
    for name in lt.names():
        raw = pettingzoo.raw_env(name)
        ours, empty = pettingzoo.wrap(raw), pettingzoo.wrap(EmptyEnv(raw))
        mine = count_per_second(lambda env=ours: play(env), seconds)  # type: ignore[misc]
        nothing = count_per_second(lambda env=empty: play(env), seconds)  # type: ignore[misc]
        print(f"{name:<10} {mine:>9,.0f} of {nothing:>9,.0f} steps/s: {mine / nothing:.0%}", flush=True)


def play(env: Any) -> int:
    """Play at most 500 steps."""
    env.reset(seed=1)
    steps = 0
    for _ in env.agent_iter(STEPS):
        observation, _, over, _, _ = env.last()
        env.step(None if over else int(observation["action_mask"].argmax()))
        steps += not over
    return steps


class EmptyEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The seats in turn, without a game: every move is legal, and nothing changes."""

    def __init__(self, like: pettingzoo.RawEnv):
        self.metadata, self.possible_agents = like.metadata, like.possible_agents
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = like.observation_spaces, like.action_spaces
        self._mask = np.ones(like.match.moves, np.int8)
        self._observation = {"observation": like.match.observation, "action_mask": self._mask}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._mask} for agent in self.agents}
        self._seat, self.agent_selection = 0, self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self._observation

    def step(self, action: int) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._seat = (self._seat + 1) % len(self.agents)
        self.agent_selection = self.agents[self._seat]


if __name__ == "__main__":
    main()
