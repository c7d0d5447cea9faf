"""A training run in a folder: a checkpoint, the curve as JSON lines, a plot, and the network at the end.

A run that was stopped, even by `kill -9`, goes on from its checkpoint: on the CPU to exactly the same network.
"""

import copy
import importlib.util
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ludotheque.game import GameError
from ludotheque.rl.export import write_arrays, write_onnx
from ludotheque.rl.imitate import imitate
from ludotheque.rl.ppo import Settings, Trainer, choose, load_network, read_checkpoint

FIRST_MEASURED = 7_000_000  # seed of the first match in which strength is measured
CHECKPOINT, CURVE, PLOT, WEIGHTS = "checkpoint.pt", "curve.jsonl", "curve.svg", "network.pt"
ONNX, ARRAYS = "network.onnx", "network.npz"


class NoRun(GameError):
    """The folder has no run, or already has one."""


class Run:
    """One training run. `train` learns for some minutes and writes the folder."""

    def __init__(self, folder: Path, trainer: Trainer):
        self.folder, self.trainer = folder, trainer

    @classmethod
    def begin(cls, folder: Path, settings: Settings) -> "Run":
        if (folder / CHECKPOINT).exists():
            raise NoRun("{folder} has a run already: go on with --resume, or name another folder.", folder=folder)
        trainer = Trainer(settings)
        if settings.start:
            trainer.begin_with(Path(settings.start))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / CURVE).write_text("")
        return cls(folder, trainer)

    @classmethod
    def resume(cls, folder: Path) -> "Run":
        if not (folder / CHECKPOINT).exists():
            raise NoRun("{folder} has no checkpoint to go on from.", folder=folder)
        trainer = Trainer.load(read_checkpoint(folder / CHECKPOINT))
        run = cls(folder, trainer)
        run.cut_curve()
        return run

    def train(
        self,
        minutes: float = math.inf,
        plies: float = math.inf,
        measure_every: int = 50,
        after: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """Learn until the time or the number of plies is over; measure, and save, every `measure_every` updates."""
        if self.trainer.settings.imitate and self.trainer.learned == 0:
            self.imitate()
        for figures in self.trainer.run(minutes, plies):
            if figures["update"] % measure_every == 0:
                figures["against random"] = win_rate(self.trainer)
                self.write(figures)
                self.trainer.save(self.folder / CHECKPOINT)
            else:
                self.write(figures)
            if after is not None:
                after(figures)
        self.trainer.save(self.folder / CHECKPOINT)
        self.trainer.save_network(self.folder / WEIGHTS)
        draw_curve(self.folder)
        export(self.folder)

    def imitate(self) -> None:
        """Learn from a bot first; the past version of self-play is then this network."""
        started = time.monotonic()
        agreement = imitate(self.trainer.network, self.trainer.settings)
        self.trainer.past = [copy.deepcopy(self.trainer.network).eval()]
        self.trainer.learned = time.monotonic() - started
        seconds = round(self.trainer.learned, 2)
        self.write({"update": 0, "plies": 0, "seconds": seconds, "agreement": round(agreement, 4)})
        self.trainer.save(self.folder / CHECKPOINT)

    def write(self, figures: dict[str, Any]) -> None:
        with open(self.folder / CURVE, "a") as curve:
            curve.write(json.dumps(figures) + "\n")

    def cut_curve(self) -> None:
        """Forget the updates after the checkpoint: they are made again."""
        kept = [line for line in read_curve(self.folder) if line["update"] <= self.trainer.updates]
        (self.folder / CURVE).write_text("".join(json.dumps(line) + "\n" for line in kept))


def export(folder: Path) -> None:
    """Write the network of a run for players: as plain arrays, and as ONNX if the packages for it are installed."""
    network, settings = load_network(folder / WEIGHTS)
    write_arrays(network, settings.game, folder / ARRAYS)
    if importlib.util.find_spec("onnxscript") is not None:
        write_onnx(network, settings.game, folder / ONNX)


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """Return the lines of the curve; the last one may be cut off by a crash."""
    found = []
    for line in (folder / CURVE).read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found


@torch.no_grad()
def win_rate(trainer: Trainer, matches: int = 512, most_plies: int = 20_000) -> float:
    """Return the share of matches that the network wins against the random bot; a shared win counts half.

    The network has one seat in each match, every seat equally often, and plays its most likely move.
    """
    games = trainer.measured_batch(matches)
    games.reset(FIRST_MEASURED)
    waiting, masks, done, ranks = (trainer.tensor(a) for a in (games.waiting, games.masks, games.done, games.ranks))
    own = torch.arange(matches, device=trainer.device) % games.seats
    noise = torch.Generator(trainer.device).manual_seed(trainer.settings.seed)
    rank = torch.zeros(matches, ranks.shape[1], dtype=ranks.dtype, device=trainer.device)  # of the first episode
    for ply in range(most_plies):
        if ply % 16 == 0 and bool((rank > 0).all()):
            break
        random = torch.rand(masks.shape, generator=noise, device=trainer.device).masked_fill(masks == 0, -1).argmax(1)
        games.step(torch.where(waiting == own, choose(trainer, games), random))
        rank = torch.where((rank == 0) & (done != 0)[:, None], ranks, rank)
    first = rank == 1
    teams = games.game.teams_of(games.options, games.seats)
    one_of_each_team = [teams.index(team) for team in sorted(set(teams))]
    shares = first.gather(1, own[:, None]).squeeze(1) / first[:, one_of_each_team].sum(1).clamp(min=1)
    return round(float(shares.mean()), 4)


def draw_curve(folder: Path) -> None:
    """Draw the curve, if matplotlib is installed."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        return
    lines = [line for line in read_curve(folder) if line["update"]]  # without the imitation
    measured = [line for line in lines if "against random" in line]
    figure = Figure((9, 6), layout="constrained")
    for place, name in enumerate(["against random", "entropy", "value"]):
        axes = figure.add_subplot(3, 1, place + 1)
        shown = measured if name == "against random" else lines
        axes.plot([line["plies"] / 1e6 for line in shown], [line[name] for line in shown])
        axes.set_ylabel(name)
        axes.grid(alpha=0.3)
    axes.set_xlabel("million plies")
    figure.savefig(folder / PLOT)
