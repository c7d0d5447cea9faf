"""A rival for Bzzz's bots that forages, and keeps three drones at the flowers nearest to the next hive."""

import sys
from pathlib import Path

from ludotheque.games.bzzz.field import hive_cell
from ludotheque.view import View

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.rivals.bzzz_forager import Cell, distance, plan_turn
from bench.rivals.bzzz_hunter import find_prey

DRONES = 3
REACH = 6  # steps from a guarded flower within which a drone chases a worker


def play(view: View) -> list[str]:
    return plan_turn(view, DRONES, find_targets)


def find_targets(view: View) -> list[Cell]:
    """Return workers near the flowers of the next hive, or else these flowers."""
    victim = hive_cell(view, (view.seat + 1) % view.seats)
    flowers = list(zip(view.flower_x, view.flower_y))[: 4 * view.nfleurs]
    guarded = sorted(flowers, key=lambda flower: distance(flower, victim))[:2]
    near = [cell for cell in find_prey(view) if min(distance(cell, flower) for flower in guarded) <= REACH]
    return near or guarded
