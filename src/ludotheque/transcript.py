"""A whole match as text: every ply with the fields that it changed, to be read in a diff."""

from collections.abc import Iterator
from typing import Any

from ludotheque.match import Match


def write(match: Match) -> str:
    options = " ".join(f"{name}={match.game.options[name].format(int(match.state[name][0]))}" for name in match.options)
    lines = [f"{match.game.name} {match.game.version}, {match.seats} seats, seed {match.seed}, {options}"]
    before = match.at(0).json()
    lines += ["", "start", *_describe_changes({}, before)]
    again = match.at(0)
    for seat, move in match.played:
        again.play(move, seat)
        now = again.json()
        lines += ["", f"{again.ply}: {again.moves[-1]}", *_describe_changes(before, now)]
        before = now
    lines += ["", *(f"seat {seat}: {row['outcome']}, rank {row['rank']}" for seat, row in enumerate(match.result()))]
    return "\n".join(lines) + "\n"


def _describe_changes(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return one line for each field that changed, with its new numbers by index."""
    lines = []
    for name, value in now.items():
        places = list(_changed_numbers(before.get(name, _zeros(value)), value))
        if places:
            lines.append("    " + ", ".join(f"{name}{place} {number}" for place, number in places))
    return lines


def _changed_numbers(before: Any, now: Any, place: str = "") -> Iterator[tuple[str, int]]:
    """Yield the index and the new value of each number that changed."""
    if isinstance(now, list):
        for i, (old, new) in enumerate(zip(before, now)):
            yield from _changed_numbers(old, new, f"{place}[{i}]")
    elif now != before:
        yield place, now


def _zeros(value: Any) -> Any:
    return [_zeros(v) for v in value] if isinstance(value, list) else 0
