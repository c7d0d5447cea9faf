"""Self-play learning: masked PPO over a batch, for any game.

Every seat's own moves are one trajectory: what happens between two of them is the environment's. So the same code
learns games with any number of seats, teams, simultaneous moves and hidden facts. All seats of most matches are played
by the network that learns; in the others all seats but one are played by a past version of it.

A game may shape the reward by a potential (nets/structure.py): a seat's advantage grows by what its potential grew
since its last move. The potential at the end counts as 0, so the best play stays the best (Ng, Harada, Russell 1999).
"""

import copy
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ludotheque.game import GameError, OptionValue, load
from ludotheque.nets.observations import layout_of
from ludotheque.nets.structure import Structure, read_structure
from ludotheque.rl.batch import Batch, batch
from ludotheque.rl.network import MOST_AT_ONCE, Network

NEVER = torch.finfo(torch.float32).min  # the logit of a move that is not allowed


class Settings(NamedTuple):
    """How to learn. The same settings and seed give the same network on the CPU."""

    game: str
    seats: int | None = None
    device: str = "cpu"
    matches: int = 256  # side by side
    plies: int = 32  # of each match between two updates
    width: int = 256
    depth: int = 3
    rows: int = 1  # 0: a flat network, which ignores the rows that the game names
    rate: float = 1e-3  # of learning
    epochs: int = 2
    parts: int = 4  # of the plies of an update: one step of the optimiser for each
    clip: float = 0.2
    entropy: float = 0.01
    discount: float = 1.0
    smoothing: float = 0.95  # lambda of the generalised advantage estimate
    past_share: float = 0.2  # of the matches against a past version
    past_every: int = 20  # updates between two past versions
    past_kept: int = 8
    seed: int = 0
    options: tuple[tuple[str, OptionValue], ...] = ()  # seeds that are not named are new in each match
    start: str = ""  # the file of a network to begin with, of the same width, depth and rows
    imitate: str = ""  # a bot to learn from before self-play
    lessons: int = 30_000  # answers of that bot
    lesson_rounds: int = 1  # from the second on, the network itself plays a part of the turns
    passes: int = 6  # over all of them
    lesson_part: int = 256  # lessons for one step of the optimiser
    lesson_rate: float = 0.0  # of learning from lessons; 0: the same as `rate`
    processes: int = 1  # that play matches for lessons


class Rollout(NamedTuple):
    """What happened in a number of plies of all matches, [ply, match] each."""

    observations: Tensor
    masks: Tensor
    moves: Tensor
    chances: Tensor  # logarithms, of the moves played
    values: Tensor
    seats: Tensor  # the seat that moved
    learns: Tensor  # True: by the network that learns
    done: Tensor  # the match ended with this ply
    rewards: Tensor  # [ply, match, seat]


