"""Learn a game with TorchRL: PPO with masked moves, one seat against a bot.

pip install ludotheque[rl] torchrl
python examples/learning/torchrl_ppo.py meduris --bot random --steps 100000
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from ludotheque.rl import gymnasium

WIDTH, EPOCHS, PART = 128, 4, 256


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("game")
    options.add_argument("--bot", default="random")
    options.add_argument("--steps", type=int, default=100_000)
    options.add_argument("--frames", type=int, default=2048, help="steps between two updates")
    chosen = options.parse_args()
    torch.manual_seed(1)
    env = make_env(chosen.game, chosen.bot)
    actor, critic = make_networks(env)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
    for data in Collector(env, actor, frames_per_batch=chosen.frames, total_frames=chosen.steps):
        for _ in range(EPOCHS):
            advantage(data)
            for part in data[torch.randperm(len(data))].split(PART):
                losses = loss(part)
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                optimizer.step()
        rewards = data["next", "reward"][data["next", "done"]]
        print(f"{len(rewards)} matches ended, {int((rewards == 1).sum())} of them won against {chosen.bot}")


def make_env(game: str, bot: str) -> TransformedEnv:
    """Return the environment, with the mask of legal moves beside the observation."""
    inner = gymnasium.Env(game, bot)
    env = GymWrapper(inner, categorical_action_encoding=True)
    mask = Binary(n=int(inner.action_space.n), dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec={"action_mask": mask}))
    return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))


def make_networks(env: TransformedEnv) -> tuple[ProbabilisticActor, ValueOperator]:
    numbers, moves = env.observation_spec["observation"].shape[-1], env.action_spec.n
    logits = TensorDictModule(make_layers(numbers, moves), ["observation"], ["logits"])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return actor, ValueOperator(make_layers(numbers, 1), ["observation"])


def make_layers(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, outputs)
    )


if __name__ == "__main__":
    main()
