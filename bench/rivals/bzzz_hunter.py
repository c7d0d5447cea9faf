"""A rival for Bzzz's bots that forages, and hunts with two drones the nearest workers outside their zones."""

import sys
from pathlib import Path

from ludotheque.games.bzzz.field import zone_of
from ludotheque.games.bzzz.rules import DRONE
from ludotheque.view import View

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.rivals.bzzz_forager import Cell, plan_turn

DRONES = 2


def play(view: View) -> list[str]:
    return plan_turn(view, DRONES, find_prey)


def find_prey(view: View) -> list[Cell]:
    """Return the cells of other seats' workers and scouts that are awake and outside their zone."""
    found = []
    for seat in range(view.seats):
        for bee in range(view.bees[seat] if seat != view.seat else 0):
            cell = view.x[seat][bee], view.y[seat][bee]
            if view.kind[seat][bee] != DRONE and view.ko[seat][bee] == 0 and zone_of(view, *cell) != seat:
                found.append(cell)
    return found
