"""A whole match as text, ply by ply, with what each move changed: to be read in a diff."""

from collections.abc import Iterator
from typing import Any

from ludotheque.match import Match


def write(match: Match) -> str:
    """Every ply with the facts that it changed, and the result."""
    options = " ".join(f"{name}={match.game.options[name].format(int(match.state[name][0]))}" for name in match.options)
    lines = [f"{match.game.name} {match.game.version}, {match.seats} seats, seed {match.seed}, {options}"]
    before = match.at(0).json()
    lines += ["", "start", *_facts({}, before)]
    again = match.at(0)
    for seat, move in match.played:
        again.play(move, seat)
        now = again.json()
        lines += ["", f"{again.ply}: {again.moves[-1]}", *_facts(before, now)]
        before = now
    lines += ["", *(f"seat {seat}: {row['outcome']}, rank {row['rank']}" for seat, row in enumerate(match.result()))]
    return "\n".join(lines) + "\n"


def _facts(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """A line a field that changed, with the places of it that did; at the start all that is not empty."""
    lines = []
    for name, value in now.items():
        places = list(_places(before.get(name, _empty(value)), value))
        if places:
            lines.append("    " + ", ".join(f"{name}{place} {number}" for place, number in places))
    return lines


def _places(before: Any, now: Any, place: str = "") -> Iterator[tuple[str, int]]:
    """Each number that changed, by its index."""
    if isinstance(now, list):
        for i, (old, new) in enumerate(zip(before, now)):
            yield from _places(old, new, f"{place}[{i}]")
    elif now != before:
        yield place, now


def _empty(value: Any) -> Any:
    return [_empty(v) for v in value] if isinstance(value, list) else 0
