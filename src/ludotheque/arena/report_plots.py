"""The plots of a report as SVG inside a page: text and lines have the page's own colour, in light and in dark."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.arena.standings import Row

INK, LINE, MARK, LIMIT = "#010203", "#010204", "#010205", "#010206"
# Matplotlib knows no colour that depends on the page, so these stand for them until the drawing is done.
ON_PAGE = {INK: "currentColor", LINE: "var(--seat-0-line)", MARK: "var(--seat-1-line)", LIMIT: "var(--warn)"}
ROW_INCHES, HEAD_INCHES, WIDTH = 0.34, 0.9, 7.5
LONGEST_NAME = 28


def plot_ratings(rows: Sequence[Row]) -> str:
    """Draw each bot's rating with its interval."""
    rated = [row for row in reversed(rows) if row.rating is not None]
    figure, axes = _make_figure(len(rated))
    for place, row in enumerate(rated):
        assert row.rating is not None and row.low is not None and row.high is not None
        axes.plot([row.low, row.high], [place, place], color=LINE, linewidth=2)
        axes.plot([row.rating], [place], "o", color=MARK)
    axes.axvline(0, color=INK, linewidth=0.5)
    _name_rows(axes, [row.name for row in rated])
    axes.set_xlabel("rating (Elo) and its interval of 95 %")
    return _write(figure, "ratings")


def plot_boxes(values: Mapping[str, Sequence[float]], label: str, limit: float | None = None) -> str:
    """Draw how the values of each bot are spread: the box has half of them, the line nine of ten."""
    names = [name for name in reversed(list(values)) if values[name]]
    if not names:
        return "<p>Nothing was played yet.</p>"
    figure, axes = _make_figure(len(names))
    shown = [values[name] for name in names]
    style = {"color": LINE}
    axes.boxplot(
        shown, orientation="horizontal", whis=(5, 95), positions=range(len(names)), widths=0.55, showfliers=False,
        boxprops=style, whiskerprops=style, capprops=style, medianprops={"color": MARK, "linewidth": 2},
    )  # fmt: skip
    for place, some in enumerate(shown):
        axes.plot([min(some), max(some)], [place, place], "|", color=LINE, markersize=7)
    if limit is not None:
        axes.set_xscale("log")
        axes.axvline(limit, color=LIMIT, linestyle="--")
        axes.annotate("limit", (limit, len(names) - 0.45), color=LIMIT, ha="right", va="bottom", fontsize=9)
    _name_rows(axes, names)
    axes.set_xlabel(label)
    return _write(figure, label)


def _make_figure(rows: int) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure((WIDTH, HEAD_INCHES + ROW_INCHES * max(rows, 1)), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color=INK, alpha=0.15)
    return figure, axes


def _name_rows(axes: Any, names: Sequence[str]) -> None:
    cut = [name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}" for name in names]
    axes.set_yticks(range(len(names)), [name.replace("$", r"\$") for name in cut])
    axes.set_ylim(-0.6, len(names) - 0.4)


def _write(figure: Any, name: str) -> str:
    """Return the figure as an SVG element; ids of different plots differ."""
    import matplotlib

    ink = dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    _paint(figure)
    file = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name, **ink}):
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    text = text[text.index("<svg") :]
    for stand_in, colour in ON_PAGE.items():
        text = text.replace(stand_in, colour)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>", "", text, flags=re.DOTALL)  # it is for whole pages
    return re.sub(r"font: ([^;\"]*?)'[^;\"]*'[^;\"]*", r"font: \1inherit", text)


def _paint(figure: Any) -> None:
    """Give the axes the page's colour; they were made before it was set."""
    for axes in figure.axes:
        axes.xaxis.label.set_color(INK)
        axes.tick_params(colors=INK)
        axes.spines["bottom"].set_color(INK)
