"""Lists of the troops in flight and of the launches that are ordered, read from the arrays of a position."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.games.ghost.turn import split_route

Route = tuple[int, int]  # source and target


def list_troops(state: Any) -> Iterator[tuple[int, Route, int]]:
    """Yield the arrival slot, the route and the cyborgs of each troop; seat 1's cyborgs are negative."""
    for place, slot in np.argwhere(state["fleet"]).tolist():
        yield slot, split_route(int(state["landing"][place, slot])), int(state["fleet"][place, slot])


def list_ordered_troops(state: Any, seat: int) -> dict[Route, int]:
    """Return the cyborgs that a seat sends this turn, by route."""
    count = state["orders"][seat]
    lists = (state[name][:count, seat].tolist() for name in ("ordered", "sent"))
    return {split_route(route): cyborgs for route, cyborgs in zip(*lists)}


def list_ordered_bombs(state: Any, seat: int) -> list[Route]:
    """Return the routes on which a seat's bombs leave this turn."""
    return [split_route(route) for route in state["bomb_routes"][seat, : state["bombing"][seat]].tolist()]
