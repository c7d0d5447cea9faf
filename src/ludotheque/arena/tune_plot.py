"""The plot of a tuning: scores as they came, and by each parameter."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from ludotheque.arena.tune import Tried

PLAYED, GIVEN_UP = "#3b6fb6", "#9a9a9a"


def draw(tried: Sequence[Tried], best: Tried | None, file: Path) -> None:
    """Write the plot; candidates that were given up are grey, the best one has a ring."""
    names = list(tried[0].values)
    figure = Figure((4 * (len(names) + 1), 3.6), layout="constrained")
    all_axes = figure.subplots(1, len(names) + 1, sharey=True, squeeze=False)[0]
    for axes, name in zip(all_axes, ["candidate", *names]):
        places = [one.number if name == "candidate" else one.values[name] for one in tried]
        colours = [PLAYED if one.is_whole else GIVEN_UP for one in tried]
        axes.scatter(places, [100 * one.score for one in tried], s=[8 + one.groups for one in tried], c=colours)
        if best is not None:
            place = best.number if name == "candidate" else best.values[name]
            axes.scatter([place], [100 * best.score], s=160, facecolors="none", edgecolors="#c2410c", linewidths=2)
        axes.set_xlabel(name)
        axes.grid(alpha=0.3)
    all_axes[0].set_ylabel("share of points, %")
    figure.savefig(file, dpi=120)
