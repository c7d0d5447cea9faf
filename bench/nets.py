"""Train networks, measure them against bots, and put those that beat the random bot into their games' folders.

    python bench/nets.py                       all games, on a GPU: about half an hour
    python bench/nets.py meduris --matches 100

All learn from a bot's answers first, and some then play against themselves. Those of Bzzz and Ghost go on with a second
run, in which the bot corrects what the network plays. A run that is already in the folder is not trained again.
"""

import argparse
import shutil
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.nets.player import SHIPPED
from ludotheque.rl.measure import measure
from ludotheque.rl.ppo import Settings
from ludotheque.rl.train import ARRAYS, WEIGHTS, Run

# With rows (factories, bees, cells, sites) a network is one of attention.
ROWS: dict[str, Any] = {"depth": 2, "passes": 6, "lesson_part": 1024, "lesson_rate": 6e-4}
CORRECTED: dict[str, Any] = {
    **ROWS, "minutes": 0.0, "imitate": "champion", "seats": 2, "lesson_part": 512, "lesson_rate": 3e-4,
}  # fmt: skip
RECIPES: dict[str, list[dict[str, Any]]] = {  # one run after the other; with 0 minutes nothing follows the imitation
    "alchemy": [{
        **ROWS, "minutes": 9.0, "imitate": "hard", "lessons": 500_000, "width": 96, "matches": 16_384, "plies": 32,
        "parts": 8, "rate": 2e-4, "clip": 0.1, "entropy": 0.002, "smoothing": 0.97,
    }],
    "bzzz": [
        {**ROWS, "minutes": 0.0, "imitate": "champion", "lessons": 1_600_000, "width": 64, "lesson_rate": 8e-4},
        {**CORRECTED, "lessons": 240_000, "lesson_rounds": 2, "passes": 2, "width": 64},
    ],
    "emile": [{
        "minutes": 0.0, "seats": 2, "imitate": "champion", "lessons": 600_000, "lesson_rounds": 4, "passes": 8,
        "lesson_part": 512, "lesson_rate": 1e-3, "width": 128, "depth": 3,
    }],
    "ghost": [
        {
            **ROWS, "minutes": 7.2, "imitate": "champion", "lessons": 600_000, "passes": 4, "lesson_part": 512,
            "lesson_rate": 5e-4, "width": 96, "matches": 8192, "plies": 64, "parts": 8, "rate": 5e-4,
            "entropy": 0.002, "smoothing": 0.97,
        },
        {**CORRECTED, "lessons": 300_000, "lesson_rounds": 3, "passes": 3, "width": 96},
    ],
    "meduris": [{**ROWS, "minutes": 0.0, "imitate": "medium", "seats": 2, "lessons": 400_000, "width": 96}],
}  # fmt: skip
BOTS = ["random", "medium", "hard"]
LEAST = 0.75  # share of matches that a shipped network wins against the random bot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(RECIPES))
    parser.add_argument("--folder", type=Path, default=Path("nets"), help="for the runs")
    parser.add_argument("--matches", type=int, default=400, help="against each bot")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--processes", type=int, default=8, help="that play the bots' matches")
    chosen = parser.parse_args()
    for name in chosen.games:
        folder = train(name, chosen.folder / name, chosen.device, chosen.processes)
        scores = {bot: measure(folder / WEIGHTS, bot, chosen.matches) for bot in BOTS}
        for bot, score in scores.items():
            low, high = (100 * end for end in score.interval())
            print(f"{name} {bot} {100 * score.share:.1f} % ({low:.0f}–{high:.0f}), {score.matches} matches", flush=True)
        if scores["random"].share >= LEAST:
            ship(name, folder)


def train(name: str, folder: Path, device: str, processes: int) -> Path:
    """Train a game's runs, each from where the one before ended; return the folder of the last."""
    start = ""
    for number, recipe in enumerate(RECIPES[name], 1):
        run = folder / f"run {number}"
        if not (run / WEIGHTS).exists():
            given = {key: value for key, value in recipe.items() if key != "minutes"}
            settings = Settings(name, device=device, processes=processes, start=start, **given)
            Run.begin(run, settings).train(recipe["minutes"])
        start = str(run / WEIGHTS)
    return run


def ship(name: str, folder: Path) -> None:
    game = lt.load(name)
    shutil.copy(folder / ARRAYS, game.folder / SHIPPED)


if __name__ == "__main__":
    main()
