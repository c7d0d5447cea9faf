"""The ranks of a contest's teams over time, as a plot."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MOST_TEAMS = 8  # as many as there are colours of seats
WIDTH, HEIGHT, EDGE = 600, 220, 12


class Line(NamedTuple):
    """One team: its name, its last rank, and the points of its line."""

    name: str
    rank: int
    points: str


class Plot(NamedTuple):
    lines: list[Line]
    width: int = WIDTH
    height: int = HEIGHT


def draw_ranks(history: Sequence[tuple[float, Mapping[str, Any]]], names: Mapping[str, str]) -> Plot | None:
    """Return the lines of those who lead now; None before there are two boards."""
    if len(history) < 2:
        return None
    first, last = history[0][0], history[-1][0]
    leaders = sorted((rank, team) for team, rank in history[-1][1].items() if rank and team in names)[:MOST_TEAMS]
    lowest = max((rank for _, ranks in history for rank in ranks.values() if rank), default=1)

    def place(at: float, rank: int) -> str:
        x = EDGE + (WIDTH - 2 * EDGE) * (at - first) / max(last - first, 1.0)
        y = EDGE + (HEIGHT - 2 * EDGE) * (rank - 1) / max(lowest - 1, 1)
        return f"{x:.1f},{y:.1f}"

    return Plot(
        [
            Line(names[team], rank, " ".join(place(at, ranks[team]) for at, ranks in history if ranks.get(team)))
            for rank, team in leaders
        ]
    )
