"""Learn a game with sb3-contrib's MaskablePPO, one seat against a bot.

pip install ludotheque[rl] sb3-contrib
python examples/learning/maskable_ppo.py meduris --bot random --steps 100000
"""

import argparse

from sb3_contrib import MaskablePPO

from ludotheque.rl import gymnasium


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("game")
    options.add_argument("--bot", default="random")
    options.add_argument("--steps", type=int, default=100_000)
    options.add_argument("--matches", type=int, default=50, help="played at the end, to count wins")
    chosen = options.parse_args()
    env = gymnasium.Env(chosen.game, chosen.bot)  # its action_masks() is what MaskablePPO asks for
    rollout = min(1024, chosen.steps)
    model = MaskablePPO("MlpPolicy", env, n_steps=rollout, batch_size=min(256, rollout), seed=1)
    model.learn(chosen.steps)
    won = sum(play_match(model, env, seed) for seed in range(chosen.matches))
    print(f"{won} of {chosen.matches} matches won against {chosen.bot}")


def play_match(model: MaskablePPO, env: gymnasium.Env, seed: int) -> bool:
    seen, _ = env.reset(seed=seed)
    over, reward = False, 0.0
    while not over:
        move, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen, reward, over, _, _ = env.step(move)
    return reward == 1


if __name__ == "__main__":
    main()
