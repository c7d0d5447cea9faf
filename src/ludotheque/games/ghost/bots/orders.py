"""A plan as the moves of a turn."""

from collections import Counter
from typing import Any

import numpy as np

Route = tuple[int, int]


def list_new_orders(plan: Any, given: Any) -> list[str]:
    """Return the moves of a plan that are not given yet, and END."""
    bombed = set(list_bombs(plan)) - set(list_bombs(given))
    sent = count_troops(plan) - count_troops(given)
    raised = plan["raised"] - given["raised"]
    return [
        *(f"BOMB {source} {target}" for source, target in sorted(bombed)),
        *(f"MOVE {source} {target} {cyborgs}" for (source, target), cyborgs in sorted(sent.items())),
        *(f"INC {factory}" for factory in np.arange(len(raised)).repeat(raised)),
        "END",
    ]


def list_bombs(plan: Any) -> list[Route]:
    count = plan["bombing"]
    return list(zip(plan["bomb_source"][:count].tolist(), plan["bomb_target"][:count].tolist()))


def count_troops(plan: Any) -> Counter[Route]:
    """Return the cyborgs on each route."""
    count = plan["moves"]
    lists = (plan[name][:count].tolist() for name in ("source", "target", "cyborgs"))
    troops: Counter[Route] = Counter()
    for source, target, cyborgs in zip(*lists):
        troops[source, target] += cyborgs
    return troops
