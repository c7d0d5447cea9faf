"""Every game as an environment of Gymnasium (extra `rl`): one seat learns, bots have the others.

    from ludotheque.rl import gymnasium
    env = gymnasium.Env("meduris", bots="medium")       # one match
    envs = gymnasium.VectorEnv("meduris", 512)          # a batch of them
    gymnasium.register()                                # then gym.make("ludotheque/meduris-v1", bots="medium")

Observations are those of a batch, actions are indices of its offered moves, and rewards come at the end. What is
allowed is in `info["action_mask"]` and in `action_masks()`.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ludotheque.game import Game, OptionValue, cards, load
from ludotheque.rl.batch import Batch
from ludotheque.rl.devices import Cpu
from ludotheque.rl.opponents import RANDOM, Bot, Opponents, seat_bots
from ludotheque.rl.single import MODES, SingleMatch, view_match
from ludotheque.view import IllegalMove

SEEDS = 2**62  # matches begin from seeds below


def register() -> None:
    """Tell Gymnasium all games, as ludotheque/NAME-vVERSION; for `gym.make` and `gym.make_vec`."""
    for game in cards():
        place = f"{__name__}:"
        gymnasium.register(
            name_of(game), f"{place}Env", vector_entry_point=f"{place}VectorEnv", kwargs={"game": game.name}
        )


def name_of(game: Game) -> str:
    return f"ludotheque/{game.name}-v{game.version}"


def observation_space(batch: Batch) -> Box:
    return Box(-np.inf, np.inf, (batch.layout.size,), np.float32)


class Env(gymnasium.Env[Any, Any]):
    """One match after the other. `seat` is the seat that learns; None draws one for each match.

    An illegal move ends the match with reward -1, as in `pettingzoo.env`.
    """

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        bots: Bot | Sequence[Bot] = RANDOM,
        seat: int | None = None,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ):
        self.match = SingleMatch(game, seats, **options)
        self.render_mode = render_mode
        self.seat = 0
        self._seats = list(range(self.match.seats)) if seat is None else [seat]
        self._opponents = {
            one: Opponents(self.match.game, seat_bots(bots, one, self.match.seats)) for one in self._seats
        }
        self._is_over = True
        self.observation_space = observation_space(self.match.batch)
        self.action_space = Discrete(self.match.moves)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the match of `seed`; without one, the next in a row that follows from the last seed given."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.choice(self._seats))
        self._opponents[self.seat].forget()
        self.match.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        self._is_over = False
        self._let_bots_play()
        return self._observe()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise ResetNeeded("The match is over: call reset().")
        try:
            self.match.play(int(action))
        except IllegalMove:
            self._is_over = True
            observation, info = self._observe()
            return observation, -1.0, True, False, info
        self._let_bots_play()
        self._is_over = self.match.waiting < 0
        observation, info = self._observe()
        return observation, float(self.match.rewards[self.seat]), self._is_over, False, info

    def action_masks(self) -> Any:
        """Return what is allowed, as sb3-contrib asks for it."""
        return self.match.mask_of(self.seat).astype(bool)

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        return self.match.observe(self.seat), {"action_mask": self.match.mask_of(self.seat), "seat": self.seat}

    def _let_bots_play(self) -> None:
        opponents = self._opponents[self.seat]
        while (seat := self.match.waiting) not in (-1, self.seat):
            if opponents.is_random(seat):
                self.match.play(int(self.np_random.choice(np.flatnonzero(self.match.mask))))
            else:
                self.match.play_any(opponents.choose(seat, self.match.view))

    def render(self) -> Any:
        return self.match.render(self.render_mode)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A batch of matches; one that ends begins again in the same step. `seat` None gives each match another seat.

    An illegal move raises IllegalMove, and nothing has changed. The random bot costs little, others are asked match by
    match.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        bots: Bot | Sequence[Bot] = RANDOM,
        seat: int | None = None,
        seats: int | None = None,
        **options: OptionValue,
    ):
        card = load(game)
        self.batch = Batch(card, num_envs, Cpu(), seats or card.default_seats, True, options)
        self.num_envs = num_envs
        count = self.batch.seats
        self.seats = np.arange(num_envs) % count if seat is None else np.full(num_envs, seat)
        self._opponents = [Opponents(self.batch.game, seat_bots(bots, int(one), count)) for one in self.seats]
        self._is_random = np.array([[s == one or o.is_random(s) for s in range(count)] for one, o in self._pairs()])
        self._rows = np.arange(num_envs)
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = Discrete(len(self.batch.offers))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _pairs(self) -> list[tuple[int, Opponents]]:
        return list(zip(self.seats.tolist(), self._opponents))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all matches: from `seed` the seeds are counted up."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        self.batch.observe()
        for opponents in self._opponents:
            opponents.forget()
        self._rewards, self._ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool)
        self._let_bots_play()
        return self.batch.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        moves = np.asarray(actions)
        self._check(moves)
        self._rewards, self._ended = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool)
        self._play(self.batch.offers[moves])
        self._let_bots_play()
        info = {**self._info(), **(self._final() if self._ended.any() else {})}
        return self.batch.observations.copy(), self._rewards, self._ended, np.zeros(self.num_envs, bool), info

    def action_masks(self) -> Any:
        return self.batch.masks.astype(bool)

    def _check(self, moves: Any) -> None:
        wrong = np.flatnonzero(self.batch.masks[self._rows, moves] == 0)
        if len(wrong):
            raise IllegalMove(
                "Match {match} does not allow the move {move}.", match=int(wrong[0]), move=int(moves[wrong[0]])
            )

    def _let_bots_play(self) -> None:
        waiting = self.batch.waiting
        while len(asked := np.flatnonzero(waiting != self.seats)):
            moves = np.full((self.num_envs, 4), -1, np.int64)  # no move: the match stays as it is
            is_random = self._is_random[asked, waiting[asked]]
            drawn = asked[is_random]
            moves[drawn] = self.batch.offers[self._draw(drawn)]
            for index in asked[~is_random].tolist():
                moves[index] = self._ask(index)
            self._play(moves)

    def _draw(self, matches: Any) -> Any:
        """Return a random legal move of each of these matches."""
        wanted = (self.np_random.random(len(matches)) * self.batch.counts[matches]).astype(np.int64)
        return (self.batch.masks[matches].cumsum(1, dtype=np.int32) > wanted[:, None]).argmax(1)

    def _ask(self, index: int) -> Any:
        seat = int(self.batch.waiting[index])
        return self._opponents[index].choose(seat, lambda asked: view_match(self.batch, index, asked))

    def _play(self, moves: Any) -> None:
        """Play a move in every match where there is one; note which ended."""
        self.batch.step(moves)
        wrong = np.flatnonzero((self.batch.errors != 0) & (moves[:, 0] >= 0))
        if len(wrong):
            raise IllegalMove(self.batch.game.rules.ERRORS[self.batch.errors[wrong[0]]])
        ended = self.batch.done != 0
        self._rewards += self.batch.rewards[self._rows, self.seats]
        self._ended |= ended
        for index in np.flatnonzero(ended).tolist():
            self._opponents[index].forget()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "seat": self.seats}

    def _final(self) -> dict[str, Any]:
        """Return the last observations of matches that ended, as Gymnasium's own vector environments do."""
        last = self.batch.observe_last(self.seats)
        rows = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(self._ended):
            rows[index] = last[index].copy()
        return {"final_obs": rows, "_final_obs": self._ended.copy()}
