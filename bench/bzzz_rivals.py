"""Rivals for Bzzz's champion: two kinds of rule, with constants that make styles of them."""

from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.ahead import carry_out
from ludotheque.games.bzzz.bots.hard import plan_by_constants
from ludotheque.games.bzzz.bots.plan import Plan, start_plan
from ludotheque.games.bzzz.bots.rivals import Style, play_rival
from ludotheque.loops import machine_of

BUILD = machine_of(lt.load("bzzz"))

SIMPLE = {"workers": 5, "full": 12, "near_home": 0.5, "fear": 0.0, "before": 2}  # changed by the styles below
STYLES: dict[str, dict[str, float]] = {
    "hunter": {"drones": 2},
    "careful hunter": {"drones": 2, "fear": 3.0, "before": 3, "near_home": 1.0},
    "raider": {"drones": 3, "victim": 1, "waits": 1},
    "left raider": {"drones": 2, "victim": 3},
    "guard": {"drones": 2, "leash": 1.0, "hunts_drones": 1},
    "warrior": {"drones": 4, "waits": 1, "hunts_drones": 1, "workers": 4},
    "forager": {},
    "swarm": {"workers": 9},
    "careful forager": {"workers": 6, "fear": 3.0, "near_home": 1.0},
}
PLANNER = {"strike": 0.5, "missed": 1.0}  # the same for all of these
PLANNERS: dict[str, dict[str, float]] = {
    "planner": {"worker_prey": 1.0, "leash": 0.3, "asleep": 0.6, "most_drones": 2},
    "wild planner": {"worker_prey": 0.3, "leash": 0.0, "asleep": 1.0, "most_drones": 3},
    "peaceful planner": {"worker_prey": 0.0, "most_drones": 0},
    "f7209c3": {"worker_prey": 1.0, "leash": 0.3, "asleep": 0.6, "most_drones": 1},  # plays as `hard` did then
}
DRONE_USERS = ("hunter", "planner", "raider", "careful hunter", "left raider", "wild planner", "guard", "warrior")
PEACEFUL = ("forager", "peaceful planner", "swarm", "careful forager")


class Rival:
    """A rival with the name of its style."""

    def __init__(self, name: str):
        self.name = name
        self.styles, self.plans = np.zeros(1, Style), np.zeros(1, Plan)
        if name in STYLES:
            for field, value in {**SIMPLE, **STYLES[name]}.items():
                self.styles[field] = value

    def play(self, states: Any, seat: int, dice: Any) -> None:
        if self.name in STYLES:
            BUILD(play_rival)(states[0], self.styles[0], seat, dice)
            return
        for field, value in {**PLANNER, **PLANNERS[self.name]}.items():
            self.plans[field] = value
        BUILD(plan_as_set)(states.copy()[0], self.plans[0], seat)
        BUILD(carry_out)(states[0], self.plans[0], seat, dice)


@compiled
def plan_as_set(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Plan as the hard bot does, with the constants that `plan` holds."""
    start_plan(state, plan, seat)
    plan_by_constants(state, plan, seat)
