"""Ledgers between the turns of a match. A bot sees one view at a time, so a match is known by its field and its seat.

A ledger that is not found, because another process was asked before, begins anew from what the view shows.
"""

from collections import OrderedDict
from typing import Any

import numpy as np

from ludotheque.games.bzzz.bots.ledger import Ledger
from ludotheque.view import View

MATCHES = 32  # that are remembered at a time
ROUNDS = 4  # of each match, for turns that are taken back

_ledgers: OrderedDict[bytes, list[Any]] = OrderedDict()


def recall_ledger(view: View) -> Any:
    """Return a ledger for this view: a copy of the latest one from before it, or a new one. It is remembered."""
    key = identify(view)
    earlier = [ledger for ledger in _ledgers.pop(key, []) if is_before(ledger, view)]
    ledger = earlier[-1].copy() if earlier else np.zeros(1, Ledger)
    _ledgers[key] = [*earlier[-ROUNDS:], ledger]
    while len(_ledgers) > MATCHES:
        _ledgers.popitem(last=False)
    return ledger


def identify(view: View) -> bytes:
    """Return what does not change during a match: seat, options, the cells of the flowers."""
    state = view.state[0]
    options = [int(state[name]) for name in view.game.options]
    return bytes([view.seat]) + repr(options).encode() + state["flower_x"].tobytes() + state["flower_y"].tobytes()


def is_before(ledger: Any, view: View) -> bool:
    """Can this ledger be one of the same match? Another match may have the same field."""
    state = view.state[0]
    if ledger["turn"][0] >= state["turn"] or (ledger["bees"][0] > state["bees"]).any():
        return False
    return bool((ledger["forages"][0] <= state["forages"][view.seat]).all())
