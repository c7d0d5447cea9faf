"""The troops in flight, and the launches that are ordered, as a position lists them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.games.ghost.turn import ends

Route = tuple[int, int]  # source and target


def troops_in_flight(state: Any) -> Iterator[tuple[int, Route, int]]:
    """The slot of their arrival, their route, and their cyborgs; seat 1's are negative."""
    for place, slot in np.argwhere(state["fleet"]).tolist():
        yield slot, ends(int(state["landing"][place, slot])), int(state["fleet"][place, slot])


def troops_ordered(state: Any, seat: int) -> dict[Route, int]:
    """How many cyborgs a seat sends this turn, by route."""
    count = state["orders"][seat]
    lists = (state[name][:count, seat].tolist() for name in ("ordered", "sent"))
    return {ends(route): cyborgs for route, cyborgs in zip(*lists)}


def bombs_ordered(state: Any, seat: int) -> list[Route]:
    """The routes on which a seat's bombs leave this turn."""
    return [ends(route) for route in state["bomb_routes"][seat, : state["bombing"][seat]].tolist()]
