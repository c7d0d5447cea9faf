"""Manners of the own hive: constants of its rule. The first is the champion's; the search tries the others too."""

from typing import Any

import numpy as np

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord

BASE: dict[str, float] = {
    "worker_prey": 0.3,
    "leash": 0.1,
    "asleep": 0.3,
    "most_drones": 2,
    "fear": 0.5,
    "strike": 1.0,
    "per_worker": 28,
    "haste": 0.0,
    "intruder": 3.0,
    "before_drone": 3,
}
CHANGES: tuple[dict[str, float], ...] = (
    {},
    {"leash": 1.0, "intruder": 6.0},
    {"asleep": 1.0},
    {"strike": 1.6, "fear": 1.0},
    {"strike": 0.3, "fear": 0.0},
    {"most_drones": 4},
    {"worker_prey": 1.0},
    {"haste": 0.03},
)
COUNT = len(CHANGES)
NAMES = tuple(BASE)


def make_manners(*changes: dict[str, float]) -> Any:
    """Return an array with a row for each manner."""
    return np.array([[{**BASE, **change}[name] for name in NAMES] for change in changes or CHANGES])


@compiled
def use_manner(plan: StateRecord, manners: Array, manner: int) -> None:
    plan.worker_prey, plan.leash, plan.asleep = manners[manner, 0], manners[manner, 1], manners[manner, 2]
    plan.most_drones = int(manners[manner, 3])
    plan.fear, plan.strike = manners[manner, 4], manners[manner, 5]
    plan.per_worker, plan.haste = manners[manner, 6], manners[manner, 7]
    plan.intruder, plan.before_drone = manners[manner, 8], int(manners[manner, 9])
