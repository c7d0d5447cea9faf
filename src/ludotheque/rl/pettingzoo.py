"""Every game as an environment of PettingZoo (extra `rl`).

    from ludotheque.rl import pettingzoo
    env = pettingzoo.env("meduris", seats=3)            # AEC: one seat after the other
    env = pettingzoo.parallel_env("ghost")              # all seats at once, with one move more: do nothing

Where several seats are awaited at once, AEC asks the lowest first; none sees what the others have ordered.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ludotheque.game import OptionValue
from ludotheque.rl.batch import Snapshot
from ludotheque.rl.single import MODES, SingleMatch
from ludotheque.view import IllegalMove


def env(game: str, seats: int | None = None, render_mode: str | None = None, **options: OptionValue) -> Any:
    """Return the environment with PettingZoo's wrappers: an illegal move ends the match with reward -1."""
    return wrap(raw_env(game, seats, render_mode, **options))


def wrap(env: Any) -> Any:
    wrapped = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str, seats: int | None = None, render_mode: str | None = None, **options: OptionValue) -> "RawEnv":
    return RawEnv(SingleMatch(game, seats, **options), render_mode)


def parallel_env(
    game: str, seats: int | None = None, render_mode: str | None = None, **options: OptionValue
) -> "RawParallelEnv":
    return RawParallelEnv(SingleMatch(game, seats, **options), render_mode)


def observation_space(match: SingleMatch, moves: int) -> Space[Any]:
    numbers = Box(-np.inf, np.inf, (match.batch.layout.size,), np.float32)
    return Dict({"observation": numbers, "action_mask": Box(0, 1, (moves,), np.int8)})


def describe(match: SingleMatch) -> dict[str, Any]:
    return {"name": f"{match.game.name}_v{match.game.version}", "render_modes": MODES, "render_fps": 1}


class RawEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """One seat after the other. A refused move raises IllegalMove and changes nothing."""

    def __init__(self, match: SingleMatch, render_mode: str | None = None):
        super().__init__()
        self.match = match
        self.render_mode = render_mode
        self.metadata = {**describe(match), "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(match.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(match, match.moves) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(match.moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match.reset(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {"observation": self.match.observe(seat), "action_mask": self.match.mask_of(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(action)
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        self._select()

    def _select(self) -> None:
        """Turn to the seat that is next, or end the match."""
        seat = self.match.waiting
        if seat < 0:
            self._finish()
            return
        self.agent_selection = agent = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": self.match.mask.copy()}

    def _finish(self) -> None:
        for agent, reward in zip(self.possible_agents, self.match.rewards.tolist()):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": np.zeros(self.match.moves, np.int8)}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        return self.match.render(self.render_mode)

    def close(self) -> None:
        pass

    def snapshot(self) -> Snapshot:
        """Return everything that `restore` needs to play on from here; only while the match lasts."""
        return self.match.snapshot()

    def restore(self, snapshot: Snapshot) -> None:
        self.match.restore(snapshot)
        self._begin()


class RawParallelEnv(ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """All seats in one step. A seat that is not awaited can only do nothing: the last of its moves."""

    def __init__(self, match: SingleMatch, render_mode: str | None = None):
        self.match = match
        self.render_mode = render_mode
        self.metadata = describe(match)
        self.possible_agents = [f"seat_{seat}" for seat in range(match.seats)]
        self.agents: list[str] = []
        moves = match.moves + 1
        self.observation_spaces = {agent: observation_space(match, moves) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.match.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observe()

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Play the move of every seat that is awaited now, in the order of the seats, whatever the others do.

        An illegal move ends the match as PettingZoo's wrapper for AEC does: -1 for its seat, 0 for the others.
        """
        agents, offender = self.agents, self._play(actions)
        rewards = dict(zip(self.possible_agents, self.match.rewards.tolist()))
        if offender is not None:
            rewards = {agent: -1.0 if agent == offender else 0.0 for agent in agents}
        over = offender is not None or self.match.waiting < 0
        observations, infos = self._observe()
        self.agents = [] if over else agents
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _play(self, actions: dict[str, Any]) -> str | None:
        """Play the moves; return the first agent whose move is illegal."""
        for seat in self.match.active:
            agent = self.possible_agents[seat]
            self.match.choose(seat)
            try:
                self.match.play(actions[agent])
            except IllegalMove:
                return agent
        return None

    def _observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        active = self.match.active
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.match.moves + 1, np.int8)
            if seat in active:
                self.match.choose(seat)
                mask[:-1] = self.match.mask
            else:
                mask[-1] = 1
            observations[agent] = {"observation": self.match.observe(seat), "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return observations, infos

    def render(self) -> Any:
        return self.match.render(self.render_mode)

    def close(self) -> None:
        pass

    def snapshot(self) -> Snapshot:
        return self.match.snapshot()

    def restore(self, snapshot: Snapshot) -> tuple[Any, Any]:
        """Go back to a snapshot; return observations and infos as `reset` does."""
        self.match.restore(snapshot)
        self.agents = list(self.possible_agents)
        return self._observe()
