"""Train networks, measure them against bots, and put those that beat the random bot into their games' folders.

    python bench/nets.py                       all games: some minutes on one core
    python bench/nets.py meduris --matches 100

Each network learns from a bot's answers (`ludotheque train --imitate`). A run that is already in the folder is not
trained again.
"""

import argparse
import shutil
import time
from pathlib import Path
from typing import Any

import torch

import ludotheque as lt
from ludotheque.nets.player import SHIPPED, SHIPPED_ARRAYS
from ludotheque.rl.measure import measure
from ludotheque.rl.ppo import Settings
from ludotheque.rl.train import ARRAYS, ONNX, WEIGHTS, Run

RECIPES: dict[str, dict[str, Any]] = {
    "alchemy": {"imitate": "medium", "width": 64, "depth": 2, "lessons": 40_000, "passes": 6},
    "bzzz": {"imitate": "hard", "width": 48, "depth": 2, "lessons": 16_000, "passes": 4},
    "emile": {"imitate": "champion", "width": 64, "depth": 2, "lessons": 24_000, "passes": 6},
    "ghost": {"imitate": "medium", "width": 48, "depth": 2, "lessons": 24_000, "passes": 5},
    "meduris": {"imitate": "medium", "width": 64, "depth": 2, "lessons": 24_000, "passes": 6},
}
BOTS = ["random", "medium", "hard"]
LEAST = 0.75  # share of matches that a shipped network wins against the random bot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(RECIPES))
    parser.add_argument("--folder", type=Path, default=Path("nets"), help="for the runs")
    parser.add_argument("--matches", type=int, default=400, help="against each bot")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    for name in chosen.games:
        folder = chosen.folder / name
        train(name, folder)
        scores = {bot: measure(folder / WEIGHTS, bot, chosen.matches) for bot in BOTS}
        for bot, score in scores.items():
            low, high = (100 * end for end in score.interval())
            print(f"{name} {bot} {100 * score.share:.1f} % ({low:.0f}–{high:.0f}), {score.matches} matches", flush=True)
        if scores["random"].share >= LEAST:
            ship(name, folder)


def train(name: str, folder: Path) -> None:
    if not (folder / WEIGHTS).exists():
        started = time.process_time()
        Run.begin(folder, Settings(name, matches=16, **RECIPES[name])).train(minutes=0)
        print(f"{name}: trained in {time.process_time() - started:.0f} s of CPU time", flush=True)


def ship(name: str, folder: Path) -> None:
    game = lt.load(name)
    shutil.copy(folder / ONNX, game.folder / SHIPPED)
    shutil.copy(folder / ARRAYS, game.folder / SHIPPED_ARRAYS)


if __name__ == "__main__":
    main()