class Trainer:
    """Learns one game; `run` yields the figures of every update."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.device = torch.device(settings.device)
        torch.manual_seed(settings.seed)
        self.batch = self.make_batch(settings.matches)
        self.structure: Structure = read_structure(self.batch.game, self.batch.layout, bool(settings.rows))
        self.network = Network(self.structure, settings.width, settings.depth).to(self.device)
        self.past = [copy.deepcopy(self.network).eval()]
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate, eps=1e-5)
        self._measured: Batch | None = None
        self.updates = 0
        self.plies = 0
        self.learned = 0.0  # seconds
        self.batch.reset(np.arange(settings.matches) + settings.seed * 1_000_003)
        # In the first matches one seat learns, and a past version plays the others.
        self.past_matches = int(settings.matches * settings.past_share) if self.batch.seats > 1 else 0
        self.learner_seats = torch.arange(self.past_matches, device=self.device) % self.batch.seats

    def begin_with(self, file: Path) -> None:
        """Take the weights of a saved network."""
        network, settings = load_network(file)
        mine, other = ((one.game, one.width, one.depth, one.rows) for one in (self.settings, settings))
        if mine != other:
            template = "The network in {file} is for {game}, with width={width}, depth={depth} and rows={rows}."
            raise GameError(template, file=file, game=other[0], width=other[1], depth=other[2], rows=other[3])
        self.network.load_state_dict(network.state_dict())
        self.past = [copy.deepcopy(self.network).eval()]

    def make_batch(self, matches: int) -> Batch:
        settings = self.settings
        options: dict[str, Any] = dict(settings.options)
        return batch(settings.game, matches, settings.device, settings.seats, restart=True, **options)

    def measured_batch(self, matches: int) -> Batch:
        """Return a second batch, for measuring; the same one each time, since a new one is compiled for seconds."""
        if self._measured is None or len(self._measured) != matches:
            self._measured = self.make_batch(matches)
        return self._measured

    def run(self, minutes: float = float("inf"), plies: float = float("inf")) -> Iterator[dict[str, float]]:
        """Learn until the time or the number of plies is over."""
        started = time.monotonic() - self.learned
        while self.learned < minutes * 60 and self.plies < plies:
            rollout = self.collect()
            figures = self.learn(rollout)
            self.updates += 1
            self.plies += rollout.moves.numel()
            self.learned = time.monotonic() - started
            if self.updates % self.settings.past_every == 0:
                self._keep_past()
            yield {"update": self.updates, "plies": self.plies, "seconds": round(self.learned, 2), **figures}

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Play `plies` plies in every match."""
        steps = []
        arrays = ("observations", "masks", "waiting", "done", "rewards")
        self.batch.observe()
        seen, allowed, waiting, ended, brought = (self.tensor(getattr(self.batch, name)) for name in arrays)
        opponent = self.past[int(torch.randint(len(self.past), ()))]
        for _ in range(self.settings.plies):
            observations, masks, seats = seen.clone(), allowed.clone(), waiting.long()
            logits, values = self.think(self.network, observations)
            learns = self._let_past_play(opponent, observations, seats, logits)
            moves, chances = sample(logits, masks)
            self.batch.step(moves)
            steps.append((observations, masks, moves, chances, values, seats, learns, ended.bool(), brought.clone()))
        return Rollout(*(torch.stack(column) for column in zip(*steps)))

    def learn(self, rollout: Rollout) -> dict[str, float]:
        """Improve the network by what happened."""
        advantages, known = self.estimate(rollout)
        targets = advantages + rollout.values
        keep = (known & rollout.learns).flatten().nonzero().squeeze(1)
        flat = Rollout(*(part.flatten(0, 1) for part in rollout))
        advantages, targets = advantages.flatten(), targets.flatten()
        scale = advantages[keep]
        advantages = (advantages - scale.mean()) / (scale.std() + 1e-6)
        sums: dict[str, Tensor] = {}
        for _ in range(self.settings.epochs):
            order = keep[torch.randperm(len(keep), device=self.device)]
            for part in order.chunk(self.settings.parts):
                loss, figures = self._loss(flat, part, advantages, targets)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
                for name, figure in figures.items():
                    sums[name] = sums.get(name, torch.zeros((), device=self.device)) + figure.detach()
        steps = self.settings.epochs * self.settings.parts
        return {name: round(float(total) / steps, 5) for name, total in sums.items()}

    def estimate(self, rollout: Rollout) -> tuple[Tensor, Tensor]:
        """Return the advantages [ply, match], and whether each is known: a seat's last move before the end is not.

        A seat's next move, or the end of the match, shows how good its move was.
        """
        plies, matches = rollout.moves.shape
        seats = rollout.rewards.shape[2]
        potentials = self._potentials(rollout.observations)
        advantages = torch.zeros_like(rollout.values)
        known = torch.zeros_like(rollout.done)
        every = torch.arange(matches, device=self.device)
        reward = torch.zeros(matches, seats, device=self.device)  # since the seat's move
        value, later, potential = torch.zeros_like(reward), torch.zeros_like(reward), torch.zeros_like(reward)
        is_known = torch.zeros_like(reward, dtype=torch.bool)
        discount, smoothing = self.settings.discount, self.settings.smoothing
        for ply in range(plies - 1, -1, -1):
            ended = rollout.done[ply][:, None]
            reward = torch.where(ended, rollout.rewards[ply], reward)
            value, later, potential = (torch.where(ended, 0, past) for past in (value, later, potential))
            is_known = is_known | ended
            at = (every, rollout.seats[ply])
            now, height = rollout.values[ply], potentials[ply]
            delta = reward[at] + discount * (value[at] + potential[at]) - now - height
            advantage = delta + discount * smoothing * later[at]
            advantages[ply] = torch.where(is_known[at], advantage, 0)
            known[ply] = is_known[at]
            later = later.index_put(at, advantages[ply])
            value, potential = value.index_put(at, now), potential.index_put(at, height)
            reward = reward.index_put(at, torch.zeros_like(now))
            is_known = is_known.index_put(at, torch.ones_like(is_known[at]))
        return advantages, known

    def _loss(
        self, flat: Rollout, part: Tensor, advantages: Tensor, targets: Tensor
    ) -> tuple[Tensor, dict[str, Tensor]]:
        logits, values = self.think(self.network, flat.observations[part])
        chances = mask_out(logits, flat.masks[part]).log_softmax(1)
        played = chances.gather(1, flat.moves[part][:, None]).squeeze(1)
        ratio = (played - flat.chances[part]).exp()
        clipped = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        policy = -torch.min(ratio * advantages[part], clipped * advantages[part]).mean()
        value = (values - targets[part]).square().mean()
        entropy = -(chances.exp() * chances.clamp(min=-100)).sum(1).mean()
        loss = policy + 0.5 * value - self.settings.entropy * entropy
        return loss, {"policy": policy, "value": value, "entropy": entropy}

    def _let_past_play(self, opponent: Network, observations: Tensor, seats: Tensor, logits: Tensor) -> Tensor:
        """Write the logits of a past version where it moves; return where the network that learns moves."""
        learns = torch.ones_like(seats, dtype=torch.bool)
        count = self.past_matches
        if count:
            learns[:count] = seats[:count] == self.learner_seats
            past, _ = self.think(opponent, observations[:count])
            logits[:count] = torch.where(learns[:count, None], logits[:count], past)
        return learns

    def _keep_past(self) -> None:
        """Add the present network to the past ones; the oldest leave."""
        self.past = [*self.past, copy.deepcopy(self.network).eval()][-self.settings.past_kept :]

    def think(self, network: Network, observations: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            parts = [network(part) for part in observations.split(MOST_AT_ONCE)]
        logits, values = parts[0] if len(parts) == 1 else (torch.cat(column) for column in zip(*parts))
        return logits.float(), values.float()

    def _potentials(self, observations: Tensor) -> Tensor:
        total = torch.zeros(observations.shape[:2], device=self.device)
        for column, weight in self.structure.potential:
            total += weight * observations[..., column]
        return total

    def tensor(self, array: Any) -> Tensor:
        """Return an array of the batch as a tensor, without a copy."""
        return torch.as_tensor(array, device=self.device) if self.device.type == "cuda" else torch.from_numpy(array)

    def save(self, file: Path) -> None:
        """Write everything that `load` needs to go on; a crash leaves the old file or the new one."""
        parts = {
            "settings": self.settings._asdict(),
            "network": self.network.state_dict(),
            "past": [network.state_dict() for network in self.past],
            "optimizer": self.optimizer.state_dict(),
            "counts": (self.updates, self.plies, self.learned),
            "random": torch.get_rng_state(),
            "device_random": torch.cuda.get_rng_state() if self.device.type == "cuda" else None,
            "batch": {name: self.tensor(array).cpu() for name, array in self.batch.snapshot().items()},
        }
        written = file.with_suffix(".new")
        torch.save(parts, written)
        with open(written, "rb") as done:
            os.fsync(done.fileno())
        os.replace(written, file)

    def save_network(self, file: Path) -> None:
        """Write what `load_network` needs."""
        torch.save({"settings": self.settings._asdict(), "network": self.network.state_dict()}, file)

    @classmethod
    def load(cls, parts: dict[str, Any]) -> "Trainer":
        """Go on from a checkpoint: on the CPU exactly as if nothing had happened."""
        trainer = cls(Settings(**parts["settings"]))
        trainer.network.load_state_dict(parts["network"])
        trainer.past = [copy.deepcopy(trainer.network).eval() for _ in parts["past"]]
        for network, weights in zip(trainer.past, parts["past"]):
            network.load_state_dict(weights)
        trainer.optimizer.load_state_dict(parts["optimizer"])
        trainer.updates, trainer.plies, trainer.learned = parts["counts"]
        trainer.batch.restore({name: array.to(trainer.device) for name, array in parts["batch"].items()})
        torch.set_rng_state(parts["random"])
        if parts["device_random"] is not None:
            torch.cuda.set_rng_state(parts["device_random"])
        return trainer


def load_network(file: Path) -> tuple[Network, Settings]:
    """Return a saved network, ready to play on the CPU, and the settings with which it learned."""
    parts = torch.load(file, weights_only=True, map_location="cpu")
    settings = Settings(**parts["settings"])
    game = load(settings.game)
    seats = settings.seats or game.default_seats
    layout = layout_of(game, game.read_options(dict(settings.options), seats, 0), seats)
    network = Network(read_structure(game, layout, bool(settings.rows)), settings.width, settings.depth)
    network.load_state_dict(parts["network"])
    return network.eval(), settings


def read_checkpoint(file: Path) -> dict[str, Any]:
    """Return the parts of a checkpoint: tensors and plain values, no code."""
    parts: dict[str, Any] = torch.load(file, weights_only=True)
    return parts


@torch.no_grad()
def choose(trainer: Trainer, games: Batch) -> Tensor:
    """Return the move of each match of another batch that nets/player.py would play."""
    logits, _ = trainer.think(trainer.network, trainer.tensor(games.observe()))
    return find_likeliest(logits, trainer.tensor(games.masks), torch.from_numpy(games.offers).to(trainer.device))


def find_likeliest(logits: Tensor, masks: Tensor, offers: Tensor) -> Tensor:
    """Return for each row the offer of the most likely kind, and of its most likely arguments, one after the other."""
    chances = mask_out(logits, masks).softmax(1)
    for column in offers.long().T:
        sums = torch.zeros(len(chances), int(column.max()) + 1, device=chances.device).index_add(1, column, chances)
        chances = chances.masked_fill(column != sums.argmax(1, keepdim=True), 0)
    return chances.argmax(1)


def mask_out(logits: Tensor, masks: Tensor) -> Tensor:
    return logits.masked_fill(masks == 0, NEVER)


def sample(logits: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Draw a move for each row by its chances; return the moves and the logarithms of their chances."""
    chances = mask_out(logits, masks).log_softmax(1)
    noise = torch.empty_like(chances).exponential_().clamp_(min=1e-20).log_()  # less it: Gumbel's distribution
    moves = (chances - noise).argmax(1)
    return moves, chances.gather(1, moves[:, None]).squeeze(1)
